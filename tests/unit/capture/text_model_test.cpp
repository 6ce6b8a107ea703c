// Where text and model meet: which files a folder must have, and which tokens come out.

#include "capture/text_model.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/text_model_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::small_config;
using attnlab::testing::SmallVocabulary;
using attnlab::testing::TemporaryFolder;
using attnlab::testing::TextModelFolder;
using attnlab::testing::write_random_model;

namespace {

const std::vector<std::string> kMerges = {"\xC4\xA0 i", "\xC4\xA0i t"};  // " i", " it"
constexpr TokenId kEndOfText = 258;

std::vector<std::string> bytes_of(const TokenizedText& input) {
    std::vector<std::string> bytes;
    for (const Token& token : input.tokens) bytes.push_back(token.bytes.value_or("none"));
    return bytes;
}

}  // namespace

TEST_CASE("A text becomes tokens with index and bytes", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    CHECK(model.has_vocabulary());
    const TokenizedText input = model.tokenize("is it\n");
    CHECK(input.text == "is it\n");
    CHECK_FALSE(input.bos);
    CHECK(bytes_of(input) == std::vector<std::string>{"i", "s", " it", "\n"});
    for (std::size_t i = 0; i < 4; ++i) CHECK(input.tokens[i].index == i);
    CHECK(ids_of(input) == std::vector<TokenId>{'i', 's', 257, '\n'});
}

TEST_CASE("The end-of-text token is put first only when asked for", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    TokenizeOptions options;
    options.bos = true;
    const TokenizedText input = model.tokenize(" it", options);
    CHECK(input.bos);
    CHECK(input.text == " it");  // the text is what was given
    CHECK(ids_of(input) == std::vector<TokenId>{kEndOfText, 257});
    CHECK(bytes_of(input) == std::vector<std::string>{"<|endoftext|>", " it"});
    CHECK(input.tokens[1].index == 1);
}

TEST_CASE("The end-of-text marker in a text is one token or thirteen characters", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    CHECK(ids_of(model.tokenize("a<|endoftext|>")) == std::vector<TokenId>{'a', kEndOfText});
    TokenizeOptions options;
    options.special = SpecialTokens::kAsText;
    CHECK(model.tokenize("a<|endoftext|>", options).tokens.size() == 14);
}

TEST_CASE("A text that cannot be read is refused", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    expect_error<UsageError>([&] { model.tokenize(""); }, {"the text is empty"});
    TokenizeOptions options;
    options.bos = true;
    expect_error<UsageError>([&] { model.tokenize("", options); }, {"the text is empty"});
    expect_error<UsageError>([&] { model.tokenize("ab\xFF"); }, {"2", "ff"});
}

TEST_CASE("Bytes that are no character are kept in their tokens", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    const std::string text("\xE2\x80\x99\0x", 5);
    const TokenizedText input = model.tokenize(text);
    CHECK(bytes_of(input) ==
          std::vector<std::string>{"\xE2", "\x80", "\x99", std::string(1, '\0'), "x"});
}

TEST_CASE("A model without a vocabulary is run by ids", "[capture]") {
    const TemporaryFolder folder;
    write_random_model(folder.path(), small_config(), 1);
    const TextModel model = TextModel::load(folder.path(), "nameless\x1b", "", 1);
    CHECK_FALSE(model.has_vocabulary());
    expect_error<UsageError>([&] { model.tokenize("text"); }, {"nameless\\x1b", "no vocabulary"});
    const std::vector<TokenId> ids = {5, 12, 0};
    const TokenizedText input = model.from_ids(ids);
    CHECK(ids_of(input) == ids);
    CHECK_FALSE(input.text.has_value());
    CHECK_FALSE(input.bos);
    CHECK_FALSE(input.tokens[0].bytes.has_value());
    CHECK(input.tokens[2].index == 2);
}

TEST_CASE("Ids have their bytes where there is a vocabulary", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    const std::vector<TokenId> ids = {257, 'x'};
    CHECK(bytes_of(model.from_ids(ids)) == std::vector<std::string>{" it", "x"});
    CHECK_FALSE(model.from_ids(ids).text.has_value());
}

TEST_CASE("Ids out of range are refused", "[capture]") {
    const TextModel model = TextModelFolder(kMerges).load();
    const std::vector<TokenId> large = {1, 259};
    const std::vector<TokenId> negative = {-1};
    expect_error<UsageError>([&] { model.from_ids({}); }, {"no token id", "at least one"});
    expect_error<UsageError>([&] { model.from_ids(large); }, {"259", "0 to 258"});
    expect_error<UsageError>([&] { model.from_ids(negative); }, {"-1", "0 to 258"});
}

TEST_CASE("What is put before ids is what the configuration names", "[capture]") {
    Config config = small_config();
    const std::vector<TokenId> ids = {1};
    expect_error<UsageError>([&] { TextModelFolder(kMerges, config).load().from_ids(ids, true); },
                             {"--bos", "bos_token_id"});
    config.bos_token_id = 7;
    const TokenizedText input = TextModelFolder(kMerges, config).load().from_ids(ids, true);
    CHECK(input.bos);
    CHECK(ids_of(input) == std::vector<TokenId>{7, 1});
}

TEST_CASE("A vocabulary without an end-of-text token has nothing to put first", "[capture]") {
    std::vector<std::string> spellings = testing::byte_spellings();
    const TemporaryFolder folder;
    const Tokenizer tokenizer = Tokenizer::load(
        folder.write("vocab.json", testing::vocab_json(spellings)), folder.write("merges.txt", ""));
    TokenizeOptions options;
    options.bos = true;
    expect_error<UsageError>([&] { tokenize(tokenizer, "x", options); }, {"--bos", "end-of-text"});
    CHECK(tokenize(tokenizer, "x").tokens.size() == 1);
}

TEST_CASE("Both vocabulary files must be there or neither", "[capture]") {
    for (const std::string missing : {"vocab.json", "merges.txt"}) {
        const TextModelFolder folder(kMerges);
        std::filesystem::remove(folder.path() / missing);
        const std::string present = missing == "vocab.json" ? "merges.txt" : "vocab.json";
        expect_error<InputError>([&] { folder.load(); },
                                 {("has " + present).c_str(), ("not " + missing).c_str()});
    }
}

TEST_CASE("A vocabulary of another size than the model is refused with both sizes", "[capture]") {
    const TextModelFolder folder(kMerges);
    Config config = small_config();
    config.vocab_size = 300;
    write_random_model(folder.path(), config, 1);
    expect_error<InputError>([&] { folder.load(); }, {"259", "300", folder.path().c_str()});
}

TEST_CASE("A folder that cannot be looked into is an error of the input", "[capture]") {
    const TemporaryFolder folder;
    expect_error<InputError>([&] { TextModel::load(folder.path(), "", "", 1); }, {"config.json"});
    expect_error<InputError>([&] { TextModel::load(folder.path() / "none", "", "", 1); },
                             {"none", "No such file"});
    expect_error<InputError>([] { TextModel::load(std::string(300, 'n'), "", "", 1); },
                             {"File name too long"});
}

TEST_CASE("A model tells its name and its sizes", "[capture]") {
    const TextModelFolder folder(kMerges);
    const TextModel model = TextModel::load(folder.path(), "name", "about it", 1);
    const ModelInfo& info = model.info();
    CHECK(info.name == "name");
    CHECK(info.about == "about it");
    CHECK(info.n_layer == 2);
    CHECK(info.n_head == 2);
    CHECK(info.n_embd == 8);
    CHECK(info.n_positions == 16);
    CHECK(info.vocab_size == 259);
    CHECK(info.storage_type == "F32");
    CHECK(info.head_is_tied);
    // wte, wpe, two blocks of 4 norms, c_attn, c_proj, c_fc and c_proj, and the last norm.
    CHECK(info.n_parameters ==
          259 * 8 + 16 * 8 + 2 * (4 * 8 + 8 * 24 + 24 + 8 * 8 + 8 + 8 * 32 + 32 + 32 * 8 + 8) +
              2 * 8);
}
