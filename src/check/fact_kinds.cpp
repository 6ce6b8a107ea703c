#include "check/fact_kinds.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace attnlab {
namespace {

struct Kind {
    std::string name;
    std::function<std::unique_ptr<Fact>(FactReader&)> read;
};

const std::array<Kind, 6>& kinds() {
    static const std::array<Kind, 6> all = {{
        {"greedy_continuation", read_greedy_continuation},
        {"next_token_loss", read_next_token_loss},
        {"attention_rows", read_attention_rows},
        {"mean_weight", read_mean_weight},
        {"top_heads", read_top_heads},
        {"one_above_another", read_one_above_another},
    }};
    return all;
}

}  // namespace

std::unique_ptr<Fact> read_fact(FactReader& reader) {
    std::vector<std::string> names;
    for (const Kind& kind : kinds()) names.push_back(kind.name);
    const std::string name = reader.word("kind", names);
    const auto kind = std::ranges::find(kinds(), name, &Kind::name);
    std::unique_ptr<Fact> fact = kind->read(reader);
    fact->name = reader.text("name");
    fact->what = reader.text("what");
    fact->source = reader.text("source");
    reader.finish();
    return fact;
}

}  // namespace attnlab
