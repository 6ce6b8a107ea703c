// Softmax, entropy and the norm of softmax's Jacobian against float64, from one key to 64, from
// even rows to saturated ones.

#include <string>
#include <vector>

#include "attention/entropy.hpp"
#include "golden/golden_file.hpp"
#include "math/rows.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

using attnlab::Matrix;
using attnlab::testing::Comparison;
using attnlab::testing::load_golden;
using attnlab::testing::matrix;
using attnlab::testing::numbers;

namespace {

// Beside each bound: the worst error measured with AVX-512, AVX2, SSE4, SSSE3 and plain C++. A
// weight near 1 is rounded by up to 3e-8, and the rest of its row is as small; the norm's closed
// form loses as much.
constexpr double kWeightBound = 2e-7;   // 4.0e-8
constexpr double kEntropyBound = 1e-6;  // 1.4e-7
constexpr double kNormBound = 2e-7;     // 2.5e-8

}  // namespace

TEST_CASE("Softmax and what is measured on it agree with float64", "[golden]") {
    Comparison weights("weights", kWeightBound);
    Comparison entropy("entropy in bits", kEntropyBound);
    Comparison largest("largest weight", kWeightBound);
    Comparison norm("norm of the Jacobian", kNormBound);
    const nlohmann::json golden = load_golden("saturation");
    for (const nlohmann::json& row : golden.at("rows")) {
        const auto name = row.at("name").get<std::string>();
        Matrix got = matrix(nlohmann::json::array({row.at("scores")}));
        attnlab::softmax(got.row(0));
        weights.add(name, got, numbers(row.at("weights")));
        entropy.add(name, attnlab::entropy_bits(got.row(0)), row.at("entropy_bits").get<double>());
        largest.add(name, attnlab::largest_weight(got.row(0)),
                    row.at("largest_weight").get<double>());
        norm.add(name, attnlab::softmax_jacobian_norm(got.row(0)),
                 row.at("jacobian_norm").get<double>());
    }
    weights.check();
    entropy.check();
    largest.check();
    norm.check();
}
