#include "view/model_view.hpp"

#include <fmt/format.h>

#include "base/unicode.hpp"
#include "view/format_number.hpp"
#include "view/tokens_view.hpp"

namespace attnlab {
std::string model_text(const ModelInfo& model, const Style& style) {
    const std::string about =
        model.about.empty() ? "" : fmt::format(" ({})", printable(model.about));
    return paragraph(
        fmt::format("Model {}{}: {} layers of {} heads, n_embd {}, {} tokens in the vocabulary, {} "
                    "positions; {} parameters, {}.",
                    printable(model.name), about, model.n_layer, model.n_head, model.n_embd,
                    model.vocab_size, model.n_positions, format_count(model.n_parameters),
                    model.storage_type),
        style);
}

std::string input_text(const TokenizedText& input, const Style& style) {
    const std::size_t n = input.tokens.size();
    const std::string bos =
        input.bos ? "the end-of-text token put first" : "no end-of-text token put first";
    std::string text = paragraph(fmt::format("{} token{}, {}:", n, n == 1 ? "" : "s", bos), style);
    return text + token_line(input.tokens, style);
}

std::string dimension_walk(const ModelInfo& model, std::size_t n_tokens, bool causal,
                           const Style& style) {
    const std::size_t T = n_tokens;
    const std::size_t C = model.n_embd;
    const std::size_t D = model.d_k();
    std::string text =
        paragraph(fmt::format("The dimensions of one head: T = {}, d_k = {} / {} heads = {}", T, C,
                              model.n_head, D),
                  style);
    const auto shape = [](std::size_t rows, std::size_t columns) {
        return fmt::format("({}, {})", rows, columns);
    };
    std::vector<std::vector<std::string>> rows = {{"h", shape(T, C), "the layer's input"}};
    for (const char name : {'Q', 'K', 'V'}) {
        rows.push_back({fmt::format("  x W_{} {}", name, shape(C, D)), shape(T, D), {name}});
    }
    rows.push_back({"Q @ K^T", shape(T, T), "scores: every query against every key"});
    rows.push_back({fmt::format("  / sqrt({})", D), shape(T, T), "scaled"});
    if (causal) rows.push_back({"  mask", shape(T, T), "keys after the query are closed"});
    rows.push_back({"  softmax", shape(T, T), "THE MAP: each row sums to 1"});
    rows.push_back({"  @ V", shape(T, D), "the head's output"});
    rows.push_back({fmt::format("{} heads side by side", model.n_head), shape(T, C), ""});
    return text + table(rows, "l", style);
}

std::string no_mask_text(const Style& style) {
    return paragraph(
        "Without the mask: every token sees the future, as in the chapter's bare function. GPT-2 "
        "was "
        "not trained so; this is what its weights do where they were never meant to.",
        style);
}

}  // namespace attnlab
