// attnlab cost: the chapter's n^2, counted and measured.

#include "attention/cost.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "attention/head_timing.hpp"
#include "base/clock.hpp"
#include "command.hpp"
#include "data_folder.hpp"
#include "load_model.hpp"
#include "model/config.hpp"
#include "model/layer_timing.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "view/cost_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::uint64_t kLargestN = 16384;  // a map of 1 GiB, of which attention makes two
constexpr std::uint64_t kLargestDk = 1024;
constexpr const char* kCountedFolder = "gpt2";  // of data/: sizes, where no model is named
constexpr const char* kCountedName = "GPT-2 small";

struct CostOptions {
    std::size_t max_n = 4096;
    std::size_t d_k = 64;
};

LayerSizes sizes_of(const std::string& name, const Config& config) {
    return {name, config.n_embd, config.n_inner, config.n_positions};
}

/// The counted side of every length, and of the model's layers the measured one.
void add_layers(const std::vector<std::size_t>& lengths, const std::optional<TextModel>& model,
                const Context& context, CostResult& result) {
    std::vector<std::optional<LayerTiming>> timings(lengths.size());
    if (model) {
        result.is_measured = true;
        timings = measure_layers(model->model(), lengths, thread_clock_ms,
                                 context.progress.reporter("measuring the model's layers"));
    }
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        result.layer.push_back({layer_cost(lengths[i], result.sizes), timings[i]});
    }
}

CostResult measure(const CostOptions& options, const Context& context) {
    CostResult result;
    result.d_k = options.d_k;
    std::optional<TextModel> model;
    if (context.options.model) {
        model = load_model(context.options);
        result.sizes = sizes_of(model->info().name, model->model().config());
    } else {
        result.sizes = sizes_of(kCountedName, load_config(data_folder() / kCountedFolder));
    }
    const std::vector<std::size_t> lengths = doubling_lengths(options.max_n);
    result.head = measure_head(lengths, options.d_k, thread_clock_ms,
                               context.progress.reporter("measuring one head's attention"));
    add_layers(lengths, model, context, result);
    return result;
}

Report run_cost(const CostOptions& options, const Context& context) {
    auto result = std::make_shared<const CostResult>(measure(options, context));
    return {
        [result, style = context.style] { return cost_text(*result, style); },
        [result] { return cost_json(*result); },
    };
}

}  // namespace

Command setup_cost(CLI::App& program) {
    CLI::App* app = add_command(
        program, "cost", "What attention costs as the text grows: n^2, counted and measured",
        {"attnlab cost --max-n 1024", "attnlab cost --model trophy-tiny --json cost.json"});
    auto options = std::make_shared<CostOptions>();
    add_number_option(*app, "--max-n", {kShortestLength, kLargestN},
                      "The longest text, 64 to 16384 tokens (2 GB); from 64 on each is twice the "
                      "one before (4096)",
                      [=](std::uint64_t number) { options->max_n = number; });
    add_number_option(*app, "--dk", {1, kLargestDk},
                      "Length of queries, keys and values, 1 to 1024 (64)",
                      [=](std::uint64_t number) { options->d_k = number; });
    return {app, [options](const Context& context) { return run_cost(*options, context); }};
}

}  // namespace attnlab::lab
