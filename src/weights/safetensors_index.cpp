#include "weights/safetensors_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "weights/describe.hpp"

namespace attnlab {
namespace {

constexpr const char* kMapName = "weight_map";

/// Takes the parser's events and keeps those of the weight_map. No tree is built, so that a key
/// that stands twice is seen, and nothing grows with what does not matter here.
class IndexReader final : public nlohmann::json_sax<nlohmann::json> {
  public:
    IndexReader(std::size_t length, std::string_view label) : length_(length), label_(label) {}

    std::vector<IndexEntry> take_entries() {
        if (!has_map_) fail(fmt::format("it has no {}", kMapName));
        if (entries_.empty()) fail(fmt::format("its {} names no tensor", kMapName));
        return std::move(entries_);
    }

    bool null() override { return value("null"); }
    bool boolean(bool truth) override { return value(truth ? "true" : "false"); }
    bool number_integer(number_integer_t number) override { return value(fmt::to_string(number)); }
    bool number_unsigned(number_unsigned_t number) override {
        return value(fmt::to_string(number));
    }
    bool number_float(number_float_t number, const string_t&) override {
        return value(fmt::to_string(number));
    }
    bool binary(binary_t&) override { return value("binary data"); }

    bool string(string_t& text) override {
        if (!is_in_map()) return value("a string");
        check_file(text);
        entries_.push_back({key_, std::move(text)});
        return true;
    }

    bool start_object(std::size_t) override {
        if (depth_ == 1 && key_ == kMapName) {
            if (std::exchange(has_map_, true)) fail(fmt::format("{} is there twice", kMapName));
            map_is_open_ = true;
        } else if (depth_ > 0) {
            value("an object");
        }
        ++depth_;
        return true;
    }

    bool end_object() override {
        if (--depth_ == 1) map_is_open_ = false;
        return true;
    }

    bool start_array(std::size_t) override {
        value("an array");
        ++depth_;
        return true;
    }

    bool end_array() override {
        --depth_;
        return true;
    }

    bool key(string_t& name) override {
        if (depth_ == 1 || is_in_map()) key_ = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception&) override {
        // The position counts what was read, the byte in question included.
        if (position > length_) fail("not JSON: it ends too early");
        fail(fmt::format("not JSON: byte {} cannot stand there", position - 1));
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw InputError(fmt::format("{}: {}", label_, what));
    }

    bool is_in_map() const { return map_is_open_ && depth_ == 2; }

    /// A value that is no string of the map: right wherever nothing is read.
    bool value(const std::string& got) const {
        if (depth_ == 0) fail("got " + got + ", expected a JSON object");
        if (depth_ == 1 && key_ == kMapName) {
            fail(fmt::format("{} is {}, expected an object", kMapName, got));
        }
        if (is_in_map()) {
            fail(fmt::format("the file of tensor {} is {}, expected a string", quoted_name(key_),
                             got));
        }
        return true;
    }

    void check_file(std::string_view file) const {
        const bool is_plain = file.find_first_of(std::string_view("/\\\0", 3)) == file.npos;
        constexpr std::string_view kEnd = ".safetensors";
        if (is_plain && file.size() > kEnd.size() && file.ends_with(kEnd)) return;
        fail(
            fmt::format("the file of tensor {} is {}, expected the name of a safetensors file in "
                        "the same folder",
                        quoted_name(key_), quoted_name(file)));
    }

    std::size_t length_;
    std::string_view label_;
    std::vector<IndexEntry> entries_;
    std::string key_;        // the last one read of the index or its map
    std::size_t depth_ = 0;  // how many objects and arrays are open
    bool has_map_ = false;
    bool map_is_open_ = false;
};

}  // namespace

std::vector<IndexEntry> parse_safetensors_index(std::string_view json, std::string_view label) {
    // The library takes a NUL for the end of the text and would not look at what follows.
    const std::size_t nul = json.find('\0');
    if (nul != json.npos) {
        throw InputError(fmt::format("{}: not JSON: byte {} is NUL", label, nul));
    }
    IndexReader reader(json.size(), label);
    nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
    std::vector<IndexEntry> entries = reader.take_entries();
    std::ranges::sort(entries, {}, &IndexEntry::tensor);
    const auto twice = std::ranges::adjacent_find(entries, {}, &IndexEntry::tensor);
    if (twice != entries.end()) {
        throw InputError(
            fmt::format("{}: tensor {} is listed twice", label, quoted_name(twice->tensor)));
    }
    return entries;
}

std::vector<std::string> files_of_index(const std::vector<IndexEntry>& entries) {
    std::vector<std::string> files;
    for (const IndexEntry& entry : entries) files.push_back(entry.file);
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

}  // namespace attnlab
