// Where results go: standard output, or a file that is written whole or not at all.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attnlab::lab {

/// Thrown where the reader has gone away (`| head`): there is nothing left to do and nothing wrong,
/// so it is no std::exception.
struct ReaderGone {};

/// Writes everything to a file descriptor.
///
/// Errors: InputError naming the place and the system's reason; ReaderGone.
void write_all(int descriptor, std::string_view text, std::string_view place);

/// A file that appears under its name only when it is complete.
///
/// The text goes to a temporary file in the same folder, which takes the name at the end. What is
/// no regular file (a device, a pipe) is written to directly.
class OutputFile {
  public:
    /// Opens the place to write to, so that a path that cannot be written fails before the work.
    ///
    /// Errors: InputError naming the path and the system's reason.
    explicit OutputFile(std::filesystem::path path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Whether nothing remains of what was written if it does not come to commit().
    bool is_whole_or_nothing() const { return !temporary_.empty(); }

    /// Writes a piece of the text.
    ///
    /// Errors: as write_all() says; nothing is left behind then.
    void write(std::string_view piece);

    /// Gives the file its name, now that all is written.
    ///
    /// Errors: InputError naming the path and the system's reason; nothing is left behind then.
    void commit();

  private:
    std::filesystem::path path_;
    std::string temporary_;  // empty where the path is written to directly
    int descriptor_ = -1;
};

}  // namespace attnlab::lab
