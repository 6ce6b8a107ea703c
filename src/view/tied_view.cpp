#include "view/tied_view.hpp"

#include <fmt/format.h>

#include <vector>

#include "view/format_number.hpp"
#include "view/number_table.hpp"
#include "view/section.hpp"
#include "view/short_labels.hpp"

namespace attnlab {
namespace {

struct Tied {
    const TiedResult& tied;
    std::vector<std::string> labels;
    std::size_t precision;
    const Style& style;

    std::string number(double value) const { return format_plain(value, precision); }
};

std::string scores_table(const Tied& t, const Matrix& scores) {
    NumberTable table;
    table.values = scores;
    table.row_labels = t.labels;
    table.column_labels = t.labels;
    table.precision = t.precision;
    return number_table(table, t.style);
}

/// Both cells of one pair: "`it` to `trophy` 8, `trophy` to `it` 0".
std::string both_ways(const Tied& t, const Matrix& scores, std::size_t i, std::size_t j) {
    return fmt::format("`{0}` to `{1}` {2}, `{1}` to `{0}` {3}", t.labels[i], t.labels[j],
                       t.number(static_cast<double>(scores(i, j))),
                       t.number(static_cast<double>(scores(j, i))));
}

std::string measured(const Tied& t, const Matrix& scores, const Asymmetry& asymmetry) {
    std::string text = fmt::format("Largest |S - S^T| = {}", t.number(asymmetry.largest));
    // The pair to show is that of the free scores in both parts, so that the two can be compared.
    const auto [largest, i, j] = t.tied.free;
    if (i != j) text += ": " + both_ways(t, scores, i, j);
    return body(text + ".", t.style);
}

}  // namespace

std::string tied_text(const ToyResult& result, std::size_t precision, const Style& style) {
    const Tied t{*result.tied, short_labels(result.input.tokens), precision, style};
    std::string text = section("Two projections: S = Q K^T, queries and keys of their own", style);
    text += scores_table(t, t.tied.free_scores);
    text += measured(t, t.tied.free_scores, t.tied.free);
    text += section("One projection for both: S = Q Q^T, the queries serve as keys", style);
    text += body(
        "Now a token announces just what it looks for. A dot product does not care which vector "
        "comes first, so every score is the same both ways. The weights are not quite: each row of "
        "scores is divided by a sum of its own. But no token can ask urgently for one that does "
        "not ask for it.",
        style);
    text += scores_table(t, t.tied.tied_scores);
    return text + measured(t, t.tied.tied_scores, t.tied.tied);
}

void write_tied(JsonWriter& json, const TiedResult& tied) {
    const auto write_one = [&](std::string_view name, const Matrix& scores,
                               const Asymmetry& asymmetry) {
        json.key(name).begin_object();
        json.key("dot_products").matrix(scores);
        json.member("largest_asymmetry", asymmetry.largest);
        json.end_object();
    };
    json.key("tie_qk").begin_object();
    json.key("dims").begin_object();
    json.key("dot_products").list(std::vector<std::string_view>{"query", "key"});
    json.end_object();
    write_one("free", tied.free_scores, tied.free);
    write_one("tied", tied.tied_scores, tied.tied);
    json.end_object();
}

}  // namespace attnlab
