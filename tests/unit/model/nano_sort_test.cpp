// A model that others trained and saved: it loads whole. What it computes is a golden test.

#include <filesystem>

#include "model/config.hpp"
#include "model/gpt2_weights.hpp"
#include "support/catch.hpp"

using namespace attnlab;

TEST_CASE("A trained model with a head of its own loads", "[model]") {
    const std::filesystem::path folder = std::filesystem::path(ATTNLAB_GOLDENS_DIR) / "nano-sort";
    const Config config = load_config(folder);
    CHECK(config.n_layer == 3);
    CHECK(config.n_head == 3);
    CHECK(config.n_embd == 48);
    CHECK(config.n_inner == 192);
    CHECK_FALSE(config.tie_word_embeddings);

    const Gpt2Weights weights = load_gpt2_weights(folder, config);
    CHECK_FALSE(weights.head_is_tied);
    CHECK(weights.storage_type == "F32");
    CHECK(weights.file_size_bytes == 347048);
    CHECK(weights.n_parameters == (347048 - 8 - 4128) / sizeof(float));  // all that is no header
    CHECK(weights.notes.empty());
    CHECK((weights.lm_head.rows() == 3 && weights.lm_head.columns() == 48));
    REQUIRE(weights.blocks.size() == 3);
    CHECK((weights.blocks[2].c_fc.weight.rows() == 48 &&
           weights.blocks[2].c_fc.weight.columns() == 192));
}
