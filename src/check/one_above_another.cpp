// That one token is more probable than another after a text.

#include <fmt/format.h>

#include "capture/next.hpp"
#include "check/fact_kinds.hpp"

namespace attnlab {
namespace {

class OneAboveAnother : public Fact {
  public:
    Finding measure(const Subject& subject) const override {
        const TextModel& model = *subject.model;
        for (const TokenId id : {higher, lower}) model.from_ids(std::span(&id, 1));
        const Reading reading(model, model.from_ids(ids), subject.threads);
        const NextDistribution next = reading.next();
        const std::vector p = {next.probability(higher), next.probability(lower)};
        Finding finding;
        finding.published = fmt::format("{} above {}", higher, lower);
        finding.measured = fmt::format("{:.4g} and {:.4g}", p[0], p[1]);
        finding.measured_numbers = p;
        if (p[0] <= p[1]) {
            finding.verdict = Verdict::kOff;
            finding.difference = p[1] - p[0];
            finding.remark = fmt::format("{} is not above {}.", higher, lower);
        }
        return finding;
    }

    std::vector<TokenId> ids;
    TokenId higher = 0;
    TokenId lower = 0;
};

}  // namespace

std::unique_ptr<Fact> read_one_above_another(FactReader& reader) {
    auto fact = std::make_unique<OneAboveAnother>();
    fact->ids = reader.ids("ids", 1);
    fact->higher = reader.id("higher");
    fact->lower = reader.id("lower");
    if (fact->higher == fact->lower) reader.fail("lower", "another token than `higher`");
    return fact;
}

}  // namespace attnlab
