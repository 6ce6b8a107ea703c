// Rows of a map, number by number: of one head, or of the mean over the heads of a layer.

#include <fmt/format.h>

#include "analysis/transform.hpp"
#include "check/compare_numbers.hpp"
#include "check/fact_kinds.hpp"

namespace attnlab {
namespace {

class AttentionRows : public MapFact {
  public:
    Finding look(const MapStream& maps) const override {
        std::vector<double> measured;
        const auto take = [&](MatrixView weights) {
            for (const std::size_t query : queries) {
                const std::span<const float> row = weights.row(query).first(query + 1);
                measured.insert(measured.end(), row.begin(), row.end());
            }
        };
        if (head) {
            maps.for_each_head([&](const HeadView& map) {
                if (map.id() == HeadId{layer, *head}) take(map.weights);
            });
        } else {
            maps.for_each_head(mean_over_heads(maps.heads.size(),
                                               [&](std::size_t, MatrixView mean) { take(mean); }));
        }
        std::vector<double> wanted;
        std::vector<std::string> places;
        for (std::size_t i = 0; i < queries.size(); ++i) {
            for (std::size_t key = 0; key < published[i].size(); ++key) {
                wanted.push_back(published[i][key]);
                places.push_back(fmt::format("row {}, key {}", queries[i], key));
            }
        }
        return compare_numbers(std::move(wanted), std::move(measured), bound,
                               [&](std::size_t i) { return places[i]; });
    }

    std::vector<std::size_t> queries;            // ascending, each a token
    std::vector<std::vector<double>> published;  // of query q its q + 1 open keys
    double bound = 0.0;
};

}  // namespace

std::unique_ptr<MapFact> read_attention_rows(FactReader& reader) {
    auto fact = std::make_unique<AttentionRows>();
    fact->ids = reader.ids("ids", 1);
    fact->layer = reader.size("layer");
    fact->head = reader.optional_size("head");
    fact->queries = reader.sizes("queries");
    fact->published = reader.rows("published");
    fact->bound = reader.bound("bound");
    if (fact->queries.back() >= fact->ids.size()) {
        reader.fail("queries",
                    fmt::format("numbers below {}, which tokens have", fact->ids.size()));
    }
    if (fact->published.size() != fact->queries.size()) {
        reader.fail("published", fmt::format("{} rows, one for each query", fact->queries.size()));
    }
    for (std::size_t i = 0; i < fact->queries.size(); ++i) {
        const std::size_t wanted = fact->queries[i] + 1;
        if (fact->published[i].size() == wanted) continue;
        reader.fail("published", fmt::format("{} weights in row {}, not {}", wanted,
                                             fact->queries[i], fact->published[i].size()));
    }
    return fact;
}

}  // namespace attnlab
