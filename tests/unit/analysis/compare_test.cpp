// Two runs compared: what is the same to the bit, and how far apart the rest is.

#include "analysis/compare.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::compare_maps;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using attnlab::testing::trophy_words;
using Row = std::vector<double>;

namespace {

/// The maps of one head for these tokens; the numbers are given row after row.
AttentionMaps one_map(const std::vector<std::string>& words, const std::vector<float>& weights) {
    AttentionMaps maps;
    maps.input.tokens = tokens_of(words);
    maps.layers = {0};
    maps.heads = {0};
    HeadMap map;
    map.weights = Matrix(words.size(), words.size());
    std::copy(weights.begin(), weights.end(), map.weights.values().begin());
    maps.maps.push_back(std::move(map));
    return maps;
}

/// Random maps of two texts whose rows before token `n` are the same, as in a causal model.
std::pair<AttentionMaps, AttentionMaps> causal_pair(const std::vector<std::string>& a,
                                                    const std::vector<std::string>& b,
                                                    std::size_t n) {
    AttentionMaps first = sample_maps(tokens_of(a), 1);
    AttentionMaps second = sample_maps(tokens_of(b), 100);
    for (std::size_t m = 0; m < first.maps.size(); ++m) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                second.maps[m].weights(i, j) = first.maps[m].weights(i, j);
            }
        }
    }
    return {std::move(first), std::move(second)};
}

Answer answer_with(const std::vector<std::string>& words,
                   const std::vector<std::vector<float>>& rows) {
    Answer answer;
    answer.input.tokens = tokens_of(words);
    for (std::size_t head = 0; head < rows.size(); ++head) {
        answer.rows.push_back({0, head, rows[head]});
    }
    return answer;
}

}  // namespace

TEST_CASE("The divergence of known distributions", "[analysis]") {
    CHECK(js_divergence_bits(Row{0.25, 0.75}, Row{0.25, 0.75}) == 0.0);
    CHECK(js_divergence_bits(Row{1.0, 0.0}, Row{0.0, 1.0}) == 1.0);
    CHECK(js_divergence_bits(Row{0.5, 0.5, 0.0, 0.0}, Row{0.0, 0.0, 0.25, 0.75}) == 1.0);
    // H(3/4, 1/4) - H(1/2, 1/2) / 2 = 2 - (3/4) log2 3 - 1/2
    const double known = 1.5 - 0.75 * std::log2(3.0);
    CHECK(js_divergence_bits(Row{1.0, 0.0}, Row{0.5, 0.5}) == Approx(known).epsilon(1e-14));
    CHECK(js_divergence_bits(Row{}, Row{}) == 0.0);
    CHECK(js_divergence_bits(Row{1.0}, Row{1.0}) == 0.0);
}

TEST_CASE("The divergence is symmetric and stays between 0 and 1", "[analysis]") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Matrix map = testing::random_map(8, seed, false);
        const Row p(map.row(0).begin(), map.row(0).end());
        const Row q(map.row(1).begin(), map.row(1).end());
        const double divergence = js_divergence_bits(p, q);
        CHECK(divergence == Approx(js_divergence_bits(q, p)).epsilon(1e-14));
        CHECK(divergence > 0.0);
        CHECK(divergence < 1.0);
        CHECK(js_divergence_bits(p, p) == 0.0);
    }
}

TEST_CASE("Rows before the first difference are the same to the bit", "[analysis]") {
    const auto [a, b] = causal_pair(trophy_words(" big"), trophy_words(" small"), 12);
    const Comparison comparison = compare_maps(a, b);
    CHECK(comparison.alignment.first_difference == 12);
    CHECK(comparison.common_rows == 12);
    CHECK(comparison.identical_rows == 12);
    CHECK(comparison.bit_identical);
    CHECK(comparison.max_difference_in_common_rows == 0.0F);
    CHECK(comparison.n_rows_compared == 1);  // the full stop
    REQUIRE(comparison.heads.size() == 6);
    for (const HeadDifference& head : comparison.heads) CHECK(head.js_divergence_bits > 0.0);
}

TEST_CASE("Common rows of texts of different lengths are the same to the bit", "[analysis]") {
    const std::vector<std::string> shorter = {"The", " cat", " sat"};
    const std::vector<std::string> longer = {"The", " cat", " sat", " on", " it"};
    const auto [a, b] = causal_pair(shorter, longer, 3);
    for (const Comparison& comparison : {compare_maps(a, b), compare_maps(b, a)}) {
        CHECK(comparison.alignment.first_difference == 3);
        CHECK(comparison.common_rows == 3);
        CHECK(comparison.identical_rows == 3);
        CHECK(comparison.bit_identical);
        CHECK(comparison.n_rows_compared == 0);
        for (const HeadDifference& head : comparison.heads) {
            CHECK(head.js_divergence_bits == 0.0);
            CHECK(head.max_difference == 0.0);
        }
    }
}

TEST_CASE("Two runs of one text are the same in everything", "[analysis]") {
    const AttentionMaps maps = sample_maps(tokens_of(trophy_words()), 1);
    const Comparison comparison = compare_maps(maps, maps);
    CHECK_FALSE(comparison.alignment.first_difference.has_value());
    CHECK(comparison.common_rows == 14);
    CHECK(comparison.identical_rows == 14);
    CHECK(comparison.bit_identical);
    CHECK(comparison.n_rows_compared == 0);
}

TEST_CASE("A difference of one bit in a common row is found", "[analysis]") {
    auto [a, b] = causal_pair(trophy_words(" big"), trophy_words(" small"), 12);
    float& weight = b.maps[4].weights(7, 3);
    const float before = weight;
    weight = std::nextafter(weight, 1.0F);
    const float by = weight - before;
    const Comparison comparison = compare_maps(a, b);
    CHECK_FALSE(comparison.bit_identical);
    CHECK(comparison.common_rows == 12);
    CHECK(comparison.identical_rows == 7);
    CHECK(comparison.max_difference_in_common_rows == by);
}

TEST_CASE("Without the mask texts that differ share no row", "[analysis]") {
    AttentionMaps a = one_map({"x", "y"}, {0.75F, 0.25F, 0.5F, 0.5F});
    AttentionMaps b = one_map({"x", "z"}, {0.25F, 0.75F, 0.5F, 0.5F});
    a.causal = b.causal = false;
    const Comparison comparison = compare_maps(a, b);
    CHECK(comparison.alignment.first_difference == 1);
    CHECK(comparison.common_rows == 0);
    CHECK(comparison.identical_rows == 0);
    CHECK_FALSE(comparison.bit_identical);
    CHECK(comparison.n_rows_compared == 1);  // `x`, which has read all of its text
    CHECK(comparison.heads[0].max_difference == 0.5);
    const Comparison same = compare_maps(a, a);
    CHECK(same.common_rows == 2);
    CHECK(same.bit_identical);
}

TEST_CASE("What one text has beyond the other counts in a common row", "[analysis]") {
    const AttentionMaps a = one_map({"x"}, {1.0F});
    const AttentionMaps beyond = one_map({"x", "y"}, {1.0F, 0.125F, 0.5F, 0.5F});
    for (const Comparison& comparison : {compare_maps(a, beyond), compare_maps(beyond, a)}) {
        CHECK(comparison.common_rows == 1);
        CHECK(comparison.identical_rows == 0);
        CHECK(comparison.max_difference_in_common_rows == 0.125F);
    }
}

TEST_CASE("What only one text has counts together as one place", "[analysis]") {
    // Rows of "z" at the aligned keys x and z, then the rest: y or v and w.
    const AttentionMaps a = one_map({"x", "y", "z"}, {1, 0, 0, 0.5F, 0.5F, 0, 0.5F, 0.25F, 0.25F});
    const AttentionMaps b = one_map({"x", "v", "w", "z"}, {1, 0, 0, 0,             //
                                                           0.5F, 0.5F, 0, 0,       //
                                                           0.25F, 0.25F, 0.5F, 0,  //
                                                           0.25F, 0.125F, 0.125F, 0.5F});
    const Comparison comparison = compare_maps(a, b);
    CHECK(comparison.n_rows_compared == 1);
    REQUIRE(comparison.heads.size() == 1);
    CHECK(comparison.heads[0].js_divergence_bits ==
          Approx(js_divergence_bits(Row{0.5, 0.25, 0.25}, Row{0.25, 0.5, 0.25})).epsilon(1e-14));
    CHECK(comparison.heads[0].max_difference == 0.25);
}

TEST_CASE("Only rows from the first difference on rank the heads", "[analysis]") {
    // Without the mask row 0 differs most, but it stands before the first difference.
    const AttentionMaps a = one_map({"x", "y", "z"}, {1, 0, 0, 0.5F, 0.5F, 0, 0.5F, 0.25F, 0.25F});
    const AttentionMaps b = one_map({"x", "v", "z"}, {0, 0, 1, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F});
    const Comparison comparison = compare_maps(a, b);
    CHECK(comparison.max_difference_in_common_rows == 1.0F);
    CHECK(comparison.heads[0].max_difference == 0.25);
    CHECK(comparison.heads[0].js_divergence_bits < 0.2);
}

TEST_CASE("Heads are sorted with the most different first and keep their numbers", "[analysis]") {
    auto [a, b] = causal_pair(trophy_words(" big"), trophy_words(" small"), 12);
    // The full stop looks the same way in head 1.1, and the opposite way in 0.2.
    for (std::size_t j = 0; j < 14; ++j) {
        b.maps[4].weights(13, j) = a.maps[4].weights(13, j);
        a.maps[2].weights(13, j) = j == 0 ? 1.0F : 0.0F;
        b.maps[2].weights(13, j) = j == 1 ? 1.0F : 0.0F;
    }
    const std::vector<HeadDifference> heads = compare_maps(a, b).heads;
    CHECK((heads.front().layer == 0 && heads.front().head == 2));
    CHECK(heads.front().js_divergence_bits == 1.0);
    CHECK(heads.front().max_difference == 1.0);
    CHECK((heads.back().layer == 1 && heads.back().head == 1));
    CHECK(heads.back().js_divergence_bits == 0.0);
    for (std::size_t i = 1; i < heads.size(); ++i) {
        CHECK(heads[i - 1].js_divergence_bits >= heads[i].js_divergence_bits);
    }
}

TEST_CASE("Runs of different heads are not compared", "[analysis]") {
    const AttentionMaps a = sample_maps(tokens_of({"x", "y"}), 1);
    AttentionMaps b = a;
    b.maps[2].head = 3;
    CHECK_THROWS_AS(compare_maps(a, b), std::logic_error);
    CHECK_THROWS_AS(compare_last_rows(answer_with({"x"}, {{1.0F}}), answer_with({"x"}, {})),
                    std::logic_error);
}

TEST_CASE("Last rows are compared at the tokens that both texts have", "[analysis]") {
    const Answer a = answer_with({"x", "y", "z"}, {{0.5F, 0.25F, 0.25F}, {1.0F, 0.0F, 0.0F}});
    const Answer b = answer_with({"x", "z"}, {{0.5F, 0.5F}, {0.0F, 1.0F}});
    const std::vector<HeadDifference> heads = compare_last_rows(a, b);
    REQUIRE(heads.size() == 2);
    CHECK(heads[0].head == 1);
    CHECK(heads[0].js_divergence_bits == 1.0);
    CHECK(heads[1].head == 0);
    CHECK(heads[1].js_divergence_bits ==
          Approx(js_divergence_bits(Row{0.5, 0.25, 0.25}, Row{0.5, 0.5, 0.0})).epsilon(1e-14));
    CHECK(heads[1].max_difference == 0.25);
}
