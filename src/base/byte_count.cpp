#include "base/byte_count.hpp"

#include <fmt/format.h>

#include <array>

namespace attnlab {

std::string byte_count(std::size_t bytes) {
    constexpr std::size_t kStep = 1000;
    constexpr std::array kUnits = {"kB", "MB", "GB", "TB", "PB", "EB"};
    if (bytes < kStep) return fmt::format("{} B", bytes);
    double amount = static_cast<double>(bytes) / kStep;
    std::size_t unit = 0;
    constexpr double kRoundsUp = 999.95;  // would be shown as 1000.0
    while (amount >= kRoundsUp && unit + 1 < kUnits.size()) {
        amount /= kStep;
        ++unit;
    }
    return fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

}  // namespace attnlab
