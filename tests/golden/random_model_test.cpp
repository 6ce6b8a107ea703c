// A small random model against float64: every intermediate of every layer, for one token and for
// nine, with and without the causal mask.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "golden/golden_file.hpp"
#include "model/gpt2.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/model_folder.hpp"
#include "support/random_gpt2.hpp"
#include "support/recorder.hpp"
#include "support/temporary_folder.hpp"

using attnlab::Config;
using attnlab::ForwardOptions;
using attnlab::Gpt2;
using attnlab::Matrix;
using attnlab::Stage;
using attnlab::TokenId;
using attnlab::testing::check_same_bits;
using attnlab::testing::columns;
using attnlab::testing::Comparison;
using attnlab::testing::config_of;
using attnlab::testing::load_golden;
using attnlab::testing::numbers;
using attnlab::testing::random_gpt2_weights;
using attnlab::testing::Recorder;
using attnlab::testing::TemporaryFolder;
using attnlab::testing::write_random_model;

namespace {

// Bounds: float rounds each number by 6e-8 of it, and the sums of two layers gather such errors;
// the layer norms divide by the small variance of the embeddings and so enlarge them. Beside each
// bound: the worst error measured with AVX-512, AVX2, SSE4, SSSE3 and plain C++, whose sums run in
// different orders.

/// An intermediate as the model and the golden file name it.
struct NamedStage {
    Stage stage;
    const char* key;
    double bound;
};

constexpr NamedStage kLayerStages[] = {
    {Stage::kLn1, "ln_1", 4e-6},                              // 1.6e-6
    {Stage::kAttentionOutput, "attention_output", 6e-6},      // 1.8e-6
    {Stage::kAttentionProject, "attention_projected", 2e-6},  // 4.4e-7
    {Stage::kAfterAttention, "after_attention", 2e-6},        // 5.6e-7
    {Stage::kLn2, "ln_2", 8e-6},                              // 2.3e-6
    {Stage::kMlpHidden, "mlp_hidden", 8e-6},                  // 2.5e-6
    {Stage::kMlpActivated, "mlp_activated", 8e-6},            // 2.3e-6
    {Stage::kMlpProject, "mlp_projected", 2e-6},              // 6.0e-7
    {Stage::kBlock, "block_output", 3e-6},                    // 7.9e-7
};
constexpr double kEmbeddingBound = 6e-8;   // 1.5e-8: one addition
constexpr double kQkvBound = 5e-6;         // 1.5e-6
constexpr double kScoreBound = 8e-6;       // 2.3e-6
constexpr double kWeightBound = 1e-6;      // 5.2e-7
constexpr double kHeadOutputBound = 6e-6;  // 1.8e-6
constexpr double kLnFBound = 8e-6;         // 2.1e-6
constexpr double kLogitBound = 1e-5;       // 5.2e-6

/// The model's run on one input, beside what the golden file says of it.
struct Run {
    nlohmann::json wanted;
    std::string name;
    Recorder got;
    Matrix logits;
};

std::vector<Run> run_all(const nlohmann::json& golden, const Gpt2& model) {
    std::vector<Run> runs;
    for (const nlohmann::json& wanted : golden.at("runs")) {
        Run run;
        run.wanted = wanted;
        const auto ids = wanted.at("ids").get<std::vector<TokenId>>();
        ForwardOptions options;
        options.causal = wanted.at("causal").get<bool>();
        run.name = fmt::format("T = {}, causal = {}", ids.size(), options.causal);
        const Matrix hidden = model.forward(ids, options, &run.got);
        run.logits = model.logits(hidden);
        runs.push_back(std::move(run));
    }
    return runs;
}

/// Scores as the model shows them: 0 where a causal mask is closed.
std::vector<double> open_scores(std::vector<double> scores, bool causal) {
    const auto T = static_cast<std::size_t>(std::sqrt(scores.size()));
    for (std::size_t i = 0; causal && i < T; ++i) {
        for (std::size_t j = i + 1; j < T; ++j) scores[i * T + j] = 0.0;
    }
    return scores;
}

const std::vector<Run>& runs() {
    static const std::vector<Run> all = [] {
        const nlohmann::json golden = load_golden("random_model");
        const Config config = config_of(golden.at("config"));
        const Gpt2 model(config, random_gpt2_weights(config, golden.at("seed")));
        return run_all(golden, model);
    }();
    return all;
}

}  // namespace

TEST_CASE("A random model agrees with float64 at every stage", "[golden]") {
    REQUIRE(runs().size() == 4);
    for (const NamedStage& stage : kLayerStages) {
        Comparison comparison(stage.key, stage.bound);
        for (const Run& run : runs()) {
            REQUIRE(run.wanted.at("layers").size() == 2);
            for (std::size_t layer = 0; layer < 2; ++layer) {
                comparison.add(fmt::format("{}, layer {}", run.name, layer),
                               run.got.stage(stage.stage, layer),
                               numbers(run.wanted.at("layers").at(layer).at(stage.key)));
            }
        }
        comparison.check();
    }
}

TEST_CASE("The heads of a random model agree with float64", "[golden]") {
    Comparison qkv("q, k, v", kQkvBound);
    Comparison scores("scaled scores", kScoreBound);
    Comparison weights("attention weights", kWeightBound);
    Comparison outputs("outputs of the heads", kHeadOutputBound);
    for (const Run& run : runs()) {
        for (std::size_t layer = 0; layer < 2; ++layer) {
            const nlohmann::json& wanted = run.wanted.at("layers").at(layer);
            for (std::size_t head = 0; head < 3; ++head) {
                const std::string where = fmt::format("{}, head {}.{}", run.name, layer, head);
                const Recorder::Head& got = run.got.head(layer, head);
                const auto part = [&](const char* key) {  // [T, C] -> [T, D]
                    return columns(wanted.at(key), head * 8, 8);
                };
                qkv.add(where + ", q", got.q, part("q"));
                qkv.add(where + ", k", got.k, part("k"));
                qkv.add(where + ", v", got.v, part("v"));
                scores.add(where, got.scores,
                           open_scores(numbers(wanted.at("scaled_scores").at(head)),
                                       run.wanted.at("causal").get<bool>()));
                weights.add(where, got.weights, numbers(wanted.at("weights").at(head)));
                outputs.add(where, got.output, part("attention_output"));
            }
        }
    }
    qkv.check();
    scores.check();
    weights.check();
    outputs.check();
}

TEST_CASE("The ends of a random model agree with float64", "[golden]") {
    Comparison embeddings("embeddings", kEmbeddingBound);
    Comparison ln_f("ln_f", kLnFBound);
    Comparison logits("logits", kLogitBound);
    for (const Run& run : runs()) {
        embeddings.add(run.name, run.got.stage(Stage::kEmbeddings, 0),
                       numbers(run.wanted.at("embeddings")));
        ln_f.add(run.name, run.got.stage(Stage::kLnF, 2), numbers(run.wanted.at("ln_f")));
        logits.add(run.name, run.logits, numbers(run.wanted.at("logits")));
    }
    embeddings.check();
    ln_f.check();
    logits.check();
}

TEST_CASE("A random model read from its files computes the same bits as one in memory",
          "[golden]") {
    const nlohmann::json golden = load_golden("random_model");
    const Config config = config_of(golden.at("config"));
    const TemporaryFolder folder;
    write_random_model(folder.path(), config, golden.at("seed"));
    const Gpt2 model = Gpt2::load(folder.path());
    const std::vector<Run> loaded = run_all(golden, model);
    REQUIRE(loaded.size() == runs().size());
    for (std::size_t i = 0; i < loaded.size(); ++i) {
        check_same_bits(loaded[i].name + ", logits", loaded[i].logits, runs()[i].logits);
    }
}
