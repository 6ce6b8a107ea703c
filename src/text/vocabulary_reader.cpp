#include "text/vocabulary_reader.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "text/byte_alphabet.hpp"
#include "text/plain_entries.hpp"

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// Takes what the JSON parser finds, piece by piece.
class EntryHandler : public nlohmann::json_sax<Json> {
  public:
    EntryHandler(std::string file, std::size_t size) : file_(std::move(file)), size_(size) {}

    std::vector<TokenEntry> take() { return std::move(entries_); }

    bool start_object(std::size_t /*size*/) override {
        if (is_inside_) refuse("an object");
        is_inside_ = true;
        return true;
    }
    bool end_object() override { return true; }

    bool key(std::string& spelling) override {
        std::string bytes;
        if (spelling.empty() || append_spelled_bytes(spelling, bytes)) {
            throw InputError(fmt::format("{}: token \"{}\", expected characters that spell bytes",
                                         file_, fit_width(printable(spelling), kShownWidth)));
        }
        entries_.push_back({std::move(bytes), 0});
        return true;
    }

    bool number_unsigned(std::uint64_t id) override {
        if (!is_inside_) refuse("a number");
        entries_.back().id = id;
        return true;
    }

    bool null() override { refuse("null"); }
    bool boolean(bool /*value*/) override { refuse("true or false"); }
    bool number_integer(std::int64_t value) override { refuse(fmt::format("{}", value)); }
    bool number_float(double /*value*/, const std::string& text) override { refuse(text); }
    bool string(std::string& /*value*/) override { refuse("a string"); }
    bool binary(Json::binary_t& /*value*/) override { refuse("binary data"); }
    bool start_array(std::size_t /*size*/) override { refuse("an array"); }
    bool end_array() override { return true; }

    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const Json::exception& /*error*/) override {
        throw InputError(fmt::format("{}: not JSON from byte {} of {} on", file_,
                                     position == 0 ? 0 : position - 1, size_),
                         position >= size_ ? "is the download complete?" : "");
    }

  private:
    static constexpr std::size_t kShownWidth = 40;

    /// Something else than a whole number, or than the one object.
    [[noreturn]] void refuse(const std::string& got) const {
        if (!is_inside_) {
            throw InputError(
                fmt::format("{}: got {}, expected an object of tokens and ids", file_, got));
        }
        throw InputError(fmt::format("{}: the id of token {} is {}, expected a whole number", file_,
                                     quoted_spelling(entries_.back().bytes), got));
    }

    std::string file_;
    std::size_t size_;
    bool is_inside_ = false;
    std::vector<TokenEntry> entries_;
};

}  // namespace

std::vector<TokenEntry> read_token_entries(const std::filesystem::path& vocab_json) {
    const std::string json = read_file(vocab_json);
    if (auto plain = read_plain_entries(json)) return std::move(*plain);
    EntryHandler handler(printable(vocab_json.string()), json.size());
    Json::sax_parse(json, &handler);
    return handler.take();
}

}  // namespace attnlab
