// The stages of the toy step, in the order in which they are computed.

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "base/unicode.hpp"
#include "view/format_number.hpp"
#include "view/lookup_view.hpp"
#include "view/number_table.hpp"
#include "view/section.hpp"
#include "view/short_labels.hpp"
#include "view/tied_view.hpp"
#include "view/toy_examples.hpp"
#include "view/toy_view.hpp"

namespace attnlab {
namespace {

/// What the stages share: the result, the names of the tokens, how numbers look.
struct Stages {
    const ToyResult& result;
    std::vector<std::string> labels;
    std::size_t precision;
    const Style& style;

    std::string number(double value) const { return format_number(value, precision); }
};

std::string example(const Stages& s, const std::string& sentence) {
    return sentence.empty() ? "" : body(sentence, s.style);
}

std::string introduction(const Stages& s) {
    const ToyInput& input = s.result.input;
    std::string text;
    switch (input.origin) {
        case ToyInput::Origin::kWritten:
            text =
                "Attention on vectors that are small enough to follow: four words of \"The trophy "
                "didn't fit in the suitcase because it was too big\", with whole numbers written "
                "by hand.";
            break;
        case ToyInput::Origin::kRandom:
            text = fmt::format(
                "Attention on random vectors: normal numbers with mean 0 and variance 1, seed {}. "
                "They mean nothing; the steps are the same as with real ones.",
                *input.seed);
            break;
        case ToyInput::Origin::kFile:
            text = fmt::format("Attention on the vectors of {}.", printable(input.file));
            break;
    }
    text += fmt::format(" {} token{}, d_k = {}: queries and keys have {} component{} each.",
                        input.n(), input.n() == 1 ? "" : "s", input.d_k(), input.d_k(),
                        input.d_k() == 1 ? "" : "s");
    return paragraph(text, s.style);
}

NumberTable vectors(const Stages& s, const Matrix& matrix,
                    const std::vector<std::string>& meanings) {
    NumberTable table;
    table.values = matrix;
    table.row_labels = s.labels;
    table.column_labels = meanings.empty() ? index_labels(matrix.columns()) : meanings;
    table.precision = s.precision;
    return table;
}

NumberTable map(const Stages& s, const Matrix& matrix) {
    NumberTable table;
    table.values = matrix;
    table.row_labels = s.labels;
    table.column_labels = s.labels;
    table.precision = s.precision;
    return table;
}

/// What the numbers written by hand mean; nothing for other numbers.
std::string meaning(const Stages& s, std::string_view sentence) {
    if (s.result.input.origin != ToyInput::Origin::kWritten) return "";
    return body(sentence, s.style);
}

std::string inputs(const Stages& s) {
    const ToyInput& input = s.result.input;
    std::string text = section("Q, the queries: what each token is looking for", s.style);
    text += meaning(s,
                    "A row is a token, a column a property that it may ask for: `it` asks urgently "
                    "for a thing, `the` asks for nothing.");
    text += number_table(vectors(s, input.Q, input.key_meanings), s.style);
    text += section("K, the keys: how each token announces itself", s.style);
    text += meaning(s, "The same properties: `trophy` is a thing, `it` is a pronoun.");
    text += number_table(vectors(s, input.K, input.key_meanings), s.style);
    text += section("V, the values: what each token gives when it is looked at", s.style);
    text +=
        meaning(s, "`trophy` gives its size and its shine, `it` has nothing of its own to give.");
    text += number_table(vectors(s, input.V, input.value_meanings), s.style);
    return text;
}

std::string dot_products(const Stages& s) {
    const std::size_t n = s.result.input.n();
    std::string text = section("Q K^T, the scores: how well each query fits each key", s.style);
    text += body(
        fmt::format("One dot product a cell; row = the token that looks, column = the token looked "
                    "at. {} x {} = {} of them: twice the tokens, four times the work.",
                    n, n, n * n),
        s.style);
    text += number_table(map(s, s.result.dot_products), s.style);
    return text + example(s, dot_product_example(s.result, s.labels, s.precision));
}

std::string mask_sentence(const Stages& s) {
    if (s.result.mask == Mask::kNone) return "";
    return fmt::format(
        "{} A closed cell is blank: its key is left out of the softmax, so its weight is exactly "
        "0, not merely small.",
        s.result.mask == Mask::kCausal
            ? "The causal mask closes every cell right of the diagonal: no token sees the ones "
              "after it."
            : "The mask of the input closes some cells.");
}

std::string scores(const Stages& s) {
    const std::size_t d_k = s.result.input.d_k();
    std::string text;
    if (s.result.options.divide) {
        const double root = std::sqrt(static_cast<double>(d_k));
        text =
            section(fmt::format("Q K^T / sqrt(d_k): every score divided by sqrt({}) = {}", d_k,
                                root == std::floor(root) ? format_number(root, 0) : s.number(root)),
                    s.style);
        text += body(
            "Dot products grow with the length of the vectors, as sqrt(d_k) does; divided by it, "
            "they stay as large as they were. `attnlab saturation` shows why that matters.",
            s.style);
    } else {
        text = section("Not divided: the scores go into the softmax as they are", s.style);
        text += body(fmt::format("With the division they would be {} times smaller, by sqrt({}).",
                                 s.number(std::sqrt(static_cast<double>(d_k))), d_k),
                     s.style);
        if (s.result.mask == Mask::kNone) return text;
    }
    if (s.result.mask != Mask::kNone) text += body(mask_sentence(s), s.style);
    NumberTable table = map(s, s.result.attention.scores);
    table.visible = s.result.visible;
    return text + number_table(table, s.style);
}

std::string weights(const Stages& s) {
    std::string text = section("A, the attention map: softmax of each row of scores", s.style);
    text += body(
        "Every score becomes e^score and is divided by the sum of its row. What is left is a "
        "distribution: it says where that token looks, and it adds up to 1 (summed before "
        "rounding).",
        s.style);
    NumberTable table = map(s, s.result.attention.weights);
    table.visible = s.result.visible;
    table.sums = s.result.row_sums;
    table.always_decimals = true;
    text += number_table(table, s.style);
    text += example(s, softmax_example(s.result, s.labels, s.precision));
    if (s.result.mask != Mask::kNone) return text;
    return text + meaning(s, "`the`, which asks for nothing, looks at all alike.");
}

std::string output(const Stages& s) {
    std::string text = section("A V, the output: each token's mixture of the values", s.style);
    text += body("Every row is the average of all values, weighted with that token's row of A.",
                 s.style);
    text +=
        number_table(vectors(s, s.result.attention.output, s.result.input.value_meanings), s.style);
    if (s.result.glance) {
        text += body(
            fmt::format("`{}` takes {} of the value of `{}`.", s.labels[s.result.glance->looker],
                        s.number(s.result.glance->there), s.labels[s.result.glance->looked_at]),
            s.style);
    }
    return text;
}

std::string asymmetry(const Stages& s) {
    std::string text = section("Who looks at whom", s.style);
    if (!s.result.glance) {
        if (s.result.input.n() == 1) return "";
        return text +
               body("Under this mask no two tokens see each other, so none looks back.", s.style);
    }
    const Glance& glance = *s.result.glance;
    if (glance.there <= glance.back) {
        return text +
               body("All pairs of tokens look at each other with the same weight here.", s.style);
    }
    return text +
           body(fmt::format("Attention is not symmetric: `{0}` looks at `{1}` with {2}, and `{1}` "
                            "looks back at `{0}` with {3}. What a token looks for (its query) and "
                            "what it announces (its key) are two different vectors.",
                            s.labels[glance.looker], s.labels[glance.looked_at],
                            s.number(glance.there), s.number(glance.back)),
                s.style);
}

}  // namespace

std::string toy_text(const ToyResult& result, std::size_t precision, const Style& style) {
    const Stages s{result, short_labels(result.input.tokens), precision, style};
    std::string text = introduction(s) + inputs(s) + dot_products(s) + scores(s) + weights(s) +
                       output(s) + asymmetry(s);
    if (result.lookup) text += lookup_text(result, precision, style);
    if (result.tied) text += tied_text(result, precision, style);
    return text;
}

}  // namespace attnlab
