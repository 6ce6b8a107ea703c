// Looks for NaN and infinity, at the speed of memory. Reports; mends nothing.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace attnlab {

/// The index of the first value that is NaN or infinite; nothing if all are finite.
std::optional<std::size_t> first_not_finite(std::span<const float> values);

/// What messages call such a value: "NaN", whichever its sign, "infinity" or "-infinity".
std::string_view name_of_not_finite(float value);

}  // namespace attnlab
