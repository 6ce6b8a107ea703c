#include "text/vocabulary_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "text/byte_alphabet.hpp"

namespace attnlab {
namespace {

/// Reads from front to back; its position is where the error is.
class EntryReader {
  public:
    EntryReader(std::string_view json, std::string file) : json_(json), file_(std::move(file)) {}

    std::vector<TokenEntry> read() {
        constexpr std::size_t kUsualEntry = 20;  // bytes; GPT-2's
        std::vector<TokenEntry> entries;
        entries.reserve(json_.size() / kUsualEntry);
        entries.reserve(json_.size() / 16);
        skip_space();
        take('{', "an object, `{`");
        skip_space();
        if (peek() == '}') {
            ++position_;
        } else {
            do {
                entries.push_back(entry());
            } while (another_follows());
        }
        skip_space();
        if (position_ < json_.size()) fail("the end of the file");
        return entries;
    }

  private:
    TokenEntry entry() {
        skip_space();
        TokenEntry entry{token(), 0};
        skip_space();
        take(':', "`:`");
        skip_space();
        entry.id = id(entry.bytes);
        skip_space();
        return entry;
    }

    bool another_follows() {
        if (peek() == ',') {
            ++position_;
            return true;
        }
        take('}', "`,` or `}`");
        return false;
    }

    std::string token() {
        take('"', "a token, `\"`");
        const std::size_t begin = position_;
        std::string bytes;
        while (peek() != '"') {
            if (peek() == '\\') {
                append_escaped(bytes);
            } else {
                append_plain(bytes);
            }
        }
        ++position_;
        if (bytes.empty()) {
            position_ = begin;
            fail("a token of at least one character");
        }
        return bytes;
    }

    /// A run of characters that stand for themselves.
    void append_plain(std::string& bytes) {
        std::size_t end = position_;
        while (end < json_.size() && json_[end] != '"' && json_[end] != '\\') ++end;
        const auto bad = append_spelled_bytes(json_.substr(position_, end - position_), bytes);
        position_ = bad ? position_ + *bad : end;
        if (bad || end == json_.size()) fail("a character that spells a byte");
    }

    /// One character behind a backslash; the other short forms (\n, \t ...) spell no byte.
    void append_escaped(std::string& bytes) {
        const std::string_view escape = json_.substr(position_, 6);
        if (escape.starts_with("\\\"") || escape.starts_with("\\\\") || escape.starts_with("\\/")) {
            bytes += escape[1];
            position_ += 2;
            return;
        }
        std::uint32_t code_point = 0;
        const char* const end = escape.data() + escape.size();
        if (escape.size() < 6 || escape[1] != 'u' ||
            std::from_chars(end - 4, end, code_point, 16).ptr != end || !spelled_byte(code_point)) {
            fail("a character that spells a byte");
        }
        bytes += static_cast<char>(*spelled_byte(code_point));
        position_ += 6;
    }

    std::uint64_t id(std::string_view token) {
        std::uint64_t id = 0;
        const char* const begin = json_.data() + position_;
        const auto [end, error] = std::from_chars(begin, json_.data() + json_.size(), id);
        const std::size_t length = static_cast<std::size_t>(end - begin);
        const bool has_leading_zero = length > 1 && *begin == '0';
        position_ += length;
        const bool goes_on = peek() == '.' || peek() == 'e' || peek() == 'E';
        if (error != std::errc() || has_leading_zero || goes_on) {
            position_ -= length;
            fail(fmt::format("a whole number as the id of token {}", quoted_spelling(token)));
        }
        return id;
    }

    /// The next character; NUL at the end, which JSON has nowhere.
    char peek() const { return position_ < json_.size() ? json_[position_] : '\0'; }

    void take(char character, const char* expected) {
        if (peek() != character) fail(expected);
        ++position_;
    }

    void skip_space() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') ++position_;
    }

    [[noreturn]] void fail(const std::string& expected) const {
        const std::string where = fmt::format("{}: byte {}", file_, position_);
        if (position_ >= json_.size()) {
            throw InputError(fmt::format("{}: the file ends, expected {}", where, expected),
                             "is the download complete?");
        }
        constexpr std::size_t kBytes = 48;
        constexpr std::size_t kColumns = 12;
        const std::string got = printable(json_.substr(position_, kBytes));
        throw InputError(
            fmt::format("{}: got `{}`, expected {}", where, fit_width(got, kColumns), expected));
    }

    std::string_view json_;
    std::string file_;
    std::size_t position_ = 0;
};

}  // namespace

std::vector<TokenEntry> read_token_entries(const std::filesystem::path& vocab_json) {
    const std::string json = read_file(vocab_json);
    return EntryReader(json, printable(vocab_json.string())).read();
}

}  // namespace attnlab
