// A property, not a list of numbers: what a row holds depends on the tokens up to it, and on
// nothing else. Texts of different lengths that begin alike, and any number of threads, give the
// same bits in the rows they share. The comparison of two sentences rests on it.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "model/gpt2.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/random_gpt2.hpp"
#include "support/recorder.hpp"

using attnlab::Config;
using attnlab::ForwardOptions;
using attnlab::Gpt2;
using attnlab::Matrix;
using attnlab::MatrixView;
using attnlab::Random;
using attnlab::Stage;
using attnlab::TokenId;
using attnlab::testing::check_same_bits;
using attnlab::testing::random_gpt2_weights;
using attnlab::testing::Recorder;

namespace {

struct Run {
    Recorder seen;
    Matrix logits;
};

Run run(const Gpt2& model, std::span<const TokenId> ids, std::size_t threads) {
    Run result;
    ForwardOptions options;
    options.threads = threads;
    const Matrix hidden = model.forward(ids, options, &result.seen);
    result.logits = model.logits(hidden, threads);
    return result;
}

/// The first `n` rows of all columns.
MatrixView top(const Matrix& m, std::size_t n) { return m.view().block(0, n, 0, m.columns()); }

/// Compares the first `n` rows of two runs, intermediate by intermediate.
void check_common_rows(const Config& config, const Run& a, const Run& b, std::size_t n) {
    for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
        for (std::size_t head = 0; head < config.n_head; ++head) {
            INFO("head " << layer << "." << head);
            const Recorder::Head& one = a.seen.head(layer, head);
            const Recorder::Head& two = b.seen.head(layer, head);
            check_same_bits("scores", one.scores.view().block(0, n, 0, n),
                            two.scores.view().block(0, n, 0, n));
            check_same_bits("attention weights", one.weights.view().block(0, n, 0, n),
                            two.weights.view().block(0, n, 0, n));
        }
        INFO("layer " << layer);
        for (const Stage stage : {Stage::kLn1, Stage::kAttentionOutput, Stage::kAfterAttention,
                                  Stage::kMlpActivated, Stage::kBlock}) {
            check_same_bits("stage " + std::to_string(static_cast<int>(stage)),
                            top(a.seen.stage(stage, layer), n), top(b.seen.stage(stage, layer), n));
        }
    }
    check_same_bits("ln_f", top(a.seen.stage(Stage::kLnF, config.n_layer), n),
                    top(b.seen.stage(Stage::kLnF, config.n_layer), n));
    check_same_bits("logits", top(a.logits, n), top(b.logits, n));
}

/// A number from first to last.
std::size_t draw(Random& random, std::size_t first, std::size_t last) {
    return first +
           static_cast<std::size_t>(random.uniform() * static_cast<double>(last - first + 1));
}

std::vector<TokenId> draw_ids(Random& random, std::size_t count, const Config& config) {
    std::vector<TokenId> ids(count);
    for (TokenId& id : ids) {
        id = static_cast<TokenId>(draw(random, 0, config.vocab_size - 1));
    }
    return ids;
}

/// Two random texts of these lengths that share a beginning of random length.
void check_pair(const Gpt2& model, Random& random, std::size_t first_length,
                std::size_t second_length) {
    const std::size_t common = draw(random, 1, std::min(first_length, second_length));
    INFO("lengths " << first_length << " and " << second_length << ", " << common << " common");
    const std::vector<TokenId> first = draw_ids(random, first_length, model.config());
    std::vector<TokenId> second = draw_ids(random, second_length, model.config());
    std::copy_n(first.begin(), common, second.begin());
    const Run alone = run(model, first, 1);
    check_common_rows(model.config(), alone, run(model, second, 1), common);
    check_common_rows(model.config(), alone, run(model, second, 2), common);
    check_common_rows(model.config(), alone, run(model, first, 2), first_length);
}

Config small(std::size_t n_head, std::size_t d_k, std::size_t vocab_size) {
    Config config;
    config.n_layer = 2;
    config.n_head = n_head;
    config.n_embd = n_head * d_k;
    config.n_inner = 4 * config.n_embd;
    config.n_positions = 400;
    config.vocab_size = vocab_size;
    config.tie_word_embeddings = false;
    return config;
}

}  // namespace

TEST_CASE("Common rows of two texts have the same bits in small models", "[golden]") {
    // Widths that fill the vectors of a processor, that do not, and that are smaller than one.
    const Config configs[] = {small(3, 8, 50), small(4, 5, 37), small(1, 1, 3), small(2, 33, 70)};
    Random random(8);
    for (const Config& config : configs) {
        INFO("C = " << config.n_embd);
        const Gpt2 model(config, random_gpt2_weights(config, 6));
        // Kernels work on groups of rows and blocks of 256 keys: lengths on both sides of those.
        check_pair(model, random, 1, 2);
        check_pair(model, random, 1, 17);
        check_pair(model, random, 5, 7);
        check_pair(model, random, 260, 400);
        for (int trial = 0; trial < 5; ++trial) {
            check_pair(model, random, draw(random, 1, 60), draw(random, 1, 60));
        }
    }
}

TEST_CASE("Common rows of two texts have the same bits at the width of GPT-2", "[golden][large]") {
    Config config;
    config.n_layer = 2;
    config.n_head = 12;
    config.n_embd = 768;
    config.n_inner = 3072;
    config.n_positions = 1024;
    config.vocab_size = 5003;
    const Gpt2 model(config, random_gpt2_weights(config, 7));
    Random random(9);
    check_pair(model, random, 1, 14);
    check_pair(model, random, 5, 7);
    check_pair(model, random, 14, 13);
    check_pair(model, random, 60, 150);
}
