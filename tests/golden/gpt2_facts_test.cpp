// The facts about the real GPT-2, as far as recordings of it hold them: the code that scores a
// user's copy must find the published numbers in what others recorded. The recordings are not part
// of this project; the test is built where CMake's ATTNLAB_GOLDENS_DIR names their folder.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "analysis/cells.hpp"
#include "check/facts_file.hpp"
#include "golden/golden_file.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::load_json;
using attnlab::testing::matrix;
using attnlab::testing::tokens_of_ids;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(ATTNLAB_GOLDENS_DIR) / "gpt2-recorded";
constexpr std::size_t kHeads = 12;

std::vector<TokenId> recorded_ids(const nlohmann::json& recorded) {
    return recorded.at("ids").get<std::vector<TokenId>>();
}

/// All heads of one layer, as a model would show them.
AttentionMaps layer_of(const nlohmann::json& recorded, std::size_t layer,
                       const nlohmann::json& heads) {
    AttentionMaps maps;
    maps.model.n_layer = 12;
    maps.model.n_head = kHeads;
    maps.input.tokens = tokens_of_ids(recorded_ids(recorded));
    maps.layers = {layer};
    for (std::size_t head = 0; head < kHeads; ++head) {
        maps.heads.push_back(head);
        HeadMap& map = maps.maps.emplace_back();
        map.layer = layer;
        map.head = head;
        map.weights = matrix(heads.at(head));
    }
    return maps;
}

/// Looks at every fact about the recorded text; returns how many there are.
std::size_t check_facts(const std::string& recording) {
    const nlohmann::json recorded = load_json(kFolder / recording);
    const nlohmann::json& layers = recorded.at("attention");
    const FactsFile file =
        load_facts(std::filesystem::path(ATTNLAB_DATA_DIR) / "facts" / "gpt2.json");
    std::size_t n = 0;
    for (const auto& fact : file.facts) {
        const auto* about_maps = dynamic_cast<const MapFact*>(fact.get());
        if (about_maps == nullptr || about_maps->ids != recorded_ids(recorded)) continue;
        const std::size_t layer = about_maps->layer;
        const nlohmann::json& heads =
            layers.is_array() ? layers.at(layer) : layers.at(std::to_string(layer));
        const Finding finding = about_maps->look(layer_of(recorded, layer, heads));
        INFO(fact->name << ": published " << finding.published << ", measured " << finding.measured
                        << ". " << finding.remark);
        CHECK(finding.verdict == Verdict::kAgreed);
        // The recording is what was published, but for its digits.
        CHECK(*finding.difference <= 5.1e-5);
        ++n;
    }
    return n;
}

}  // namespace

TEST_CASE("The facts about the head detector's prompt are those of its recording", "[golden]") {
    CHECK(check_facts("recorded-bos-1.json") == 7);
}

TEST_CASE("The facts about the explainer's first example are those of its recording", "[golden]") {
    CHECK(check_facts("recorded-0.json") == 4);
}

TEST_CASE("The previous-token heads of the recorded layers are 4.11 and 2.2", "[golden]") {
    std::vector<std::pair<double, std::string>> scores;
    const nlohmann::json recorded = load_json(kFolder / "recorded-bos-1.json");
    const std::vector<Cell> cells = previous_token_cells(recorded_ids(recorded).size());
    for (const auto& [layer, heads] : recorded.at("attention").items()) {
        for (std::size_t head = 0; head < kHeads; ++head) {
            scores.emplace_back(mean_weight(matrix(heads.at(head)), cells),
                                fmt::format("{}.{}", layer, head));
        }
    }
    REQUIRE(scores.size() == 4 * kHeads);
    std::ranges::sort(scores, std::ranges::greater());
    CHECK(scores[0].second == "4.11");
    CHECK(scores[1].second == "2.2");
}
