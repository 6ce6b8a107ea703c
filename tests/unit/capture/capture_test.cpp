// Only what was chosen is kept, and it is what the model showed.

#include "capture/capture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/expect_error.hpp"
#include "support/recorder.hpp"
#include "support/text_model_folder.hpp"

using namespace attnlab;
using attnlab::testing::check_same_bits;
using attnlab::testing::expect_error;
using attnlab::testing::Recorder;
using attnlab::testing::TextModelFolder;
using Numbers = std::vector<std::size_t>;

namespace {

/// 3 layers of 4 heads.
const TextModel& model() {
    static const TextModel loaded = [] {
        Config config = testing::small_config();
        config.n_layer = 3;
        config.n_head = 4;
        return TextModelFolder({}, config).load();
    }();
    return loaded;
}

TokenizedText text() { return model().tokenize("It was it."); }

Recorder record(const TokenizedText& input) {
    Recorder recorder;
    model().model().forward(ids_of(input), {}, &recorder);
    return recorder;
}

CaptureOptions all_heads() {
    CaptureOptions options;
    options.selection = {all_of(3), all_of(4)};
    return options;
}

}  // namespace

TEST_CASE("All numbers below a count", "[capture]") {
    CHECK(all_of(3) == Numbers{0, 1, 2});
    CHECK(all_of(0).empty());
}

TEST_CASE("The chosen heads are kept and no others", "[capture]") {
    CaptureOptions options;
    options.selection = {{0, 2}, {1, 3}};
    const AttentionMaps maps = capture(model(), text(), options);
    CHECK(maps.layers == Numbers{0, 2});
    CHECK(maps.heads == Numbers{1, 3});
    CHECK(maps.causal);
    CHECK(maps.model.name == "small");
    CHECK(maps.input.text == "It was it.");
    REQUIRE(maps.maps.size() == 4);
    const Recorder seen = record(text());
    for (std::size_t l = 0; l < 2; ++l) {
        for (std::size_t h = 0; h < 2; ++h) {
            const HeadMap& map = maps.map(l, h);
            CHECK(map.layer == maps.layers[l]);
            CHECK(map.head == maps.heads[h]);
            check_same_bits("weights", map.weights, seen.head(map.layer, map.head).weights);
            CHECK((map.scores.empty() && map.q.empty() && map.k.empty() && map.v.empty()));
        }
    }
}

TEST_CASE("Scores and tensors are kept when asked for", "[capture]") {
    CaptureOptions options = all_heads();
    options.scores = true;
    const AttentionMaps with_scores = capture(model(), text(), options);
    CHECK_FALSE(with_scores.maps[5].scores.empty());
    CHECK(with_scores.maps[5].q.empty());

    options.scores = false;
    options.tensors = true;
    const AttentionMaps with_tensors = capture(model(), text(), options);
    CHECK(with_tensors.maps[5].scores.empty());
    const Recorder seen = record(text());
    for (const HeadMap& map : with_tensors.maps) {
        const Recorder::Head& head = seen.head(map.layer, map.head);
        check_same_bits("q", map.q, head.q);
        check_same_bits("k", map.k, head.k);
        check_same_bits("v", map.v, head.v);
    }
}

TEST_CASE("What is kept fits together from q and k to the weights", "[capture]") {
    CaptureOptions options = all_heads();
    options.scores = true;
    options.tensors = true;
    for (const bool causal : {true, false}) {
        options.causal = causal;
        const AttentionMaps maps = capture(model(), text(), options);
        CHECK(maps.causal == causal);
        double worst_score = 0.0;
        double worst_weight = 0.0;
        for (const HeadMap& map : maps.maps) {
            const std::size_t T = map.weights.rows();
            for (std::size_t i = 0; i < T; ++i) {
                const std::size_t n_open = causal ? i + 1 : T;
                double sum = 0.0;
                for (std::size_t j = 0; j < n_open; ++j) {
                    sum += std::exp(static_cast<double>(map.scores(i, j)));
                }
                for (std::size_t j = 0; j < T; ++j) {
                    double product = 0.0;
                    for (std::size_t d = 0; d < 2; ++d) {
                        product +=
                            static_cast<double>(map.q(i, d)) * static_cast<double>(map.k(j, d));
                    }
                    const auto score = static_cast<double>(map.scores(i, j));
                    worst_score = std::max(worst_score, std::abs(score - product / std::sqrt(2.0)));
                    const double weight = j < n_open ? std::exp(score) / sum : 0.0;
                    worst_weight = std::max(
                        worst_weight, std::abs(static_cast<double>(map.weights(i, j)) - weight));
                }
            }
        }
        CHECK(worst_score <= 2e-6);   // scores up to 10 in a few roundings
        CHECK(worst_weight <= 5e-7);  // as softmax's own test says
    }
}

TEST_CASE("Layers above the highest that is chosen are not run", "[capture]") {
    // Weights of the last layer that overflow show whether it is run.
    TextModelFolder folder({});
    auto tensors = testing::random_tensors(model().model().config(), 1);
    Config config = model().model().config();
    for (testing::TensorToWrite& tensor : tensors) {
        if (tensor.name != "transformer.h.2.attn.c_attn.weight") continue;
        const std::vector<float> huge(8 * 24, 3e38F);
        tensor.bytes = testing::bytes_of(huge);
    }
    testing::write_model(folder.path(), config, tensors);
    const TextModel overflowing = folder.load();
    CaptureOptions options = all_heads();
    expect_error<InputError>([&] { capture(overflowing, text(), options); }, {"head 2.0"});
    options.selection.layers = {0, 1};
    CHECK(capture(overflowing, text(), options).maps.size() == 8);
}

TEST_CASE("The best map is the one with the highest score and of equals the first", "[capture]") {
    CaptureOptions options = all_heads();
    const AttentionMaps all = capture(model(), text(), options);
    const auto look_back = [](MatrixView weights) {
        return static_cast<double>(weights(weights.rows - 1, 0));
    };
    const auto best = std::ranges::max_element(
        all.maps, {}, [&](const HeadMap& map) { return look_back(map.weights); });
    const AttentionMaps kept = capture_best(model(), text(), options, look_back);
    REQUIRE(kept.maps.size() == 1);
    CHECK(kept.layers == Numbers{best->layer});
    CHECK(kept.heads == Numbers{best->head});
    check_same_bits("weights", kept.maps[0].weights, best->weights);

    const AttentionMaps first =
        capture_best(model(), text(), options, [](MatrixView) { return 0.25; });
    CHECK((first.maps[0].layer == 0 && first.maps[0].head == 0));
    const AttentionMaps negative =
        capture_best(model(), text(), options, [](MatrixView) { return -1.0; });
    CHECK(negative.maps.size() == 1);
}

TEST_CASE("The best map is taken among the chosen heads with what was asked for", "[capture]") {
    CaptureOptions options;
    options.selection = {{1}, {2, 3}};
    options.scores = true;
    std::size_t n_asked = 0;
    const AttentionMaps kept = capture_best(
        model(), text(), options, [&](MatrixView) { return static_cast<double>(n_asked++); });
    CHECK(n_asked == 2);
    CHECK((kept.maps[0].layer == 1 && kept.maps[0].head == 3));
    CHECK_FALSE(kept.maps[0].scores.empty());
}

TEST_CASE("A text longer than the model takes is refused with both numbers", "[capture]") {
    const TokenizedText sixteen = model().tokenize("sixteen letters.");
    CHECK(capture(model(), sixteen, all_heads()).maps.front().weights.rows() == 16);
    const TokenizedText seventeen = model().tokenize("seventeen letters");
    expect_error<UsageError>([&] { capture(model(), seventeen, all_heads()); },
                             {"17 tokens", "takes 16"});
}
