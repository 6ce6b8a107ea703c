// What attention costs: the chapter's n^2, counted in one head and in a whole layer of a GPT-2, and
// the plain results of measuring both. Sizes in, numbers out: nothing is run here, no clock is
// read.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attnlab {

/// The lengths that are looked at: 64, and twice as many each time, up to `largest`.
std::vector<std::size_t> doubling_lengths(std::size_t largest);

constexpr std::size_t kShortestLength = 64;

/// How many times the work of the line before, where the length has doubled.
constexpr double kPredictedRatio = 4.0;

/// One head over n tokens, counted. D = d_k.
struct HeadCost {
    std::size_t n = 0;
    std::size_t entries = 0;                 // n^2 scores of Q K^T, each a dot product of D numbers
    std::size_t causal_entries = 0;          // n (n + 1) / 2 of them, which a causal mask leaves
    std::size_t scores_multiplications = 0;  // n^2 D, of Q K^T
    std::size_t output_multiplications = 0;  // n^2 D, of A V
    std::size_t map_bytes = 0;               // 4 n^2, of a map in F32
};

HeadCost head_cost(std::size_t n, std::size_t d_k);

/// The sizes of a GPT-2 that its layers' cost depends on, spelled as in config.json.
struct LayerSizes {
    std::string model;            // what outputs call it
    std::size_t n_embd = 0;       // C
    std::size_t n_inner = 0;      // F
    std::size_t n_positions = 0;  // the longest text it takes
};

/// One layer over n tokens, counted in multiplications. Softmax, layer norms and GELU are left out.
struct LayerCost {
    std::size_t n = 0;
    std::size_t linear = 0;     // n (4 C^2 + 2 C F): Q, K, V, the projection behind them, the MLP
    std::size_t attention = 0;  // 2 n^2 C: Q K^T and A V of all heads together

    /// Attention's part of the whole, 0 to 1.
    double attention_share() const;
};

LayerCost layer_cost(std::size_t n, const LayerSizes& sizes);

/// The length at which attention takes as many multiplications as the linear layers: 2 C + F, which
/// is 6 C where F is 4 C.
std::size_t length_of_equal_cost(const LayerSizes& sizes);

/// How long one thread took for a piece of work that it did several times: the least of the times,
/// since what disturbs a run only makes it longer.
struct Timing {
    double cpu_ms = 0.0;
    std::size_t runs = 0;
};

/// One length of the table of one head.
struct HeadRow {
    HeadCost cost;
    Timing time;
    std::optional<double> ratio;  // of the time to that of the row before, where that is not 0
};

/// How long one thread took for one layer, each part the least over layers and runs.
struct LayerTiming {
    double attention_cpu_ms = 0.0;  // from Q, K and V to the outputs of all heads
    double rest_cpu_ms = 0.0;       // the linear layers, layer norms, GELU
    std::size_t runs = 0;           // of the layers

    /// Attention's part of both, 0 to 1; 0 where a coarse clock saw nothing.
    double attention_share() const;
};

/// One length of the table of a layer.
struct LayerRow {
    LayerCost cost;
    std::optional<LayerTiming> measured = std::nullopt;  // where a model ran that takes so many
};

/// Everything that `attnlab cost` shows.
struct CostResult {
    std::size_t d_k = 64;
    std::vector<HeadRow> head;
    LayerSizes sizes;
    std::vector<LayerRow> layer;
    bool is_measured = false;  // whether the layer is that of a model that ran
};

}  // namespace attnlab
