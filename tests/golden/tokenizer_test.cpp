// The ids of OpenAI's own tokenizer for texts of every kind. There the end-of-text marker is text.

#include "text/tokenizer.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/vocabulary_files.hpp"

using namespace attnlab;

TEST_CASE("Texts have the ids that the tokenizer of OpenAI gave them", "[golden]") {
    const Tokenizer& tokenizer = testing::gpt2_tokenizer();
    std::ifstream file(ATTNLAB_GOLDENS_DIR "/gpt2-tokens.jsonl");
    int count = 0;
    for (std::string line; std::getline(file, line); ++count) {
        const nlohmann::json golden = nlohmann::json::parse(line);
        const auto text = golden.at("text").get<std::string>();
        const auto ids = golden.at("ids").get<std::vector<TokenId>>();
        INFO(printable(text));
        CHECK(tokenizer.encode(text, SpecialTokens::kAsText) == ids);
        CHECK(tokenizer.decode(ids) == text);
    }
    CHECK(count == 141);
}
