// The measurement against a clock of the test: how long anything really takes is never tested.

#include "model/layer_timing.hpp"

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/model_folder.hpp"
#include "support/random_gpt2.hpp"
#include "support/ticking_clock.hpp"

using namespace attnlab;
using attnlab::testing::random_gpt2_weights;
using attnlab::testing::small_config;
using attnlab::testing::ticking_clock;
using Lengths = std::vector<std::size_t>;

namespace {

Gpt2 model_of(std::size_t n_layer) {
    Config config = small_config();  // 16 positions
    config.n_layer = n_layer;
    return {config, random_gpt2_weights(config, 3)};
}

}  // namespace

TEST_CASE("A layer is cut where its attention begins and ends", "[model]") {
    // Four looks a layer: it begins, Q K V are there, the heads are done, it ends. Attention is
    // one tick of the three between them.
    const auto timings = measure_layers(model_of(2), Lengths{4}, ticking_clock(1.0), {}, {4, 0.0});
    REQUIRE(timings.size() == 1);
    REQUIRE(timings[0].has_value());
    CHECK(timings[0]->attention_cpu_ms == 1.0);
    CHECK(timings[0]->rest_cpu_ms == 2.0);
    CHECK(timings[0]->runs == 1);
}

TEST_CASE("The least of each part is kept over layers and runs", "[model]") {
    // Ticks grow from look to look, so the first layer of the first run is the fastest.
    double now = 0.0;
    double tick = 0.0;
    const Clock clock = [&] {
        now += tick;
        tick += 1.0;
        return now;
    };
    // The looks of the first layer: 0, 1, 3, 6; attention is 2 of 6.
    const auto timings = measure_layers(model_of(3), Lengths{4}, clock, {}, {4, 1000.0});
    CHECK(timings.at(0)->attention_cpu_ms == 2.0);
    CHECK(timings.at(0)->rest_cpu_ms == 4.0);
    CHECK(timings.at(0)->runs > 1);
}

TEST_CASE("A model runs until the time of a length has gone by", "[model]") {
    // Two layers of 3 ms a run.
    const auto timings = measure_layers(model_of(2), Lengths{4}, ticking_clock(1.0), {}, {4, 60.0});
    CHECK(timings.at(0)->runs == 10);
}

TEST_CASE("No more layers run than were asked for", "[model]") {
    std::vector<double> shares;
    measure_layers(model_of(5), Lengths{4}, ticking_clock(1.0),
                   [&](double share) { shares.push_back(share); }, {2, 0.0});
    CHECK(shares == std::vector<double>{0.5, 1.0});
}

TEST_CASE("What is longer than the model takes is not run and the rest is", "[model]") {
    const auto timings = measure_layers(model_of(1), Lengths{8, 16, 17, 32}, ticking_clock(50.0));
    REQUIRE(timings.size() == 4);
    CHECK(timings[0].has_value());
    CHECK(timings[1].has_value());
    CHECK_FALSE(timings[2].has_value());
    CHECK_FALSE(timings[3].has_value());
}

TEST_CASE("Progress of the layers rises to 1 over the lengths that run", "[model]") {
    std::vector<double> shares;
    measure_layers(model_of(2), Lengths{4, 12, 64}, ticking_clock(10.0),
                   [&](double share) { shares.push_back(share); });
    CHECK(std::ranges::is_sorted(shares));
    CHECK(shares.front() == 4.0 / 16.0 / 2.0);
    CHECK(shares.back() == 1.0);
}
