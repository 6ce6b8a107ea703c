// Maps are shown in order, from memory as from wherever they come.

#include "maps/map_stream.hpp"

#include <stdexcept>
#include <vector>

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::PassingMaps;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using Ids = std::vector<HeadId>;

TEST_CASE("Heads are ordered layer by layer", "[maps]") {
    CHECK(head_ids({1, 4}, {0, 2}) == Ids{{1, 0}, {1, 2}, {4, 0}, {4, 2}});
    CHECK(head_ids({}, {0}).empty());
    CHECK(HeadId{1, 9} < HeadId{2, 0});
}

TEST_CASE("A stream shows every chosen head in order", "[maps]") {
    const AttentionMaps maps = sample_maps(tokens_of({"a", "b"}), 1);
    for (const MapStream& stream : {MapStream(maps), PassingMaps(maps).stream}) {
        std::size_t n = 0;
        stream.for_each_head([&](const HeadView& map) {
            CHECK(map.id() == maps.maps[n].id());
            CHECK(Matrix(map.weights) == maps.maps[n].weights);
            CHECK(map.scores.rows == 0);
            ++n;
        });
        CHECK(n == 6);
    }
}

TEST_CASE("A stream from memory knows what it has", "[maps]") {
    AttentionMaps maps = sample_maps(tokens_of({"a", "b"}), 1);
    CHECK_FALSE(MapStream(maps).has_scores);
    CHECK_FALSE(MapStream(maps).has_tensors);
    for (HeadMap& map : maps.maps) map.scores = Matrix(2, 2);
    CHECK(MapStream(maps).has_scores);
    for (HeadMap& map : maps.maps) map.q = map.k = map.v = Matrix(2, 4);
    CHECK(MapStream(maps).has_tensors);
}

TEST_CASE("What is thrown while maps are looked at ends the showing", "[maps]") {
    const MapStream maps = sample_maps(tokens_of({"a", "b"}), 1);
    std::size_t n = 0;
    const auto stop = [&](const HeadView&) {
        if (++n == 2) throw std::runtime_error("enough");
    };
    CHECK_THROWS_AS(maps.for_each_head(stop), std::runtime_error);
    CHECK(n == 2);
}
