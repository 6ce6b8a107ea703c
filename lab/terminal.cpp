#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace attnlab::lab {
namespace {

constexpr std::size_t kDefaultWidth = 100;

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool is_terminal(int descriptor) {
    return ::isatty(descriptor) == 1 && environment("TERM") != "dumb";
}

std::optional<std::size_t> terminal_width(int descriptor) {
    winsize size = {};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
    return size.ws_col;
}

std::size_t output_width(std::optional<std::size_t> asked) {
    if (asked) return *asked;
    if (const std::optional<std::size_t> asked_of_it = terminal_width(STDOUT_FILENO)) {
        return *asked_of_it;
    }
    const std::string_view columns = environment("COLUMNS");
    std::size_t width = 0;
    const auto [end, error] =
        std::from_chars(columns.data(), columns.data() + columns.size(), width);
    const bool is_number = error == std::errc() && end == columns.data() + columns.size();
    return is_number && width > 0 ? width : kDefaultWidth;
}

bool use_color(const std::string& mode) {
    if (mode != "auto") return mode == "always";
    return is_terminal(STDOUT_FILENO) && environment("NO_COLOR").empty();
}

}  // namespace attnlab::lab
