#include "text/merge_table.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"
#include "support/vocabulary_files.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

/// Reads merges with a vocabulary that has, beside the bytes, `ab`, `abc` and `##`.
MergeTable read(const std::string& merges) {
    const TemporaryFolder folder;
    std::vector<std::string> spellings = byte_spellings();
    spellings.insert(spellings.end(), {"ab", "abc", "##"});
    const Vocabulary vocabulary =
        Vocabulary::read(folder.write("vocab.json", vocab_json(spellings)));
    return MergeTable::read(folder.write("merges.txt", merges), vocabulary);
}

void expect_refusal(const std::string& merges, std::initializer_list<const char*> pieces) {
    INFO(merges);
    expect_error<InputError>([&] { read(merges); }, {"merges.txt"});
    expect_error<InputError>([&] { read(merges); }, pieces);
}

}  // namespace

TEST_CASE("Merges are ranked by their lines", "[text]") {
    const MergeTable merges = read("#version: 0.2\na b\nab c\n# #\n");
    REQUIRE(merges.size() == 3);
    CHECK(merges.rank_of('a', 'b') == 0);
    CHECK(merges.rank_of(256, 'c') == 1);
    CHECK(merges.rank_of('#', '#') == 2);
    CHECK(merges.rank_of('b', 'a') == MergeTable::kNoMerge);
    CHECK(merges.product_of(1) == 257);
    CHECK(merges.id_of_byte('\xFF') == 255);
}

TEST_CASE("The first line and the ends of lines may be missing or foreign", "[text]") {
    CHECK(read("a b\nab c").size() == 2);
    CHECK(read("# #\n").size() == 1);
    CHECK(read("#version: 0.2\r\na b\r\n# #\r\n").size() == 2);
    CHECK(read("#version: 0.2 - trained by someone\n").size() == 0);
    CHECK(read("").size() == 0);
}

TEST_CASE("All of GPT-2's merges are read whatever ends their lines", "[text]") {
    const Vocabulary vocabulary = Vocabulary::read(gpt2_folder() / "vocab.json");
    std::string text = read_file(gpt2_folder() / "merges.txt");
    CHECK(MergeTable::read(gpt2_folder() / "merges.txt", vocabulary).size() == 50000);

    const TemporaryFolder folder;
    REQUIRE(text.ends_with('\n'));
    text.pop_back();
    CHECK(MergeTable::read(folder.write("merges.txt", text), vocabulary).size() == 50000);
    std::string crlf;
    for (const char character : text) {
        if (character == '\n') crlf += '\r';
        crlf += character;
    }
    CHECK(MergeTable::read(folder.write("merges.txt", crlf), vocabulary).size() == 50000);
}

TEST_CASE("A line that is no merge is refused with its number", "[text]") {
    expect_refusal("#version: 0.2\na b\nab\n", {"line 3", "got \"ab\"", "one space between"});
    expect_refusal("a b\n\nab c\n", {"line 2", "got \"\""});
    expect_refusal("a b c\n", {"line 1", "got \"a b c\""});
    expect_refusal(" b\n", {"line 1", "got \" b\""});
    expect_refusal("a \n", {"line 1", "got \"a \""});
    expect_refusal("a  b\n", {"line 1"});
    expect_refusal("a\tb\n", {"line 1", "got \"a\\tb\""});
    expect_refusal("a b\n\xE2\x96\x81 t\n", {"line 2", "characters that spell bytes"});
    expect_refusal("a b\nab c\x80\n", {"line 2", "characters that spell bytes"});
    expect_refusal(std::string(5000, 'x'), {"line 1"});
}

TEST_CASE("A merge of what the vocabulary does not have is refused", "[text]") {
    expect_refusal("a b\nzz a\n", {"line 2", "part \"zz\"", "not in the vocabulary"});
    expect_refusal("a b\na zz\n", {"line 2", "part \"zz\""});
    expect_refusal("a b\nb c\n", {"line 2", "product \"bc\""});
    expect_refusal("#version\n\u0120 t\n", {"line 2", "product \"\u0120t\""});
}

TEST_CASE("A merge that stands twice is refused with both lines", "[text]") {
    expect_refusal("#version: 0.2\na b\nab c\na b\n", {"line 4", "\"a\" \"b\"", "line 2"});
}
