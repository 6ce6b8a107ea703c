#include "text/merge_piece.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/vocabulary_files.hpp"
#include "text/vocabulary.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

/// The tokens of a piece, with a bar between them.
std::string merged(const std::vector<std::string>& merge_lines, const std::string& piece) {
    const SmallVocabulary files(merge_lines);
    const Vocabulary vocabulary = Vocabulary::read(files.vocab());
    const MergeTable merges = MergeTable::read(files.merges(), vocabulary);
    std::vector<TokenId> ids;
    append_merged(piece, merges, ids);
    std::string tokens;
    for (const TokenId id : ids) tokens += (tokens.empty() ? "" : "|") + vocabulary.bytes_of(id);
    return tokens;
}

/// A piece that is too long for the simple route, and its tokens, made of short ones.
std::string repeated(const std::string& text, const std::string& separator) {
    std::string whole = text;
    for (int i = 1; i < 100; ++i) whole += separator + text;
    return whole;
}

void check_both_routes(const std::vector<std::string>& merge_lines, const std::string& piece,
                       const std::string& tokens) {
    CHECK(merged(merge_lines, piece) == tokens);
    CHECK(merged(merge_lines, repeated(piece, "-")) == repeated(tokens, "|-|"));
}

}  // namespace

TEST_CASE("The lowest rank merges first and not the longest token", "[text]") {
    check_both_routes({"b c", "a b", "ab c"}, "abc", "a|bc");
    check_both_routes({"a b", "b c", "ab c"}, "abc", "abc");
    check_both_routes({"c d", "a b", "b cd", "ab c"}, "abcd", "ab|cd");
}

TEST_CASE("Equal pairs merge from left to right", "[text]") {
    check_both_routes({"a a"}, "aaaaa", "aa|aa|a");
    check_both_routes({"a a", "aa a"}, "aaaaa", "aa|aaa");
    check_both_routes({"a a", "aa aa"}, "aaaaaaaaa", "aaaa|aaaa|a");
}

TEST_CASE("A pair merges everywhere before a new pair does", "[text]") {
    // `ab a` stands before the merge that makes its `ab`; both `ab` are there before it is tried.
    check_both_routes({"ab a", "a b"}, "ababa", "ab|aba");
}

TEST_CASE("Pairs made by two merges are taken from left to right", "[text]") {
    // The pair (x, y) comes from a merge on its left in one place, on its right in the other.
    check_both_routes({"a b", "c d", "ab cd"}, "cdababcdabcd", "cd|ab|abcd|abcd");
}

TEST_CASE("A piece without merges stays bytes and an empty one gives nothing", "[text]") {
    check_both_routes({"a b"}, "ba", "b|a");
    CHECK(merged({"a b"}, "").empty());
    CHECK(merged({}, "\xFF") == "\xFF");
}
