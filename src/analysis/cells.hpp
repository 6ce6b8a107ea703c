// What a head does, as the cells of its map in which it would do it: the mean weight in them is its
// score. Knows tokens by their ids alone.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/matrix.hpp"
#include "base/token_id.hpp"

namespace attnlab {

/// One cell of a map: row = query, column = key.
struct Cell {
    std::size_t query = 0;
    std::size_t key = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// The mean weight in some cells of a map; 0 where there is none.
double mean_weight(MatrixView weights, std::span<const Cell> cells);

/// Every token but the first, looking at the one before it: a previous-token head's.
std::vector<Cell> previous_token_cells(std::size_t n_tokens);

/// Every token but the first, looking at token 0: where real GPT-2 rests what it does not need.
std::vector<Cell> first_token_cells(std::size_t n_tokens);

/// The second occurrence of each token that occurs again, looking at the first one: a
/// duplicate-token head's.
///
/// Source: Wang et al. 2022, appendix I.
std::vector<Cell> duplicate_token_cells(std::span<const TokenId> ids);

/// The second occurrence of each token that occurs again, looking at the token after the first
/// one: an induction head's.
///
/// Source: Olsson et al. 2022, "In-context Learning and Induction Heads", the prefix-matching
///         score.
std::vector<Cell> induction_cells(std::span<const TokenId> ids);

}  // namespace attnlab
