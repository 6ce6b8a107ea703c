// Which hub is asked, and as whom: what the environment says of it, as huggingface_hub reads it.
// Where the cache lies is for hub_cache.hpp.

#pragma once

#include <string>

#include "hub/hub_cache.hpp"
#include "hub/url.hpp"

namespace attnlab {

struct HubAccess {
    Url endpoint;                 // without a '/' at its end, but for an empty path
    std::string token = {};       // empty: nobody in particular
    std::string token_from = {};  // where the token was found: "HF_TOKEN", or a file
    std::string remark = {};      // what the user should know of it; empty: nothing
};

/// HF_ENDPOINT, else https://huggingface.co; HF_TOKEN, else the file HF_TOKEN_PATH, else the file
/// `token` of Hugging Face's home (HF_HOME, else ~/.cache/huggingface), if it is there;
/// a HF_TOKEN_PATH that is no file is remarked on.
///
/// Errors: UsageError if HF_ENDPOINT is no address, or the token has a character that no token has;
///         the token itself is never shown. InputError if the file cannot be read.
/// Source: huggingface_hub, src/huggingface_hub/constants.py and utils/_auth.py.
HubAccess hub_access(const Environment& environment = process_environment);

/// Whether HF_HUB_OFFLINE, or TRANSFORMERS_OFFLINE, forbids every connection: 1, on, yes or true.
bool is_offline(const Environment& environment = process_environment);

}  // namespace attnlab
