// The dump of a fetch: every file with its size, its hash, and whether it came or was there.

#include <string_view>

#include "view/dump.hpp"
#include "view/fetch_view.hpp"

namespace attnlab {
namespace {

std::string_view name_of(FetchedFile::State state) {
    switch (state) {
        case FetchedFile::State::kThere:
            return "there";
        case FetchedFile::State::kFetched:
            return "fetched";
        case FetchedFile::State::kMissing:
            return "missing";
    }
    return "";
}

void write_file(JsonWriter& json, const FetchedFile& file) {
    json.begin_object();
    json.member("name", std::string_view(file.name));
    json.member("size", file.size);
    json.member("hash_kind", file.hash_kind == HashKind::kSha256 ? "sha256" : "git_blob");
    json.member("hash", std::string_view(file.hash));
    json.member("state", name_of(file.state));
    json.member("bytes_before", file.bytes_before);
    json.end_object();
}

}  // namespace

std::string fetch_json(const FetchResult& result) {
    JsonWriter json;
    begin_dump(json, "fetch");
    json.member("model", std::string_view(result.model));
    json.member("endpoint", std::string_view(result.endpoint));
    json.member("revision", std::string_view(result.revision));
    json.member("commit", std::string_view(result.commit));
    json.member("snapshot", std::string_view(result.snapshot.native()));
    json.member("dry_run", result.is_dry_run);
    json.member("total_bytes", result.total_bytes());
    json.member("bytes_to_come", result.bytes_to_come());
    json.key("files").begin_array();
    for (const FetchedFile& file : result.files) write_file(json, file);
    json.end_array();
    json.key("absent").begin_array();
    for (const std::string& name : result.absent) json.value(std::string_view(name));
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace attnlab
