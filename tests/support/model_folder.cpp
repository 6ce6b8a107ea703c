#include "support/model_folder.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support/random_weights.hpp"

namespace attnlab::testing {

Config small_config() {
    Config config;
    config.n_layer = 2;
    config.n_head = 2;
    config.n_embd = 8;
    config.n_positions = 16;
    config.vocab_size = 13;
    config.n_inner = 32;
    return config;
}

std::string config_json(const Config& config) {
    nlohmann::json json = {
        {"model_type", "gpt2"},
        {"activation_function", "gelu_new"},
        {"n_layer", config.n_layer},
        {"n_head", config.n_head},
        {"n_embd", config.n_embd},
        {"n_positions", config.n_positions},
        {"vocab_size", config.vocab_size},
        {"n_inner", config.n_inner},
        {"layer_norm_epsilon", config.layer_norm_epsilon},
        {"scale_attn_weights", config.scale_attn_weights},
        {"scale_attn_by_inverse_layer_idx", config.scale_attn_by_inverse_layer_idx},
        {"tie_word_embeddings", config.tie_word_embeddings},
    };
    if (config.bos_token_id) json["bos_token_id"] = *config.bos_token_id;
    if (config.eos_token_id) json["eos_token_id"] = *config.eos_token_id;
    return json.dump(2);
}

std::vector<TensorToWrite> random_tensors(const Config& config, std::uint64_t seed,
                                          const std::string& prefix) {
    const std::size_t C = config.n_embd;
    const std::size_t F = config.n_inner;
    std::vector<TensorToWrite> tensors;
    const auto add = [&](const std::string& name, const std::vector<std::size_t>& shape) {
        std::size_t size = 1;
        for (const std::size_t side : shape) size *= side;
        const std::size_t inputs = name == "lm_head.weight" ? shape[1] : shape[0];
        std::vector<float> values(size);
        fill_random_tensor(seed, tensors.size(), random_range(name, inputs), values);
        tensors.push_back(f32_tensor(name, shape, values));
    };
    add(prefix + "wte.weight", {config.vocab_size, C});
    add(prefix + "wpe.weight", {config.n_positions, C});
    for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
        const std::string block = fmt::format("{}h.{}.", prefix, layer);
        add(block + "ln_1.weight", {C});
        add(block + "ln_1.bias", {C});
        add(block + "attn.c_attn.weight", {C, 3 * C});
        add(block + "attn.c_attn.bias", {3 * C});
        add(block + "attn.c_proj.weight", {C, C});
        add(block + "attn.c_proj.bias", {C});
        add(block + "ln_2.weight", {C});
        add(block + "ln_2.bias", {C});
        add(block + "mlp.c_fc.weight", {C, F});
        add(block + "mlp.c_fc.bias", {F});
        add(block + "mlp.c_proj.weight", {F, C});
        add(block + "mlp.c_proj.bias", {C});
    }
    add(prefix + "ln_f.weight", {C});
    add(prefix + "ln_f.bias", {C});
    if (!config.tie_word_embeddings) add("lm_head.weight", {config.vocab_size, C});
    return tensors;
}

void write_model(const std::filesystem::path& folder, const Config& config,
                 const std::vector<TensorToWrite>& tensors) {
    write_file(folder / "config.json", config_json(config));
    write_file(folder / "model.safetensors", safetensors_file(tensors));
}

void write_random_model(const std::filesystem::path& folder, const Config& config,
                        std::uint64_t seed) {
    write_model(folder, config, random_tensors(config, seed));
}

}  // namespace attnlab::testing
