#include "text/plain_entries.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "text/byte_alphabet.hpp"

namespace attnlab {
namespace {

/// Takes pieces off the front of a text; each returns whether the piece was there.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    void skip_space() {
        std::size_t n = 0;
        while (n < rest_.size() &&
               (rest_[n] == ' ' || rest_[n] == '\n' || rest_[n] == '\r' || rest_[n] == '\t')) {
            ++n;
        }
        rest_.remove_prefix(n);
    }

    /// A character, with space around it.
    bool take(char wanted) {
        skip_space();
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(1);
        skip_space();
        return true;
    }

    bool take_number(std::uint64_t& number) {
        constexpr std::ptrdiff_t kMostDigits = 9;
        std::uint32_t value = 0;
        const char* begin = rest_.data();
        const auto [end, error] = std::from_chars(begin, begin + rest_.size(), value);
        const std::ptrdiff_t n = end - begin;
        if (error != std::errc() || n > kMostDigits || (*begin == '0' && n > 1)) return false;
        number = value;
        rest_.remove_prefix(static_cast<std::size_t>(n));
        return true;
    }

    /// A string in quotation marks, as the bytes that it spells.
    bool take_spelling(std::string& bytes) {
        if (!rest_.starts_with('"')) return false;
        std::size_t i = 1;
        std::size_t plain = i;  // where the characters begin that need no care
        for (; i < rest_.size() && rest_[i] != '"'; ++i) {
            if (rest_[i] != '\\') continue;
            if (append_spelled_bytes(rest_.substr(plain, i - plain), bytes)) return false;
            if (!take_escape(i, bytes)) return false;
            plain = i + 1;
        }
        if (i == rest_.size()) return false;
        if (append_spelled_bytes(rest_.substr(plain, i - plain), bytes)) return false;
        rest_.remove_prefix(i + 1);
        return !bytes.empty();
    }

    bool is_at_end() const { return rest_.empty(); }

  private:
    /// The escape at i, which is moved to its last character.
    bool take_escape(std::size_t& i, std::string& bytes) const {
        if (++i == rest_.size()) return false;
        std::uint32_t code_point = static_cast<std::uint8_t>(rest_[i]);
        if (rest_[i] == 'u') {
            constexpr std::size_t kDigits = 4;
            if (rest_.size() - i <= kDigits) return false;
            const char* begin = rest_.data() + i + 1;
            const auto [end, error] = std::from_chars(begin, begin + kDigits, code_point, 16);
            if (error != std::errc() || end != begin + kDigits) return false;
            i += kDigits;
        } else if (rest_[i] != '"' && rest_[i] != '\\' && rest_[i] != '/') {
            return false;  // the others stand for control characters, which spell no byte
        }
        const std::optional<std::uint8_t> byte = spelled_byte(code_point);
        if (byte) bytes += static_cast<char>(*byte);
        return byte.has_value();
    }

    std::string_view rest_;
};

}  // namespace

std::optional<std::vector<TokenEntry>> read_plain_entries(std::string_view json) {
    constexpr std::size_t kBytesAnEntry = 16;  // about: room for most of them at once
    std::vector<TokenEntry> entries;
    entries.reserve(json.size() / kBytesAnEntry);
    Scanner scanner(json);
    if (!scanner.take('{')) return std::nullopt;
    do {
        TokenEntry entry{{}, 0};
        if (!scanner.take_spelling(entry.bytes) || !scanner.take(':') ||
            !scanner.take_number(entry.id)) {
            return std::nullopt;
        }
        entries.push_back(std::move(entry));
    } while (scanner.take(','));
    if (!scanner.take('}') || !scanner.is_at_end()) return std::nullopt;
    return entries;
}

}  // namespace attnlab
