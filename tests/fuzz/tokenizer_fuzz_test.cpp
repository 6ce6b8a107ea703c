// Random texts, merges and broken files, from fixed seeds: what must hold whatever comes.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/random.hpp"
#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/vocabulary_files.hpp"
#include "text/tokenizer.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

using Ids = std::vector<TokenId>;

std::size_t below(Random& random, std::size_t limit) { return random.bits() % limit; }

void append_utf8(std::string& text, std::uint32_t code_point) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code_point < 0x80) {
        add(code_point);
    } else if (code_point < 0x800) {
        add(0xC0U | code_point >> 6U);
        add(0x80U | (code_point & 0x3FU));
    } else if (code_point < 0x10000) {
        add(0xE0U | code_point >> 12U);
        add(0x80U | (code_point >> 6U & 0x3FU));
        add(0x80U | (code_point & 0x3FU));
    } else {
        add(0xF0U | code_point >> 18U);
        add(0x80U | (code_point >> 12U & 0x3FU));
        add(0x80U | (code_point >> 6U & 0x3FU));
        add(0x80U | (code_point & 0x3FU));
    }
}

/// Any code points, with many that the pre-tokenizer treats specially.
std::string random_text(Random& random) {
    static const std::vector<std::string> special_texts = {
        " ",      "  ",     "\n",     "\r\n", "\t",  "'s", "'ll",          "'", "\u00A0", "\u0085",
        "\u180E", "\u3000", "\u2028", "the",  " it", "42", "<|endoftext|>"};
    std::string text;
    for (std::size_t left = below(random, 60); left > 0; --left) {
        const std::size_t kind = below(random, 8);
        if (kind < 4) {
            text += special_texts[below(random, special_texts.size())];
        } else if (kind == 4) {
            text.append(below(random, 100), static_cast<char>(below(random, 0x80)));
        } else if (kind == 5) {
            append_utf8(text, static_cast<std::uint32_t>(below(random, 0x80)));
        } else {
            const auto code_point = static_cast<std::uint32_t>(
                below(random, kind == 6 ? std::size_t{0x800} : std::size_t{0x110000}));
            const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
            append_utf8(text, is_surrogate ? 0xFFFD : code_point);
        }
    }
    return text;
}

/// Merges over three letters, each of two tokens that are there already; in any order.
std::vector<std::string> random_merges(Random& random) {
    std::vector<std::string> tokens = {"a", "b", "c"};
    std::vector<std::string> merges;
    for (std::size_t left = 1 + below(random, 60); left > 0; --left) {
        const std::string first = tokens[below(random, tokens.size())];
        const std::string second = tokens[below(random, tokens.size())];
        std::string merge = first;
        merge.append(" ").append(second);
        if (std::ranges::find(merges, merge) != merges.end() || merge.size() > 20) continue;
        merges.push_back(merge);
        tokens.push_back(first + second);
    }
    if (below(random, 2) == 0) {
        for (std::size_t i = merges.size(); i > 1; --i) {
            std::swap(merges[i - 1], merges[below(random, i)]);
        }
    }
    return merges;
}

/// The tokens of a word by the published algorithm, in as many steps as it takes.
std::vector<std::string> merge_slowly(const std::string& word,
                                      const std::vector<std::string>& merges) {
    std::vector<std::string> tokens;
    for (const char letter : word) tokens.emplace_back(1, letter);
    while (true) {
        auto lowest = merges.end();
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
            lowest = std::min(lowest, std::ranges::find(merges, tokens[i] + " " + tokens[i + 1]));
        }
        if (lowest == merges.end()) return tokens;
        std::vector<std::string> next;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (i + 1 < tokens.size() && *lowest == tokens[i] + " " + tokens[i + 1]) {
                next.push_back(tokens[i] + tokens[i + 1]);
                ++i;
            } else {
                next.push_back(tokens[i]);
            }
        }
        tokens = std::move(next);
    }
}

/// One to three bytes changed, added or taken out.
std::string broken(std::string bytes, Random& random) {
    const std::string replacements = "{}[]\":,\\/u0019eE.-+ \r\n#\x80\xC4\xFF";
    for (std::size_t left = 1 + below(random, 3); left > 0 && !bytes.empty(); --left) {
        const std::size_t place = below(random, bytes.size());
        const char byte = replacements[below(random, replacements.size())];
        switch (below(random, 4)) {
            case 0:
                bytes[place] = byte;
                break;
            case 1:
                bytes.insert(place, 1, byte);
                break;
            case 2:
                bytes.erase(place, 1 + below(random, 4));
                break;
            default:
                if (below(random, 10) == 0) bytes.resize(place);
        }
    }
    return bytes;
}

}  // namespace

TEST_CASE("Decoding gives back every text to the byte", "[fuzz]") {
    Random random(2024);
    for (int i = 0; i < 3000; ++i) {
        const std::string text = random_text(random);
        INFO(printable(text));
        const Ids as_id = gpt2_tokenizer().encode(text);
        const Ids as_text = gpt2_tokenizer().encode(text, SpecialTokens::kAsText);
        REQUIRE(gpt2_tokenizer().decode(as_id) == text);
        REQUIRE(gpt2_tokenizer().decode(as_text) == text);
        REQUIRE(std::ranges::count(as_text, 50256) == 0);
        const bool has_marker = text.find("<|endoftext|>") != std::string::npos;
        REQUIRE((as_id != as_text) == has_marker);
    }
}

TEST_CASE("Merging agrees with the published algorithm on random merges", "[fuzz]") {
    Random random(7);
    for (int i = 0; i < 100; ++i) {
        const std::vector<std::string> merges = random_merges(random);
        const Tokenizer tokenizer = SmallVocabulary(merges).load();
        for (int j = 0; j < 10; ++j) {
            // Half of the words are short, half so long that they go another way.
            std::string word;
            const std::size_t length = below(random, j % 2 == 0 ? 65 : 300);
            while (word.size() < length) word += "abc"[below(random, 3)];
            std::vector<std::string> tokens;
            for (const TokenId id : tokenizer.encode(word)) {
                tokens.push_back(tokenizer.bytes_of(id));
            }
            INFO(word);
            REQUIRE(tokens == merge_slowly(word, merges));
        }
    }
}

TEST_CASE("Repeated words get the ids that they get alone", "[fuzz]") {
    Random random(11);
    for (int i = 0; i < 200; ++i) {
        Ids expected;
        std::string text;
        for (int j = 0; j < 100; ++j) {
            const std::string word =
                " " + std::string(1 + below(random, 3), 'x') + std::string(below(random, 3), 'y');
            text += word;
            const Ids ids = gpt2_tokenizer().encode(word);
            expected.insert(expected.end(), ids.begin(), ids.end());
        }
        REQUIRE(gpt2_tokenizer().encode(text) == expected);
    }
}

TEST_CASE("Broken vocabulary files are refused in one line or work", "[fuzz]") {
    Random random(99);
    const SmallVocabulary files({"\u0120 t", "h e", "\u0120t he", "# #", "i n"});
    const std::string vocab = read_file(files.vocab());
    const std::string merges = read_file(files.merges());
    const TemporaryFolder folder;
    int refused = 0;
    for (int i = 0; i < 600; ++i) {
        const bool break_vocab = i % 2 == 0;
        const std::string& whole = break_vocab ? vocab : merges;
        const auto file = folder.write("file", broken(whole, random));
        INFO(printable(read_file(file)));
        std::optional<Tokenizer> tokenizer;
        try {
            tokenizer = break_vocab ? Tokenizer::load(file, files.merges())
                                    : Tokenizer::load(files.vocab(), file);
        } catch (const InputError& error) {
            ++refused;
            REQUIRE(std::string(error.what()).find('\n') == std::string::npos);
            continue;
        }
        REQUIRE(tokenizer->decode(tokenizer->encode(" the thin ##")) == " the thin ##");
    }
    CHECK(refused > 200);
}
