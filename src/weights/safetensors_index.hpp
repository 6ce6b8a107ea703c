// model.safetensors.index.json: which file holds which tensor, where a model's weights are split
// over several. Only what the index says; the files are opened in safetensors_files.hpp.
//
// The format: {"metadata": {...}, "weight_map": {"TENSOR": "FILE", ...}}; other members mean
// nothing here. Source: https://huggingface.co/docs/transformers/big_models, "Sharded checkpoints".

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// What the index says of one tensor.
struct IndexEntry {
    std::string tensor;
    std::string file;  // a name in the index's own folder
};

/// Reads an index, in the order of the tensors' names; no tensor is there twice.
///
/// `label` names the index in errors.
///
/// Errors: InputError if it is not JSON, has no weight_map or one that is no object or empty; or
///         naming the tensor that is listed twice, or whose file is no plain name of a safetensors
///         file: no folder before it, so that nothing outside of the model's folder is ever read.
std::vector<IndexEntry> parse_safetensors_index(std::string_view json, std::string_view label);

/// The files of an index, each once, in the order of their names.
std::vector<std::string> files_of_index(const std::vector<IndexEntry>& entries);

}  // namespace attnlab
