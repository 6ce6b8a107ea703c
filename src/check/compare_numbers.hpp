// Published numbers beside measured ones: how far apart, and where the farthest.

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/token_id.hpp"
#include "check/finding.hpp"

namespace attnlab {

/// A number with the digits that a bound makes worth reading, and one more.
std::string number_text(double number, double bound);

/// Compares number by number: agreed if no difference exceeds the bound.
///
/// Few numbers are all shown, of many only how many there are. `where` names a number in the remark
/// on the farthest one: "row 3, key 2"; a single number needs none.
Finding compare_numbers(std::vector<double> published, std::vector<double> measured, double bound,
                        const std::function<std::string(std::size_t)>& where);

/// Ids as a reader takes them in: `464 3290`.
std::string ids_text(std::span<const TokenId> ids);

}  // namespace attnlab
