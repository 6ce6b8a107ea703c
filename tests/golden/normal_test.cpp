// The project's random numbers against a transcription of the algorithm in Python, to the bit.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "golden/golden_file.hpp"
#include "support/catch.hpp"

using attnlab::Random;
using attnlab::testing::load_golden;

TEST_CASE("Normal numbers are those of the Python transcription to the bit", "[golden]") {
    const auto golden = load_golden("normal");
    REQUIRE(golden.at("streams").size() == 3);
    for (const auto& stream : golden.at("streams")) {
        const auto seed = stream.at("seed").get<std::uint64_t>();
        const auto values = stream.at("values").get<std::vector<std::string>>();
        REQUIRE(values.size() == 50);
        Random random(seed);
        for (std::size_t i = 0; i < values.size(); ++i) {
            INFO("seed " << seed << ", number " << i << ", wanted " << values[i]);
            CHECK(random.normal() == std::strtod(values[i].c_str(), nullptr));
        }
    }
}
