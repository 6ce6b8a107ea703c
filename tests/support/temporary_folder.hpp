// A folder for one test, deleted with all that is in it when the test ends.

#pragma once

#include <stdlib.h>  // mkdtemp is POSIX, not in <cstdlib>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attnlab::testing {

/// Writes a whole file. Errors: std::runtime_error if it cannot be written.
inline void write_file(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

/// A new, empty folder in the system's place for temporary files.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = std::filesystem::temp_directory_path() / "attnlab-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;  // a file left in the system's temporary folder fails no test
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Writes a file of this folder and returns where it is.
    std::filesystem::path write(std::string_view name, std::string_view bytes) const {
        const std::filesystem::path path = path_ / name;
        write_file(path, bytes);
        return path;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace attnlab::testing
