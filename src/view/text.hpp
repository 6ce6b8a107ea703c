// The small change of every text view: width, padding, paragraphs, colour by meaning.
// Views take results and return strings; they never write and never ask the terminal.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// How a text view may look.
struct Style {
    std::size_t width = 100;  // columns
    bool color = false;
};

/// What a colour stands for; the terminal's own palette decides how it looks.
enum class Meaning {
    kHeading,   // bold
    kFocus,     // bold: the row or token that the text is about
    kPositive,  // red: more than in the other variant
    kNegative,  // blue: less
    kQuiet,     // dim: notes
};

/// The text in the colour of its meaning, or as it is where there is no colour.
std::string paint(std::string_view text, Meaning meaning, const Style& style);

/// Fills up with spaces to `width` columns; longer texts are cut, with `…` as the last column.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// Breaks a text into lines of at most `style.width` columns at its spaces; each line begins with
/// `indent`. A word longer than a line stands alone.
std::string paragraph(std::string_view text, const Style& style, std::string_view indent = "");

/// A line that begins a part of the output.
std::string heading(std::string_view text, const Style& style);

/// Cells of text in aligned columns, two spaces between them. The first row is the header.
///
/// `alignment` has a letter a column, `l` or `r`; its last one also serves all columns that follow.
/// Lines are cut at `style.width`.
std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view alignment,
                  const Style& style, std::string_view indent = "  ");

/// A bar of `full_width` columns for a value of 1: whole blocks, then an eighth-block.
std::string bar(double value, std::size_t full_width);

}  // namespace attnlab
