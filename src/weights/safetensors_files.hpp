// The files that hold one model's weights: one, or several that an index lists, shown as one set of
// tensors. Knows nothing of what the tensors mean.

#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weights/safetensors.hpp"

namespace attnlab {

/// What the files of weights are called in a model's folder.
inline constexpr const char* kSafetensorsName = "model.safetensors";
inline constexpr const char* kSafetensorsIndexName = "model.safetensors.index.json";

/// Mapped and checked files; their tensors live as long as this does, also after it is moved.
class SafetensorsFiles {
  public:
    /// Opens a file, or the files of an index: a path that ends in `.json` is one.
    ///
    /// Errors: InputError naming all files of an index that are missing, before any is opened; or
    ///         as SafetensorsFile and parse_safetensors_index() say; or naming the tensors that are
    ///         not in the file where the index says, or in two of its files.
    explicit SafetensorsFiles(const std::filesystem::path& file_or_index);

    /// Of all files, in the order of their names.
    std::span<const Tensor> tensors() const {
        return files_.size() == 1 ? files_.front().tensors() : std::span<const Tensor>(merged_);
    }

    /// How errors name the file that holds one of tensors().
    std::string_view label_of(const Tensor& tensor) const;

    /// How errors name all of it: the file, or the index.
    const std::string& label() const { return label_; }

    std::span<const SafetensorsFile> files() const { return files_; }

    /// Of all files together, without the index.
    std::size_t size_bytes() const;

    /// The tensors that lie in a file and are not in the index, which is allowed: transformers
    /// reads whatever the files hold, and so do we.
    std::span<const std::string> unlisted() const { return unlisted_; }

  private:
    void open_listed(const std::filesystem::path& index);
    void merge();

    std::string label_;
    std::vector<SafetensorsFile> files_;
    std::vector<std::string> labels_;        // of the files
    std::vector<Tensor> merged_;             // empty where there is one file: it has its own
    std::vector<std::size_t> file_of_each_;  // of the merged tensors
    std::vector<std::string> unlisted_;
};

}  // namespace attnlab
