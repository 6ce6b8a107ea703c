#include "support/vocabulary_files.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "text/byte_alphabet.hpp"

namespace attnlab::testing {

const Tokenizer& gpt2_tokenizer() {
    static const Tokenizer tokenizer =
        Tokenizer::load(gpt2_folder() / "vocab.json", gpt2_folder() / "merges.txt");
    return tokenizer;
}

std::filesystem::path gpt2_folder() { return std::filesystem::path(ATTNLAB_DATA_DIR) / "gpt2"; }

std::vector<std::string> byte_spellings() {
    std::vector<std::string> spellings;
    for (int value = 0; value < 256; ++value) {
        spellings.push_back(spelling_of(std::string(1, static_cast<char>(value))));
    }
    return spellings;
}

std::string vocab_json(const std::vector<std::string>& spellings) {
    auto json = nlohmann::ordered_json::object();
    for (const std::string& spelling : spellings) json[spelling] = json.size();
    return json.dump();
}

SmallVocabulary::SmallVocabulary(const std::vector<std::string>& merges) {
    std::vector<std::string> spellings = byte_spellings();
    std::string lines = "#version: 0.2\n";
    for (const std::string& merge : merges) {
        lines += merge + "\n";
        std::string product = merge;
        product.erase(product.find(' '), 1);
        if (std::ranges::find(spellings, product) == spellings.end()) {
            spellings.push_back(product);
        }
    }
    spellings.push_back("<|endoftext|>");
    folder_.write("vocab.json", vocab_json(spellings));
    folder_.write("merges.txt", lines);
}

}  // namespace attnlab::testing
