#include "maps/attention_maps.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;

TEST_CASE("A map is found by its numbers", "[maps]") {
    AttentionMaps maps = sample_maps(tokens_of({"a", "b"}), 1);
    maps.layers = {3, 5};  // a choice: places and numbers differ
    maps.heads = {1, 4, 7};
    for (std::size_t i = 0; i < maps.maps.size(); ++i) {
        maps.maps[i].layer = maps.layers[i / 3];
        maps.maps[i].head = maps.heads[i % 3];
    }
    CHECK(&maps.map_of(5, 7) == &maps.maps[5]);
    CHECK(&maps.map_of(3, 4) == &maps.maps[1]);
    CHECK_THROWS_AS(maps.map_of(3, 2), std::logic_error);
    CHECK_THROWS_AS(maps.map_of(0, 1), std::logic_error);
}

TEST_CASE("The width of a head is its share of the model's", "[maps]") {
    ModelInfo model;
    model.n_embd = 1600;  // GPT-2 xl
    model.n_head = 25;
    CHECK(model.d_k() == 64);
}
