#include "view/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "base/parallel.hpp"
#include "base/unicode.hpp"
#include "view/json_number.hpp"

namespace attnlab {
namespace {

// A piece of this size is handed on. Larger ones gain nothing; smaller ones cost calls.
constexpr std::size_t kPiece = std::size_t{1} << 20U;

// What all pieces take together that threads write at the same time, however many there are.
constexpr std::size_t kMostRoom = 8 * kPiece;

/// What a number costs to write, in the operations of worthwhile_threads().
constexpr std::size_t kOperationsANumber = 64;

template <class Number>
void append_number(std::string& text, Number number) {
    std::array<char, kLongestNumber> digits;
    text.append(digits.data(), write_number(digits.data(), number));
}

}  // namespace

JsonWriter::JsonWriter(TextSink sink, std::size_t threads)
    : sink_(std::move(sink)), threads_(threads) {}

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
    append_number(text_, number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    begin_value(false);
    append_number(text_, number);
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

JsonWriter& JsonWriter::matrix(MatrixView values) { return rows(values, false); }

JsonWriter& JsonWriter::lower_triangle(MatrixView values) { return rows(values, true); }

JsonWriter& JsonWriter::document(std::string_view json) {
    begin_value(true);
    json.remove_suffix(1);  // the newline at its end
    text_ += json;
    return *this;
}

JsonWriter JsonWriter::branch(TextSink sink) const {
    JsonWriter later(std::move(sink), threads_);
    later.levels_ = levels_;
    later.levels_.back().has_elements = later.levels_.back().has_nested = true;
    return later;
}

std::string JsonWriter::take() {
    end_document();
    return std::exchange(text_, {});
}

void JsonWriter::finish() {
    end_document();
    hand_on();
}

void JsonWriter::begin_value(bool is_nested) {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (levels_.empty()) return;
    if (sink_ && text_.size() >= kPiece) hand_on();
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

/// Each row is a piece of text that depends on nothing but the row, so any thread may write any.
JsonWriter& JsonWriter::rows(MatrixView values, bool lower_triangle) {
    begin_array();
    Level& level = levels_.back();
    const std::size_t threads =
        worthwhile_threads(values.rows * values.columns * kOperationsANumber, threads_);
    // More pieces than threads: some take longer than others.
    const std::size_t n_pieces = threads == 1 ? 1 : 4 * threads;
    const std::size_t row_room = values.columns * kLongestNumber + levels_.size() + 4;
    const std::size_t rows_a_piece =
        std::clamp<std::size_t>(std::min(kPiece, kMostRoom / n_pieces) / row_room, 1,
                                std::max<std::size_t>(values.rows / n_pieces, 1));
    pieces_.resize(std::max(pieces_.size(), n_pieces));

    for (std::size_t first = 0; first < values.rows; first += n_pieces * rows_a_piece) {
        std::vector<std::string_view> written(n_pieces);
        parallel_for(n_pieces, threads, [&](std::size_t p) {
            const std::size_t begin = std::min(first + p * rows_a_piece, values.rows);
            const std::size_t end = std::min(begin + rows_a_piece, values.rows);
            std::vector<char>& piece = pieces_[p];
            piece.resize(std::max(piece.size(), rows_a_piece * row_room));
            char* to = piece.data();
            for (std::size_t i = begin; i < end; ++i) {
                if (i > 0) *to++ = ',';
                *to++ = '\n';
                to = std::fill_n(to, levels_.size(), ' ');
                to = write_row(to, values.row(i), lower_triangle ? i + 1 : values.columns);
            }
            written[p] = {piece.data(), to};
        });
        for (const std::string_view piece : written) append(piece);
        level.has_elements = level.has_nested = true;
    }
    return end_array();
}

void JsonWriter::append(std::string_view piece) {
    if (sink_ && piece.size() >= kPiece / 16) {  // a copy of it would only cost time
        hand_on();
        sink_(piece);
        return;
    }
    text_ += piece;
    if (sink_ && text_.size() >= kPiece) hand_on();
}

void JsonWriter::hand_on() {
    sink_(text_);
    text_.clear();
}

void JsonWriter::end_document() {
    if (!levels_.empty()) throw std::logic_error("a JSON document was taken before its end");
    text_ += '\n';
}

}  // namespace attnlab
