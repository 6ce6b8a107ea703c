// The mean weight on the previous token or on token 0, of one head or over the heads of a layer.

#include "analysis/cells.hpp"
#include "check/compare_numbers.hpp"
#include "check/fact_kinds.hpp"

namespace attnlab {
namespace {

constexpr const char* kPreviousToken = "previous_token";
constexpr const char* kFirstToken = "first_token";

class MeanWeight : public MapFact {
  public:
    Finding look(const MapStream& maps) const override {
        double sum = 0.0;
        std::size_t n = 0;
        const std::vector<Cell> cells =
            on == kFirstToken ? first_token_cells(ids.size()) : previous_token_cells(ids.size());
        maps.for_each_head([&](const HeadView& map) {
            if (map.layer != layer || (head && map.head != *head)) return;
            sum += mean_weight(map.weights, cells);
            ++n;
        });
        return compare_numbers({published}, {sum / static_cast<double>(n)}, bound, {});
    }

    std::string on;
    double published = 0.0;
    double bound = 0.0;
};

}  // namespace

std::unique_ptr<MapFact> read_mean_weight(FactReader& reader) {
    auto fact = std::make_unique<MeanWeight>();
    fact->ids = reader.ids("ids", 2);
    fact->layer = reader.size("layer");
    fact->head = reader.optional_size("head");
    fact->on = reader.word("on", {kPreviousToken, kFirstToken});
    fact->published = reader.number("published");
    fact->bound = reader.bound("bound");
    return fact;
}

}  // namespace attnlab
