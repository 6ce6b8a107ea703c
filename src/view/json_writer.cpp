#include "view/json_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "base/unicode.hpp"

namespace attnlab {
namespace {

template <class Number>
void append_finite(std::string& text, Number number) {
    if (!std::isfinite(number)) throw std::logic_error("JSON has no number for NaN or infinity");
    if (number == 0 && std::signbit(number)) {
        text += "-0.0";  // many readers take -0 for a whole number, which has no sign
        return;
    }
    fmt::format_to(std::back_inserter(text), "{}", number);
}

}  // namespace

JsonWriter& JsonWriter::begin_object() {
    begin_value(true);
    levels_.push_back({true, false, false});
    text_ += '{';
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    end('}');
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    begin_value(true);
    levels_.push_back({false, false, false});
    text_ += '[';
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    end(']');
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    begin_value(true);
    append_json_string(text_, name);
    text_ += ": ";
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    begin_value(false);
    append_json_string(text_, text);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    begin_value(false);
    text_ += truth ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::value(float number) {
    begin_value(false);
    append_finite(text_, number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    begin_value(false);
    append_finite(text_, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::size_t number) {
    begin_value(false);
    fmt::format_to(std::back_inserter(text_), "{}", number);
    return *this;
}

JsonWriter& JsonWriter::value(std::int32_t number) {
    begin_value(false);
    fmt::format_to(std::back_inserter(text_), "{}", number);
    return *this;
}

JsonWriter& JsonWriter::null() {
    begin_value(false);
    text_ += "null";
    return *this;
}

JsonWriter& JsonWriter::matrix(MatrixView values) {
    begin_array();
    for (std::size_t i = 0; i < values.rows; ++i) list(values.row(i));
    return end_array();
}

JsonWriter& JsonWriter::lower_triangle(MatrixView values) {
    begin_array();
    for (std::size_t i = 0; i < values.rows; ++i) {
        begin_array();
        for (std::size_t j = 0; j < values.columns; ++j) {
            if (j <= i) {
                value(values(i, j));
            } else {
                null();
            }
        }
        end_array();
    }
    return end_array();
}

JsonWriter& JsonWriter::document(std::string_view json) {
    begin_value(true);
    json.remove_suffix(1);  // the newline at its end
    text_ += json;
    return *this;
}

std::string JsonWriter::take() {
    if (!levels_.empty()) throw std::logic_error("a JSON document was taken before its end");
    text_ += '\n';
    return std::exchange(text_, {});
}

void JsonWriter::begin_value(bool is_nested) {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (levels_.empty()) return;
    Level& level = levels_.back();
    if (level.has_elements) text_ += ',';
    if (is_nested) {
        new_line();
    } else if (level.has_elements) {
        text_ += ' ';
    }
    level.has_elements = true;
    level.has_nested = level.has_nested || is_nested;
}

void JsonWriter::end(char bracket) {
    const bool has_nested = levels_.back().has_nested;
    levels_.pop_back();
    if (has_nested) new_line();
    text_ += bracket;
}

void JsonWriter::new_line() {
    text_ += '\n';
    text_.append(levels_.size(), ' ');
}

}  // namespace attnlab
