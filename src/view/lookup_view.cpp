#include "view/lookup_view.hpp"

#include <fmt/format.h>

#include <vector>

#include "view/format_number.hpp"
#include "view/number_table.hpp"
#include "view/section.hpp"
#include "view/short_labels.hpp"

namespace attnlab {
namespace {

struct Lookup {
    const ToyResult& result;
    const LookupResult& lookup;
    std::vector<std::string> labels;
    std::size_t precision;
    const Style& style;

    std::size_t winner() const { return lookup.winners.front(); }
    std::string percent(double weight) const {
        // Two digits fewer for a number a hundred times as large.
        return format_number(100.0 * weight, precision > 2 ? precision - 2 : 0);
    }
};

/// `a`, `b` and `c`
std::string names(const Lookup& l, const std::vector<std::size_t>& tokens) {
    constexpr std::size_t kMost = 5;
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i == kMost) return text + fmt::format(" and {} more", tokens.size() - kMost);
        if (i > 0) text += i + 1 == tokens.size() ? " and " : ", ";
        text += fmt::format("`{}`", l.labels[tokens[i]]);
    }
    return text;
}

std::string answer(const Lookup& l, const std::vector<std::size_t>& matches) {
    if (matches.empty()) return "no key is equal to it, and a database returns nothing.";
    const std::string value = format_vector(l.result.input.V.row(matches.front()), l.precision);
    if (matches.size() == 1) {
        return fmt::format("one key is equal to it, that of {}, and its value comes back: {}.",
                           names(l, matches), value);
    }
    return fmt::format("{} keys are equal to it, those of {}; the first one's value is {}.",
                       matches.size(), names(l, matches), value);
}

std::string hard_part(const Lookup& l) {
    const ToyInput& input = l.result.input;
    std::string text =
        section("Hard lookup: a database returns the value of the key that is equal", l.style);
    text += body(fmt::format("Asked with the very key of `{}`, {}: {}", l.labels[l.winner()],
                             format_vector(input.K.row(l.winner()), l.precision),
                             answer(l, l.lookup.matches_of_key)),
                 l.style);
    text += body(fmt::format("Asked with the query of `{}`, {}: {}", l.labels[l.lookup.query],
                             format_vector(input.Q.row(l.lookup.query), l.precision),
                             answer(l, l.lookup.matches_of_query)),
                 l.style);
    return text;
}

std::string soft_part(const Lookup& l) {
    const SoftLookup& soft = l.lookup.steps.front();
    std::string text = section("Soft lookup: attention asks all keys at once", l.style);
    text +=
        body(fmt::format("The same query of `{}` is scored against every key, the scores become "
                         "percentages, and what comes back is a mixture of all values.",
                         l.labels[l.lookup.query]),
             l.style);
    std::vector<std::vector<std::string>> rows = {{"key", "share", "score", "value"}};
    double sum = 0.0;
    constexpr std::size_t kMost = 24;
    for (std::size_t s = 0; s < l.lookup.keys.size(); ++s) {
        const std::size_t key = l.lookup.keys[s];
        const double weight = static_cast<double>(soft.weights[s]);
        sum += weight;
        if (s >= kMost) continue;
        rows.push_back({l.labels[key], l.percent(weight) + "%",
                        format_number(static_cast<double>(soft.scores[s]), l.precision),
                        format_vector(l.result.input.V.row(key), l.precision)});
    }
    if (l.lookup.keys.size() > kMost) {
        rows.push_back({fmt::format("{} more", l.lookup.keys.size() - kMost), "", "", ""});
    }
    rows.push_back({"all", l.percent(sum) + "%", "", ""});
    text += table(rows, "lrrl", l.style, body_indent(l.style));
    return text +
           body(fmt::format("The mixture: {}.", format_vector(soft.mixture, l.precision)), l.style);
}

std::string ending(const Lookup& l) {
    const SoftLookup& last = l.lookup.steps.back();
    const std::string mixture = format_vector(last.mixture, l.precision);
    const bool is_shared = l.lookup.winners.size() > 1;
    if (!l.lookup.is_hard) {
        return fmt::format(
            "Even at x {} it is not hard yet: the best scores of {} are too near each other.",
            format_number(last.factor, 0), is_shared ? "the others" : "the keys");
    }
    if (is_shared) {
        return fmt::format(
            "{} share the largest score, so they share the weight for ever; the mixture of x {} is "
            "{}.",
            names(l, l.lookup.winners), format_number(last.factor, 0), mixture);
    }
    if (l.lookup.steps.size() == 1) {
        return fmt::format("It is hard from the beginning: the mixture is {}, `{}` wins alone.",
                           mixture, l.labels[l.winner()]);
    }
    return fmt::format(
        "At x {} the mixture is {}: soft lookup has become hard lookup, and `{}` wins alone.",
        format_number(last.factor, 0), mixture, l.labels[l.winner()]);
}

std::string hardening(const Lookup& l) {
    std::string text = section("From soft to hard: all scores multiplied by one number", l.style);
    text += body(
        "Larger scores are further apart, and softmax turns distance into ratio. Shares "
        "in percent:",
        l.style);
    const std::size_t n_keys = l.lookup.keys.size();
    Matrix percents(l.lookup.steps.size(), n_keys);
    NumberTable table;
    for (std::size_t i = 0; i < l.lookup.steps.size(); ++i) {
        const SoftLookup& step = l.lookup.steps[i];
        double sum = 0.0;
        for (std::size_t s = 0; s < n_keys; ++s) {
            percents(i, s) = 100.0F * step.weights[s];
            sum += static_cast<double>(step.weights[s]);
        }
        table.sums.push_back(100.0 * sum);
        table.row_labels.push_back("x " + format_number(step.factor, 0));
    }
    for (const std::size_t key : l.lookup.keys) table.column_labels.push_back(l.labels[key]);
    table.values = percents;
    table.precision = l.precision > 2 ? l.precision - 2 : 0;
    table.always_decimals = true;
    text += number_table(table, l.style);
    return text + body(ending(l), l.style);
}

}  // namespace

std::string lookup_text(const ToyResult& result, std::size_t precision, const Style& style) {
    const Lookup l{result, *result.lookup, short_labels(result.input.tokens), precision, style};
    return hard_part(l) + soft_part(l) + hardening(l);
}

void write_lookup(JsonWriter& json, const LookupResult& lookup) {
    json.key("lookup").begin_object();
    json.key("dims").begin_object();
    json.key("scores").list(std::vector<std::string_view>{"key"});
    json.key("weights").list(std::vector<std::string_view>{"key"});
    json.key("mixture").list(std::vector<std::string_view>{"component"});
    json.end_object();
    json.member("query", lookup.query);
    json.key("keys").list(lookup.keys);
    json.key("winners").list(lookup.winners);
    json.key("hard").begin_object();
    json.key("matches_of_winning_key").list(lookup.matches_of_key);
    json.key("matches_of_query").list(lookup.matches_of_query);
    json.end_object();
    json.key("soft").begin_array();
    for (const SoftLookup& step : lookup.steps) {
        json.begin_object();
        json.member("factor", step.factor);
        json.key("scores").list(step.scores);
        json.key("weights").list(step.weights);
        json.key("mixture").list(step.mixture);
        json.end_object();
    }
    json.end_array();
    json.member("is_hard", lookup.is_hard);
    json.end_object();
}

}  // namespace attnlab
