#include "model/gpt2_tensor_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "weights/describe.hpp"

namespace attnlab {
namespace {

/// `h.0.attn.bias` is a mask of ones and zeros, `h.0.attn.masked_bias` the number -10000 that old
/// versions wrote where it is zero. `h.0.attn.c_attn.bias` is a weight.
bool is_mask_buffer(std::string_view name) {
    if (!name.starts_with("h.")) return false;
    name.remove_prefix(2);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const std::string_view rest = name.substr(digits);
    return digits > 0 && (rest == ".attn.bias" || rest == ".attn.masked_bias");
}

}  // namespace

TensorsByName tensors_by_name(std::span<const Tensor> tensors, std::string_view label) {
    constexpr std::string_view kPrefix = "transformer.";
    TensorsByName by_name;
    for (const Tensor& tensor : tensors) {
        std::string_view name = tensor.name;
        if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
        if (is_mask_buffer(name)) continue;
        if (!by_name.emplace(name, &tensor).second) {
            throw InputError(fmt::format("{}: tensor {} stands there twice, with and without {}",
                                         label, quoted_name(name), kPrefix));
        }
    }
    return by_name;
}

bool is_in_forward_pass(std::string_view name) {
    constexpr std::array<std::string_view, 5> kParts = {"wte", "wpe", "h", "ln_f", "lm_head"};
    const std::string_view part = name.substr(0, name.find('.'));
    return std::find(kParts.begin(), kParts.end(), part) != kParts.end();
}

}  // namespace attnlab
