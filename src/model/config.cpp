#include "model/config.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"

namespace attnlab {
namespace {

using nlohmann::json;

// Far above every GPT-2, far below what could overflow a product of two sizes.
constexpr std::size_t kLargestSize = 10'000'000;
constexpr std::size_t kMostLayers = 10'000;

/// A value as errors show it: short and in one line.
std::string shown(const json& value) {
    constexpr std::size_t kLongest = 40;
    if (value.is_object()) return "an object";
    if (value.is_array()) return "an array";
    const std::string text = printable(value.dump());
    const std::string_view cut = fit_width(text, kLongest);
    return std::string(cut) + (cut.size() < text.size() ? "..." : "");
}

/// Reads settings one by one and remembers which were missing.
class Settings {
  public:
    Settings(const json& object, std::string_view label) : object_(object), label_(label) {}

    /// The value of that name; null if it is absent or JSON's null, which mean the same.
    const json* find(const char* name) const {
        const auto found = object_.find(name);
        return found == object_.end() || found->is_null() ? nullptr : &*found;
    }

    /// A size in [1, largest]; 0 if it is missing, which check_missing() reports.
    std::size_t required_size(const char* name, std::size_t largest = kLargestSize) {
        if (find(name) == nullptr) missing_.emplace_back(name);
        return size_or(name, 0, largest);
    }

    std::size_t size_or(const char* name, std::size_t fallback,
                        std::size_t largest = kLargestSize) const {
        const json* value = find(name);
        if (value == nullptr) return fallback;
        if (!value->is_number_unsigned() || *value < 1U || *value > largest) {
            fail(name, *value, fmt::format("a whole number from 1 to {}", largest));
        }
        return value->get<std::size_t>();
    }

    bool flag_or(const char* name, bool fallback) const {
        const json* value = find(name);
        if (value == nullptr) return fallback;
        if (!value->is_boolean()) fail(name, *value, "true or false");
        return value->get<bool>();
    }

    float small_number_or(const char* name, float fallback) const {
        const json* value = find(name);
        if (value == nullptr) return fallback;
        const double number = value->is_number() ? value->get<double>() : 0.0;
        if (number < std::numeric_limits<float>::min() || number > 1.0) {
            fail(name, *value, "a number above 0, at most 1");
        }
        return static_cast<float>(number);
    }

    std::string text_or(const char* name, const char* fallback) const {
        const json* value = find(name);
        if (value == nullptr) return fallback;
        if (!value->is_string()) fail(name, *value, "a string");
        return value->get<std::string>();
    }

    /// Hugging Face writes GPT-2's 50256 into the files of models with smaller vocabularies, too:
    /// an id outside the vocabulary is no token, not an error.
    std::optional<TokenId> token_or_none(const char* name, std::size_t vocab_size) const {
        const json* value = find(name);
        if (value == nullptr) return std::nullopt;
        if (!value->is_number_integer()) fail(name, *value, "a whole number");
        if (*value < 0 || *value >= vocab_size) return std::nullopt;
        return value->get<TokenId>();
    }

    void check_missing() const {
        if (missing_.empty()) return;
        std::string names;
        for (const std::string& name : missing_) names += (names.empty() ? "" : ", ") + name;
        throw InputError(fmt::format("{}: missing {}", label_, names));
    }

    [[noreturn]] void fail(const char* name, const json& got, const std::string& expected) const {
        throw InputError(
            fmt::format("{}: {} is {}, expected {}", label_, name, shown(got), expected));
    }

  private:
    const json& object_;
    std::string_view label_;
    std::vector<std::string> missing_;
};

json parse_object(std::string_view text, std::string_view label) {
    // The library takes a NUL for the end of the text and would not look at what follows.
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos) {
        throw InputError(fmt::format("{}: not JSON: byte {} is NUL", label, nul));
    }
    json object;
    try {
        object = json::parse(text);
    } catch (const json::parse_error& error) {
        throw InputError(fmt::format("{}: not JSON at byte {}", label, error.byte));
    } catch (const json::out_of_range&) {
        throw InputError(fmt::format("{}: a number is too large for a double", label));
    }
    if (!object.is_object()) {
        throw InputError(fmt::format("{}: got {}, expected a JSON object", label, shown(object)));
    }
    return object;
}

/// Settings under which the same weights mean another computation, which is not ours.
void refuse_other_models(const Settings& settings) {
    const auto refuse = [&](const char* name, const char* expected) {
        settings.fail(name, *settings.find(name), expected);
    };
    if (settings.text_or("model_type", "gpt2") != "gpt2") refuse("model_type", "\"gpt2\"");
    // gelu_pytorch_tanh is PyTorch's name for the same tanh form of GELU.
    const std::string activation = settings.text_or("activation_function", "gelu_new");
    if (activation != "gelu_new" && activation != "gelu_pytorch_tanh") {
        refuse("activation_function", "\"gelu_new\" (the tanh form of GELU)");
    }
    if (settings.flag_or("add_cross_attention", false)) {
        refuse("add_cross_attention", "false: attention here looks at its own text only");
    }
    // Both change the tensors themselves.
    for (const char* name : {"pruned_heads", "quantization_config"}) {
        const json* value = settings.find(name);
        if (value != nullptr && !value->empty())
            refuse(name, "none: plain GPT-2 has all its heads and weights");
    }
}

}  // namespace

float Config::attention_scale(std::size_t layer) const {
    double scale = 1.0;
    if (scale_attn_weights) scale /= std::sqrt(static_cast<double>(d_k()));
    if (scale_attn_by_inverse_layer_idx) scale /= static_cast<double>(layer + 1);
    return static_cast<float>(scale);
}

Config parse_config(std::string_view text, std::string_view label) {
    const json object = parse_object(text, label);
    Settings settings(object, label);
    refuse_other_models(settings);

    Config config;
    config.n_layer = settings.required_size("n_layer", kMostLayers);
    config.n_head = settings.required_size("n_head");
    config.n_embd = settings.required_size("n_embd");
    // Old files call it n_ctx. Where both stand, wpe has n_positions rows.
    const bool is_old =
        settings.find("n_positions") == nullptr && settings.find("n_ctx") != nullptr;
    config.n_positions = settings.required_size(is_old ? "n_ctx" : "n_positions");
    config.vocab_size = settings.required_size("vocab_size");
    settings.check_missing();
    if (config.n_embd % config.n_head != 0) {
        throw InputError(fmt::format("{}: n_embd {} is not divisible by n_head {}", label,
                                     config.n_embd, config.n_head));
    }
    config.n_inner = settings.size_or("n_inner", 4 * config.n_embd);
    config.layer_norm_epsilon =
        settings.small_number_or("layer_norm_epsilon", config.layer_norm_epsilon);
    config.scale_attn_weights = settings.flag_or("scale_attn_weights", true);
    config.scale_attn_by_inverse_layer_idx =
        settings.flag_or("scale_attn_by_inverse_layer_idx", false);
    // Moves the scaling and keeps the softmax in float where the rest is half precision. Here all
    // is float and the scale is the same number, so both values mean the same.
    settings.flag_or("reorder_and_upcast_attn", false);
    config.tie_word_embeddings = settings.flag_or("tie_word_embeddings", true);
    config.bos_token_id = settings.token_or_none("bos_token_id", config.vocab_size);
    config.eos_token_id = settings.token_or_none("eos_token_id", config.vocab_size);
    return config;
}

Config load_config(const std::filesystem::path& folder_or_file) {
    std::error_code ignored;  // what cannot be looked at fails when it is read, with the reason
    const bool is_folder = std::filesystem::is_directory(folder_or_file, ignored);
    const std::filesystem::path path = is_folder ? folder_or_file / "config.json" : folder_or_file;
    return parse_config(read_file(path), printable(path.string()));
}

}  // namespace attnlab
