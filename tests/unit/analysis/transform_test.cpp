#include "analysis/transform.hpp"

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::PassingMaps;
using attnlab::testing::random_map;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using attnlab::testing::trophy_words;

namespace {

double sum_of_row(const Matrix& map, std::size_t i) {
    return std::accumulate(map.row(i).begin(), map.row(i).end(), 0.0);
}

/// The means, with the layers that they were shown for.
std::pair<std::vector<std::size_t>, std::vector<Matrix>> means_of(const MapStream& maps) {
    std::pair<std::vector<std::size_t>, std::vector<Matrix>> means;
    maps.for_each_head(mean_over_heads(maps.heads.size(), [&](std::size_t layer, MatrixView mean) {
        means.first.push_back(layer);
        means.second.emplace_back(mean);
    }));
    return means;
}

}  // namespace

TEST_CASE("The mean of heads is taken layer by layer and its rows sum to 1", "[analysis]") {
    const AttentionMaps maps = sample_maps(tokens_of(trophy_words()), 3);
    const auto [layers, means] = means_of(PassingMaps(maps).stream);
    CHECK(layers == std::vector<std::size_t>{0, 1});
    REQUIRE(means.size() == 2);
    for (std::size_t layer = 0; layer < 2; ++layer) {
        REQUIRE((means[layer].rows() == 14 && means[layer].columns() == 14));
        for (std::size_t i = 0; i < 14; ++i) {
            // Fourteen numbers, each rounded to float twice.
            CHECK(std::abs(sum_of_row(means[layer], i) - 1.0) <= 28 * 0x1p-24);
            for (std::size_t j = 0; j < 14; ++j) {
                double sum = 0.0;
                for (std::size_t head = 0; head < 3; ++head) {
                    sum += static_cast<double>(maps.map_of(layer, head).weights(i, j));
                }
                CHECK(means[layer](i, j) == static_cast<float>(sum / 3.0));
            }
        }
    }
}

TEST_CASE("The mean of one head is that head", "[analysis]") {
    AttentionMaps maps = sample_maps(tokens_of({"a", "b", "c"}), 4);
    maps.layers = {1};
    maps.heads = {2};
    maps.maps = {maps.maps[5]};
    CHECK(means_of(maps).first == std::vector<std::size_t>{1});
    CHECK(means_of(maps).second == std::vector<Matrix>{maps.maps[0].weights});
}

TEST_CASE("A map without its first token is divided by what is left", "[analysis]") {
    const Matrix map = random_map(9, 5);
    const Matrix rest = without_first_token(map);
    REQUIRE((rest.rows() == 8 && rest.columns() == 8));
    for (std::size_t i = 0; i < 8; ++i) {
        CHECK(std::abs(sum_of_row(rest, i) - 1.0) <= 16 * 0x1p-24);
        const double left = sum_of_row(map, i + 1) - static_cast<double>(map(i + 1, 0));
        for (std::size_t j = 0; j < 8; ++j) {
            CHECK(static_cast<double>(rest(i, j)) ==
                  Approx(static_cast<double>(map(i + 1, j + 1)) / left).epsilon(1e-6));
            if (j > i) CHECK(rest(i, j) == 0.0F);
        }
    }
}

TEST_CASE("A row that gave everything to the first token stays zero", "[analysis]") {
    Matrix map(3, 3);
    map(0, 0) = 1.0F;
    map(1, 0) = 1.0F;
    map(2, 0) = 0.5F;
    map(2, 1) = 0.5F;
    const Matrix rest = without_first_token(map);
    CHECK(rest(0, 0) == 0.0F);
    CHECK(rest(0, 1) == 0.0F);
    CHECK(rest(1, 0) == 1.0F);
    CHECK(rest(1, 1) == 0.0F);
}

TEST_CASE("Nothing is left of one token without the first", "[analysis]") {
    expect_error<UsageError>([] { without_first_token(Matrix(1, 1)); },
                             {"--drop-first", "one token", "two or more"});
}
