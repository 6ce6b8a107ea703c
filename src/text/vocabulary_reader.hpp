// The JSON of vocab.json: one flat object of spelled tokens and whole numbers, and nothing else.
// It is a reader of its own because a model's vocabulary is read at every start: GPT-2's megabyte
// takes a fifth of the time that a JSON library needs for it, and a token that stands twice is
// seen. Whether the ids fit together is for vocabulary.cpp.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attnlab {

/// One entry of vocab.json.
struct TokenEntry {
    std::string bytes;  // what the spelling stands for; never empty
    std::uint64_t id;
};

/// All entries in the order of the file.
///
/// Errors: InputError naming the file and the byte where it stops to be such an object, or the
/// token
///         if it is empty or its id is no whole number.
std::vector<TokenEntry> read_token_entries(const std::filesystem::path& vocab_json);

}  // namespace attnlab
