// The facts about the embedded model, which PyTorch wrote: they agree on every kind of processor.

#include <filesystem>
#include <memory>

#include "check/check.hpp"
#include "support/catch.hpp"

using namespace attnlab;

TEST_CASE("The embedded model does what PyTorch says of it", "[golden]") {
    const std::filesystem::path data = ATTNLAB_DATA_DIR;
    const FactsFile facts = load_facts(data / "facts" / "trophy-tiny.json");
    const Subject subject = {std::make_shared<const TextModel>(TextModel::load(
                                 data / "models" / "trophy-tiny", "trophy-tiny", "", 1)),
                             1};
    const CheckResult result = check(subject, &facts);
    CHECK(result.published.size() == facts.facts.size());
    for (const auto* list : {&result.published, &result.every_model}) {
        for (const CheckedFact& fact : *list) {
            INFO(fact.name << ": measured " << fact.finding.measured << ", off by "
                           << fact.finding.difference.value_or(0.0) << ". " << fact.finding.remark);
            CHECK(fact.finding.verdict == Verdict::kAgreed);
        }
    }
}
