// Cells and the mean weight in them, on maps made by hand.

#include "analysis/cells.hpp"

#include <vector>

#include "support/catch.hpp"

using namespace attnlab;
using Cells = std::vector<Cell>;
using Ids = std::vector<TokenId>;

TEST_CASE("The mean weight is that of the cells and of no others", "[analysis]") {
    Matrix weights(3, 3);
    for (std::size_t i = 0; i < 9; ++i) weights.values()[i] = static_cast<float>(i);
    CHECK(mean_weight(weights, Cells{{1, 0}, {2, 1}}) == 5.0);
    CHECK(mean_weight(weights, Cells{{2, 2}}) == 8.0);
    CHECK(mean_weight(weights, Cells{}) == 0.0);
}

TEST_CASE("Every token but the first has a previous token and a first one", "[analysis]") {
    CHECK(previous_token_cells(4) == Cells{{1, 0}, {2, 1}, {3, 2}});
    CHECK(first_token_cells(4) == Cells{{1, 0}, {2, 0}, {3, 0}});
    for (const std::size_t n : {0U, 1U}) {
        CHECK(previous_token_cells(n).empty());
        CHECK(first_token_cells(n).empty());
    }
}

TEST_CASE("A head that looks at the token before has the score 1", "[analysis]") {
    Matrix weights(4, 4);
    weights(0, 0) = 1.0F;
    for (std::size_t i = 1; i < 4; ++i) weights(i, i - 1) = 1.0F;
    CHECK(mean_weight(weights, previous_token_cells(4)) == 1.0);
    weights(2, 1) = 0.25F;
    CHECK(mean_weight(weights, previous_token_cells(4)) == 0.75);
}

TEST_CASE("Only a second occurrence has cells and they name the first one", "[analysis]") {
    const Ids ids = {9, 5, 6, 5, 9, 5, 7};
    CHECK(duplicate_token_cells(ids) == Cells{{3, 1}, {4, 0}});
    CHECK(induction_cells(ids) == Cells{{3, 2}, {4, 1}});
    CHECK(duplicate_token_cells(Ids{1, 2, 3}).empty());
    CHECK(induction_cells(Ids{}).empty());
}

TEST_CASE("The token after the first of two neighbours is the second itself", "[analysis]") {
    CHECK(duplicate_token_cells(Ids{4, 4}) == Cells{{1, 0}});
    CHECK(induction_cells(Ids{4, 4}) == Cells{{1, 1}});
}

TEST_CASE("On tokens given twice over an induction head has the score 1", "[analysis]") {
    const Ids ids = {0, 8, 3, 5, 8, 3, 5};  // a token, then 8 3 5 twice
    Matrix weights(7, 7);
    for (std::size_t i = 4; i < 7; ++i) weights(i, i - 3 + 1) = 1.0F;
    CHECK(mean_weight(weights, induction_cells(ids)) == 1.0);
    CHECK(mean_weight(weights, duplicate_token_cells(ids)) == 0.0);
}
