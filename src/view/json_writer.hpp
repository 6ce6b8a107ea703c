// Writes JSON text piece by piece, so that a large map needs no tree of values in memory, and where
// there is a sink, no text of it either.
// It decides how strings and lists look; what is written, and in which order, is the caller's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.hpp"
#include "view/text_sink.hpp"

namespace attnlab {

/// Builds one JSON document. Objects are laid out a member a line; arrays of numbers in one line.
///
/// Floats and doubles are the shortest decimals that read back to the same number. NaN and infinity
/// have no place in JSON: a number that is not finite is a std::logic_error.
/// Strings are written as UTF-8; what is not UTF-8 becomes U+FFFD, and what may harm a terminal
/// (control characters, invisible format characters) is written as \uXXXX.
class JsonWriter {
  public:
    /// Keeps the document until it is taken.
    JsonWriter() = default;

    /// Hands the document on in pieces of about a million characters. Large matrices are written by
    /// several threads; the text does not depend on them.
    explicit JsonWriter(TextSink sink, std::size_t threads = 1);

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

    /// A writer for members that follow later in the object that is being written: whoever makes
    /// several large members side by side joins each when its turn comes.
    JsonWriter branch(TextSink sink) const;

    /// Hands on what the sink of a branch has not yet got.
    void end_branch() { hand_on(); }

    /// Text that a branch has written.
    void join(std::string_view piece) { append(piece); }

    /// A member: key and value.
    template <class T>
    JsonWriter& member(std::string_view name, const T& element) {
        return key(name).value(element);
    }

    /// The document, with a newline at its end. The writer is empty afterwards.
    std::string take();

    /// Ends the document with a newline and hands on what the sink has not yet got of it.
    void finish();

  private:
    void begin_value(bool is_nested);
    void end(char bracket);
    void new_line();
    JsonWriter& rows(MatrixView values, bool lower_triangle);
    void append(std::string_view piece);
    void hand_on();
    void end_document();

    struct Level {
        bool is_object;
        bool has_elements;
        bool has_nested;  // elements that are arrays or objects stand on lines of their own
    };
    std::string text_;
    std::vector<Level> levels_;
    bool after_key_ = false;
    TextSink sink_;  // none where the document is kept
    std::size_t threads_ = 1;
    std::vector<std::vector<char>> pieces_;  // of a matrix, one for each thread's turn
};

}  // namespace attnlab
