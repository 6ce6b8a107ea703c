#include "weights/describe.hpp"

#include <fmt/format.h>

#include "base/unicode.hpp"

namespace attnlab {

std::string quoted_name(std::string_view name) {
    constexpr std::size_t kLongest = 100;               // columns
    constexpr std::size_t kBytesLooked = 8 * kLongest;  // a name may have a hundred million
    const std::string text = printable(name.substr(0, kBytesLooked));
    const std::string_view shown = fit_width(text, kLongest);
    const bool is_cut = shown.size() < text.size() || name.size() > kBytesLooked;
    return fmt::format("'{}{}'", shown, is_cut ? "..." : "");
}

std::string shape_text(std::span<const std::size_t> shape) {
    constexpr std::size_t kLongest = 16;  // sides
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size() && i < kLongest; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
    }
    return text + (shape.size() > kLongest ? ", ...]" : "]");
}

}  // namespace attnlab
