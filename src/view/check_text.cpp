#include <fmt/format.h>

#include <vector>

#include "base/unicode.hpp"
#include "view/check_view.hpp"
#include "view/model_view.hpp"
#include "view/section.hpp"

namespace attnlab {
namespace {

/// What a fact's paragraph begins with, all of one width.
std::string_view verdict_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::kAgreed:
            return "agreed";
        case Verdict::kOff:
            return "OFF   ";
        case Verdict::kUnpublished:
            return "-     ";
    }
    return "";
}

std::string distance_text(const Finding& finding) {
    if (!finding.difference) return "";
    const bool is_off = finding.verdict == Verdict::kOff;
    if (!finding.bound) return is_off ? fmt::format(", off by {:.6g}", *finding.difference) : "";
    return fmt::format(", {}{:.1e}{}, {:.0e} allowed", is_off ? "off by " : "", *finding.difference,
                       is_off ? "" : " apart", *finding.bound);
}

/// `published` says what the first of the two numbers is.
std::string fact_text(const CheckedFact& fact, const std::string& published, const Style& style) {
    const Finding& finding = fact.finding;
    std::string line = fmt::format("{}: ", fact.what);
    if (!finding.published.empty()) line += fmt::format("{} {}, ", published, finding.published);
    line += fmt::format("measured {}{}.", finding.measured, distance_text(finding));
    if (!finding.remark.empty()) line += " " + finding.remark;
    line += fact.source.empty() ? " Nothing is published of it here."
                                : fmt::format(" [{}]", fact.source);

    // The verdict stands where the other lines are indented.
    const std::string_view word = verdict_word(finding.verdict);
    const std::string indent(body_indent(style));
    std::string text =
        paragraph(printable(line), style, indent + std::string(word.size() + 2, ' '));
    const Meaning meaning = finding.verdict == Verdict::kOff ? Meaning::kPositive : Meaning::kQuiet;
    return text.replace(indent.size(), word.size(), paint(word, meaning, style));
}

std::string facts_text(const std::vector<CheckedFact>& facts, const std::string& published,
                       const Style& style) {
    std::string text;
    for (const CheckedFact& fact : facts) text += fact_text(fact, published, style);
    return text;
}

std::string summary(const CheckResult& result) {
    const std::size_t n = result.published.size() + result.every_model.size();
    const std::size_t n_unpublished = result.count(Verdict::kUnpublished);
    std::string text = fmt::format("{} facts: {} agreed, {} off", n, result.count(Verdict::kAgreed),
                                   result.count(Verdict::kOff));
    if (n_unpublished > 0) text += fmt::format(", {} with nothing to compare", n_unpublished);
    return text + ".";
}

}  // namespace

std::string check_text(const CheckResult& result, const Style& style) {
    std::string text = model_text(result.model, style);
    if (result.facts.empty()) {
        text += "\n" + paragraph(
                           "Nothing is published here of this model in particular. --facts "
                           "compares it with a model of which something is.",
                           style);
    } else {
        text += section(fmt::format("What is published of {}", printable(result.facts)), style);
        text += facts_text(result.published, "published", style);
    }
    text += section("What holds for every GPT-2, and what this one's files are", style);
    text += facts_text(result.every_model, "expected", style);
    return text + "\n" + paragraph(summary(result), style);
}

std::string off_summary(const CheckResult& result) {
    const std::size_t n_off = result.count(Verdict::kOff);
    if (n_off == 0) return "";
    const std::size_t n = result.published.size() + result.every_model.size();
    return fmt::format("{} of {} facts {} off", n_off, n, n_off == 1 ? "is" : "are");
}

}  // namespace attnlab
