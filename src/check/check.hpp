// Checks a model: what was published of it, and what holds for every GPT-2.

#pragma once

#include "base/progress.hpp"
#include "check/facts_file.hpp"
#include "check/finding.hpp"
#include "check/subject.hpp"

namespace attnlab {

/// Measures every fact, whatever became of those before it. `facts` may be null: nothing is known
/// of this model in particular.
///
/// A fact that cannot be measured on this model, because it is about another kind of model, is
/// neither agreed nor off: kCannot.
/// Errors: InputError if the model's weights are not finite or a file of it cannot be read.
CheckResult check(const Subject& subject, const FactsFile* facts,
                  const OnProgress& on_progress = {});

}  // namespace attnlab
