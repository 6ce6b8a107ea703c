#include "view/gpt2_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/transform.hpp"
#include "attention/entropy.hpp"
#include "base/unicode.hpp"
#include "view/dump.hpp"
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
    const HeadMap& map = result.maps.maps.front();
    const std::vector<Token>& tokens = result.maps.input.tokens;
    const std::string from = row_label(tokens[choice.target.query], 1);
    if (choice.target.keys.empty()) {
        return paragraph(
            fmt::format("Head {}.{} is shown, the first: {} has nothing to look at but "
                        "itself and the first token.",
                        map.layer, map.head, from),
            style);
    }
    std::vector<std::string> words;
    for (const std::string& word : choice.target.words) words.push_back(printable(word));
    const std::string at = words.empty() ? "any one token but the first (it sees no candidate)"
                                         : fmt::format("{}", fmt::join(words, " and "));
    return paragraph(fmt::format("Head {}.{} is shown: of {} heads it looks hardest from {} at {}, "
                                 "with {:.3f} of its attention. --layer and --head show others.",
                                 map.layer, map.head, choice.n_heads, from, at, choice.weight),
                     style);
}

MapStyle map_style(const AttentionMaps& maps, std::optional<std::size_t> focus,
                   const DrawOptions& options) {
    MapStyle style;
    style.scale = options.scale;
    style.values = options.values;
    style.causal = maps.causal;
    if (!options.drop_first || focus != 0) style.focus = focus;
    return style;
}

void write_heads(JsonWriter& json, const AttentionMaps& maps, std::string_view name,
                 const Matrix HeadMap::*field, bool lower_triangle) {
    json.key(name).begin_array();
    for (std::size_t layer = 0; layer < maps.layers.size(); ++layer) {
        json.begin_array();
        for (std::size_t head = 0; head < maps.heads.size(); ++head) {
            const Matrix& values = maps.map(layer, head).*field;
            if (lower_triangle) {
                json.lower_triangle(values);
            } else {
                json.matrix(values);
            }
        }
        json.end_array();
    }
    json.end_array();
}

/// Member `entropy_bits`, [layer][head][query]: the entropy of every row.
void write_entropies(JsonWriter& json, const AttentionMaps& maps) {
    json.key("entropy_bits").begin_array();
    for (std::size_t layer = 0; layer < maps.layers.size(); ++layer) {
        json.begin_array();
        for (std::size_t head = 0; head < maps.heads.size(); ++head) {
            const Matrix& weights = maps.map(layer, head).weights;
            json.begin_array();
            for (std::size_t i = 0; i < weights.rows(); ++i) {
                json.value(entropy_bits(weights.row(i)));
            }
            json.end_array();
        }
        json.end_array();
    }
    json.end_array();
}

void write_choice(JsonWriter& json, const Choice& choice) {
    json.begin_object();
    json.member("query", choice.target.query);
    json.key("keys").list(choice.target.keys);
    json.key("words").begin_array();
    for (const std::string& word : choice.target.words) json.value(std::string_view(word));
    json.end_array();
    json.member("weight", choice.weight);
    json.member("n_heads", choice.n_heads);
    json.end_object();
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
    if (!options.drop_first) {
        return grid_lines(map_grid(weights, tokens, map), style.width, "tokens");
    }
    const Matrix rest = without_first_token(weights);
    if (focus) map.focus = *focus == 0 ? std::nullopt : std::optional(*focus - 1);
    const std::vector<Token> others(tokens.begin() + 1, tokens.end());
    return grid_lines(map_grid(rest, others, map), style.width, "tokens");
}

std::string gpt2_text(const Gpt2Result& result, const DrawOptions& options, const Style& style) {
    const AttentionMaps& maps = result.maps;
    const std::vector<Token>& tokens = maps.input.tokens;
    std::string text = model_text(maps.model, style);
    if (!maps.causal) text += "\n" + no_mask_text(style);
    text += "\n" + input_text(maps.input, style);
    text += "\n" + dimension_walk(maps.model, tokens.size(), maps.causal, style) + "\n";
    if (!result.focus_note.empty()) text += paragraph(result.focus_note, style);
    if (result.choice) text += choice_text(result, style);
    if (options.drop_first) {
        text += paragraph(
            "Token 0 is left out, and each row is divided by what is left of it (--drop-first).",
            style);
    }
    for (std::size_t layer = 0; layer < maps.layers.size(); ++layer) {
        if (!result.means.empty()) {
            text += "\n" + heading(fmt::format("Layer {}, mean of heads {}", maps.layers[layer],
                                               fmt::join(maps.heads, ", ")),
                                   style);
            text += join_lines(drawn_lines(result.means[layer], tokens, result.focus, maps.causal,
                                           options, style));
            if (!options.drop_first) text += row_text(result.means[layer], result, style);
            continue;
        }
        for (std::size_t head = 0; head < maps.heads.size(); ++head) {
            const HeadMap& map = maps.map(layer, head);
            text += "\n" + heading(fmt::format("Head {}.{} (layer {}, head {})", map.layer,
                                               map.head, map.layer, map.head),
                                   style);
            text += join_lines(
                drawn_lines(map.weights, tokens, result.focus, maps.causal, options, style));
            if (!options.drop_first) text += row_text(map.weights, result, style);
        }
    }
    return text + "\n" + map_legend(tokens, map_style(maps, result.focus, options), style);
}

std::string gpt2_json(const Gpt2Result& result) {
    const AttentionMaps& maps = result.maps;
    JsonWriter json;
    begin_dump(json, "gpt2");
    write_model(json, maps.model);
    write_input(json, maps.input);
    write_mask(json, maps.causal);
    json.key("focus").optional(result.focus);
    json.key("choice");
    if (result.choice) {
        write_choice(json, *result.choice);
    } else {
        json.null();
    }
    json.key("layers").list(maps.layers);
    json.key("heads").list(maps.heads);
    const std::vector<std::string_view> dims = {"layer", "head", "query", "key"};
    json.key("dims").list(dims);
    write_heads(json, maps, "attention", &HeadMap::weights, false);
    write_entropies(json, maps);
    if (!result.means.empty()) {
        const std::vector<std::string_view> mean_dims = {"layer", "query", "key"};
        json.key("mean_dims").list(mean_dims);
        json.key("mean_attention").begin_array();
        for (const Matrix& mean : result.means) json.matrix(mean);
        json.end_array();
    }
    const HeadMap& first = maps.maps.front();
    if (!first.scores.empty()) {
        write_heads(json, maps, "scores", &HeadMap::scores, maps.causal);
    }
    if (!first.q.empty()) {
        const std::vector<std::string_view> tensor_dims = {"layer", "head", "token", "d_k"};
        json.key("tensor_dims").list(tensor_dims);
        write_heads(json, maps, "q", &HeadMap::q, false);
        write_heads(json, maps, "k", &HeadMap::k, false);
        write_heads(json, maps, "v", &HeadMap::v, false);
    }
    json.end_object();
    return json.take();
}

}  // namespace attnlab
