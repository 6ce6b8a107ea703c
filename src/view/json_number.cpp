#include "view/json_number.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace attnlab {
namespace {

char* write(char* to, std::string_view text) { return std::ranges::copy(text, to).out; }

template <class Number>
char* write_finite(char* to, Number number) {
    if (number == 0) {
        // Many readers take -0 for a whole number, which has no sign.
        return write(to, std::signbit(number) ? "-0.0" : "0");
    }
    if (!std::isfinite(number)) throw std::logic_error("JSON has no number for NaN or infinity");
    return fmt::format_to(to, FMT_COMPILE("{}"), number);
}

}  // namespace

char* write_number(char* to, float number) { return write_finite(to, number); }

char* write_number(char* to, double number) { return write_finite(to, number); }

char* write_row(char* to, std::span<const float> row, std::size_t n_open) {
    *to++ = '[';
    for (std::size_t j = 0; j < row.size(); ++j) {
        if (j > 0) to = write(to, ", ");
        to = j < n_open ? write_finite(to, row[j]) : write(to, "null");
    }
    *to++ = ']';
    return to;
}

}  // namespace attnlab
