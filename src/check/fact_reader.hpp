// Reads the fields of one object of a file of facts, each with an error that says where it is. A
// field that nobody asked for is an error, too: it would be a slip that changes what is checked.

#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/token_id.hpp"
#include "maps/attention_maps.hpp"

namespace attnlab {

class FactReader {
  public:
    /// `where` is how errors name the object: "data/facts/gpt2.json: fact 3, `loss`". Both must
    /// live as long as the reader.
    FactReader(const nlohmann::json& object, std::string where);

    const std::string& where() const { return where_; }

    // Each reads one field. Errors: InputError naming file, fact, field, got and expected.

    std::string text(const char* field);
    std::size_t size(const char* field, std::size_t smallest = 0);
    /// A whole number within bounds, both included.
    std::size_t size_within(const char* field, std::size_t smallest, std::size_t largest);
    std::optional<std::size_t> optional_size(const char* field, std::size_t smallest = 0);
    double number(const char* field);
    std::optional<double> optional_number(const char* field);
    /// A number above 0.
    double bound(const char* field);
    std::optional<bool> optional_flag(const char* field);
    std::optional<std::string> optional_text(const char* field);
    TokenId id(const char* field);
    std::optional<TokenId> optional_id(const char* field);
    /// At least `fewest` ids.
    std::vector<TokenId> ids(const char* field, std::size_t fewest);
    /// Ascending numbers, at least one.
    std::vector<std::size_t> sizes(const char* field);
    /// Lists of numbers, one or more.
    std::vector<std::vector<double>> rows(const char* field);
    /// Heads, one or more, as `4.11`.
    std::vector<HeadId> heads(const char* field);
    /// A list of anything.
    const nlohmann::json& list(const char* field);
    /// The object of that field.
    FactReader object(const char* field);

    /// Whether there is such a field.
    bool has(const char* field) const { return object_.contains(field); }

    /// One of some words.
    std::string word(const char* field, const std::vector<std::string>& words);

    /// Errors: InputError naming the fields that nothing has read.
    void finish() const;

    [[noreturn]] void fail(const char* field, const std::string& expected) const;

  private:
    const nlohmann::json& get(const char* field);
    const nlohmann::json* find(const char* field);

    const nlohmann::json& object_;
    std::string where_;
    std::set<std::string, std::less<>> read_;
};

}  // namespace attnlab
