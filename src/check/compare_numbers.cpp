#include "check/compare_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnlab {
namespace {

constexpr std::size_t kMostShown = 8;

std::string list_text(const std::vector<double>& numbers, double bound) {
    if (numbers.size() > kMostShown) return fmt::format("{} numbers", numbers.size());
    std::vector<std::string> texts;
    for (const double number : numbers) texts.push_back(number_text(number, bound));
    return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace

std::string number_text(double number, double bound) {
    constexpr double kMostDigits = 12.0;
    const double digits = std::clamp(std::ceil(-std::log10(bound)) + 1.0, 1.0, kMostDigits);
    return fmt::format("{:.{}f}", number, static_cast<int>(digits));
}

Finding compare_numbers(std::vector<double> published, std::vector<double> measured, double bound,
                        const std::function<std::string(std::size_t)>& where) {
    Finding finding;
    std::size_t farthest = 0;
    double largest = 0.0;
    for (std::size_t i = 0; i < published.size(); ++i) {
        const double difference = std::abs(measured[i] - published[i]);
        if (difference <= largest) continue;
        largest = difference;
        farthest = i;
    }
    finding.difference = largest;
    finding.bound = bound;
    finding.published = list_text(published, bound);
    finding.measured = list_text(measured, bound);
    if (largest > bound) {
        finding.verdict = Verdict::kOff;
        if (published.size() > 1) {
            finding.remark = fmt::format("The farthest is {}: {}, published {}.", where(farthest),
                                         number_text(measured[farthest], bound),
                                         number_text(published[farthest], bound));
        }
    }
    finding.published_numbers = std::move(published);
    finding.measured_numbers = std::move(measured);
    return finding;
}

std::string ids_text(std::span<const TokenId> ids) {
    return fmt::format("{}", fmt::join(ids, " "));
}

}  // namespace attnlab
