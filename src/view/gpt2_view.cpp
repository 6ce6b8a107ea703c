#include "view/gpt2_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "analysis/transform.hpp"
#include "attention/entropy.hpp"
#include "base/unicode.hpp"
#include "view/continuation_view.hpp"
#include "view/model_view.hpp"

namespace attnlab {
namespace {

/// What one row of a map amounts to: the row of the focus, else the last.
std::string row_text(MatrixView weights, const Gpt2Result& result, const Style& style) {
    const std::vector<Token>& tokens = result.maps.input.tokens;
    const std::size_t query = result.focus.value_or(tokens.size() - 1);
    const std::span<const float> row = weights.row(query);
    const auto most = std::ranges::max_element(row) - row.begin();
    return paragraph(fmt::format("The row of {}: most at {}, {:.3f}; entropy {:.3f} bits.",
                                 row_label(tokens[query], 1),
                                 row_label(tokens[static_cast<std::size_t>(most)], 1),
                                 row[static_cast<std::size_t>(most)], entropy_bits(row)),
                     style, "  ");
}

std::string choice_text(const Gpt2Result& result, const Style& style) {
    const Choice& choice = *result.choice;
    const HeadId shown{result.maps.layers.front(), result.maps.heads.front()};
    const std::vector<Token>& tokens = result.maps.input.tokens;
    const std::string from = row_label(tokens[choice.target.query], 1);
    if (choice.target.keys.empty()) {
        return paragraph(
            fmt::format("Head {}.{} is shown, the first: {} has nothing to look at but "
                        "itself and the first token.",
                        shown.layer, shown.head, from),
            style);
    }
    std::vector<std::string> words;
    for (const std::string& word : choice.target.words) words.push_back(printable(word));
    const std::string at = words.empty() ? "any one token but the first (it sees no candidate)"
                                         : fmt::format("{}", fmt::join(words, " and "));
    return paragraph(fmt::format("Head {}.{} is shown: of {} heads it looks hardest from {} at {}, "
                                 "with {:.3f} of its attention. --layer and --head show others.",
                                 shown.layer, shown.head, choice.n_heads, from, at, choice.weight),
                     style);
}

MapStyle map_style(const AttentionRun& maps, std::optional<std::size_t> focus,
                   const DrawOptions& options) {
    MapStyle style;
    style.scale = options.scale;
    style.values = options.values;
    style.causal = maps.causal;
    style.first_generated = options.first_generated;
    if (!options.drop_first || focus != 0) style.focus = focus;
    return style;
}

/// Everything above the first map.
std::string introduction(const Gpt2Result& result, const DrawOptions& options, const Style& style) {
    const MapStream& maps = result.maps;
    std::string text = model_text(maps.model, style);
    if (!maps.causal) text += "\n" + no_mask_text(style);
    text += "\n" + input_text(maps.input, style);
    if (result.continuation) text += "\n" + continuation_text(*result.continuation, style);
    text += "\n" + dimension_walk(maps.model, maps.input.tokens.size(), maps.causal, style) + "\n";
    if (!result.focus_note.empty()) text += paragraph(result.focus_note, style);
    if (result.choice) text += choice_text(result, style);
    if (options.drop_first) {
        text += paragraph(
            "Token 0 is left out, and each row is divided by what is left of it (--drop-first).",
            style);
    }
    return text;
}

}  // namespace

std::vector<std::string> drawn_lines(MatrixView weights, const std::vector<Token>& tokens,
                                     std::optional<std::size_t> focus, bool causal,
                                     const DrawOptions& options, const Style& style) {
    MapStyle map;
    map.scale = options.scale;
    map.values = options.values;
    map.causal = causal;
    map.focus = focus;
    map.from_end = options.from_end;
    map.first_generated = options.first_generated;
    if (!options.drop_first) {
        return grid_lines(map_grid(weights, tokens, map), style.width, "tokens");
    }
    const Matrix rest = without_first_token(weights);
    if (focus) map.focus = *focus == 0 ? std::nullopt : std::optional(*focus - 1);
    const std::vector<Token> others(tokens.begin() + 1, tokens.end());
    return grid_lines(map_grid(rest, others, map), style.width, "tokens");
}

Gpt2Text::Gpt2Text(const Gpt2Result& result, const DrawOptions& options, const Style& style,
                   TextSink sink)
    : result_(result), options_(options), style_(style), sink_(std::move(sink)) {
    if (result.continuation) {
        options_.first_generated = result.continuation->tokens.front().token.index;
    }
    const std::vector<std::size_t>& heads = result.maps.heads;
    if (result.mean) {
        draw_head_ = mean_over_heads(heads.size(), [&](std::size_t layer, MatrixView mean) {
            draw(fmt::format("Layer {}, mean of heads {}", layer, fmt::join(heads, ", ")), mean);
        });
    } else {
        draw_head_ = [this](const HeadView& head) {
            draw(fmt::format("Head {0}.{1} (layer {0}, head {1})", head.layer, head.head),
                 head.weights);
        };
    }
    sink_(introduction(result_, options_, style_));
}

void Gpt2Text::add(const HeadView& head) { draw_head_(head); }

void Gpt2Text::draw(const std::string& title, MatrixView weights) {
    std::string text = "\n" + heading(title, style_);
    text += join_lines(drawn_lines(weights, result_.maps.input.tokens, result_.focus,
                                   result_.maps.causal, options_, style_));
    if (!options_.drop_first) text += row_text(weights, result_, style_);
    sink_(text);
}

void Gpt2Text::finish() {
    const MapStyle map = map_style(result_.maps, result_.focus, options_);
    sink_("\n" + map_legend(result_.maps.input.tokens, map, style_));
}

}  // namespace attnlab
