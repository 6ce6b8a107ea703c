#include "model/gpt2_weight_table.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace attnlab {
namespace {

/// A side of a shape: a size of the configuration, some times over.
struct Side {
    std::size_t Config::*size = nullptr;  // null: the shape ends before this side
    std::size_t times = 1;
};

constexpr Side kV = {&Config::vocab_size};
constexpr Side kP = {&Config::n_positions};
constexpr Side kF = {&Config::n_inner};
constexpr Side kC = {&Config::n_embd};
constexpr Side k3C = {&Config::n_embd, 3};

template <class Owner>
struct Row {
    std::string_view name;
    std::array<Side, 2> shape;
    WeightMatrix& (*field)(Owner&);
};

using Model = Gpt2Weights;
using Block = BlockWeights;
using W = WeightMatrix;

constexpr std::array kBeforeBlocks = {
    Row<Model>{"wte.weight", {kV, kC}, [](Model& m) -> W& { return m.wte; }},
    Row<Model>{"wpe.weight", {kP, kC}, [](Model& m) -> W& { return m.wpe; }},
};

// Behind "h.N.". Linear weights are [in, out].
constexpr std::array kInBlock = {
    Row<Block>{"ln_1.weight", {kC}, [](Block& b) -> W& { return b.ln_1.gain; }},
    Row<Block>{"ln_1.bias", {kC}, [](Block& b) -> W& { return b.ln_1.bias; }},
    Row<Block>{"attn.c_attn.weight", {kC, k3C}, [](Block& b) -> W& { return b.c_attn.weight; }},
    Row<Block>{"attn.c_attn.bias", {k3C}, [](Block& b) -> W& { return b.c_attn.bias; }},
    Row<Block>{"attn.c_proj.weight", {kC, kC}, [](Block& b) -> W& { return b.attn_c_proj.weight; }},
    Row<Block>{"attn.c_proj.bias", {kC}, [](Block& b) -> W& { return b.attn_c_proj.bias; }},
    Row<Block>{"ln_2.weight", {kC}, [](Block& b) -> W& { return b.ln_2.gain; }},
    Row<Block>{"ln_2.bias", {kC}, [](Block& b) -> W& { return b.ln_2.bias; }},
    Row<Block>{"mlp.c_fc.weight", {kC, kF}, [](Block& b) -> W& { return b.c_fc.weight; }},
    Row<Block>{"mlp.c_fc.bias", {kF}, [](Block& b) -> W& { return b.c_fc.bias; }},
    Row<Block>{"mlp.c_proj.weight", {kF, kC}, [](Block& b) -> W& { return b.mlp_c_proj.weight; }},
    Row<Block>{"mlp.c_proj.bias", {kC}, [](Block& b) -> W& { return b.mlp_c_proj.bias; }},
};

constexpr std::array kAfterBlocks = {
    Row<Model>{"ln_f.weight", {kC}, [](Model& m) -> W& { return m.ln_f.gain; }},
    Row<Model>{"ln_f.bias", {kC}, [](Model& m) -> W& { return m.ln_f.bias; }},
};

constexpr Row<Model> kLmHead = {kLmHeadName, {kV, kC}, [](Model& m) -> W& { return m.lm_head; }};

template <class Owner>
WantedTensor wanted(const Row<Owner>& row, std::string_view prefix, const Config& config,
                    Owner& owner) {
    std::vector<std::size_t> shape;
    for (const Side& side : row.shape) {
        if (side.size != nullptr) shape.push_back(config.*side.size * side.times);
    }
    return {fmt::format("{}{}", prefix, row.name), std::move(shape), &row.field(owner)};
}

}  // namespace

std::vector<WantedTensor> wanted_tensors(const Config& config, Gpt2Weights& weights) {
    weights.blocks.resize(config.n_layer);
    std::vector<WantedTensor> all;
    for (const auto& row : kBeforeBlocks) all.push_back(wanted(row, "", config, weights));
    for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
        const std::string prefix = fmt::format("h.{}.", layer);
        for (const auto& row : kInBlock) {
            all.push_back(wanted(row, prefix, config, weights.blocks[layer]));
        }
    }
    for (const auto& row : kAfterBlocks) all.push_back(wanted(row, "", config, weights));
    return all;
}

WantedTensor wanted_lm_head(const Config& config, Gpt2Weights& weights) {
    return wanted(kLmHead, "", config, weights);
}

}  // namespace attnlab
