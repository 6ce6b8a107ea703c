#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/unicode.hpp"
#include "view/check_view.hpp"
#include "view/model_view.hpp"
#include "view/section.hpp"

namespace attnlab {
namespace {

/// What a fact's paragraph begins with.
std::string_view verdict_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::kAgreed:
            return "agreed";
        case Verdict::kOff:
            return "OFF";
        case Verdict::kCannot:
            return "cannot";
        case Verdict::kDiffers:
            return "differs";
        case Verdict::kUnpublished:
            return "-";
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

/// As wide as the widest of the words.
std::size_t verdict_width(const CheckResult& result) {
    constexpr std::size_t kUsual = 6;
    return result.count(Verdict::kDiffers) > 0 ? verdict_word(Verdict::kDiffers).size() : kUsual;
}

/// With a space in every word that would be wider than a line: a hash is as good in pieces.
std::string with_short_words(std::string_view text, std::size_t width) {
    constexpr std::size_t kNarrowest = 8;
    width = std::max(width, kNarrowest);
    std::string result;
    while (!text.empty()) {
        std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        while (display_width(word) > width) {
            const std::string_view piece = fit_width(word, width);
            result.append(piece).append(" ");
            word.remove_prefix(piece.size());
        }
        result.append(word).append(text.empty() ? "" : " ");
    }
    return result;
}

/// `published` says what the first of the two numbers is.
std::string fact_text(const CheckedFact& fact, const std::string& published,
                      std::size_t verdict_columns, const Style& style) {
    const Finding& finding = fact.finding;
    std::string line = fmt::format("{}: ", fact.what);
    if (!finding.published.empty()) line += fmt::format("{} {}, ", published, finding.published);
    line += fmt::format("measured {}{}.", finding.measured, distance_text(finding));
    if (!finding.remark.empty()) line += " " + finding.remark;
    line += fact.source.empty() ? " Nothing is published of it here."
                                : fmt::format(" [{}]", fact.source);

    // The verdict stands where the other lines are indented.
    const std::string word = pad_right(verdict_word(finding.verdict), verdict_columns);
    const std::string indent(body_indent(style));
    const std::string hanging = indent + std::string(word.size() + 2, ' ');
    const std::size_t room = style.width - std::min(style.width, hanging.size());
    std::string text = paragraph(with_short_words(printable(line), room), style, hanging);
    const bool is_bad = finding.verdict == Verdict::kOff || finding.verdict == Verdict::kCannot;
    const Meaning meaning = is_bad ? Meaning::kPositive : Meaning::kQuiet;
    return text.replace(indent.size(), word.size(), paint(word, meaning, style));
}

std::string facts_text(const std::vector<CheckedFact>& facts, const std::string& published,
                       std::size_t verdict_columns, const Style& style) {
    std::string text;
    for (const CheckedFact& fact : facts) {
        text += fact_text(fact, published, verdict_columns, style);
    }
    return text;
}

/// What to type to have it compared with another model, if there are facts about any.
std::string others_text(const std::vector<std::string>& others) {
    std::vector<std::string> options;
    for (const std::string& name : others) {
        options.push_back(fmt::format("`--facts {}`", printable(name)));
    }
    if (options.empty()) return " --facts FILE compares it with what a file says.";
    return fmt::format(" {} compares it with a model of which something is.",
                       fmt::join(options, " or "));
}

std::string summary(const CheckResult& result) {
    const std::size_t n = result.published.size() + result.every_model.size();
    const std::size_t n_unpublished = result.count(Verdict::kUnpublished);
    std::string text = fmt::format("{} facts: {} agreed, {} off", n, result.count(Verdict::kAgreed),
                                   result.count(Verdict::kOff));
    if (const std::size_t n_cannot = result.count(Verdict::kCannot); n_cannot > 0) {
        text += fmt::format(", {} cannot be measured on this model", n_cannot);
    }
    if (const std::size_t n_other = result.count(Verdict::kDiffers); n_other > 0) {
        text += fmt::format(", {} {}", n_other, n_other == 1 ? "differs" : "differ");
    }
    if (n_unpublished > 0) text += fmt::format(", {} with nothing to compare", n_unpublished);
    return text + ".";
}

}  // namespace

std::string check_text(const CheckResult& result, const Style& style) {
    const std::size_t columns = verdict_width(result);
    std::string text = model_text(result.model, style);
    if (result.facts.empty()) {
        text += "\n" + paragraph("Nothing is published here of this model in particular." +
                                     others_text(result.others),
                                 style);
    } else if (result.published.empty()) {
        text += "\n" + paragraph(fmt::format("The facts of {} say nothing but of its files.",
                                             printable(result.facts)),
                                 style);
    } else {
        text += section(fmt::format("What is published of {}", printable(result.facts)), style);
        text += facts_text(result.published, "published", columns, style);
    }
    text += section("What holds for every GPT-2, and what this one's files are", style);
    text += facts_text(result.every_model, "expected", columns, style);
    return text + "\n" + paragraph(summary(result), style);
}

std::string off_summary(const CheckResult& result) {
    const std::size_t n_off = result.count(Verdict::kOff);
    const std::size_t n_cannot = result.count(Verdict::kCannot);
    const std::size_t n = result.published.size() + result.every_model.size();
    const std::string cannot = "cannot be measured on this model";
    if (n_off == 0 && n_cannot == 0) return "";
    if (n_off == 0) return fmt::format("{} of {} facts {}", n_cannot, n, cannot);
    std::string text = fmt::format("{} of {} facts {} off", n_off, n, n_off == 1 ? "is" : "are");
    if (n_cannot > 0) text += fmt::format(", {} {}", n_cannot, cannot);
    return text;
}

}  // namespace attnlab
