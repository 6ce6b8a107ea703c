// The model that --model names, loaded.

#pragma once

#include "capture/text_model.hpp"
#include "command.hpp"

namespace attnlab::lab {

/// Errors: as find_model() says; InputError if a file of it is broken.
TextModel load_model(const GlobalOptions& options);

}  // namespace attnlab::lab
