// What attention() leaves out on request, and that nothing else depends on it. Its numbers are held
// to PyTorch's by tests/golden/attention_test.cpp.

#include "attention/attention.hpp"

#include <limits>

#include "base/error.hpp"
#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/expect_error.hpp"

using attnlab::attention;
using attnlab::AttentionOptions;
using attnlab::AttentionResult;
using attnlab::InputError;
using attnlab::KeepScores;
using attnlab::Mask;
using attnlab::Matrix;
using attnlab::testing::check_same_bits;
using attnlab::testing::expect_error;

namespace {

Matrix normal_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
    attnlab::Random random(seed);
    Matrix matrix(rows, columns);
    random.fill_normal(matrix.values());
    return matrix;
}

AttentionOptions options_with(KeepScores keep_scores) {
    AttentionOptions options;
    options.mask = Mask::kCausal;
    options.keep_scores = keep_scores;
    return options;
}

}  // namespace

TEST_CASE("Which scores are kept changes nothing but them") {
    constexpr std::size_t kT = 150;  // more rows than attention() takes at once
    const Matrix Q = normal_matrix(kT, 24, 1);
    const Matrix K = normal_matrix(kT, 24, 2);
    const Matrix V = normal_matrix(kT, 10, 3);
    const AttentionResult all = attention(Q, K, V, options_with(KeepScores::kAll));
    const AttentionResult open = attention(Q, K, V, options_with(KeepScores::kOpen));
    const AttentionResult none = attention(Q, K, V, options_with(KeepScores::kNone));
    for (const AttentionResult* less : {&open, &none}) {
        check_same_bits("weights", less->weights, all.weights);
        check_same_bits("output", less->output, all.output);
    }
    CHECK(none.scores.empty());
    Matrix wanted = all.scores;
    for (std::size_t i = 0; i < kT; ++i) {
        for (std::size_t j = i + 1; j < kT; ++j) wanted(i, j) = 0.0F;
    }
    check_same_bits("open scores", open.scores, wanted);
}

TEST_CASE("A result that is used again holds nothing of what was there") {
    const Matrix long_one = normal_matrix(90, 8, 4);
    const Matrix short_one = normal_matrix(70, 8, 5);
    for (const KeepScores keep_scores : {KeepScores::kAll, KeepScores::kOpen, KeepScores::kNone}) {
        const AttentionOptions options = options_with(keep_scores);
        AttentionResult used;
        attention(long_one, long_one, long_one, options, used);
        attention(short_one, short_one, short_one, options, used);
        const AttentionResult fresh = attention(short_one, short_one, short_one, options);
        check_same_bits("scores", used.scores, fresh.scores);
        check_same_bits("weights", used.weights, fresh.weights);
        check_same_bits("output", used.output, fresh.output);
    }
}

TEST_CASE("An overflow that the mask closes is none and another is named by its place") {
    Matrix Q(4, 1);
    Matrix K(4, 1);
    Q(0, 0) = 3e38F;  // times key 2, which is closed to it
    Q(3, 0) = -2e38F;
    K(2, 0) = 3e38F;
    const Matrix V(4, 1);
    for (const KeepScores keep_scores : {KeepScores::kOpen, KeepScores::kNone}) {
        expect_error<InputError>([&] { attention(Q, K, V, options_with(keep_scores)); },
                                 {"Q K^T has -infinity in row 3, column 2"});
        const Matrix first(Q.view().block(0, 3, 0, 1));
        CHECK_NOTHROW(
            attention(first, Matrix(K.view().block(0, 3, 0, 1)), first, options_with(keep_scores)));
    }
}

TEST_CASE("An average of values that overflows is named") {
    constexpr float kLargest = std::numeric_limits<float>::max();
    Matrix Q(7, 1);
    Matrix K(7, 1);
    Matrix V(7, 1);
    for (std::size_t i = 0; i < 7; ++i) {
        Q(i, 0) = 0.1F * static_cast<float>(i);
        K(i, 0) = 0.37F * static_cast<float>(i);
        V(i, 0) = kLargest;
    }
    expect_error<InputError>([&] { attention(Q, K, V); },
                             {"the output has infinity in row", "column 0", "overflows"});
}

TEST_CASE("A score that overflows is named whether scores are kept or not") {
    Matrix Q = normal_matrix(3, 4, 6);
    for (float& value : Q.row(2)) value = 3e38F;
    for (const KeepScores keep_scores : {KeepScores::kAll, KeepScores::kNone}) {
        expect_error<InputError>([&] { attention(Q, Q, Q, options_with(keep_scores)); },
                                 {"Q K^T", "the dot product overflows"});
    }
}
