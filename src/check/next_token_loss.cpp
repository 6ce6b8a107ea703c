// How well the model foretells a text.

#include "capture/next.hpp"
#include "check/compare_numbers.hpp"
#include "check/fact_kinds.hpp"

namespace attnlab {
namespace {

class NextTokenLoss : public Fact {
  public:
    Finding measure(const Subject& subject) const override {
        const TokenizedText input = subject.model->from_ids(ids);  // refuses ids that are none
        const double loss = next_token_loss(*subject.model, ids_of(input), subject.threads);
        return compare_numbers({published}, {loss}, bound, {});
    }

    std::vector<TokenId> ids;
    double published = 0.0;
    double bound = 0.0;
};

}  // namespace

std::unique_ptr<Fact> read_next_token_loss(FactReader& reader) {
    auto fact = std::make_unique<NextTokenLoss>();
    fact->ids = reader.ids("ids", 2);
    fact->published = reader.number("published");
    fact->bound = reader.bound("bound");
    return fact;
}

}  // namespace attnlab
