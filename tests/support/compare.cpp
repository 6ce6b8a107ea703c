#include "support/compare.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "support/catch.hpp"

namespace attnlab::testing {

Comparison::Comparison(std::string what, double bound) : what_(std::move(what)), bound_(bound) {}

void Comparison::add(std::string_view where, MatrixView got, std::span<const double> wanted) {
    INFO(what_ << ", " << where);
    REQUIRE(got.rows * got.columns == wanted.size());
    for (std::size_t i = 0; i < got.rows; ++i) {
        for (std::size_t j = 0; j < got.columns; ++j) {
            take(static_cast<double>(got(i, j)), wanted[i * got.columns + j], where, i, j);
        }
    }
}

void Comparison::add(std::string_view where, double got, double wanted) {
    take(got, wanted, where, 0, 0);
}

void Comparison::check() const {
    INFO(report());
    CHECK(count_ > 0);
    CHECK(worst_error_ <= bound_);
}

std::string Comparison::report() const {
    return fmt::format("{}: {} numbers, worst error {:.3g}, {:.1f} % of the bound {:.3g}; {}",
                       what_, count_, worst_error_, 100.0 * worst_error_ / bound_, bound_,
                       worst_.empty() ? "none differs" : worst_);
}

void Comparison::take(double got, double wanted, std::string_view where, std::size_t row,
                      std::size_t column) {
    ++count_;
    const double difference = std::fabs(got - wanted);
    const double error =
        std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
    if (error <= worst_error_) return;
    worst_error_ = error;
    worst_ =
        fmt::format("at {} [{}, {}]: got {:.9g}, wanted {:.9g}", where, row, column, got, wanted);
}

void check_same_bits(std::string_view what, MatrixView got, MatrixView wanted) {
    INFO(what);
    REQUIRE(got.rows == wanted.rows);
    REQUIRE(got.columns == wanted.columns);
    std::size_t different = 0;
    std::string first;
    for (std::size_t i = 0; i < got.rows; ++i) {
        for (std::size_t j = 0; j < got.columns; ++j) {
            const auto bits = [&](MatrixView m) { return std::bit_cast<std::uint32_t>(m(i, j)); };
            if (bits(got) == bits(wanted)) continue;
            if (different++ == 0) {
                first = fmt::format("first at [{}, {}]: got {:a}, wanted {:a}", i, j, got(i, j),
                                    wanted(i, j));
            }
        }
    }
    INFO(first);
    CHECK(different == 0);
}

}  // namespace attnlab::testing
