#include "maps/token.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/unicode.hpp"

namespace attnlab {

std::string token_label(const Token& token) {
    if (!token.bytes) return fmt::format("#{}", token.id);
    std::string_view bytes = *token.bytes;
    constexpr std::string_view kOpenBox = "\xE2\x90\xA3";  // the sign for a visible space
    if (bytes.find_first_not_of(' ') == std::string_view::npos) {
        std::string spaces;
        for (std::size_t i = 0; i < bytes.size(); ++i) spaces += kOpenBox;
        return spaces;
    }
    if (bytes.front() == ' ') bytes.remove_prefix(1);
    return printable(bytes);
}

bool is_partial(const Token& token) {
    return token.bytes && first_invalid_utf8(*token.bytes).has_value();
}

}  // namespace attnlab
