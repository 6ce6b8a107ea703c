// A cache for one test, laid out as Hugging Face's tools lay theirs out: blobs, snapshots of links
// to them, refs. Written by hand, apart from the program's own paths.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "support/temporary_folder.hpp"

namespace attnlab::testing {

inline const std::string kCommitA = "607a30d783dfa663caf39e06633721c8d4cfcd7e";
inline const std::string kCommitB = "11c5a3d5811f50298f278a704980280950aedb10";

class CacheFolder {
  public:
    /// `below` is a folder in the temporary one, which may have any name.
    explicit CacheFolder(const std::string& below = "hub") : root_(folder_.path() / below) {
        std::filesystem::create_directories(root_);
    }

    const std::filesystem::path& root() const { return root_; }

    /// `models--ORG--NAME`, as the name of its folder is spelled.
    std::filesystem::path model(const std::string& folder_name) const {
        return root_ / folder_name;
    }

    std::filesystem::path snapshot(const std::string& folder_name,
                                   const std::string& commit = kCommitA) const {
        return model(folder_name) / "snapshots" / commit;
    }

    /// A file of a snapshot: a blob, and the link to it.
    void add(const std::string& folder_name, const std::string& file, std::string_view bytes,
             const std::string& commit = kCommitA) const {
        namespace fs = std::filesystem;
        const std::string blob = commit.substr(0, 8) + "-" + file;  // any name will do
        fs::create_directories(model(folder_name) / "blobs");
        fs::create_directories(snapshot(folder_name, commit));
        write_file(model(folder_name) / "blobs" / blob, bytes);
        fs::create_symlink(fs::path("../../blobs") / blob, snapshot(folder_name, commit) / file);
    }

    /// Deletes what a link leads to.
    void break_link(const std::string& folder_name, const std::string& file) const {
        std::filesystem::remove(std::filesystem::canonical(snapshot(folder_name) / file));
    }

    void set_ref(const std::string& folder_name, const std::string& revision,
                 std::string_view text) const {
        const std::filesystem::path path = model(folder_name) / "refs" / revision;
        std::filesystem::create_directories(path.parent_path());
        write_file(path, text);
    }

  private:
    TemporaryFolder folder_;
    std::filesystem::path root_;
};

}  // namespace attnlab::testing
