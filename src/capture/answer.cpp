#include "capture/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "capture/next_distribution.hpp"

namespace attnlab {
namespace {

bool begins_with_word(std::string_view text) {
    if (text.empty()) return false;
    const auto first = static_cast<unsigned char>(text.front());
    return std::isalnum(first) != 0 || first >= 0x80;  // a byte of a letter beyond ASCII
}

bool ends_with_space(std::string_view text) {
    return !text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0;
}

/// The probability of the tokens after the first `n_known` ones, each given all before it.
double joint_probability(const TextModel& model, const std::vector<TokenId>& ids,
                         std::size_t n_known, const ForwardOptions& options) {
    // The last token is only looked up, never read.
    const std::span<const TokenId> read(ids.data(), ids.size() - 1);
    const Matrix hidden = model.model().forward(read, options);
    const Matrix logits = model.model().logits(
        hidden.view().block(n_known - 1, ids.size() - n_known, 0, hidden.columns()),
        options.threads);
    double log_sum = 0.0;
    for (std::size_t i = 0; i < logits.rows(); ++i) {
        log_sum += NextDistribution(logits.row(i)).log_probability(ids[n_known + i]);
    }
    return std::exp(log_sum);
}

}  // namespace

Question with_spaces(const Question& question, std::string_view text) {
    Question result = question;
    std::string& cue = result.cue;
    const bool had_space = ends_with_space(cue);
    while (ends_with_space(cue)) cue.pop_back();
    if (ends_with_space(text)) cue.erase(0, cue.find_first_not_of(' '));
    if (begins_with_word(cue) && !ends_with_space(text)) cue.insert(cue.begin(), ' ');
    const bool before_has_space = cue.empty() && ends_with_space(text) && !had_space;
    for (std::string& candidate : result.candidates) {
        if (begins_with_word(candidate) && !before_has_space)
            candidate.insert(candidate.begin(), ' ');
    }
    return result;
}

std::size_t tokens_with(const TextModel& model, std::string_view text, const Question& question,
                        const TokenizeOptions& options) {
    const Question spaced = with_spaces(question, text);
    std::size_t longest = 1;
    for (const std::string& candidate : spaced.candidates) {
        longest = std::max(longest, model.tokenize(candidate).tokens.size());
    }
    return model.tokenize(std::string(text) + spaced.cue, options).tokens.size() + longest - 1;
}

Answer answer(const TextModel& model, std::string_view text, const Question& question,
              const TokenizeOptions& tokenize_options, const CaptureOptions& options) {
    const Question spaced = with_spaces(question, text);
    Answer result;
    result.input = model.tokenize(std::string(text) + spaced.cue, tokenize_options);
    const std::vector<TokenId> known = ids_of(result.input);
    ForwardOptions forward;
    forward.causal = options.causal;
    forward.scores = false;
    forward.threads = options.threads;

    ChosenHeads observer(options.selection.ids(), [&](const HeadView& head) {
        const std::span<const float> row = head.weights.row(head.weights.rows - 1);
        result.rows.push_back({head.layer, head.head, {row.begin(), row.end()}});
    });
    const Matrix hidden = model.model().forward(known, forward, &observer);
    const Matrix next = model.model().logits(
        hidden.view().block(hidden.rows() - 1, 1, 0, hidden.columns()), options.threads);
    const NextDistribution distribution(next.row(0));

    for (std::size_t i = 0; i < spaced.candidates.size(); ++i) {
        std::vector<TokenId> ids = known;
        for (const Token& token : model.tokenize(spaced.candidates[i]).tokens) {
            ids.push_back(token.id);
        }
        result.probabilities.push_back(ids.size() == known.size() + 1
                                           ? distribution.probability(ids.back())
                                           : joint_probability(model, ids, known.size(), forward));
    }
    return result;
}

}  // namespace attnlab
