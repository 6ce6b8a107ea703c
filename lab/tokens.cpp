// attnlab tokens: how GPT-2 cuts a text.

#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "capture/text_model.hpp"
#include "command.hpp"
#include "find_model.hpp"
#include "text_options.hpp"
#include "view/tokens_view.hpp"

namespace attnlab::lab {
namespace {

struct TokensOptions {
    TextSource source;
    TokenizeFlags flags;
};

Report run_tokens(const TokensOptions& options, const Context& context) {
    if (!options.source.is_given()) {
        throw UsageError("tokens: no text is given", "attnlab tokens \"some text\"");
    }
    const ModelPlace place = find_model(context.options, Need::kVocabulary).place;
    const std::optional<Tokenizer> tokenizer =
        load_vocabulary(place.folder, context.options.threads);
    if (!tokenizer) {
        throw UsageError("the model " + printable(place.name) + " has no vocab.json and merges.txt",
                         "--model gpt2 has GPT-2's vocabulary");
    }
    const VocabularyInfo vocabulary{place.name, tokenizer->vocabulary_size()};
    TokenizedText input = tokenize(*tokenizer, options.source.read(), options.flags.options());
    return {
        [=, style = context.style] { return tokens_text(input, vocabulary, style); },
        [=] { return tokens_json(input, vocabulary); },
    };
}

}  // namespace

Command setup_tokens(CLI::App& program) {
    CLI::App* app = add_command(program, "tokens", "How GPT-2 cuts a text: index, id, bytes",
                                {"attnlab tokens \"The trophy didn't fit.\"",
                                 "attnlab tokens --model gpt2 --text-file letter.txt --json -"});
    auto options = std::make_shared<TokensOptions>();
    add_text_source(*app, options->source, "The text; - reads standard input");
    add_tokenize_flags(*app, options->flags);
    return {app, [options](const Context& context) { return run_tokens(*options, context); }};
}

}  // namespace attnlab::lab
