#include "load_model.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "data_folder.hpp"

namespace attnlab::lab {

TextModel load_model(const GlobalOptions& options) {
    const ModelFolder folder = find_model(options.model_or_default());
    const std::filesystem::path weights = folder.path / "model.safetensors";
    if (!std::filesystem::exists(weights)) {
        throw InputError(
            fmt::format("the model {} has no weights: {} is missing", printable(folder.name),
                        printable(weights.string())),
            "put them there (GPT-2 small's are openai-community/gpt2's model.safetensors at "
            "Hugging Face), or name the folder that has them: --model DIR");
    }
    return TextModel::load(folder.path, folder.name, folder.about, options.threads);
}

}  // namespace attnlab::lab
