#include "text/pre_tokenizer.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <fmt/format.h>
#include <pcre2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

namespace attnlab {
namespace {

// Unicode's White_Space: what \s means to OpenAI's tokenizer. PCRE2's own \s has U+180E as well,
// which Unicode took out of White_Space in version 6.3.
constexpr std::string_view kSpaces =
    R"(\x{9}-\x{D}\x{20}\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F})"
    R"(\x{3000})";

/// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
std::string published_pattern() {
    return fmt::format(
        R"('s|'t|'re|'ve|'m|'ll|'d| ?\pL+| ?\pN+| ?[^{0}\pL\pN]+|[{0}]+(?![^{0}])|[{0}]+)",
        kSpaces);
}

[[noreturn]] void fail(const char* action, int error) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(error, text.data(), text.size());
    throw std::logic_error(
        fmt::format("PCRE2 cannot {}: {}", action, reinterpret_cast<const char*>(text.data())));
}

struct FreeMatchData {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

}  // namespace

struct PreTokenizer::Code {
    Code() {
        const std::string text = published_pattern();
        int error = 0;
        std::size_t error_offset = 0;
        // Anchored: a piece begins where the last one ended. The option must be given here,
        // because matching with it would leave the JIT out.
        pattern =
            pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                          PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED, &error, &error_offset, nullptr);
        if (pattern == nullptr) fail("compile the pattern", error);
        // Where there is no JIT, or no memory that may be executed, pcre2_match interprets. Neither
        // way recurses on this pattern, whatever the text.
        pcre2_jit_compile(pattern, PCRE2_JIT_COMPLETE);
    }
    ~Code() { pcre2_code_free(pattern); }
    Code(const Code&) = delete;
    Code& operator=(const Code&) = delete;

    pcre2_code* pattern;
};

PreTokenizer::PreTokenizer() : code_(std::make_unique<const Code>()) {}
PreTokenizer::~PreTokenizer() = default;
PreTokenizer::PreTokenizer(PreTokenizer&& other) noexcept = default;
PreTokenizer& PreTokenizer::operator=(PreTokenizer&& other) noexcept = default;

void PreTokenizer::for_each_piece(std::string_view utf8,
                                  const std::function<void(std::string_view)>& use) const {
    // One per call, so that several threads can share the pattern.
    const std::unique_ptr<pcre2_match_data, FreeMatchData> match(
        pcre2_match_data_create_from_pattern(code_->pattern, nullptr));
    if (match == nullptr) throw std::bad_alloc();
    const std::size_t* const range = pcre2_get_ovector_pointer(match.get());  // begin, end
    for (std::size_t offset = 0; offset < utf8.size(); offset = range[1]) {
        // Every character is a letter, a number, a space or something else: there is a match.
        const int result =
            pcre2_match(code_->pattern, reinterpret_cast<PCRE2_SPTR>(utf8.data()), utf8.size(),
                        offset, PCRE2_NO_UTF_CHECK, match.get(), nullptr);
        if (result < 0) fail("cut the text", result);
        use(utf8.substr(range[0], range[1] - range[0]));
    }
}

}  // namespace attnlab
