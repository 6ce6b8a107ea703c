#include "support/facts.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace attnlab::testing {

using nlohmann::json;

std::vector<std::string> fact_kinds() {
    return {"greedy_continuation", "next_token_loss", "attention_rows",
            "mean_weight",         "top_heads",       "one_above_another"};
}

json sample_fact(const std::string& kind) {
    json fact = {{"kind", kind}, {"name", kind}, {"what", "Something"}, {"source", "nobody"}};
    if (kind == "greedy_continuation") {
        fact["ids"] = {1, 2};
        fact["published"] = {3, 4};
    } else if (kind == "next_token_loss") {
        fact["ids"] = {1, 2};
        fact["published"] = 5.5;
        fact["bound"] = 1e-4;
    } else if (kind == "attention_rows") {
        fact["ids"] = {1, 2, 3};
        fact["layer"] = 1;
        fact["head"] = 0;
        fact["queries"] = {0, 2};
        fact["published"] = {{1.0}, {0.5, 0.25, 0.25}};
        fact["bound"] = 1e-4;
    } else if (kind == "mean_weight") {
        fact["ids"] = {1, 2, 3};
        fact["layer"] = 1;
        fact["on"] = "previous_token";
        fact["published"] = 0.5;
        fact["bound"] = 1e-4;
    } else if (kind == "top_heads") {
        fact["score"] = "induction";
        fact["tokens"] = {{"seed", 1}, {"sequences", 2}, {"length", 5}, {"first", 256}};
        fact["heads"] = {"0.1", "1.0"};
        fact["among_first"] = 2;
        fact["above"] = 0.5;
        fact["control_below"] = 0.01;
    } else if (kind == "one_above_another") {
        fact["ids"] = {1, 2};
        fact["higher"] = 3;
        fact["lower"] = 4;
    } else {
        throw std::invalid_argument("no kind of fact: " + kind);
    }
    return fact;
}

FactsFile facts_of(std::vector<json> facts, const json& release) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (!facts[i].contains("name")) facts[i]["name"] = fmt::format("number {}", i);
    }
    json file = {{"schema", "attention-lab/facts/1"}, {"model", "sample"}, {"facts", facts}};
    if (!release.is_null()) file["release"] = release;
    return parse_facts(file.dump(), "facts.json");
}

const Fact& only_fact(const FactsFile& file) {
    if (file.facts.size() != 1) throw std::invalid_argument("not one fact");
    return *file.facts.front();
}

}  // namespace attnlab::testing
