// What a hub says of a file before it sends it: how large it is, its hash, and in which commit.

#pragma once

#include <cstddef>
#include <string>

#include "hub/hash.hpp"
#include "hub/http_client.hpp"
#include "hub/hub_errors.hpp"

namespace attnlab {

struct RemoteFile {
    std::string name;
    std::size_t size = 0;  // bytes
    HashKind hash_kind = HashKind::kSha256;
    std::string hash;    // in hexadecimal digits; the cache's name of the file
    std::string commit;  // what the revision is today
};

/// Reads it from the headers of a hub's answer: X-Linked-Size and X-Linked-Etag of a file that lies
/// elsewhere, else Content-Length and ETag; and X-Repo-Commit.
///
/// Errors: InputError naming the header that is missing or no size, hash or commit.
/// Source: huggingface_hub, src/huggingface_hub/file_download.py, `get_hf_file_metadata`.
RemoteFile remote_file(const HttpResponse& response, const HubFile& file, const std::string& host);

/// Whether an answer says all of it, so that a redirect need not be followed to know.
bool says_what_it_links(const HttpResponse& response);

/// A decimal number of bytes; kNotASize if the text is none.
std::size_t size_of(const std::string& text);
inline constexpr std::size_t kNotASize = static_cast<std::size_t>(-1);

}  // namespace attnlab
