// What a fetch did, or would do, as plain data: the one result behind its text and its JSON.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "hub/hash.hpp"

namespace attnlab {

/// One file of a model.
struct FetchedFile {
    enum class State {
        kThere,    // it was in the cache
        kFetched,  // it came
        kMissing,  // it would come
    };

    std::string name;
    std::size_t size = 0;  // bytes
    HashKind hash_kind = HashKind::kSha256;
    std::string hash;  // in hexadecimal digits
    State state = State::kMissing;
    std::size_t bytes_before = 0;  // that were in the cache
};

struct FetchResult {
    std::string model;               // ORG/NAME
    std::string endpoint;            // https://huggingface.co
    std::string revision;            // as it was asked for
    std::string commit;              // what it is today
    std::filesystem::path snapshot;  // the folder that has the files
    bool is_dry_run = false;
    std::vector<FetchedFile> files;
    std::vector<std::string> absent;  // files of a vocabulary that the model does not have

    /// Bytes of all files.
    std::size_t total_bytes() const {
        std::size_t sum = 0;
        for (const FetchedFile& file : files) sum += file.size;
        return sum;
    }

    /// Bytes that came, or would come.
    std::size_t bytes_to_come() const {
        std::size_t sum = 0;
        for (const FetchedFile& file : files) sum += file.size - file.bytes_before;
        return sum;
    }
};

}  // namespace attnlab
