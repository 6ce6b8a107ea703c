// Maps are shown in order, the wanted ones and no others, from memory as from wherever they come.

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

namespace {

Ids shown(const MapStream& maps, const Ids& wanted) {
    Ids ids;
    maps.show(wanted, [&](const HeadMapView& map) { ids.push_back(map.id()); });
    return ids;
}

}  // namespace

TEST_CASE("Heads are ordered layer by layer", "[maps]") {
    CHECK(head_ids({1, 4}, {0, 2}) == Ids{{1, 0}, {1, 2}, {4, 0}, {4, 2}});
    CHECK(head_ids({}, {0}).empty());
    CHECK(HeadId{1, 9} < HeadId{2, 0});
}

TEST_CASE("A stream shows every chosen head in order", "[maps]") {
    const AttentionMaps maps = sample_maps(tokens_of({"a", "b"}), 1);
    for (const MapStream& stream : {MapStream(maps), PassingMaps(maps).stream}) {
        std::size_t n = 0;
        stream.show([&](const HeadMapView& map) {
            CHECK(map.id() == maps.maps[n].id());
            CHECK(Matrix(map.weights) == maps.maps[n].weights);
            CHECK(map.scores.rows == 0);
            ++n;
        });
        CHECK(n == 6);
    }
}

TEST_CASE("The wanted heads are shown once and in order however they are named", "[maps]") {
    const AttentionMaps maps = sample_maps(tokens_of({"a", "b"}), 1);
    for (const MapStream& stream : {MapStream(maps), PassingMaps(maps).stream}) {
        CHECK(shown(stream, {{1, 2}, {0, 1}, {1, 0}, {0, 1}}) == Ids{{0, 1}, {1, 0}, {1, 2}});
        CHECK(shown(stream, {}).empty());
    }
}

TEST_CASE("A stream from memory knows what it has", "[maps]") {
    AttentionMaps maps = sample_maps(tokens_of({"a", "b"}), 1);
    CHECK(MapStream(maps).is_kept());
    CHECK_FALSE(PassingMaps(maps).stream.is_kept());
    CHECK_FALSE(MapStream(maps).has_scores());
    CHECK_FALSE(MapStream(maps).has_tensors());
    for (HeadMap& map : maps.maps) map.scores = Matrix(2, 2);
    CHECK(MapStream(maps).has_scores());
    for (HeadMap& map : maps.maps) map.q = map.k = map.v = Matrix(2, 4);
    CHECK(MapStream(maps).has_tensors());
}

TEST_CASE("Copies of maps outlive their showing", "[maps]") {
    const AttentionMaps maps = sample_maps(tokens_of({"a", "b", "c"}), 1);
    const std::vector<HeadMap> kept = keep(PassingMaps(maps).stream, {{1, 1}, {0, 2}});
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].id() == HeadId{0, 2});
    CHECK(kept[0].weights == maps.map_of(0, 2).weights);
    CHECK(kept[1].weights == maps.map_of(1, 1).weights);
}

TEST_CASE("What is thrown while maps are looked at ends the showing", "[maps]") {
    const MapStream maps = sample_maps(tokens_of({"a", "b"}), 1);
    std::size_t n = 0;
    const auto stop = [&](const HeadMapView&) {
        if (++n == 2) throw std::runtime_error("enough");
    };
    CHECK_THROWS_AS(maps.show(stop), std::runtime_error);
    CHECK(n == 2);
}
