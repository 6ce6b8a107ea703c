// Writes JSON text piece by piece, so that a large map needs no tree of values in memory.
// It decides how numbers and strings look; what is written, and in which order, is the caller's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.hpp"

namespace attnlab {

/// Builds one JSON document. Objects are laid out a member a line; arrays of numbers in one line.
///
/// Floats and doubles are the shortest decimals that read back to the same number. NaN and infinity
/// have no place in JSON: a number that is not finite is a std::logic_error.
/// Strings are written as UTF-8; what is not UTF-8 becomes U+FFFD, and what may harm a terminal
/// (control characters, invisible format characters) is written as \uXXXX.
class JsonWriter {
  public:
    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool truth);
    JsonWriter& value(float number);
    JsonWriter& value(double number);
    JsonWriter& value(std::size_t number);
    JsonWriter& value(std::int32_t number);
    JsonWriter& null();

    /// A list, each element by value().
    template <class Range>
    JsonWriter& list(const Range& range) {
        begin_array();
        for (const auto& element : range) value(element);
        return end_array();
    }

    template <class T>
    JsonWriter& optional(const std::optional<T>& element) {
        return element ? value(*element) : null();
    }

    /// [rows, columns] -> [[...], ...], a row a line.
    JsonWriter& matrix(MatrixView values);

    /// The same where key j of row i means something only for j <= i: null right of the diagonal.
    JsonWriter& lower_triangle(MatrixView values);

    /// A whole document as a value, as take() returned it.
    JsonWriter& document(std::string_view json);

    /// A member: key and value.
    template <class T>
    JsonWriter& member(std::string_view name, const T& element) {
        return key(name).value(element);
    }

    /// The document, with a newline at its end. The writer is empty afterwards.
    std::string take();

  private:
    void begin_value(bool is_nested);
    void end(char bracket);
    void new_line();

    struct Level {
        bool is_object;
        bool has_elements;
        bool has_nested;  // elements that are arrays or objects stand on lines of their own
    };
    std::string text_;
    std::vector<Level> levels_;
    bool after_key_ = false;
};

}  // namespace attnlab
