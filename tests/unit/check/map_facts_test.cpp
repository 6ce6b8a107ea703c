// The facts about maps, on maps made by hand.

#include <cmath>

#include "check/facts_file.hpp"
#include "support/catch.hpp"
#include "support/facts.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::facts_of;
using attnlab::testing::only_fact;
using attnlab::testing::sample_fact;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of_ids;
using nlohmann::json;

namespace {

/// Random maps of 2 layers and 3 heads, on the ids of sample_fact().
AttentionMaps maps() { return sample_maps(tokens_of_ids({1, 2, 3}), 5); }

Finding look(const json& fact) {
    const FactsFile file = facts_of({fact});
    return dynamic_cast<const MapFact&>(only_fact(file)).look(maps());
}

/// Only the heads of layer 1, as a model is asked for them.
Finding look_at_layer_1(const json& fact) {
    AttentionMaps all = maps();
    std::erase_if(all.maps, [](const HeadMap& map) { return map.layer != 1; });
    all.layers = {1};
    const FactsFile file = facts_of({fact});
    return dynamic_cast<const MapFact&>(only_fact(file)).look(all);
}

double mean_of_layer_1(std::size_t query, std::size_t key) {
    double sum = 0.0;
    for (std::size_t head = 0; head < 3; ++head) {
        sum += static_cast<double>(maps().map_of(1, head).weights(query, key));
    }
    return sum / 3.0;
}

}  // namespace

TEST_CASE("Rows of one head are compared number by number", "[check]") {
    const Matrix weights = maps().map_of(1, 0).weights;
    json fact = sample_fact("attention_rows");
    fact["published"] = {{weights(0, 0)}, {weights(2, 0), weights(2, 1), weights(2, 2)}};
    CHECK(look(fact).verdict == Verdict::kAgreed);
    CHECK(look(fact).difference == 0.0);
    fact["published"][1][1] = weights(2, 1) + 0.125;
    const Finding off = look(fact);
    CHECK(off.verdict == Verdict::kOff);
    CHECK(off.difference == Approx(0.125));
    CHECK(off.remark.find("The farthest is row 2, key 1: ") == 0);
}

TEST_CASE("Rows without a head are those of the mean over the layer", "[check]") {
    json fact = sample_fact("attention_rows");
    fact.erase("head");
    fact["bound"] = 1e-6;
    fact["published"] = {{1.0},
                         {mean_of_layer_1(2, 0), mean_of_layer_1(2, 1), mean_of_layer_1(2, 2)}};
    CHECK(look_at_layer_1(fact).verdict == Verdict::kAgreed);
    fact["published"][1][2] = 0.0;
    CHECK(look_at_layer_1(fact).verdict == Verdict::kOff);
}

TEST_CASE("A mean weight is that of one head or of the layer", "[check]") {
    const Matrix weights = maps().map_of(1, 2).weights;
    json fact = sample_fact("mean_weight");
    fact["bound"] = 1e-6;
    fact["head"] = 2;
    fact["published"] = (static_cast<double>(weights(1, 0)) + weights(2, 1)) / 2.0;
    CHECK(look(fact).verdict == Verdict::kAgreed);
    fact["on"] = "first_token";
    CHECK(look(fact).verdict == Verdict::kOff);
    fact["published"] = (static_cast<double>(weights(1, 0)) + weights(2, 0)) / 2.0;
    CHECK(look(fact).verdict == Verdict::kAgreed);
    fact.erase("head");
    CHECK(look(fact).verdict == Verdict::kOff);
    fact["published"] = (mean_of_layer_1(1, 0) + mean_of_layer_1(2, 0)) / 2.0;
    CHECK(look(fact).verdict == Verdict::kAgreed);
    CHECK(look_at_layer_1(fact).verdict == Verdict::kAgreed);
}
