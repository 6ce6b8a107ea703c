// The folder in which Hugging Face's tools keep what they downloaded: where it is, and where in it
// something lies. Knows paths and refs; which files make a whole model is for find_in_cache.hpp,
// and it never writes.
//
// The layout: ROOT/models--ORG--NAME/ holds `blobs/`, the files under the names of their hashes;
// `snapshots/COMMIT/`, the files of a commit under their own names, as links to the blobs; and
// `refs/REVISION`, a file with the commit that a branch or a tag was at when it was last asked for.
// Source: https://huggingface.co/docs/huggingface_hub/guides/manage-cache.

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// The revision that is meant where none is named.
inline constexpr const char* kDefaultRevision = "main";

/// What an environment variable says; nothing where it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The variables of this process.
std::optional<std::string> process_environment(const std::string& name);

class HubCache {
  public:
    /// `origin` says in errors where the folder was named: "HF_HOME".
    explicit HubCache(std::filesystem::path root, std::string origin = "the cache");

    /// As huggingface_hub finds it: $HF_HUB_CACHE, else $HUGGINGFACE_HUB_CACHE (its old name), else
    /// $HF_HOME/hub, else $XDG_CACHE_HOME/huggingface/hub, else ~/.cache/huggingface/hub; `~`,
    /// `$NAME` and `${NAME}` in them are replaced. A variable that is empty counts as not set.
    /// Nothing is looked at on the disk.
    ///
    /// Errors: InputError if none of them is set, nor $HOME.
    /// Source: huggingface_hub, src/huggingface_hub/constants.py.
    static HubCache of_environment(const Environment& environment = process_environment);

    const std::filesystem::path& root() const { return root_; }

    /// A cache that is not there yet is an empty one; one that cannot be there is an error.
    ///
    /// Errors: InputError naming origin and path if a file, or a link that leads nowhere, stands
    /// where
    ///         a folder should.
    void require_folder() const;

    /// ROOT/models--ORG--NAME.
    std::filesystem::path folder_of(std::string_view model) const;
    std::filesystem::path blobs_of(std::string_view model) const;
    std::filesystem::path snapshots_of(std::string_view model) const;
    std::filesystem::path snapshot_of(std::string_view model, std::string_view commit) const;
    std::filesystem::path refs_of(std::string_view model) const;
    std::filesystem::path ref_of(std::string_view model, std::string_view revision) const;

    /// The commit that a branch or a tag was at; nothing if the cache does not know it.
    ///
    /// Errors: InputError if the file cannot be read or holds no commit, or `main` is a folder;
    /// under any other name a folder holds further names: `refs/pr/1`.
    std::optional<std::string> read_ref(std::string_view model, std::string_view revision) const;

    /// The names of all models that have a folder here, in their order; none where there is no
    /// cache yet.
    ///
    /// Errors: InputError with the system's reason if the cache cannot be listed.
    std::vector<std::string> models() const;

    /// The commits of a model that have a snapshot here, in their order.
    std::vector<std::string> commits_of(std::string_view model) const;

    /// The branches and tags of a model that are known here, in their order: `main`, `refs/pr/1`.
    std::vector<std::string> revisions_of(std::string_view model) const;

  private:
    std::filesystem::path root_;
    std::string origin_;
};

}  // namespace attnlab
