#include "weights/safetensors_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/unicode.hpp"
#include "weights/describe.hpp"

namespace attnlab {
namespace {

/// Where in the header the parser is.
enum class Place {
    kOutside,   // before the header's object
    kHeader,    // in the header's object: names of tensors
    kMetadata,  // in "__metadata__"
    kEntry,     // in a tensor's entry: its fields
    kShape,
    kOffsets,
};

/// Takes the parser's events and accepts only those that the format has at that place.
class HeaderReader final : public nlohmann::json_sax<nlohmann::json> {
  public:
    HeaderReader(std::size_t length, std::string_view label) : length_(length), label_(label) {}

    std::vector<HeaderEntry> take_entries() { return std::move(entries_); }

    bool null() override { unexpected("null"); }
    bool boolean(bool value) override { unexpected(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { unexpected(fmt::to_string(value)); }
    bool number_float(number_float_t value, const string_t&) override {
        unexpected(fmt::to_string(value));
    }
    bool binary(binary_t&) override { unexpected("binary data"); }

    bool number_unsigned(number_unsigned_t value) override {
        switch (place_) {
            case Place::kShape:
                entries_.back().shape.push_back(value);
                return true;
            case Place::kOffsets:
                if (n_offsets_ == 2) unexpected("a third number");
                (n_offsets_ == 0 ? entries_.back().begin : entries_.back().end) = value;
                ++n_offsets_;
                return true;
            default:
                unexpected(fmt::to_string(value));
        }
    }

    bool string(string_t& value) override {
        if (place_ == Place::kMetadata) return true;
        if (place_ != Place::kEntry || key_ != "dtype") unexpected("a string");
        entries_.back().dtype = std::move(value);
        return true;
    }

    bool start_object(std::size_t) override {
        if (place_ == Place::kOutside) {
            place_ = Place::kHeader;
        } else if (place_ == Place::kHeader && key_ == kMetadataName) {
            place_ = Place::kMetadata;
            keys_.clear();
        } else if (place_ == Place::kHeader) {
            place_ = Place::kEntry;
            keys_.clear();
            entries_.push_back({.name = key_, .dtype = {}, .shape = {}});
        } else {
            unexpected("an object");
        }
        return true;
    }

    bool key(string_t& value) override {
        key_ = std::move(value);
        if (place_ == Place::kEntry && key_ != "dtype" && key_ != "shape" &&
            key_ != "data_offsets") {
            fail(fmt::format("{} has a field {} that the format does not know", entry_name(),
                             quoted_name(key_)));
        }
        // The names of the tensors, which may be many, are checked by sorting in the end.
        if (place_ == Place::kHeader && key_ == kMetadataName &&
            std::exchange(has_metadata_, true)) {
            fail("__metadata__ is listed twice");
        }
        if (place_ != Place::kHeader && !keys_.insert(key_).second) {
            fail(fmt::format("{} has {} twice", entry_name(), quoted_name(key_)));
        }
        return true;
    }

    bool end_object() override {
        if (place_ == Place::kEntry) {
            for (const char* field : {"dtype", "shape", "data_offsets"}) {
                if (keys_.count(field) == 0) fail(fmt::format("{} has no {}", entry_name(), field));
            }
        }
        place_ = Place::kHeader;
        return true;
    }

    bool start_array(std::size_t) override {
        if (place_ == Place::kEntry && key_ == "shape") {
            place_ = Place::kShape;
        } else if (place_ == Place::kEntry && key_ == "data_offsets") {
            place_ = Place::kOffsets;
            n_offsets_ = 0;
        } else {
            unexpected("an array");
        }
        return true;
    }

    bool end_array() override {
        if (place_ == Place::kOffsets && n_offsets_ != 2) {
            fail(fmt::format("data_offsets of {}: {} numbers, expected 2", entry_name(),
                             n_offsets_));
        }
        place_ = Place::kEntry;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception&) override {
        // The position counts what was read, the byte in question included.
        if (position > length_) fail("the header is not JSON: it ends too early");
        fail(fmt::format("the header is not JSON: byte {} of it cannot stand there", position - 1));
    }

  private:
    static constexpr const char* kMetadataName = "__metadata__";

    [[noreturn]] void fail(const std::string& what) const {
        throw InputError(fmt::format("{}: {}", label_, what));
    }

    std::string entry_name() const {
        return place_ == Place::kMetadata ? kMetadataName
                                          : "tensor " + quoted_name(entries_.back().name);
    }

    /// A value that the format does not allow at this place.
    [[noreturn]] void unexpected(const std::string& got) const {
        switch (place_) {
            case Place::kOutside:
                fail("the header is not a JSON object: got " + got);
            case Place::kHeader:
                fail(fmt::format("the entry of {} is {}, expected an object", quoted_name(key_),
                                 got));
            case Place::kMetadata:
                fail(fmt::format("__metadata__: {} is {}, expected a string", quoted_name(key_),
                                 got));
            case Place::kEntry:
                fail(fmt::format("{} of {} is {}, expected {}", key_, entry_name(), got,
                                 key_ == "dtype" ? "a string" : "an array"));
            case Place::kShape:
            case Place::kOffsets:
                break;
        }
        fail(fmt::format("{} of {} holds {}, expected {}whole numbers of 64 bits", key_,
                         entry_name(), got, place_ == Place::kShape ? "" : "two "));
    }

    std::size_t length_;
    std::string_view label_;
    std::vector<HeaderEntry> entries_;
    Place place_ = Place::kOutside;
    std::string key_;             // the last one read
    std::set<std::string> keys_;  // of the entry, or of the metadata, so far
    std::size_t n_offsets_ = 0;
    bool has_metadata_ = false;
};

void check_unique(const std::vector<HeaderEntry>& entries, std::string_view label) {
    std::vector<std::string_view> names;
    names.reserve(entries.size());
    for (const HeaderEntry& entry : entries) names.push_back(entry.name);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) {
        throw InputError(fmt::format("{}: tensor {} is listed twice", label, quoted_name(*twice)));
    }
}

}  // namespace

std::vector<HeaderEntry> parse_safetensors_header(std::string_view json, std::string_view label) {
    const std::optional<std::size_t> invalid = first_invalid_utf8(json);
    if (invalid) {
        throw InputError(
            fmt::format("{}: the header is not UTF-8 at byte {} of it", label, *invalid));
    }
    // The library takes a NUL for the end of the text and would not look at what follows.
    const std::size_t nul = json.find('\0');
    if (nul != std::string_view::npos) {
        throw InputError(
            fmt::format("{}: the header is not JSON: byte {} of it is NUL", label, nul));
    }
    HeaderReader reader(json.size(), label);
    nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
    if (json.front() != '{') {
        throw InputError(fmt::format("{}: the header does not begin with '{{'", label));
    }
    std::vector<HeaderEntry> entries = reader.take_entries();
    check_unique(entries, label);
    return entries;
}

}  // namespace attnlab
