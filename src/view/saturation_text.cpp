// The saturation step in the order of its argument: scores spread, softmax collapses, the division
// prevents it, and the same on one query.

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "view/format_number.hpp"
#include "view/saturation_view.hpp"
#include "view/section.hpp"
#include "view/wrapped_table.hpp"

namespace attnlab {
namespace {

std::string with_error(const Mean& mean, std::size_t precision) {
    std::string text = format_number(mean.value, precision);
    if (mean.standard_error) {
        text += " \xC2\xB1 " + format_number(*mean.standard_error, precision);
    }
    return text;
}

std::string percent(double share) { return fmt::format("{:.0f}%", 100.0 * share); }

std::string introduction(const SaturationResult& result, const Style& style) {
    const SaturationOptions& options = result.options;
    return paragraph(
        fmt::format("What the division by sqrt(d_k) is for. Queries and keys are random here, with "
                    "mean 0 and variance 1, so that nothing differs between the lines but d_k, "
                    "their length. A trial is {} quer{} and {} key{}; every number is a mean over "
                    "{} trial{}{}. Seed {}.",
                    options.n, options.n == 1 ? "y" : "ies", options.n, options.n == 1 ? "" : "s",
                    options.trials, options.trials == 1 ? "" : "s",
                    options.trials == 1 ? "" : ", \xC2\xB1 its standard error", options.seed),
        style);
}

std::string variances(const SaturationResult& result, const Style& style) {
    std::string text = section("1. The longer the vectors, the wider the scores spread", style);
    text += body(
        "A score is a dot product: a sum of d_k terms, each of variance 1. Variances of "
        "independent "
        "terms add up, so theory predicts a variance of d_k.",
        style);
    std::vector<std::vector<std::string>> rows = {{"d_k", "variance", "predicted"}};
    for (const SaturationRow& row : result.rows) {
        rows.push_back({fmt::format("{}", row.d_k),
                        with_error(row.variance, row.variance.value < 100.0 ? 2 : 1),
                        fmt::format("{}", row.d_k)});
    }
    return text + wrapped_table(rows, style);
}

std::string sharpness_table(const SaturationResult& result, Sharpness SaturationRow::*way,
                            const Style& style) {
    std::vector<std::vector<std::string>> rows = {
        {"d_k", "entropy, bits", "of most", "top weight", "gradient", "gone"}};
    for (const SaturationRow& row : result.rows) {
        const Sharpness& sharpness = row.*way;
        rows.push_back({fmt::format("{}", row.d_k), with_error(sharpness.entropy_bits, 2),
                        sharpness.entropy_share ? percent(*sharpness.entropy_share) : "-",
                        with_error(sharpness.largest_weight, 3),
                        with_error(sharpness.jacobian_norm, 3),
                        percent(sharpness.share_without_gradient.value)});
    }
    return wrapped_table(rows, style);
}

std::string how_to_read(const SaturationResult& result, const Style& style) {
    const std::string most = format_number(result.uniform_entropy_bits, 2);
    std::string text = section("How to read the two tables below", style);
    text += body(fmt::format("entropy: how widely a query looks. {} bits (log2 {}) is every key "
                             "alike, 0 bits is one key only; \"of most\" is the share of {}.",
                             most, result.options.n, most),
                 style);
    text += body("top weight: the largest of a query's weights.", style);
    text += body(
        "gradient: how strongly the weights still answer to a change of the scores: the size "
        "(Frobenius norm) of softmax's derivative, diag(p) - p p^T. A query torn between two keys "
        "answers most, 0.5; one that looks at a single key answers with 0, and nothing is learned.",
        style);
    text += body(fmt::format("gone: the share of queries with a gradient below {}.", kNoGradient),
                 style);
    return text;
}

std::string undivided(const SaturationResult& result, const Style& style) {
    std::string text = section("2. Without the division softmax collapses", style);
    text += body(
        "Softmax makes weights of scores: the distance of two scores becomes the ratio of their "
        "weights, e^distance. The wider the scores spread, the more goes to the best one.",
        style);
    text += sharpness_table(result, &SaturationRow::undivided, style);
    return text + body(
                      "The mean gradient may rise before it falls: on its way from many keys to "
                      "one, softmax passes through two. The last column counts the queries that "
                      "have arrived.",
                      style);
}

std::string divided(const SaturationResult& result, const Style& style) {
    std::string text = section("3. With the division by sqrt(d_k) it stays as it was", style);
    text += body("The same scores, divided: their variance is 1 whatever d_k is.", style);
    text += sharpness_table(result, &SaturationRow::divided, style);
    if (result.theory_entropy_bits) {
        text +=
            body(fmt::format("Theory, for many keys: log2 n - 0.72 bits (ln n - 1/2 nats), here "
                             "{}; fewer keys give a little more.",
                             format_number(*result.theory_entropy_bits, 2)),
                 style);
    }
    return text;
}

std::string ratio(const SaturationResult& result, const Style& style) {
    const SaturationRatio& r = result.ratio;
    return section("5. The arithmetic behind it", style) +
           body(
               fmt::format("At d_k = 64 scores of 8 are common: that is one standard deviation. A "
                           "score of {0:.0f} against one of 0 is e^{0:.0f} = {1:.0f} to 1. Divided "
                           "by sqrt(64) = {2:.0f} it is e^{3:.0f} = {4:.2f} to 1.",
                           r.score, r.undivided, r.divisor, r.score / r.divisor, r.divided),
               style);
}

}  // namespace

std::string saturation_text(const SaturationResult& result, const Style& style) {
    return introduction(result, style) + variances(result, style) + how_to_read(result, style) +
           undivided(result, style) + divided(result, style) +
           saturation_bars(result.example, style) + ratio(result, style);
}

}  // namespace attnlab
