// Only what was chosen is kept, and it is what the model showed.

#include "capture/capture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/expect_error.hpp"
#include "support/recorder.hpp"
#include "support/sample_maps.hpp"
#include "support/text_model_folder.hpp"

using namespace attnlab;
using attnlab::testing::check_same_bits;
using attnlab::testing::expect_error;
using attnlab::testing::Recorder;
using attnlab::testing::TextModelFolder;
using Numbers = std::vector<std::size_t>;

namespace {

/// 3 layers of 4 heads.
Config config() {
    Config config = testing::small_config();
    config.n_layer = 3;
    config.n_head = 4;
    return config;
}

std::shared_ptr<const TextModel> shared_model() {
    static const auto loaded =
        std::make_shared<const TextModel>(TextModelFolder({}, config()).load());
    return loaded;
}

const TextModel& model() { return *shared_model(); }

TokenizedText text() { return model().tokenize("It was it."); }

/// The chosen maps, all of them in memory.
std::vector<HeadMap> captured(const CaptureOptions& options) {
    return testing::copies_of(capture(shared_model(), text(), options));
}

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
    const MapStream maps = capture(shared_model(), text(), options);
    CHECK(maps.layers == Numbers{0, 2});
    CHECK(maps.heads == Numbers{1, 3});
    CHECK(maps.causal);
    CHECK(maps.model.name == "small");
    CHECK(maps.input.text == "It was it.");
    const Recorder seen = record(text());
    std::vector<HeadId> ids;
    maps.for_each_head([&](const HeadView& map) {
        ids.push_back(map.id());
        check_same_bits("weights", map.weights, seen.head(map.layer, map.head).weights);
        CHECK(map.scores.rows + map.q.rows + map.k.rows + map.v.rows == 0);
    });
    CHECK(ids == std::vector<HeadId>{{0, 1}, {0, 3}, {2, 1}, {2, 3}});
}

TEST_CASE("Scores and tensors are kept when asked for", "[capture]") {
    CaptureOptions options = all_heads();
    options.scores = true;
    CHECK(capture(shared_model(), text(), options).has_scores);
    CHECK_FALSE(capture(shared_model(), text(), options).has_tensors);
    const std::vector<HeadMap> with_scores = captured(options);
    CHECK_FALSE(with_scores[5].scores.empty());
    CHECK(with_scores[5].q.empty());

    options.scores = false;
    options.tensors = true;
    CHECK_FALSE(capture(shared_model(), text(), options).has_scores);
    CHECK(capture(shared_model(), text(), options).has_tensors);
    const std::vector<HeadMap> with_tensors = captured(options);
    CHECK(with_tensors[5].scores.empty());
    const Recorder seen = record(text());
    for (const HeadMap& map : with_tensors) {
        const Recorder::Head& head = seen.head(map.layer, map.head);
        check_same_bits("q", map.q, head.q);
        check_same_bits("k", map.k, head.k);
        check_same_bits("v", map.v, head.v);
    }
}

TEST_CASE("The model runs anew each time with the same bits for any number of threads",
          "[capture]") {
    CaptureOptions options;
    options.selection = {{0, 2}, {1, 2}};
    options.scores = true;
    options.tensors = true;
    for (const bool causal : {true, false}) {
        options.causal = causal;
        options.threads = 1;
        const std::vector<HeadMap> wanted = captured(options);
        REQUIRE(wanted.size() == 4);
        options.threads = 2;
        const MapStream maps = capture(shared_model(), text(), options);
        CHECK((maps.has_scores && maps.has_tensors && maps.causal == causal));
        for (int showing = 0; showing < 2; ++showing) {
            std::size_t n = 0;
            maps.for_each_head([&](const HeadView& map) {
                REQUIRE(map.id() == wanted[n].id());
                check_same_bits("weights", map.weights, wanted[n].weights);
                check_same_bits("scores", map.scores, wanted[n].scores);
                check_same_bits("q", map.q, wanted[n].q);
                check_same_bits("k", map.k, wanted[n].k);
                check_same_bits("v", map.v, wanted[n].v);
                ++n;
            });
            CHECK(n == 4);
        }
    }
}

TEST_CASE("A run tells how far it is", "[capture]") {
    CaptureOptions options;
    options.selection = {{0, 2}, {1, 3}};
    std::vector<double> shares;
    options.on_progress = [&](double share) { shares.push_back(share); };
    const std::vector<double> quarters = {0.25, 0.5, 0.75, 1.0};
    const MapStream maps = capture(shared_model(), text(), options);
    CHECK(shares.empty());
    maps.for_each_head([](const HeadView&) {});
    CHECK(shares == quarters);
    shares.clear();
    capture_best(model(), text(), options, [](MatrixView) { return 0.0; });
    CHECK(shares == quarters);
}

TEST_CASE("What is kept fits together from q and k to the weights", "[capture]") {
    CaptureOptions options = all_heads();
    options.scores = true;
    options.tensors = true;
    for (const bool causal : {true, false}) {
        options.causal = causal;
        CHECK(capture(shared_model(), text(), options).causal == causal);
        double worst_score = 0.0;
        double worst_weight = 0.0;
        for (const HeadMap& map : captured(options)) {
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
                    const double wanted = j < n_open ? product / std::sqrt(2.0) : 0.0;
                    worst_score = std::max(worst_score, std::abs(score - wanted));
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
    const TextModelFolder folder({});
    auto tensors = testing::random_tensors(model().model().config(), 1);
    for (testing::TensorToWrite& tensor : tensors) {
        if (tensor.name != "transformer.h.2.attn.c_attn.weight") continue;
        const std::vector<float> huge(8 * 24, 3e38F);
        tensor.bytes = testing::bytes_of(huge);
    }
    testing::write_model(folder.path(), model().model().config(), tensors);
    const auto overflowing = std::make_shared<const TextModel>(folder.load());
    CaptureOptions options = all_heads();
    const auto run = [&] { return testing::copies_of(capture(overflowing, text(), options)); };
    expect_error<InputError>([&] { run(); }, {"head 2.0"});
    options.selection.layers = {0, 1};
    CHECK(run().size() == 8);
}

TEST_CASE("The best map is the one with the highest score and of equals the first", "[capture]") {
    CaptureOptions options = all_heads();
    const std::vector<HeadMap> all = captured(options);
    const auto look_back = [](MatrixView weights) {
        return static_cast<double>(weights(weights.rows - 1, 0));
    };
    const auto best = std::ranges::max_element(
        all, {}, [&](const HeadMap& map) { return look_back(map.weights); });
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
    const TokenizedText seventeen = model().tokenize("seventeen letters");
    const MapStream maps = capture(shared_model(), sixteen, all_heads());
    CHECK(testing::copies_of(maps).front().weights.rows() == 16);
    expect_error<UsageError>([&] { capture(shared_model(), seventeen, all_heads()); },
                             {"17 tokens", "takes 16"});
}

TEST_CASE("A text far too long for any model is refused and not computed with", "[capture]") {
    const TokenizedText endless = model().tokenize(std::string(1'000'000, 'a'));
    expect_error<UsageError>([&] { capture(shared_model(), endless, all_heads()); },
                             {"1000000 tokens", "takes 16"});
}
