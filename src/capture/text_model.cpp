#include "capture/text_model.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

TokenId end_of_text(const Tokenizer& tokenizer) {
    const std::optional<TokenId> id = tokenizer.end_of_text();
    if (!id) throw UsageError("--bos: the vocabulary has no end-of-text token to put first");
    return *id;
}

void append(TokenizedText& input, TokenId id, std::optional<std::string> bytes) {
    input.tokens.push_back({input.tokens.size(), id, std::move(bytes)});
}

}  // namespace

std::optional<Tokenizer> load_vocabulary(const std::filesystem::path& folder, std::size_t threads) {
    const std::filesystem::path vocab = folder / "vocab.json";
    const std::filesystem::path merges = folder / "merges.txt";
    std::error_code ignored;  // what cannot be looked at is not there; reading the model says why
    const bool has_vocab = std::filesystem::exists(vocab, ignored);
    const bool has_merges = std::filesystem::exists(merges, ignored);
    if (!has_vocab && !has_merges) return std::nullopt;
    if (!has_vocab || !has_merges) {
        throw InputError(fmt::format(
            "{} has {} but not {}, expected both or neither", printable(folder.string()),
            has_vocab ? "vocab.json" : "merges.txt", has_vocab ? "merges.txt" : "vocab.json"));
    }
    return Tokenizer::load(vocab, merges, threads);
}

TokenizedText tokenize(const Tokenizer& tokenizer, std::string_view text,
                       const TokenizeOptions& options) {
    if (text.empty()) throw UsageError("the text is empty, expected at least one character");
    TokenizedText input;
    input.text = text;
    input.bos = options.bos;
    if (options.bos) {
        const TokenId id = end_of_text(tokenizer);
        append(input, id, tokenizer.bytes_of(id));
    }
    for (const TokenId id : tokenizer.encode(text, options.special)) {
        append(input, id, tokenizer.bytes_of(id));
    }
    return input;
}

std::vector<TokenId> ids_of(const TokenizedText& input) {
    std::vector<TokenId> ids;
    ids.reserve(input.tokens.size());
    for (const Token& token : input.tokens) ids.push_back(token.id);
    return ids;
}

TextModel::TextModel(Gpt2 model, std::optional<Tokenizer> tokenizer, ModelInfo info)
    : model_(std::move(model)), tokenizer_(std::move(tokenizer)), info_(std::move(info)) {}

TextModel TextModel::load(const std::filesystem::path& folder, std::string name, std::string about,
                          std::size_t threads) {
    std::optional<Tokenizer> tokenizer = load_vocabulary(folder, threads);
    Gpt2 model = Gpt2::load(folder);
    const Config& config = model.config();
    if (tokenizer && tokenizer->vocabulary_size() != config.vocab_size) {
        throw InputError(fmt::format("{}: vocab.json has {} tokens, config.json says {}",
                                     printable(folder.string()), tokenizer->vocabulary_size(),
                                     config.vocab_size));
    }
    const Gpt2Weights& weights = model.weights();
    ModelInfo info;
    info.name = std::move(name);
    info.about = std::move(about);
    info.n_layer = config.n_layer;
    info.n_head = config.n_head;
    info.n_embd = config.n_embd;
    info.n_positions = config.n_positions;
    info.vocab_size = config.vocab_size;
    info.n_parameters = weights.n_parameters;
    info.storage_type = weights.storage_type;
    info.head_is_tied = weights.head_is_tied;
    return {std::move(model), std::move(tokenizer), std::move(info)};
}

TokenizedText TextModel::tokenize(std::string_view text, const TokenizeOptions& options) const {
    if (!tokenizer_) {
        throw UsageError(fmt::format("the model {} has no vocabulary to read a text with",
                                     printable(info_.name)),
                         "put its vocab.json and merges.txt into its folder (`attnlab fetch` does "
                         "so in Hugging Face's cache); `attnlab gpt2 --ids` takes token ids");
    }
    return attnlab::tokenize(*tokenizer_, text, options);
}

TokenizedText TextModel::from_ids(std::span<const TokenId> ids, bool bos) const {
    if (ids.empty()) throw UsageError("there is no token id, expected at least one");
    TokenizedText input;
    input.bos = bos;
    const auto add = [&](TokenId id) {
        if (id < 0 || static_cast<std::size_t>(id) >= info_.vocab_size) {
            throw UsageError(fmt::format("token id {} is out of range, expected 0 to {}", id,
                                         info_.vocab_size - 1));
        }
        append(input, id, tokenizer_ ? std::optional(tokenizer_->bytes_of(id)) : std::nullopt);
    };
    if (bos) {
        const auto& bos_id = model_.config().bos_token_id;
        if (!bos_id) throw UsageError("--bos: config.json names no bos_token_id to put first");
        add(static_cast<TokenId>(*bos_id));
    }
    for (const TokenId id : ids) add(id);
    return input;
}

}  // namespace attnlab
