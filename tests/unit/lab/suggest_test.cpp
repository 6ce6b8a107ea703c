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
    CHECK(nearest("cmpr", words).empty());  // three letters of four
    CHECK(nearest("ty", words) == "toy");
}

TEST_CASE("Capitals make no difference to what is near", "[lab]") {
    CHECK(nearest("GPT2", {"toy", "gpt2"}) == "gpt2");
    CHECK(nearest("GPT-2", {"toy", "gpt2"}) == "gpt2");
    CHECK(nearest("me/poems", {"Me/Poems"}) == "Me/Poems");
}

TEST_CASE("The only word that begins with what was typed is near", "[lab]") {
    CHECK(nearest("trophy", {"gpt2", "trophy-tiny"}) == "trophy-tiny");
    CHECK(nearest("Comp", {"compare", "toy"}) == "compare");
    CHECK(nearest("gpt2-m", {"gpt2", "gpt2-medium", "gpt2-xl"}) == "gpt2-medium");
    // Of several the nearest, and the shortest where none is near.
    CHECK(nearest("gpt2-", {"gpt2", "gpt2-large", "gpt2-xl"}) == "gpt2");
    CHECK(nearest("openai", {"openai-community/gpt2-xl", "openai-community/gpt2"}) ==
          "openai-community/gpt2");
    // Two letters may begin anything.
    CHECK(nearest("co", {"compare"}).empty());
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
