#include "attention/toy_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

Matrix matrix_of(std::initializer_list<std::initializer_list<float>> rows) {
    Matrix matrix(rows.size(), rows.begin()->size());
    std::size_t i = 0;
    for (const std::initializer_list<float>& row : rows) {
        std::copy(row.begin(), row.end(), matrix.row(i++).begin());
    }
    return matrix;
}

void require_rows(std::string_view name, const Matrix& matrix, std::size_t n) {
    if (matrix.rows() == n) return;
    throw InputError(fmt::format("{} has {} row{}, expected {}: Q has one a token, and so must {}",
                                 name, matrix.rows(), matrix.rows() == 1 ? "" : "s", n, name));
}

void require_open_rows(const ToyInput& input) {
    for (std::size_t i = 0; i < input.visible->rows(); ++i) {
        const auto row = input.visible->row(i);
        if (std::ranges::any_of(row, [](float open) { return open != 0.0F; })) continue;
        throw InputError(fmt::format(
            "mask, row {}: it hides every key from `{}`, expected at least one to look at", i,
            printable(input.tokens[i])));
    }
}

}  // namespace

ToyInput written_input() {
    ToyInput input;
    input.tokens = {"the", "trophy", "fit", "it"};
    input.key_meanings = {"thing", "deed", "pronoun", "article"};
    input.Q = matrix_of({
        {0, 0, 0, 0},  // `the` looks for nothing
        {1, 3, 0, 0},  // `trophy`: what is done to it
        {2, 0, 2, 0},  // `fit`: who or what, a thing or a pronoun
        {4, 1, 0, 0},  // `it`: urgently, the thing it stands for
    });
    input.K = matrix_of({
        {0, 0, 0, 1},
        {2, 0, 0, 0},
        {0, 2, 0, 0},
        {0, 0, 2, 0},
    });
    input.value_meanings = {"size", "shine", "action", "known"};
    input.V = matrix_of({
        {0, 0, 0, 1},
        {8, 4, 0, 0},
        {0, 0, 4, 0},
        {0, 0, 0, 0},  // `it` has nothing of its own to give
    });
    return input;
}

ToyInput random_input(std::size_t n, std::size_t d_k, std::uint64_t seed) {
    ToyInput input;
    input.origin = ToyInput::Origin::kRandom;
    input.seed = seed;
    input.tokens = numbered_tokens(n);
    Random random(seed);
    for (Matrix* matrix : {&input.Q, &input.K, &input.V}) {
        *matrix = Matrix(n, d_k);
        random.fill_normal(matrix->values());
    }
    return input;
}

std::vector<std::string> numbered_tokens(std::size_t n) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < n; ++i) tokens.push_back(fmt::format("t{}", i));
    return tokens;
}

void require_consistent(const ToyInput& input) {
    const std::size_t n = input.Q.rows();
    if (input.Q.empty()) throw InputError("Q is empty, expected at least one row and one column");
    require_rows("K", input.K, n);
    require_rows("V", input.V, n);
    if (input.K.columns() != input.d_k()) {
        throw InputError(fmt::format(
            "K has {} column{}, expected {}: a query and a key are multiplied number by number",
            input.K.columns(), input.K.columns() == 1 ? "" : "s", input.d_k()));
    }
    if (input.V.empty()) throw InputError("V is empty, expected at least one column");
    if (input.tokens.size() != n) {
        throw InputError(fmt::format("tokens has {} element{}, expected {}: one for each row of Q",
                                     input.tokens.size(), input.tokens.size() == 1 ? "" : "s", n));
    }
    if (!input.visible) return;
    if (input.visible->rows() != n || input.visible->columns() != n) {
        throw InputError(
            fmt::format("the mask is [{}, {}], expected [{}, {}]: who may look at whom",
                        input.visible->rows(), input.visible->columns(), n, n));
    }
    require_open_rows(input);
}

}  // namespace attnlab
