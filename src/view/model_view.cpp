#include "view/model_view.hpp"

#include <fmt/format.h>

#include "base/unicode.hpp"
#include "view/tokens_view.hpp"

namespace attnlab {
namespace {

/// 124439808 -> "124,439,808".
std::string with_commas(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t place = digits.size(); place > 3;) {
        place -= 3;
        digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(place), ',');
    }
    return digits;
}

}  // namespace

std::string model_text(const ModelInfo& model, const Style& style) {
    const std::string about =
        model.about.empty() ? "" : fmt::format(" ({})", printable(model.about));
    return paragraph(
        fmt::format("Model {}{}: {} layers of {} heads, n_embd {}, {} tokens in the vocabulary, {} "
                    "positions; {} parameters, {}.",
                    printable(model.name), about, model.n_layer, model.n_head, model.n_embd,
                    model.vocab_size, model.n_positions, with_commas(model.n_parameters),
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
        paragraph(fmt::format("The dimensions of one head: {} tokens, d_k = {} / {} heads = {}", T,
                              C, model.n_head, D),
                  style);
    const auto line = [&](std::string_view what, std::size_t rows, std::size_t columns,
                          std::string_view note) {
        const std::string shape = fmt::format("({}, {})", rows, columns);
        text += paragraph(fmt::format("{:<24}{:<12}{}", what, shape, note), style, "  ");
    };
    line("h", T, C, "the layer's input");
    for (const char name : {'Q', 'K', 'V'}) {
        line(fmt::format("  x W_{} ({}, {})", name, C, D), T, D, std::string(1, name));
    }
    line("Q @ K^T", T, T, "scores: every query against every key");
    line(fmt::format("  / sqrt({})", D), T, T, "scaled");
    if (causal) line("  mask", T, T, "keys after the query are closed");
    line("  softmax", T, T, "THE MAP: each row sums to 1");
    line("  @ V", T, D, "the head's output");
    line(fmt::format("{} heads side by side", model.n_head), T, C, "");
    return text;
}

std::string no_mask_text(const Style& style) {
    return paragraph(
        "Without the mask: every token sees the future, as in the chapter's bare function. GPT-2 "
        "was "
        "not trained so; this is what its weights do where they were never meant to.",
        style);
}

}  // namespace attnlab
