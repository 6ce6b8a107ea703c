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

/// A candidate of several tokens on its way through the model.
struct LongCandidate {
    std::size_t text;
    std::size_t candidate;
    std::vector<TokenId> ids;  // what is run: all tokens but the last, which is only looked up
    KeyValueCache cache;       // of the text alone; unused without the mask
};

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

std::size_t AskedText::n_tokens() const {
    std::size_t longest = 1;
    for (const auto& candidate : candidates) longest = std::max(longest, candidate.size());
    return input.tokens.size() + longest - 1;
}

bool AskedText::has_long_candidate() const {
    return std::ranges::any_of(candidates, [](const auto& ids) { return ids.size() > 1; });
}

AskedText ask(const TextModel& model, std::string_view text, const Question& question,
              const TokenizeOptions& options) {
    AskedText asked;
    asked.question = with_spaces(question, text);
    asked.input = model.tokenize(std::string(text) + asked.question.cue, options);
    for (const std::string& candidate : asked.question.candidates) {
        asked.candidates.push_back(ids_of(model.tokenize(candidate)));
    }
    return asked;
}

std::vector<std::vector<double>> candidate_probabilities(const Gpt2& model,
                                                         std::span<const AskedText> texts,
                                                         MatrixView last,
                                                         std::span<const KeyValueCache> caches,
                                                         std::size_t threads) {
    const Matrix logits = model.logits(last, threads);  // [texts, V]
    std::vector<std::vector<double>> log_probabilities(texts.size());
    std::vector<LongCandidate> long_ones;
    for (std::size_t t = 0; t < texts.size(); ++t) {
        const NextDistribution next(logits.row(t));
        for (const std::vector<TokenId>& ids : texts[t].candidates) {
            log_probabilities[t].push_back(next.log_probability(ids.front()));
            if (ids.size() == 1) continue;
            LongCandidate& one = long_ones.emplace_back(LongCandidate{
                t, log_probabilities[t].size() - 1, {}, KeyValueCache(model.config())});
            if (caches.empty()) {
                one.ids = ids_of(texts[t].input);
            } else {
                one.cache = caches[t];
            }
            one.ids.insert(one.ids.end(), ids.begin(), ids.end() - 1);
        }
    }

    std::vector<TextInput> inputs;
    for (LongCandidate& one : long_ones) {
        inputs.push_back({.ids = one.ids, .cache = caches.empty() ? nullptr : &one.cache});
    }
    ForwardOptions options;
    options.causal = !caches.empty();
    options.scores = false;
    options.threads = threads;
    const Matrix hidden = inputs.empty() ? Matrix() : model.forward(inputs, options);
    std::size_t end = 0;  // of the rows of one candidate
    for (const LongCandidate& one : long_ones) {
        const std::vector<TokenId>& ids = texts[one.text].candidates[one.candidate];
        const std::size_t n = ids.size() - 1;
        end += one.ids.size();
        const Matrix rows =
            model.logits(hidden.view().block(end - n, n, 0, hidden.columns()), threads);
        for (std::size_t i = 0; i < n; ++i) {
            log_probabilities[one.text][one.candidate] +=
                NextDistribution(rows.row(i)).log_probability(ids[i + 1]);
        }
    }
    for (std::vector<double>& each : log_probabilities) {
        for (double& value : each) value = std::exp(value);
    }
    return log_probabilities;
}

}  // namespace attnlab
