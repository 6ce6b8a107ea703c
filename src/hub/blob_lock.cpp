#include "hub/blob_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "hub/cache_writer.hpp"

namespace attnlab {
namespace {

constexpr mode_t kFileMode = 0666;

/// Whether the locked file is still the one of that name: some versions of Python's filelock delete
/// theirs, and who waited would then hold a lock that nobody else sees.
bool is_still_there(int descriptor, const std::filesystem::path& path) {
    struct stat locked = {};
    struct stat named = {};
    return ::fstat(descriptor, &locked) == 0 && ::stat(path.c_str(), &named) == 0 &&
           locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

int lock(int descriptor, int operation) {
    int result = 0;
    do {
        result = ::flock(descriptor, operation);
    } while (result != 0 && errno == EINTR);
    return result;
}

}  // namespace

BlobLock::BlobLock(const std::filesystem::path& path, const std::function<void()>& on_wait) {
    make_folder(path.parent_path());
    bool has_told = false;
    while (true) {
        descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
        if (descriptor_ < 0) fail_to_write(path, errno);
        if (lock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK && !has_told) on_wait();
            has_told = true;
            if (lock(descriptor_, LOCK_EX) != 0) {
                const int error_number = errno;
                ::close(descriptor_);
                fail_to_write(path, error_number);
            }
        }
        if (is_still_there(descriptor_, path)) return;
        ::close(descriptor_);
    }
}

BlobLock::~BlobLock() { ::close(descriptor_); }

}  // namespace attnlab
