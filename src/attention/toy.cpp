#include "attention/toy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace attnlab {
namespace {

Matrix visible_cells(const ToyInput& input, Mask mask) {
    Matrix visible(input.n(), input.n());
    for (std::size_t i = 0; i < visible.rows(); ++i) {
        for (std::size_t j = 0; j < visible.columns(); ++j) {
            const bool is_open = mask == Mask::kNone || (mask == Mask::kCausal && j <= i) ||
                                 (mask == Mask::kGiven && (*input.visible)(i, j) != 0.0F);
            visible(i, j) = is_open ? 1.0F : 0.0F;
        }
    }
    return visible;
}

std::optional<Glance> most_uneven_glance(const Matrix& weights, const Matrix& visible) {
    std::optional<Glance> found;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.columns(); ++j) {
            if (i == j || visible(i, j) == 0.0F || visible(j, i) == 0.0F) continue;
            const double there = static_cast<double>(weights(i, j));
            const double back = static_cast<double>(weights(j, i));
            if (!found || there - back > found->there - found->back) found = {i, j, there, back};
        }
    }
    return found;
}

/// The cell of the glance, or else the heaviest one of the last row.
std::optional<WorkedCell> worked_cell(const ToyResult& result) {
    constexpr double kReadable = 12.0;  // e^12 is 162755
    WorkedCell cell;
    if (result.glance) {
        cell.query = result.glance->looker;
        cell.key = result.glance->looked_at;
    } else {
        cell.query = result.input.n() - 1;
        const auto row = result.attention.weights.row(cell.query);
        cell.key = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    }
    for (std::size_t j = 0; j < result.input.n(); ++j) {
        if (result.visible(cell.query, j) == 0.0F) continue;
        const double score = static_cast<double>(result.attention.scores(cell.query, j));
        if (std::fabs(score) > kReadable) return std::nullopt;
        cell.sum_of_powers += std::exp(score);
        if (j == cell.key) cell.power = std::exp(score);
    }
    return cell;
}

}  // namespace

ToyResult run_toy(ToyInput input, const ToyOptions& options) {
    require_consistent(input);
    if (options.causal && input.visible) {
        throw UsageError(
            "a causal mask is asked for and the input has a mask of its own, expected one of them");
    }
    ToyResult result;
    result.input = std::move(input);
    result.options = options;
    result.mask = options.causal         ? Mask::kCausal
                  : result.input.visible ? Mask::kGiven
                                         : Mask::kNone;
    if (options.divide) result.scale = 1.0F / std::sqrt(static_cast<float>(result.input.d_k()));
    result.visible = visible_cells(result.input, result.mask);

    AttentionOptions how;
    how.mask = result.mask;
    how.visible = result.visible;
    how.scale = 1.0F;
    const ToyInput& given = result.input;
    result.dot_products = attention(given.Q, given.K, given.V, how).scores;
    how.scale = result.scale;
    result.attention = attention(given.Q, given.K, given.V, how);
    for (std::size_t i = 0; i < given.n(); ++i) {
        const auto row = result.attention.weights.row(i);
        result.row_sums.push_back(std::accumulate(row.begin(), row.end(), 0.0));
    }
    result.glance = most_uneven_glance(result.attention.weights, result.visible);
    result.worked = worked_cell(result);
    if (options.lookup) {
        result.lookup = run_lookup(given, result.attention, result.visible, result.scale);
    }
    if (options.tie_qk) result.tied = run_tied(given);
    return result;
}

}  // namespace attnlab
