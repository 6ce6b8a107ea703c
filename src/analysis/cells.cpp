#include "analysis/cells.hpp"

#include <map>

namespace attnlab {

double mean_weight(MatrixView weights, std::span<const Cell> cells) {
    if (cells.empty()) return 0.0;
    double sum = 0.0;
    for (const Cell& cell : cells) sum += static_cast<double>(weights(cell.query, cell.key));
    return sum / static_cast<double>(cells.size());
}

std::vector<Cell> previous_token_cells(std::size_t n_tokens) {
    std::vector<Cell> cells;
    for (std::size_t query = 1; query < n_tokens; ++query) cells.push_back({query, query - 1});
    return cells;
}

std::vector<Cell> first_token_cells(std::size_t n_tokens) {
    std::vector<Cell> cells;
    for (std::size_t query = 1; query < n_tokens; ++query) cells.push_back({query, 0});
    return cells;
}

std::vector<Cell> duplicate_token_cells(std::span<const TokenId> ids) {
    struct Occurrences {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    std::map<TokenId, Occurrences> seen;
    std::vector<Cell> cells;
    for (std::size_t query = 0; query < ids.size(); ++query) {
        Occurrences& token = seen[ids[query]];
        if (++token.count == 1) token.first = query;
        if (token.count == 2) cells.push_back({query, token.first});
    }
    return cells;
}

std::vector<Cell> induction_cells(std::span<const TokenId> ids) {
    std::vector<Cell> cells = duplicate_token_cells(ids);
    for (Cell& cell : cells) ++cell.key;  // at most the query itself, which follows the first
    return cells;
}

}  // namespace attnlab
