// Which tokens follow a text, each the most probable one after all before it.

#include <fmt/format.h>

#include <algorithm>

#include "capture/next.hpp"
#include "check/compare_numbers.hpp"
#include "check/fact_kinds.hpp"

namespace attnlab {
namespace {

class GreedyContinuation : public Fact {
  public:
    Finding measure(const Subject& subject) const override {
        const Continuation continuation = continue_greedily(
            *subject.model, subject.model->from_ids(ids), published.size(), subject.threads);
        std::vector<TokenId> measured;
        for (const ProbableToken& next : continuation.tokens) measured.push_back(next.token.id);

        Finding finding;
        finding.published = ids_text(published);
        finding.measured = measured == published ? "the same" : ids_text(measured);
        finding.published_numbers.assign(published.begin(), published.end());
        finding.measured_numbers.assign(measured.begin(), measured.end());
        if (measured != published) {
            finding.verdict = Verdict::kOff;
            finding.remark = difference(measured);
        }
        return finding;
    }

    std::vector<TokenId> ids;
    std::vector<TokenId> published;

  private:
    std::string difference(const std::vector<TokenId>& measured) const {
        const auto differs = std::ranges::mismatch(measured, published);
        const auto place = differs.in1 - measured.begin();
        if (differs.in1 == measured.end()) {
            return fmt::format("It ends with the end-of-text token after {} of {}.",
                               measured.size(), published.size());
        }
        return fmt::format("Number {} of them is {} and not {}.", place + 1, *differs.in1,
                           *differs.in2);
    }
};

}  // namespace

std::unique_ptr<Fact> read_greedy_continuation(FactReader& reader) {
    auto fact = std::make_unique<GreedyContinuation>();
    fact->ids = reader.ids("ids", 1);
    fact->published = reader.ids("published", 1);
    return fact;
}

}  // namespace attnlab
