// The cost of attention in the order of its argument: n^2 is counted, then met in time, then set
// beside the rest of a layer, whose cost grows with n alone.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/unicode.hpp"
#include "view/bar_table.hpp"
#include "view/cost_view.hpp"
#include "view/format_number.hpp"
#include "view/section.hpp"
#include "view/wrapped_table.hpp"

namespace attnlab {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string percent(double share) { return fmt::format("{:.1f}%", 100.0 * share); }

/// 16384 -> "16 KiB"; a map's bytes are a power of 2.
std::string bytes_text(std::size_t bytes) {
    constexpr std::size_t kKibi = 1024;
    if (bytes % (kKibi * kKibi) == 0) return fmt::format("{} MiB", bytes / kKibi / kKibi);
    return fmt::format("{} KiB", bytes / kKibi);
}

std::string introduction(const CostResult& result, const Style& style) {
    return paragraph(
        fmt::format("What attention costs. Every query meets every key: n tokens make a score "
                    "matrix of n^2 entries, each a dot product of d_k = {} numbers. Double the "
                    "length, and the work is four times as much.",
                    result.d_k),
        style);
}

std::string head_counted(const CostResult& result, const Style& style) {
    std::string text = section("1. One head, counted", style);
    Rows rows = {{"n", "entries", "causal half", "Q K^T", "A V", "one map"}};
    for (const HeadRow& row : result.head) {
        rows.push_back(
            {fmt::format("{}", row.cost.n), format_count(row.cost.entries),
             format_count(row.cost.causal_entries), format_count(row.cost.scores_multiplications),
             format_count(row.cost.output_multiplications), bytes_text(row.cost.map_bytes)});
    }
    text += wrapped_table(rows, style);
    constexpr std::size_t kChapterLength = 1024;
    text += body(
        fmt::format("entries: n^2, one dot product each. n = {} makes {} of them: the chapter's "
                    "\"more than a million dot products\", in every head of every layer.",
                    kChapterLength, format_count(head_cost(kChapterLength, 1).entries)),
        style);
    text += body(
        "causal half: the n (n + 1) / 2 entries that GPT-2's mask leaves open. Half the work, and "
        "still four times as much when the length doubles.",
        style);
    text += body(
        "Q K^T, A V: multiplications, n^2 d_k each. one map: n^2 weights of 4 bytes (F32).", style);
    return text;
}

std::string head_measured(const CostResult& result, const Style& style) {
    std::string text = section("2. One head, measured", style);
    text += body(
        "One attention(Q, K, V) of random vectors, without a mask, so that all n^2 entries are "
        "computed. A time is what one thread spent on the processor, the least of all runs, "
        "because whatever disturbs a run makes it longer.",
        style);
    Rows rows = {{"n", "ms", "runs", "ratio", "predicted"}};
    double longest = 0.0;
    for (const HeadRow& row : result.head) longest = std::max(longest, row.time.cpu_ms);
    std::vector<double> bars;
    for (const HeadRow& row : result.head) {
        rows.push_back({fmt::format("{}", row.cost.n), format_number(row.time.cpu_ms, 3),
                        format_count(row.time.runs), row.ratio ? format_number(*row.ratio, 2) : "-",
                        row.ratio ? format_number(kPredictedRatio, 0) : "-"});
        bars.push_back(longest > 0.0 ? row.time.cpu_ms / longest : 0.0);
    }
    text += bar_table(rows, bars, "A full bar is the longest time.", style);
    return text + body(
                      "ratio: to the time of the line above. Below 4, what grows with n alone "
                      "still counts; above 4, the score matrix has outgrown one of the processor's "
                      "caches, and each entry costs more.",
                      style);
}

std::string layer_counted(const CostResult& result, const Style& style) {
    const LayerSizes& sizes = result.sizes;
    const std::string model = printable(sizes.model);
    std::string text =
        section(fmt::format("3. Attention in a whole layer of {}, counted", model), style);
    text += body(
        fmt::format("Multiplications of one layer; C = n_embd = {}, F = n_inner = {}. Its linear "
                    "layers (Q, K and V, the projection behind the heads, the MLP) take "
                    "n (4 C^2 + 2 C F), {} for each token, however long the text. Attention takes "
                    "2 n^2 C in all heads together.",
                    sizes.n_embd, sizes.n_inner, format_count(layer_cost(1, sizes).linear)),
        style);
    Rows rows = {{"n", "linear layers", "attention", "share"}};
    std::vector<double> bars;
    for (const LayerRow& row : result.layer) {
        const double share = row.cost.attention_share();
        rows.push_back({fmt::format("{}", row.cost.n), format_count(row.cost.linear),
                        format_count(row.cost.attention), percent(share)});
        bars.push_back(share);
    }
    text += bar_table(rows, bars, "A full bar is the whole layer.", style);
    const std::size_t equal = length_of_equal_cost(sizes);
    const std::string as_six_c = equal == 6 * sizes.n_embd ? "6 C = " : "";
    const std::string beyond = equal <= sizes.n_positions
                                   ? ""
                                   : fmt::format(", more than the {} tokens that {} takes",
                                                 format_count(sizes.n_positions), model);
    return text + body(fmt::format("Attention overtakes the linear layers at n = 2 C + F = {}{}{}.",
                                   as_six_c, format_count(equal), beyond),
                       style);
}

std::string layer_measured(const CostResult& result, const Style& style) {
    if (!result.is_measured) {
        return remark(
            "With --model NAME or --model FOLDER the sizes are that model's, and its layers are "
            "measured, too.",
            style);
    }
    std::string text = section("4. The same, measured", style);
    text += body(
        "The model's first layers on n random tokens, with its causal mask, by one thread; of each "
        "part the least time over layers and runs. Attention is what lies between Q, K and V and "
        "the outputs of all heads, the rest is all else in the layer. The counted share knows "
        "nothing "
        "of softmax, nor that the mask closes half of the entries.",
        style);
    Rows rows = {{"n", "attention ms", "rest ms", "share", "counted"}};
    std::vector<double> bars;
    bool all_ran = true;
    for (const LayerRow& row : result.layer) {
        rows.push_back({fmt::format("{}", row.cost.n)});
        if (const std::optional<LayerTiming>& timing = row.measured) {
            rows.back().push_back(format_number(timing->attention_cpu_ms, 3));
            rows.back().push_back(format_number(timing->rest_cpu_ms, 3));
            rows.back().push_back(percent(timing->attention_share()));
            bars.push_back(timing->attention_share());
        } else {
            rows.back().insert(rows.back().end(), 3, "-");
            bars.push_back(0.0);
            all_ran = false;
        }
        rows.back().push_back(percent(row.cost.attention_share()));
    }
    text += bar_table(rows, bars, "A full bar is the whole layer.", style);
    if (!all_ran) {
        text +=
            body(fmt::format("-: not run, {} takes {} tokens at most.",
                             printable(result.sizes.model), format_count(result.sizes.n_positions)),
                 style);
    }
    return text;
}

}  // namespace

std::string cost_text(const CostResult& result, const Style& style) {
    return introduction(result, style) + head_counted(result, style) +
           head_measured(result, style) + layer_counted(result, style) +
           layer_measured(result, style);
}

}  // namespace attnlab
