// The JSON of vocab.json: one flat object of spelled tokens and whole numbers, and nothing else.
// It is read as a stream, so that a token that stands twice is seen and no tree is built. Whether
// the ids fit together is for vocabulary.cpp.

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
/// Errors: InputError naming the file and the byte where it stops to be JSON, what stands there in
///         place of an object, or the token that is empty, spells no bytes or has no whole number.
std::vector<TokenEntry> read_token_entries(const std::filesystem::path& vocab_json);

}  // namespace attnlab
