// A valid model file, damaged at random: it loads or it is refused with an InputError, and nothing
// else ever happens. The seeds are fixed, so a failure can be repeated.

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>

#include "base/error.hpp"
#include "base/random.hpp"
#include "model/gpt2.hpp"
#include "model/gpt2_weights.hpp"
#include "support/catch.hpp"
#include "support/model_folder.hpp"
#include "weights/weight_matrix.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

std::size_t below(Random& random, std::size_t bound) { return random.bits() % bound; }

/// A piece of the format's own vocabulary, to get past the JSON more often than noise does.
std::string_view piece(Random& random) {
    constexpr std::array<std::string_view, 24> kPieces = {
        "{",         "}",   "[",     "]",       ",",    ":",
        "\"",        "\\",  "0",     "-1",      "1e9",  "18446744073709551615",
        "4]",        "[0,", "null",  "\"F16\"", "F",    "BF",
        "\"dtype\"", " ",   "\\u00", "\0",      "\xFF", "__metadata__"};
    return kPieces[below(random, kPieces.size())];
}

/// One damage: a byte changed, a piece put in or over, a stretch cut out or doubled, an end cut
/// off.
void damage(Random& random, std::size_t reach, std::string& file) {
    if (file.empty()) return;
    const std::size_t place = below(random, std::min(reach, file.size()));
    const std::size_t length = std::min(below(random, 40), file.size() - place);
    switch (below(random, 7)) {
        case 0:
            file[place] = static_cast<char>(random.bits());
            break;
        case 1:
            file[place] = static_cast<char>(file[place] ^ (1 << below(random, 8)));
            break;
        case 2:
            file.insert(place, piece(random));
            break;
        case 3:
            file.replace(place, std::min(length, std::size_t{3}), piece(random));
            break;
        case 4:
            file.erase(place, length);
            break;
        case 5:
            file.insert(place, file.substr(place, length));
            break;
        default:
            file.resize(place);
    }
}

/// Makes the length before the header right again, so that the damage in it is looked at.
void mend_length(std::size_t old_size, std::size_t old_length, std::string& file) {
    if (file.size() < 8) return;
    const std::vector<std::uint64_t> length = {old_length + file.size() - old_size};
    file.replace(0, 8, bytes_of(length));
}

/// Reads all of a file that lies in memory; true if nothing was refused.
bool is_read(const std::string& file) {
    try {
        for (const Tensor& tensor :
             parse_safetensors(std::as_bytes(std::span<const char>(file)), "damaged")) {
            WeightMatrix(tensor, "damaged").require_finite();
        }
    } catch (const InputError& error) {
        const std::string message = error.what();
        CHECK(message.find('\n') == std::string::npos);
        CHECK(message.size() < 1000);
        return false;
    }
    return true;
}

Config tiny() {
    Config config = small_config();
    config.n_layer = 1;
    config.n_embd = 4;
    config.n_inner = 16;
    return config;
}

}  // namespace

TEST_CASE("Damaged files load or are refused and nothing else happens", "[fuzz]") {
    std::vector<TensorToWrite> tensors = random_tensors(tiny(), 1);
    for (std::size_t i = 0; i < tensors.size(); i += 3) tensors[i] = stored_as(tensors[i], "F16");
    const std::string header = safetensors_header(tensors);
    const std::string file = safetensors_file(tensors);
    REQUIRE(is_read(file));

    Random random(20);
    int n_read = 0;
    int n_refused = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string damaged = file;
        // Mostly in the header, where the rules are.
        const std::size_t reach = below(random, 8) == 0 ? file.size() : 8 + header.size();
        const std::size_t n_damages = 1 + below(random, 3);
        for (std::size_t i = 0; i < n_damages; ++i) damage(random, reach, damaged);
        if (below(random, 2) == 0) mend_length(file.size(), header.size(), damaged);
        (is_read(damaged) ? n_read : n_refused) += 1;
    }
    // Both happen, or the damage was too weak or too coarse to test anything.
    CHECK(n_read > 100);
    CHECK(n_refused > 10000);
}

TEST_CASE("Files cut at every byte are refused", "[fuzz]") {
    const std::vector<TensorToWrite> tensors = random_tensors(tiny(), 1);
    const std::string file = safetensors_file(tensors);
    for (std::size_t size = 0; size < file.size(); ++size) {
        if (is_read(file.substr(0, size))) FAIL("read when cut to " << size << " bytes");
    }
    CHECK(is_read(file));
}

TEST_CASE("Damaged models on the disk run or are refused", "[fuzz]") {
    const TemporaryFolder folder;
    const std::string header = safetensors_header(random_tensors(tiny(), 1));
    const std::string file = safetensors_file(random_tensors(tiny(), 1));
    Random random(21);
    int n_loaded = 0;
    int n_refused = 0;
    for (int round = 0; round < 300; ++round) {
        std::string damaged = file;
        damage(random, round % 2 == 0 ? file.size() : 8 + header.size(), damaged);
        const auto path = folder.write("model.safetensors", damaged);
        try {
            const Gpt2 model(tiny(), load_gpt2_weights(path, tiny()));
            const std::vector<TokenId> ids = {0, 1};
            model.logits(model.forward(ids));  // a weight that is not finite is met here
            ++n_loaded;
        } catch (const InputError&) {
            ++n_refused;
        }
    }
    CHECK(n_loaded > 0);
    CHECK(n_refused > 0);
}
