#include "view/difference_map.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::lines_of;
using attnlab::testing::tokens_of;
using Lines = std::vector<std::string>;

namespace {

HeadMap map_of(std::size_t n, const std::vector<float>& weights) {
    HeadMap map;
    map.weights = Matrix(n, n);
    std::copy(weights.begin(), weights.end(), map.weights.values().begin());
    return map;
}

Lines drawn(const HeadMap& a, const HeadMap& b, const std::vector<std::string>& words_a,
            const std::vector<std::string>& words_b, bool causal = true, std::size_t width = 100) {
    const std::vector<Token> tokens_a = tokens_of(words_a);
    const std::vector<Token> tokens_b = tokens_of(words_b);
    return lines_of(difference_map(a.weights, b.weights, tokens_a, tokens_b,
                                   align(tokens_a, tokens_b), causal, {width, false}));
}

}  // namespace

TEST_CASE("A difference is the second map minus the first with its sign", "[view]") {
    const HeadMap a =
        map_of(4, {1, 0, 0, 0, 0.5F, 0.5F, 0, 0, 0.25F, 0.25F, 0.5F, 0, 0, 0, 0.1F, 0.9F});
    const HeadMap b = map_of(
        4, {1, 0, 0, 0, 0.505F, 0.495F, 0, 0, 0.27F, 0.48F, 0.25F, 0, 0.6F, 0, 0.08F, 0.32F});
    CHECK(drawn(a, b, {"a", "b", "c", "d"}, {"a", "b", "c", "d"}) == Lines{
                                                                         "        0   1   2   3",
                                                                         "  0:a   =",
                                                                         "  1:b   .   .",
                                                                         "  2:c   +  ++  --",
                                                                         "  3:d +++   =   - ---",
                                                                     });
}

TEST_CASE("Signs begin where the legend says", "[view]") {
    const auto sign = [](float a, float b) {
        const std::string row = drawn(map_of(1, {a}), map_of(1, {b}), {"x"}, {"x"}).at(1);
        return row.substr(row.find_last_of(' ') + 1);
    };
    CHECK(sign(0.25F, 0.25F) == "=");
    CHECK(sign(0.25F, 0.25000003F) == ".");
    CHECK(sign(0.0F, 0.0099F) == ".");
    CHECK(sign(0.0F, 0.0101F) == "+");
    CHECK(sign(0.0F, 0.0999F) == "+");
    CHECK(sign(0.0F, 0.1001F) == "++");
    CHECK(sign(0.0F, 0.4999F) == "++");
    CHECK(sign(0.0F, 0.5F) == "+++");
    CHECK(sign(0.0101F, 0.0F) == "-");
    CHECK(sign(0.25F, 0.0F) == "--");
    CHECK(sign(1.0F, 0.0F) == "---");
    const std::string legend = difference_legend({200, false});
    for (const char* piece :
         {"+ from 0.01", "++ from 0.1", "+++ from 0.5", "- -- ---", "= equal"}) {
        CHECK(legend.find(piece) != std::string::npos);
    }
}

TEST_CASE("Without the mask the whole square is drawn", "[view]") {
    const HeadMap a = map_of(2, {0.5F, 0.5F, 0.5F, 0.5F});
    const HeadMap b = map_of(2, {0.75F, 0.25F, 0.5F, 0.5F});
    CHECK(drawn(a, b, {"a", "b"}, {"a", "b"}, false)[1] == "  0:a  ++  --");
    CHECK(drawn(a, b, {"a", "b"}, {"a", "b"}, true)[1] == "  0:a  ++");
}

TEST_CASE("A replaced token is named with both words", "[view]") {
    const HeadMap map = map_of(2, {1, 0, 0.5F, 0.5F});
    CHECK(drawn(map, map, {"too", " big"}, {"too", " small"})[2] == "  1:big|small   =   =");
}

TEST_CASE("A replaced token that has moved is named with both places", "[view]") {
    const HeadMap a = map_of(3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    const HeadMap b = map_of(4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    const Lines lines = drawn(a, b, {"a", "z", " big"}, {"a", "new", "z", " small"});
    CHECK(lines[3].find("2/3:big|small ") != std::string::npos);
}

TEST_CASE("A token that only one text has is left out with a note", "[view]") {
    const HeadMap a = map_of(2, {1, 0, 0.5F, 0.5F});
    const HeadMap b = map_of(3, {1, 0, 0, 0.5F, 0.5F, 0, 0.5F, 0.25F, 0.25F});
    const Lines lines = drawn(a, b, {"a", "z"}, {"a", "new", "z"});
    CHECK(lines[0] == "          0   2");
    CHECK(lines[1] == "  0:a     =");
    CHECK(lines[2] == "  1/2:z   =  --");  // index 1 in the first text, 2 in the second
    CHECK(lines.back().find("left out") != std::string::npos);
    CHECK(drawn(a, a, {"a", "z"}, {"a", "z"}).size() == 3);  // nothing is left out: no note
}

TEST_CASE("Texts without a place in common have no map", "[view]") {
    const Lines lines = drawn(map_of(1, {1}), map_of(2, {1, 0, 1, 0}), {"a"}, {"x", "y"});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find("no place in common") != std::string::npos);
}
