// Every target that the machine has can be forced, and what cannot is refused.

#include "math/target.hpp"

#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;

namespace {

/// What was chosen before a test is chosen again after it.
class KeptTarget {
  public:
    KeptTarget() = default;
    KeptTarget(const KeptTarget&) = delete;
    KeptTarget& operator=(const KeptTarget&) = delete;
    ~KeptTarget() { force_target(name_); }

  private:
    std::string name_ = current_target();
};

}  // namespace

TEST_CASE("The best target of the machine is the one that runs", "[math]") {
    const std::vector<std::string> targets = supported_targets();
    REQUIRE_FALSE(targets.empty());
    CHECK(current_target() == targets.front());
    CHECK(std::set<std::string>(targets.begin(), targets.end()).size() == targets.size());
}

TEST_CASE("Each target of the machine runs when it is forced", "[math]") {
    const KeptTarget kept;
    const std::vector<std::string> targets = supported_targets();
    for (const std::string& target : targets) {
        force_target(target);
        CHECK(current_target() == target);
        CHECK(supported_targets() == targets);  // forcing takes nothing away for good
    }
    force_target(targets.front());
    CHECK(current_target() == targets.front());
}

TEST_CASE("A target that the machine does not have is refused and changes nothing", "[math]") {
    const KeptTarget kept;
    const std::string last = supported_targets().back();
    force_target(last);
    for (const std::string name : {"", "NO_TARGET", "avx2", "AVX", "SSE\n4"}) {
        expect_error<UsageError>(
            [&] { force_target(name); },
            {"the target is `", "expected one of this machine: ", last.c_str()});
        CHECK(current_target() == last);
    }
}
