// Which heads do something the most, on random tokens: look at the previous token, at an earlier
// copy of a token, or at what followed that copy.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "analysis/cells.hpp"
#include "base/error.hpp"
#include "check/fact_kinds.hpp"
#include "check/random_tokens.hpp"

namespace attnlab {
namespace {

constexpr const char* kPreviousToken = "previous_token";
constexpr const char* kDuplicateToken = "duplicate_token";
// More of them would take days, and longer ones than any GPT-2 takes.
constexpr std::size_t kMostSequences = 1000;
constexpr std::size_t kLongestHalf = 1'000'000;

constexpr const char* kInduction = "induction";

struct Score {
    HeadId head;
    double value = 0.0;
};

std::string name_of(const HeadId& head) { return fmt::format("{}.{}", head.layer, head.head); }

class TopHeads : public Fact {
  public:
    Finding measure(const Subject& subject) const override {
        const ModelInfo& info = subject.model->info();
        for (const HeadId& head : heads) subject.heads_of(head.layer, head.head);
        const std::size_t n_tokens = 2 * tokens.length + (tokens.first ? 1 : 0);
        if (n_tokens > info.n_positions) {
            throw UsageError(fmt::format("it is about {} tokens, the model takes {}", n_tokens,
                                         info.n_positions));
        }
        const std::vector<RandomTokens> sequences = random_tokens(tokens, info.vocab_size);
        const bool is_previous = score == kPreviousToken;
        std::vector<Score> scores = scores_of(subject, sequences, !is_previous);
        std::ranges::stable_sort(scores, std::ranges::greater(), &Score::value);
        Finding finding = judge(scores);
        if (control_below) judge_control(scores_of(subject, sequences, false), finding);
        return finding;
    }

    std::string score;
    RandomTokensOptions tokens;
    std::vector<HeadId> heads;
    std::size_t among_first = 1;
    std::optional<double> above;
    std::optional<double> control_below;

  private:
    std::vector<Cell> cells_of(const RandomTokens& sequence) const {
        if (score == kInduction) return induction_cells(sequence.repeated);
        if (score == kDuplicateToken) return duplicate_token_cells(sequence.repeated);
        return previous_token_cells(sequence.unrepeated.size());
    }

    /// The mean weight of every head in the cells that count, over all sequences. The unrepeated
    /// ones have the same cells, in which nothing is to be found.
    std::vector<Score> scores_of(const Subject& subject, const std::vector<RandomTokens>& sequences,
                                 bool repeated) const {
        const ModelInfo& info = subject.model->info();
        const HeadSelection all = {all_of(info.n_layer), all_of(info.n_head)};
        std::vector<Score> scores;
        for (const HeadId& head : all.ids()) scores.push_back({head, 0.0});
        for (const RandomTokens& sequence : sequences) {
            const std::vector<Cell> cells = cells_of(sequence);
            const MapStream maps =
                subject.maps_of(repeated ? sequence.repeated : sequence.unrepeated, all);
            auto next = scores.begin();
            maps.for_each_head(
                [&](const HeadView& map) { (next++)->value += mean_weight(map.weights, cells); });
        }
        for (Score& each : scores) each.value /= static_cast<double>(sequences.size());
        return scores;
    }

    Finding judge(const std::vector<Score>& scores) const {
        Finding finding;
        std::vector<std::string> wanted;
        std::vector<std::string> found;
        std::vector<std::string> wrong;
        for (std::size_t i = 0; i < std::min(among_first, scores.size()); ++i) {
            found.push_back(fmt::format("{} {:.3f}", name_of(scores[i].head), scores[i].value));
        }
        for (const HeadId& head : heads) {
            wanted.push_back(name_of(head));
            const auto at = std::ranges::find(scores, head, &Score::head);
            const auto rank = static_cast<std::size_t>(at - scores.begin()) + 1;
            finding.measured_numbers.push_back(at->value);
            if (rank > among_first) {
                wrong.push_back(
                    fmt::format("{} is number {} with {:.3f}", wanted.back(), rank, at->value));
            } else if (above && at->value <= *above) {
                wrong.push_back(fmt::format("{} has {:.3f}, {:.3f} too little", wanted.back(),
                                            at->value, *above - at->value));
            }
        }
        finding.published = among_first == 1 ? fmt::format("{} first of all", wanted.front())
                                             : fmt::format("{} among the first {}",
                                                           fmt::join(wanted, " "), among_first);
        if (above) {
            finding.published +=
                fmt::format(", {}above {}", heads.size() > 1 ? "each " : "", *above);
        }
        finding.measured = fmt::format("{}", fmt::join(found, ", "));
        take(wrong, finding);
        return finding;
    }

    void judge_control(const std::vector<Score>& scores, Finding& finding) const {
        Score highest;
        std::vector<std::string> wrong;
        for (const HeadId& head : heads) {
            const Score& control = *std::ranges::find(scores, head, &Score::head);
            if (control.value >= highest.value) highest = control;
        }
        if (highest.value >= *control_below) {
            wrong.push_back(fmt::format("Without repetition {} has {:.4f}, {:.4f} too much",
                                        name_of(highest.head), highest.value,
                                        highest.value - *control_below));
        }
        finding.published += fmt::format(", and below {} without repetition", *control_below);
        finding.measured += fmt::format("; {:.4f} at most without repetition", highest.value);
        take(wrong, finding);
    }

    static void take(const std::vector<std::string>& wrong, Finding& finding) {
        if (wrong.empty()) return;
        finding.verdict = Verdict::kOff;
        finding.remark +=
            fmt::format("{}{}.", finding.remark.empty() ? "" : " ", fmt::join(wrong, "; "));
    }
};

RandomTokensOptions read_tokens(FactReader reader) {
    RandomTokensOptions tokens;
    tokens.seed = reader.size("seed");
    tokens.sequences = reader.size_within("sequences", 1, kMostSequences);
    tokens.length = reader.size_within("length", 2, kLongestHalf);
    tokens.first = reader.optional_id("first");
    reader.finish();
    return tokens;
}

}  // namespace

std::unique_ptr<Fact> read_top_heads(FactReader& reader) {
    auto fact = std::make_unique<TopHeads>();
    fact->score = reader.word("score", {kPreviousToken, kDuplicateToken, kInduction});
    fact->tokens = read_tokens(reader.object("tokens"));
    fact->heads = reader.heads("heads");
    fact->among_first = reader.size("among_first", fact->heads.size());
    fact->above = reader.optional_number("above");
    fact->control_below = reader.optional_number("control_below");
    if (fact->control_below && fact->score == kPreviousToken) {
        reader.fail("control_below", "none: a previous token is there without repetition, too");
    }
    return fact;
}

}  // namespace attnlab
