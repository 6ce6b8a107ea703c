#include "golden/golden_file.hpp"

#include <fstream>
#include <stdexcept>

namespace attnlab::testing {

nlohmann::json load_golden(const std::string& name) {
    return load_json(std::filesystem::path(ATTNLAB_TESTS_DIR) / "golden" / "data" /
                     (name + ".json"));
}

nlohmann::json load_json(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    return nlohmann::json::parse(file);
}

std::vector<double> numbers(const nlohmann::json& lists) {
    if (lists.is_number()) return {lists.get<double>()};
    if (lists.is_null()) return {0.0};
    if (!lists.is_array()) throw std::runtime_error("expected lists of numbers");
    std::vector<double> all;
    for (const nlohmann::json& item : lists) {
        const std::vector<double> part = numbers(item);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

std::vector<double> columns(const nlohmann::json& rows, std::size_t first, std::size_t count) {
    std::vector<double> all;
    for (const nlohmann::json& row : rows) {
        for (std::size_t j = 0; j < count; ++j) all.push_back(row.at(first + j).get<double>());
    }
    return all;
}

Matrix matrix(const nlohmann::json& rows) {
    Matrix result(rows.size(), rows.at(0).size());
    for (std::size_t i = 0; i < result.rows(); ++i) {
        if (rows.at(i).size() != result.columns()) throw std::runtime_error("rows of two lengths");
        for (std::size_t j = 0; j < result.columns(); ++j) {
            result(i, j) = rows.at(i).at(j).get<float>();
        }
    }
    return result;
}

Config config_of(const nlohmann::json& sizes) {
    Config config;
    sizes.at("n_layer").get_to(config.n_layer);
    sizes.at("n_head").get_to(config.n_head);
    sizes.at("n_embd").get_to(config.n_embd);
    sizes.at("n_positions").get_to(config.n_positions);
    sizes.at("vocab_size").get_to(config.vocab_size);
    sizes.at("layer_norm_epsilon").get_to(config.layer_norm_epsilon);
    sizes.at("tie_word_embeddings").get_to(config.tie_word_embeddings);
    config.n_inner = 4 * config.n_embd;
    return config;
}

}  // namespace attnlab::testing
