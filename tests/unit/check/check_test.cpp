// Whole checks, on a small random model: facts that its own numbers are put into agree, and are off
// by as much as they are changed.

#include "check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analysis/cells.hpp"
#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "capture/next.hpp"
#include "check/every_model.hpp"
#include "check/random_tokens.hpp"
#include "hub/hash.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/facts.hpp"
#include "support/safetensors_writer.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_model_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::fact_kinds;
using attnlab::testing::facts_of;
using attnlab::testing::sample_fact;
using attnlab::testing::small_config;
using attnlab::testing::TextModelFolder;
using nlohmann::json;
using Ids = std::vector<TokenId>;

namespace {

/// 2 layers of 2 heads, 16 positions, 257 tokens.
const TextModelFolder& folder() {
    static const TextModelFolder made({});
    return made;
}

const Subject& subject() {
    static const Subject loaded = {std::make_shared<const TextModel>(folder().load()), 1};
    return loaded;
}

Finding find(const json& fact) {
    const FactsFile file = facts_of({fact});
    return check(subject(), &file).published.front().finding;
}

const CheckedFact& named(const CheckResult& result, const std::string& name) {
    const auto found = std::ranges::find(result.every_model, name, &CheckedFact::name);
    REQUIRE(found != result.every_model.end());
    return *found;
}

/// The heads of the sample fact's random tokens by their scores, the highest first, from the
/// definition: the second pass looks at what followed the first.
std::vector<std::pair<double, std::string>> induction_scores() {
    std::vector<std::pair<double, std::string>> scores;
    for (const std::string name : {"0.0", "0.1", "1.0", "1.1"}) scores.emplace_back(0.0, name);
    for (const RandomTokens& tokens : random_tokens({1, 2, 5, 256}, 257)) {
        const MapStream maps = subject().maps_of(tokens.repeated, {all_of(2), all_of(2)});
        auto next = scores.begin();
        maps.for_each_head([&](const HeadView& map) {
            for (std::size_t i = 6; i < 11; ++i) {
                next->first += static_cast<double>(map.weights(i, i - 4)) / 10.0;
            }
            ++next;
        });
    }
    std::ranges::sort(scores, std::ranges::greater());
    return scores;
}

}  // namespace

TEST_CASE("A greedy continuation agrees or is off from some place on", "[check]") {
    const TextModel& model = *subject().model;
    const Continuation truth = continue_greedily(model, model.from_ids(Ids{1, 2}), 3, 1);
    Ids ids;
    for (const ProbableToken& next : truth.tokens) ids.push_back(next.token.id);
    json fact = sample_fact("greedy_continuation");
    fact["published"] = ids;
    CHECK(find(fact).verdict == Verdict::kAgreed);
    CHECK(find(fact).measured == "the same");
    const TokenId wrong = ids[1] == 7 ? 8 : 7;
    fact["published"][1] = wrong;
    const Finding off = find(fact);
    CHECK(off.verdict == Verdict::kOff);
    CHECK(off.remark == fmt::format("Number 2 of them is {} and not {}.", ids[1], wrong));
    CHECK(off.measured_numbers.size() == 3);
}

TEST_CASE("A continuation that ends early is off", "[check]") {
    Config config = small_config();
    const TextModel& model = *subject().model;
    config.eos_token_id =
        continue_greedily(model, model.from_ids(Ids{1, 2}), 1, 1).tokens.front().token.id;
    const TextModelFolder ending({}, config);
    const Subject other = {std::make_shared<const TextModel>(ending.load()), 1};
    json fact = sample_fact("greedy_continuation");
    fact["published"] = {*config.eos_token_id, 3};
    const FactsFile file = facts_of({fact});
    const Finding off = check(other, &file).published.front().finding;
    CHECK(off.verdict == Verdict::kOff);
    CHECK(off.remark == "It ends with the end-of-text token after 1 of 2.");
}

TEST_CASE("A loss agrees within its bound", "[check]") {
    const double loss = next_token_loss(*subject().model, Ids{1, 2}, 1);
    json fact = sample_fact("next_token_loss");
    fact["published"] = loss + 0.9e-4;
    CHECK(find(fact).verdict == Verdict::kAgreed);
    fact["published"] = loss + 1.1e-4;
    CHECK(find(fact).verdict == Verdict::kOff);
    CHECK(find(fact).difference == Approx(1.1e-4));
}

TEST_CASE("One token above another is so or is off by the difference", "[check]") {
    const TextModel& model = *subject().model;
    const std::vector<ProbableToken> next =
        next_tokens(Reading(model, model.from_ids(Ids{1, 2}), 1), 2);
    json fact = sample_fact("one_above_another");
    fact["higher"] = next[0].token.id;
    fact["lower"] = next[1].token.id;
    CHECK(find(fact).verdict == Verdict::kAgreed);
    std::swap(fact["higher"], fact["lower"]);
    const Finding off = find(fact);
    CHECK(off.verdict == Verdict::kOff);
    CHECK(off.difference == next[0].probability - next[1].probability);
    fact["lower"] = fact["higher"];  // a token is not above itself
    expect_error<InputError>([&] { find(fact); }, {"`lower`", "another token than `higher`"});
}

TEST_CASE("Heads are ranked by their score on random tokens", "[check]") {
    const auto scores = induction_scores();
    json fact = sample_fact("top_heads");
    fact["heads"] = {scores[1].second, scores[0].second};
    fact["above"] = scores[1].first * 0.999;
    fact["control_below"] = 1.0;
    const Finding agreed = find(fact);
    CHECK(agreed.verdict == Verdict::kAgreed);
    REQUIRE(agreed.measured_numbers.size() == 2);
    CHECK(agreed.measured_numbers[0] == Approx(scores[1].first).epsilon(1e-12));
    CHECK(agreed.measured_numbers[1] == Approx(scores[0].first).epsilon(1e-12));
}

TEST_CASE("A head that is not among the first or scores too little is named", "[check]") {
    const auto scores = induction_scores();
    json fact = sample_fact("top_heads");
    fact["control_below"] = 1.0;
    fact["above"] = 0.0;
    fact["heads"] = {scores[0].second, scores[3].second};
    const Finding low = find(fact);
    CHECK(low.verdict == Verdict::kOff);
    CHECK(low.remark ==
          fmt::format("{} is number 4 with {:.3f}.", scores[3].second, scores[3].first));
    fact["among_first"] = 4;
    CHECK(find(fact).verdict == Verdict::kAgreed);
    fact["above"] = scores[0].first + 0.5;
    CHECK(find(fact).remark.find("0.500 too little") != std::string::npos);
    fact["above"] = 0.0;
    fact["control_below"] = 1e-9;
    CHECK(find(fact).verdict == Verdict::kOff);
    CHECK(find(fact).remark.find("Without repetition ") == 0);
}

TEST_CASE("Previous-token heads are ranked on tokens that are not repeated", "[check]") {
    std::vector<std::pair<double, std::string>> scores = {
        {0.0, "0.0"}, {0.0, "0.1"}, {0.0, "1.0"}, {0.0, "1.1"}};
    for (const RandomTokens& tokens : random_tokens({1, 2, 5, 256}, 257)) {
        auto next = scores.begin();
        subject()
            .maps_of(tokens.unrepeated, {all_of(2), all_of(2)})
            .for_each_head([&](const HeadView& map) {
                (next++)->first += mean_weight(map.weights, previous_token_cells(11)) / 2.0;
            });
    }
    std::ranges::sort(scores, std::ranges::greater());
    json fact = sample_fact("top_heads");
    fact["score"] = "previous_token";
    fact.erase("control_below");
    fact.erase("above");
    fact["heads"] = {scores[0].second};
    fact["among_first"] = 1;
    CHECK(find(fact).verdict == Verdict::kAgreed);
    CHECK(find(fact).measured_numbers[0] == Approx(scores[0].first).epsilon(1e-12));
    fact["heads"] = {scores[1].second};
    CHECK(find(fact).verdict == Verdict::kOff);
}

TEST_CASE("A fact about another kind of model cannot be measured and says why", "[check]") {
    const auto expect_cannot = [](const json& fact, const std::string& why) {
        const Finding finding = find(fact);
        INFO(finding.remark);
        CHECK(finding.verdict == Verdict::kCannot);
        CHECK(finding.measured == "nothing");
        CHECK(finding.remark.find(why) != std::string::npos);
    };
    json rows = sample_fact("attention_rows");
    rows["layer"] = 2;
    expect_cannot(rows, "it is about layer 2, the model has 2 layers");
    rows["layer"] = 1;
    rows["head"] = 2;
    expect_cannot(rows, "head 1.2, the model has 2 heads");
    json top = sample_fact("top_heads");
    top["heads"] = {"0.1", "5.5"};
    expect_cannot(top, "layer 5");
    top = sample_fact("top_heads");
    top["tokens"]["length"] = 8;  // 17 tokens, the model takes 16
    expect_cannot(top, "17 tokens");
    top["tokens"]["length"] = 500;
    expect_cannot(top, "1001 tokens");
    for (const std::string& kind : fact_kinds()) {
        if (kind == "top_heads") continue;
        json fact = sample_fact(kind);
        fact["ids"][0] = 257;
        expect_cannot(fact, "token id 257");
        if (kind == "attention_rows" || kind == "mean_weight") continue;
        fact = sample_fact(kind);
        fact["ids"] = Ids(17, 1);
        expect_cannot(fact, "17");
    }
    json order = sample_fact("one_above_another");
    order["lower"] = 257;
    expect_cannot(order, "token id 257");
}

TEST_CASE("Every fact is checked whatever became of those before it", "[check]") {
    std::vector<json> facts;
    for (const std::string& kind : fact_kinds()) facts.push_back(sample_fact(kind));
    facts[0]["ids"] = {9999};
    const FactsFile file = facts_of(facts);
    std::vector<double> shares;
    const CheckResult result =
        check(subject(), &file, [&](double share) { shares.push_back(share); });
    CHECK(result.facts == "sample");
    CHECK(result.published.size() == facts.size());
    CHECK(result.every_model.size() == 7);
    CHECK(result.count(Verdict::kAgreed) + result.count(Verdict::kOff) +
              result.count(Verdict::kCannot) + result.count(Verdict::kUnpublished) ==
          facts.size() + 7);
    CHECK(result.count(Verdict::kCannot) == 1);
    CHECK(std::ranges::is_sorted(shares));
    CHECK(shares.back() == 1.0);
}

TEST_CASE("Without facts what holds for every model is checked", "[check]") {
    const CheckResult result = check(subject(), nullptr);
    CHECK(result.facts.empty());
    CHECK(result.published.empty());
    CHECK(result.count(Verdict::kOff) == 0);
    for (const char* name : {"row_sums", "exact_zeros", "common_rows", "threads"}) {
        CHECK(named(result, name).finding.verdict == Verdict::kAgreed);
    }
    for (const char* name : {"head_is_tied", "n_parameters", "sha256"}) {
        CHECK(named(result, name).finding.verdict == Verdict::kUnpublished);
        CHECK(named(result, name).source.empty());
    }
    CHECK(*named(result, "row_sums").finding.difference <= kRowSumBound);
    CHECK(named(result, "head_is_tied").finding.measured == "tied");
}

TEST_CASE("What the files are is compared with what is published of them", "[check]") {
    const std::string sha256 = sha256_of(MappedFile(folder().path() / "model.safetensors").bytes());
    const std::uint64_t n = subject().model->info().n_parameters;
    const auto check_with = [&](std::uint64_t parameters, bool tied, const std::string& hash) {
        const FactsFile file = facts_of({}, {{"n_parameters", parameters},
                                             {"head_is_tied", tied},
                                             {"sha256", hash},
                                             {"source", "the press"}});
        return check(subject(), &file);
    };
    const CheckResult right = check_with(n, true, sha256);
    CHECK(right.count(Verdict::kAgreed) == 7);
    CHECK(named(right, "sha256").source == "the press");
    const CheckResult wrong = check_with(n + 5, false, std::string(64, '0'));
    CHECK(wrong.count(Verdict::kOff) == 2);
    CHECK(named(wrong, "sha256").finding.verdict == Verdict::kDiffers);
    CHECK(named(wrong, "n_parameters").finding.difference == 5.0);
    CHECK(named(wrong, "head_is_tied").finding.published == "its own");
    CHECK(named(wrong, "sha256").finding.remark.find("another file") != std::string::npos);
}

TEST_CASE("Weights in several files stand beside the hash of one without a contradiction",
          "[check]") {
    const TextModelFolder split({});
    Config config = small_config();
    config.vocab_size = 257;
    const auto tensors = testing::random_tensors(config, 11);
    const std::size_t half = tensors.size() / 2;
    json places = json::object();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        places[tensors[i].name] = i < half ? "1.safetensors" : "2.safetensors";
    }
    const auto write = [&](const char* name, const std::string& bytes) {
        testing::write_file(split.path() / name, bytes);
    };
    write("1.safetensors", testing::safetensors_file(std::span(tensors).first(half)));
    write("2.safetensors", testing::safetensors_file(std::span(tensors).subspan(half)));
    write("model.safetensors.index.json", json({{"weight_map", places}}).dump());
    std::filesystem::remove(split.path() / "model.safetensors");
    const Subject other = {std::make_shared<const TextModel>(split.load()), 1};

    const CheckedFact unknown = named(check(other, nullptr), "sha256");
    CHECK(unknown.finding.measured == "2 files");
    CHECK(unknown.finding.remark.empty());
    CHECK(unknown.source.empty());
    const std::string hash(64, '0');
    const FactsFile file = facts_of({}, {{"sha256", hash}, {"source", "the press"}});
    const CheckedFact known = named(check(other, &file), "sha256");
    CHECK(known.finding.verdict == Verdict::kUnpublished);
    CHECK(known.finding.published == hash);
    CHECK(known.finding.remark == "The hash of one file cannot be compared with them.");
    CHECK(known.source == "the press");
}

TEST_CASE("A model of one position is checked like any other", "[check]") {
    Config config = small_config();
    config.n_positions = 1;
    const TextModelFolder tiny({}, config);
    const CheckResult result = check({std::make_shared<const TextModel>(tiny.load()), 1}, nullptr);
    CHECK(result.count(Verdict::kAgreed) == 4);
}

TEST_CASE("A model whose numbers overflow is an error and no finding", "[check]") {
    TextModelFolder broken({});
    Config config = small_config();
    config.vocab_size = 257;
    auto tensors = testing::random_tensors(config, 1);
    for (testing::TensorToWrite& tensor : tensors) {
        if (tensor.name != "transformer.h.1.ln_1.weight") continue;
        tensor.bytes = testing::bytes_of(std::vector<float>(8, 3e38F));
    }
    testing::write_model(broken.path(), config, tensors);
    const Subject other = {std::make_shared<const TextModel>(broken.load()), 1};
    expect_error<InputError>([&] { check(other, nullptr); }, {"head 1.0"});
}
