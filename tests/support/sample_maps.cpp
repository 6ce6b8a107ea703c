#include "support/sample_maps.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/random.hpp"

namespace attnlab::testing {

std::vector<std::string> trophy_words(const std::string& adjective) {
    return {"The",       " trophy",  " didn", "'t",   " fit", " in",     " the",
            " suitcase", " because", " it",   " was", " too", adjective, "."};
}

std::vector<Token> tokens_of(const std::vector<std::string>& words) {
    std::vector<Token> tokens;
    for (const std::string& word : words) {
        std::uint32_t hash = 2166136261U;  // FNV-1a
        for (const char byte : word) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619U;
        tokens.push_back({tokens.size(), static_cast<TokenId>(hash & 0xFFFFFFU), word});
    }
    return tokens;
}

std::vector<Token> tokens_of_ids(const std::vector<TokenId>& ids) {
    std::vector<Token> tokens;
    for (const TokenId id : ids) tokens.push_back({tokens.size(), id, std::nullopt});
    return tokens;
}

Matrix random_map(std::size_t n_tokens, std::uint64_t seed, bool causal) {
    Random random(seed);
    Matrix map(n_tokens, n_tokens);
    for (std::size_t i = 0; i < n_tokens; ++i) {
        const std::size_t n_open = causal ? i + 1 : n_tokens;
        std::vector<double> row(n_open);
        double sum = 0.0;
        for (double& value : row) sum += value = std::exp(2.0 * random.normal());
        for (std::size_t j = 0; j < n_open; ++j) map(i, j) = static_cast<float>(row[j] / sum);
    }
    return map;
}

AttentionMaps sample_maps(std::vector<Token> tokens, std::uint64_t seed, bool causal) {
    AttentionMaps maps;
    maps.model.name = "sample";
    maps.model.n_layer = 2;
    maps.model.n_head = 3;
    maps.model.n_embd = 12;
    maps.model.n_positions = 1024;
    maps.model.vocab_size = 50257;
    maps.model.n_parameters = 1234567;
    maps.model.storage_type = "F32";
    if (tokens.front().bytes) {
        maps.input.text = "";
        for (const Token& token : tokens) *maps.input.text += *token.bytes;
    }
    maps.input.tokens = std::move(tokens);
    maps.causal = causal;
    maps.layers = {0, 1};
    maps.heads = {0, 1, 2};
    for (std::size_t layer = 0; layer < 2; ++layer) {
        for (std::size_t head = 0; head < 3; ++head) {
            HeadMap map;
            map.layer = layer;
            map.head = head;
            map.weights = random_map(maps.input.tokens.size(), seed++, causal);
            maps.maps.push_back(std::move(map));
        }
    }
    return maps;
}

PassingMaps::PassingMaps(AttentionMaps maps) {
    const MapStream kept = maps;
    const auto count = n_showings;
    stream = MapStream(maps, kept.has_scores, kept.has_tensors, [kept, count](const UseHead& use) {
        ++*count;
        kept.for_each_head([&](const HeadView& map) {
            HeadMap copy = copy_of(map);
            use(view_of(copy));
            for (Matrix* matrix : {&copy.weights, &copy.scores}) {
                std::ranges::fill(matrix->values(), -1.0F);  // gone is gone
            }
        });
    });
}

std::vector<HeadMap> copies_of(const MapStream& stream) {
    std::vector<HeadMap> maps;
    stream.for_each_head([&](const HeadView& map) { maps.push_back(copy_of(map)); });
    return maps;
}

Comparison compare_maps(const AttentionMaps& a, const AttentionMaps& b) {
    Comparer comparer(a.input.tokens, b.input.tokens, a.causal);
    for (std::size_t i = 0; i < a.maps.size(); ++i) {
        comparer.add(view_of(a.maps[i]), view_of(b.maps[i]));
    }
    return std::move(comparer).finish();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

}  // namespace attnlab::testing
