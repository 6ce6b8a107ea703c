#include "model/gpt2_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "model/gpt2_tensor_names.hpp"
#include "model/gpt2_weight_table.hpp"
#include "weights/describe.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// A tensor of the file and where it goes.
struct Match {
    const Tensor* tensor;
    WeightMatrix* field;
};

/// What does not fit, gathered so that one error names it all.
struct Problems {
    std::vector<std::string> lines;
    std::string hint;

    void throw_if_any(std::string_view label) const {
        if (lines.empty()) return;
        std::string text = fmt::format("{}: {} tensor{} not fit the configuration: ", label,
                                       lines.size(), lines.size() == 1 ? " does" : "s do");
        for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "; ") + lines[i];
        throw InputError(text, hint);
    }
};

/// The file of the weights, or the index of several, or why there is none. Where both are there,
/// the one file is taken, as transformers does.
fs::path weights_path(const fs::path& folder_or_file) {
    std::error_code ignored;  // what cannot be looked at fails when it is mapped, with the reason
    if (!fs::is_directory(folder_or_file, ignored)) return folder_or_file;
    for (const char* name : {kSafetensorsName, kSafetensorsIndexName}) {
        fs::path path = folder_or_file / name;
        if (fs::exists(path, ignored)) return path;
    }
    throw InputError(
        fmt::format("no {} in {}", kSafetensorsName, printable(folder_or_file.string())),
        "put the model's weights there as model.safetensors");
}

/// Adds what keeps a tensor from being the wanted one.
void check_fit(const WantedTensor& wanted, const Tensor& found, Problems& problems) {
    const std::vector<std::size_t>& shape = wanted.shape;
    if (found.shape != shape) {
        problems.lines.push_back(fmt::format("{} is {}, expected {}", wanted.name,
                                             shape_text(found.shape), shape_text(shape)));
        const bool is_linear = wanted.name.starts_with("h.") && shape.size() == 2;
        if (is_linear &&
            std::equal(shape.rbegin(), shape.rend(), found.shape.begin(), found.shape.end())) {
            problems.hint =
                "linear weights are [in, out], as GPT-2's Conv1D has them: transpose them";
        }
    } else if (!is_read_as_floats(found.dtype)) {
        problems.lines.push_back(fmt::format("{} is of type {}, expected F32, F16 or BF16",
                                             wanted.name, name_of(found.dtype)));
    }
}

/// Finds the wanted tensors and takes them out of `tensors`.
std::vector<Match> take_wanted(const std::vector<WantedTensor>& all_wanted, TensorsByName& tensors,
                               Problems& problems) {
    std::vector<Match> matches;
    for (const WantedTensor& wanted : all_wanted) {
        const auto found = tensors.find(wanted.name);
        if (found == tensors.end()) {
            problems.lines.push_back(
                fmt::format("{} is missing, expected {}", wanted.name, shape_text(wanted.shape)));
            continue;
        }
        check_fit(wanted, *found->second, problems);
        matches.push_back({found->second, wanted.field});
        tensors.erase(found);
    }
    if (matches.empty() && !tensors.empty()) {
        problems.hint = fmt::format("is it a GPT-2 as Hugging Face saves it? It has a tensor {}",
                                    quoted_name(tensors.begin()->first));
    }
    return matches;
}

/// What is left over. Inside the forward pass (a thirteenth layer, an adapter, a bias of the head)
/// it would change the result and is refused. Elsewhere (the head of a classifier) nothing we
/// compute depends on it: it is left out, and the user is told.
std::string judge_leftovers(const TensorsByName& tensors, const Config& config,
                            Problems& problems) {
    constexpr std::size_t kMostShown = 3;
    std::string names;
    std::size_t count = 0;
    for (const auto& [name, tensor] : tensors) {
        if (is_in_forward_pass(name)) {
            problems.lines.push_back(fmt::format("{} has no place in it", quoted_name(name)));
            if (problems.hint.empty() && name.starts_with("h.")) {
                problems.hint = fmt::format("config.json says n_layer {}", config.n_layer);
            }
        } else {
            if (count < kMostShown) names += (count == 0 ? "" : ", ") + quoted_name(name);
            ++count;
        }
    }
    if (count == 0) return {};
    return fmt::format("{} tensor{} no part of GPT-2 and left out: {}{}", count,
                       count == 1 ? " is" : "s are", names, count > kMostShown ? ", ..." : "");
}

bool are_same(const Tensor& a, const Tensor& b) {
    return a.dtype == b.dtype && a.bytes.size() == b.bytes.size() &&
           std::memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

std::string storage_type_of(const std::vector<Match>& matches) {
    const DType first = matches.front().tensor->dtype;
    const bool is_one = std::all_of(matches.begin(), matches.end(), [&](const Match& match) {
        return match.tensor->dtype == first;
    });
    return is_one ? std::string(name_of(first)) : "mixed";
}

}  // namespace

Gpt2Weights load_gpt2_weights(const fs::path& folder_or_file, const Config& config) {
    const fs::path path = weights_path(folder_or_file);
    Gpt2Weights weights;
    const SafetensorsFiles& files = weights.files.emplace(path);
    const std::string& label = files.label();
    TensorsByName tensors = tensors_by_name(files.tensors(), label);

    // Without a head the model uses wte, unless the configuration says that they are not tied.
    std::vector<WantedTensor> wanted = wanted_tensors(config, weights);
    const bool has_head = tensors.count(kLmHeadName) != 0;
    if (has_head || !config.tie_word_embeddings) wanted.push_back(wanted_lm_head(config, weights));

    Problems problems;
    std::vector<Match> matches = take_wanted(wanted, tensors, problems);
    const std::string note = judge_leftovers(tensors, config, problems);
    problems.throw_if_any(label);
    if (!note.empty()) weights.notes.push_back(note);
    if (const std::size_t n = files.unlisted().size(); n > 0) {
        weights.notes.push_back(fmt::format("{} tensor{} in no entry of the index, as {}", n,
                                            n == 1 ? " is" : "s are",
                                            quoted_name(files.unlisted().front())));
    }

    // Nothing was missing, so wte is the first and the head, where there is one, the last. Files
    // may save the tied head a second time: the same bytes, which need not be read twice.
    const bool is_copy = has_head && are_same(*matches.front().tensor, *matches.back().tensor);
    if (is_copy) matches.pop_back();
    weights.head_is_tied = !has_head || is_copy;
    if (!weights.head_is_tied && config.tie_word_embeddings) {
        // Saving a tied model writes no second head: this one was trained apart, and it counts.
        weights.notes.push_back(
            "lm_head.weight differs from wte.weight, although config.json ties them: it is used");
    }

    for (const Match& match : matches) {
        *match.field = WeightMatrix(*match.tensor, files.label_of(*match.tensor));
        weights.n_parameters += match.field->rows() * match.field->columns();
    }
    if (weights.head_is_tied) weights.lm_head = weights.wte;
    weights.storage_type = storage_type_of(matches);
    weights.file_size_bytes = files.size_bytes();
    return weights;
}

}  // namespace attnlab
