// A map as rows of characters, the darker the heavier: the chapter's "ASCII with intensity".
// Row = query, the token that looks; column = key, the token looked at.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/matrix.hpp"
#include "maps/token.hpp"
#include "view/grid.hpp"
#include "view/text.hpp"

namespace attnlab {

/// How a weight between 0 and 1 becomes a shade.
enum class Scale {
    kLinear,  // equal steps of the weight
    kSqrt,    // equal steps of its square root: small weights show
    kLog,     // equal steps of its logarithm, from 0.0001 on: very small ones show
};

struct MapStyle {
    Scale scale = Scale::kLinear;
    bool values = false;               // numbers in the cells, not shades
    bool causal = true;                // cells right of the diagonal are closed, and stay blank
    std::optional<std::size_t> focus;  // the row to mark, by its place among the tokens
    bool from_end = false;             // where not all fits and no row is marked: the last ones
    std::optional<std::size_t> first_generated;  // the index of the first token that was generated
};

/// A map as a grid. The views must live as long as the grid.
///
/// Shapes:  weights [T, T]; tokens [T].
Grid map_grid(MatrixView weights, const std::vector<Token>& tokens, const MapStyle& map);

/// What rows, columns and shades mean, in a few lines.
std::string map_legend(const std::vector<Token>& tokens, const MapStyle& map, const Style& style);

/// The row label of a token: its index and its text, `~` behind a part of a character.
std::string row_label(const Token& token, std::size_t n_tokens);

/// The row label of one place in two texts, with both indices and both tokens where they differ:
/// `12:big|small`, `9/11:it`.
std::string place_label(const Token& a, const Token& b, std::size_t n_tokens);

}  // namespace attnlab
