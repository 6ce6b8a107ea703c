// vocab.json: the tokens of a model by id, checked whole before anyone uses them.
// It knows nothing of merges: which tokens a text becomes is decided by their ranks.

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/token_id.hpp"
#include "text/hash_index.hpp"

namespace attnlab {

/// The tokens of a vocabulary as bytes, and the way back from bytes to id.
class Vocabulary {
  public:
    /// Reads an object of spelled tokens and their ids.
    ///
    /// Errors: InputError naming file and token if it is not such an object, the ids are not
    ///         0 to n-1 with each given once, a token stands twice, is empty or is spelled with a
    ///         character that stands for no byte, or one of the 256 single bytes has no token.
    static Vocabulary read(const std::filesystem::path& vocab_json);

    std::size_t size() const { return tokens_.size(); }

    /// The bytes of a token; `id` must be one of 0 to size() - 1.
    const std::string& bytes_of(TokenId id) const { return tokens_[static_cast<std::size_t>(id)]; }

    /// The id of the token with these bytes.
    std::optional<TokenId> find(std::string_view bytes) const;

  private:
    explicit Vocabulary(std::vector<std::string> tokens);

    void index_tokens(const std::string& file);
    void require_every_byte(const std::string& file) const;

    std::vector<std::string> tokens_;  // indexed by id
    HashIndex index_;
};

}  // namespace attnlab
