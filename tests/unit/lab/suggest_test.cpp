#include "suggest.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using attnlab::lab::nearest;

TEST_CASE("The nearest word is found by the fewest changes", "[lab]") {
    const std::vector<std::string> words = {"toy",     "saturation", "gpt2",
                                            "compare", "tokens",     "all"};
    CHECK(nearest("tokens", words) == "tokens");
    CHECK(nearest("token", words) == "tokens");
    CHECK(nearest("tkoens", words) == "tokens");
    CHECK(nearest("gtp2", words) == "gpt2");
    CHECK(nearest("gpt-2", words) == "gpt2");
    CHECK(nearest("satturasion", words) == "saturation");
    CHECK(nearest("comp", words).empty());  // three letters of four
    CHECK(nearest("ty", words) == "toy");
}

TEST_CASE("Of equally near words the first is suggested", "[lab]") {
    CHECK(nearest("bat", {"cat", "hat"}) == "cat");
    CHECK(nearest("bat", {"hat", "cat"}) == "hat");
}

TEST_CASE("Nothing is suggested where nothing is near", "[lab]") {
    CHECK(nearest("visualize", {"toy", "gpt2", "compare"}).empty());
    CHECK(nearest("--modle", {"--json", "--width"}).empty());
    CHECK(nearest("--modle", {"--json", "--model"}) == "--model");
    CHECK(nearest("x", {}).empty());
    // Two changes are always allowed, and so is a third of the letters.
    CHECK(nearest("abcdefghi", {"abcdefxyz"}) == "abcdefxyz");
    CHECK(nearest("abcdefghi", {"abcdewxyz"}).empty());
}
