// The model that --model names, loaded.

#pragma once

#include "capture/text_model.hpp"
#include "command.hpp"

namespace attnlab::lab {

/// Errors: UsageError if there is no such model; InputError if a file of it is missing or broken.
TextModel load_model(const GlobalOptions& options);

}  // namespace attnlab::lab
