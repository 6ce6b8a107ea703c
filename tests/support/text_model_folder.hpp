// A folder with a random model and a small vocabulary that fit each other.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "capture/text_model.hpp"
#include "support/model_folder.hpp"
#include "support/vocabulary_files.hpp"

namespace attnlab::testing {

class TextModelFolder {
  public:
    /// The vocabulary is that of SmallVocabulary, the model is small_config() with as many tokens.
    explicit TextModelFolder(const std::vector<std::string>& merges, Config config = small_config())
        : vocabulary_(merges) {
        config.vocab_size = vocabulary_.load().vocabulary_size();
        write_random_model(path(), config, 11);
    }

    std::filesystem::path path() const { return vocabulary_.vocab().parent_path(); }
    std::filesystem::path merges() const { return vocabulary_.merges(); }

    TextModel load(std::size_t threads = 1) const {
        return TextModel::load(path(), "small", "", threads);
    }

  private:
    SmallVocabulary vocabulary_;
};

}  // namespace attnlab::testing
