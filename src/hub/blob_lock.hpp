// Who may write a blob: one process at a time, of ours or of huggingface_hub.

#pragma once

#include <filesystem>
#include <functional>

namespace attnlab {

/// Holds a lock file (flock) until the end of its life; a process that is killed lets go of it.
class BlobLock {
  public:
    /// Waits until nobody else has it; `on_wait` is called before, if it must wait.
    ///
    /// Errors: InputError naming the path and the system's reason if it cannot be made or locked.
    BlobLock(const std::filesystem::path& path, const std::function<void()>& on_wait);
    ~BlobLock();
    BlobLock(const BlobLock&) = delete;
    BlobLock& operator=(const BlobLock&) = delete;

  private:
    int descriptor_ = -1;
};

}  // namespace attnlab
