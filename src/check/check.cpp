#include "check/check.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/every_model.hpp"

namespace attnlab {
namespace {

Finding measure(const Fact& fact, const Subject& subject) {
    try {
        return fact.measure(subject);
    } catch (const UsageError& error) {
        Finding finding;
        finding.verdict = Verdict::kCannot;
        finding.measured = "nothing";
        finding.remark = fmt::format("It cannot be measured on this model: {}.", error.what());
        return finding;
    }
}

}  // namespace

CheckResult check(const Subject& subject, const FactsFile* facts, const OnProgress& on_progress) {
    CheckResult result;
    result.model = subject.model->info();
    const std::size_t n_facts = facts == nullptr ? 0 : facts->facts.size();
    const auto n_parts = static_cast<double>(n_facts + 1);  // the last: what holds for every model
    for (std::size_t i = 0; i < n_facts; ++i) {
        const Fact& fact = *facts->facts[i];
        result.published.push_back({fact.name, fact.what, fact.source, measure(fact, subject)});
        report(on_progress, static_cast<double>(i + 1) / n_parts);
    }
    if (facts != nullptr) result.facts = facts->model;
    result.every_model = check_every_model(
        subject, facts == nullptr ? Release() : facts->release, [&](double share) {
            report(on_progress, (static_cast<double>(n_facts) + share) / n_parts);
        });
    return result;
}

}  // namespace attnlab
