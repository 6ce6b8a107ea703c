// What a check has found, as text and as JSON.

#pragma once

#include <string>

#include "check/finding.hpp"
#include "view/text.hpp"

namespace attnlab {

/// A paragraph a fact: agreed, off or what else became of it, and by how much, what, published and
/// measured, the source.
std::string check_text(const CheckResult& result, const Style& style);

std::string check_json(const CheckResult& result);

/// How many facts are off and how many cannot be measured, of how many; empty where none is.
std::string off_summary(const CheckResult& result);

}  // namespace attnlab
