#include "hub/download.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "base/byte_count.hpp"
#include "base/error.hpp"
#include "base/unicode.hpp"
#include "hub/blob_lock.hpp"
#include "hub/cache_writer.hpp"

namespace attnlab {
namespace {

constexpr int kPartial = 206;

/// One file on its way.
class Download {
  public:
    Download(const DownloadTools& tools, std::filesystem::path blob, HubFile address,
             const RemoteFile& file, const std::function<void(std::size_t)>& on_bytes)
        : tools_(tools),
          address_(std::move(address)),
          file_(file),
          partial_(std::move(blob), file.hash_kind, file.size, tools.write),
          on_bytes_(on_bytes) {}

    std::size_t size() const { return partial_.size(); }

    /// Errors: PassingError if not all bytes came.
    void try_to_complete() {
        is_answered_ = false;
        if (partial_.size() == file_.size) return;
        const std::size_t from = partial_.size();
        const bool has_that_part = tools_.site.get(
            address_, from, [&](const HttpResponse& response, std::string_view piece) {
                if (!is_answered_) begin(response);
                is_answered_ = true;
                take(piece);
            });
        if (!has_that_part) {
            start_again();
            throw PassingError(
                fmt::format("{} ends before byte {} at the hub, which promised {} bytes",
                            shown_name(), from, file_.size),
                kStaysHint);
        }
        if (partial_.size() < file_.size) {
            throw PassingError(fmt::format("{} ends after {} of {} bytes", shown_name(),
                                           partial_.size(), file_.size),
                               kStaysHint);
        }
    }

    void take(std::string_view piece) {
        if (piece.size() > file_.size - partial_.size()) {
            partial_.remove();
            throw InputError(fmt::format("{} has more than the {} bytes that were promised",
                                         shown_name(), file_.size),
                             "what came was deleted; a proxy or HF_ENDPOINT may be at fault");
        }
        partial_.append(piece);
        on_bytes_(partial_.size());
    }

    /// Gives the file its name, or deletes it. Returns whether it is what it should be.
    bool commit_if_right() {
        found_ = partial_.digits();
        if (found_ != file_.hash) return false;
        partial_.commit();
        return true;
    }

    void start_again() {
        partial_.start_again();
        on_bytes_(0);
    }

    [[noreturn]] void refuse() {
        partial_.remove();
        throw InputError(fmt::format("{} has the {} {}, expected {}", shown_name(),
                                     hash_name(file_.hash_kind), found_, file_.hash),
                         "what came was deleted; if it is the same again, something on the way "
                         "changes it: look at HF_ENDPOINT and the proxy");
    }

  private:
    std::string shown_name() const {
        return fmt::format("{} of {}", printable(file_.name), address_.model);
    }

    /// Looks at an answer before its first byte is taken.
    void begin(const HttpResponse& response) {
        if (response.status == kPartial) {
            const std::string expected =
                fmt::format("bytes {}-{}/{}", partial_.size(), file_.size - 1, file_.size);
            const std::string range = response.header("content-range");
            if (range != expected) {
                start_again();
                throw PassingError(fmt::format("{} comes as '{}', expected '{}'", shown_name(),
                                               printable(range), expected),
                                   kStaysHint);
            }
        } else if (partial_.size() > 0) {
            tools_.note(fmt::format("{} does not go on from byte {}: it comes from the beginning",
                                    shown_name(), partial_.size()));
            start_again();
        }
        const std::string length = response.header("content-length");
        if (length.empty() || size_of(length) == file_.size - partial_.size()) return;
        throw InputError(fmt::format("{} has {} bytes to come, and {} were promised", shown_name(),
                                     printable(length), file_.size - partial_.size()),
                         "it may have changed just now: try again");
    }

    const DownloadTools& tools_;
    HubFile address_;
    const RemoteFile& file_;
    PartialFile partial_;
    const std::function<void(std::size_t)>& on_bytes_;
    std::string found_;
    bool is_answered_ = false;
};

}  // namespace

bool has_blob(const HubCache& cache, std::string_view model, const RemoteFile& file) {
    std::error_code error;
    const std::uintmax_t size =
        std::filesystem::file_size(cache.blobs_of(model) / file.hash, error);
    return !error && size == file.size;
}

bool download(const DownloadTools& tools, const HubCache& cache, std::string_view model,
              const RemoteFile& file, const std::optional<std::string>& bytes,
              const std::function<void(std::size_t)>& on_bytes) {
    if (has_blob(cache, model, file)) return false;
    const BlobLock lock(lock_of(cache, model, file.hash), [&] {
        tools.note(fmt::format("another process is fetching {} of {}: waiting for it",
                               printable(file.name), model));
    });
    if (has_blob(cache, model, file)) return false;

    const std::filesystem::path blob = cache.blobs_of(model) / file.hash;
    Download download(tools, blob, {std::string(model), file.commit, file.name}, file, on_bytes);
    if (bytes) {
        download.start_again();
        download.take(*bytes);
        if (!download.commit_if_right()) download.refuse();
        return true;
    }
    const std::size_t bytes_before = download.size();
    if (bytes_before > 0) {
        tools.note(fmt::format("{}: going on after {} of {}", printable(file.name),
                               byte_count(bytes_before), byte_count(file.size)));
    }
    const auto complete = [&] {
        tools.retries.run([&] { download.try_to_complete(); }, [&] { return download.size(); });
    };
    complete();
    if (download.commit_if_right()) return true;
    if (bytes_before == 0) download.refuse();
    tools.note(fmt::format("{}: the {} that were there are not its beginning; it comes again",
                           printable(file.name), byte_count(bytes_before)));
    download.start_again();
    complete();
    if (!download.commit_if_right()) download.refuse();
    return true;
}

}  // namespace attnlab
