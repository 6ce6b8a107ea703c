// What a model at Hugging Face is called: `ORG/NAME`, or the bare `NAME` of an old model. Only
// about names: whether there is such a model is known to the hub, and whether it is here to
// hub_cache.hpp.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// A name that everyone says short, and where the model lives today.
struct ShortName {
    std::string_view name;
    std::string_view home;
};

/// The GPT-2s that have a short name, from small to large, and last the distilled one.
///
/// Source: https://huggingface.co/openai-community and https://huggingface.co/distilbert, to which
///         the old bare names redirect.
std::span<const ShortName> short_names();

/// What is wrong with a name of a model at Hugging Face; empty if it is one.
///
/// `NAME` or `ORG/NAME`, each of ASCII letters, digits, `-`, `_` and `.`, beginning and ending with
/// a letter, a digit or `_`; a NAME of at most 96 characters; `--`, `..` and `.git` at the end are
/// not allowed. So a name is always safe as a part of a path or an address.
///
/// Source: huggingface_hub, src/huggingface_hub/utils/_validators.py, `validate_repo_id`.
std::string fault_of_model_name(std::string_view name);

/// Errors: UsageError saying what is wrong with the name.
void require_model_name(std::string_view name);

/// Under which names a model may be found, its present home first: `gpt2` is
/// `openai-community/gpt2`, and `gpt2` in a cache of before it moved. The other way round, too.
std::vector<std::string> homes_of(const std::string& name);

/// What is wrong with a revision (a branch, a tag, `refs/pr/1` or a commit); empty if it is one.
///
/// It is no path that leads anywhere else: no empty part, no `.` or `..`, nothing that is not
/// printable ASCII, no backslash.
///
/// Source: git-check-ref-format(1), of which these are the rules that matter for paths.
std::string fault_of_revision(std::string_view revision);

/// Errors: UsageError saying what is wrong with the revision.
void require_revision(std::string_view revision);

/// Whether it is a full commit: 40 hexadecimal digits in lower case.
bool is_commit(std::string_view text);

}  // namespace attnlab
