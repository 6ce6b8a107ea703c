#include "view/format_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace attnlab {
namespace {

bool is_whole(double number) {
    constexpr double kLargest = 1e6;
    return number == std::floor(number) && std::fabs(number) <= kLargest;
}

}  // namespace

std::string format_number(double number, std::size_t precision) {
    constexpr double kLargestPlain = 1e7;
    if (std::fabs(number) >= kLargestPlain) return fmt::format("{:.{}e}", number, precision);
    std::string digits = fmt::format("{:.{}f}", number, precision);
    const bool is_zero = digits.find_first_not_of("-0.") == std::string::npos;
    return is_zero && digits.front() == '-' ? digits.substr(1) : digits;
}

std::string format_plain(double number, std::size_t precision) {
    return format_number(number, is_whole(number) ? 0 : precision);
}

std::string format_count(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t place = digits.size(); place > 3;) {
        place -= 3;
        digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(place), ',');
    }
    return digits;
}

std::string format_vector(std::span<const float> values, std::size_t precision) {
    constexpr std::size_t kMost = 6;
    const std::size_t digits =
        all_whole({values.data(), 1, values.size(), values.size()}) ? 0 : precision;
    std::string text = "(";
    for (std::size_t i = 0; i < std::min(values.size(), kMost); ++i) {
        text += i > 0 ? ", " : "";
        text += format_number(static_cast<double>(values[i]), digits);
    }
    return text + (values.size() > kMost ? ", ...)" : ")");
}

bool all_whole(MatrixView values) {
    for (std::size_t i = 0; i < values.rows; ++i) {
        for (const float value : values.row(i)) {
            if (!is_whole(static_cast<double>(value))) return false;
        }
    }
    return true;
}

}  // namespace attnlab
