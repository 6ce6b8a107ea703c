// Text that is made now and needed later: in memory while it is small, then in a temporary file
// that has no name, so that nothing of it remains however the program ends.

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attnlab {

class Spool {
  public:
    Spool() = default;
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    /// Errors: InputError naming the folder for temporary files and the system's reason.
    void write(std::string_view piece);

    /// Hands on all that was written, in order.
    ///
    /// Errors: as write() says, and what the sink throws.
    void write_to(const std::function<void(std::string_view)>& sink) const;

  private:
    void write_to_file(std::string_view text);

    std::string memory_;   // what is not in the file
    int descriptor_ = -1;  // of the file, once there is one
};

}  // namespace attnlab
