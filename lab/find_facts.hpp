// The file of facts about a model, by what the user named.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "find_model.hpp"

namespace attnlab::lab {

/// The names that data/facts/ has facts of, in order.
std::vector<std::string> known_facts();

/// The facts to check a model with: those of `--facts NAME|FILE`, else those of data/facts/ under
/// the model's name; nothing where there are none.
///
/// A name at Hugging Face goes by its short form: `gpt2` for openai-community/gpt2. A folder has no
/// name that means anything: its facts must be named.
/// Errors: UsageError if --facts is neither a name of data/facts/ nor a file.
std::optional<std::filesystem::path> find_facts(const std::optional<std::string>& wanted,
                                                const FoundModel& model,
                                                const GlobalOptions& options);

}  // namespace attnlab::lab
