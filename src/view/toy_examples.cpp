#include "view/toy_examples.hpp"

#include <fmt/format.h>

#include "view/format_number.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kMostTerms = 6;  // of a sum that is written out

}  // namespace

std::string dot_product_example(const ToyResult& result, const std::vector<std::string>& labels,
                                std::size_t precision) {
    if (!result.worked || result.input.d_k() > kMostTerms) return "";
    const WorkedCell& cell = *result.worked;
    std::string terms;
    for (std::size_t d = 0; d < result.input.d_k(); ++d) {
        terms +=
            fmt::format("{}{} x {}", d > 0 ? " + " : "",
                        format_plain(static_cast<double>(result.input.Q(cell.query, d)), precision),
                        format_plain(static_cast<double>(result.input.K(cell.key, d)), precision));
    }
    return fmt::format(
        "Check one: the query of `{}` times the key of `{}`: {} = {}.", labels[cell.query],
        labels[cell.key], terms,
        format_plain(static_cast<double>(result.dot_products(cell.query, cell.key)), precision));
}

std::string softmax_example(const ToyResult& result, const std::vector<std::string>& labels,
                            std::size_t precision) {
    if (!result.worked) return "";
    const WorkedCell& cell = *result.worked;
    const auto power = [&](std::size_t key) {
        return "e^" + format_plain(static_cast<double>(result.attention.scores(cell.query, key)),
                                   precision);
    };
    std::string terms;
    if (result.input.n() <= kMostTerms) {
        for (std::size_t key = 0; key < result.input.n(); ++key) {
            if (result.visible(cell.query, key) == 0.0F) continue;
            terms += (terms.empty() ? "" : " + ") + power(key);
        }
        terms = fmt::format("{} / ({}) = ", power(cell.key), terms);
    }
    const auto weight = static_cast<double>(result.attention.weights(cell.query, cell.key));
    return fmt::format("Check one: `{}` on `{}`: {}{} / {} = {}.", labels[cell.query],
                       labels[cell.key], terms, format_number(cell.power, precision),
                       format_number(cell.sum_of_powers, precision),
                       format_number(weight, precision));
}

}  // namespace attnlab
