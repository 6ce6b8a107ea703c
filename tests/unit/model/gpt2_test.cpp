// The forward pass: what it shows, what it refuses, what it runs. That its numbers are right is a
// golden test.

#include "model/gpt2.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/expect_error.hpp"
#include "support/model_folder.hpp"
#include "support/random_gpt2.hpp"
#include "support/recorder.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using attnlab::testing::check_same_bits;
using attnlab::testing::expect_error;
using attnlab::testing::random_gpt2_weights;
using attnlab::testing::Recorder;
using attnlab::testing::small_config;

namespace {

const std::vector<TokenId> kIds = {3, 1, 4, 1, 5, 9};

Gpt2 small_model(Config config = small_config()) {
    return {config, random_gpt2_weights(config, 21)};
}

/// Large enough for a hundred tokens to be worth several threads everywhere.
Config wide_config() {
    Config config;
    config.n_layer = 2;
    config.n_head = 4;
    config.n_embd = 64;
    config.n_inner = 256;
    config.n_positions = 100;
    config.vocab_size = 600;
    return config;
}

std::vector<TokenId> hundred_ids() {
    std::vector<TokenId> ids(100);
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<TokenId>(i * 37 % 600);
    return ids;
}

/// Writes down the order in which a model shows itself.
class Diary : public Observer {
  public:
    void on_head(const HeadView& head, std::size_t /*text*/) override {
        lines.push_back("head " + std::to_string(head.layer) + "." + std::to_string(head.head));
    }
    void on_stage(Stage stage, std::size_t layer, MatrixView values) override {
        lines.push_back("stage " + std::to_string(static_cast<int>(stage)) + " of " +
                        std::to_string(layer) + ": " + std::to_string(values.rows) + " x " +
                        std::to_string(values.columns));
    }

    std::vector<std::string> lines;
};

Recorder record(const Gpt2& model, const ForwardOptions& options,
                const std::vector<TokenId>& ids = kIds) {
    Recorder recorder;
    model.forward(ids, options, &recorder);
    return recorder;
}

}  // namespace

TEST_CASE("A model shows its stages in order with their shapes", "[model]") {
    Diary diary;
    const Matrix hidden = small_model().forward(kIds, {}, &diary);
    CHECK((hidden.rows() == 6 && hidden.columns() == 8));
    std::vector<std::string> wanted = {"stage 0 of 0: 6 x 8"};
    for (const std::string layer : {"0", "1"}) {
        const std::string end = " of " + layer;
        for (const std::string& line :
             {"stage 1" + end + ": 6 x 8", "stage 2" + end + ": 6 x 8",
              "stage 3" + end + ": 6 x 24", "head " + layer + ".0", "head " + layer + ".1",
              "stage 4" + end + ": 6 x 8", "stage 5" + end + ": 6 x 8", "stage 6" + end + ": 6 x 8",
              "stage 7" + end + ": 6 x 8", "stage 8" + end + ": 6 x 32",
              "stage 9" + end + ": 6 x 32", "stage 10" + end + ": 6 x 8",
              "stage 11" + end + ": 6 x 8"}) {
            wanted.push_back(line);
        }
    }
    wanted.push_back("stage 12 of 2: 6 x 8");
    CHECK(diary.lines == wanted);
}

TEST_CASE("Watching a model does not change what it computes", "[model]") {
    const Gpt2 model = small_model();
    Diary diary;
    check_same_bits("hidden", model.forward(kIds, {}, &diary), model.forward(kIds));
}

TEST_CASE("A model of which fewer layers are run shows no more of them", "[model]") {
    const Gpt2 model = small_model();
    ForwardOptions options;
    const Recorder whole = record(model, options);
    options.n_layers = 1;
    Diary diary;
    model.forward(kIds, options, &diary);
    CHECK(diary.lines.size() == 15);
    CHECK(diary.lines.back() == "stage 12 of 1: 6 x 8");
    const Recorder first = record(model, options);
    check_same_bits("weights", first.head(0, 1).weights, whole.head(0, 1).weights);
    check_same_bits("block", first.stage(Stage::kBlock, 0), whole.stage(Stage::kBlock, 0));
    options.n_layers = 7;  // more than there are: all
    check_same_bits("ln_f", record(model, options).stage(Stage::kLnF, 2),
                    whole.stage(Stage::kLnF, 2));
    options.n_layers = 0;
    diary.lines.clear();
    model.forward(kIds, options, &diary);
    CHECK(diary.lines == std::vector<std::string>{"stage 0 of 0: 6 x 8", "stage 12 of 0: 6 x 8"});
}

TEST_CASE("A run for the heads alone ends with those of its last layer", "[model]") {
    const Gpt2 model = small_model();
    ForwardOptions options;
    const Recorder whole = record(model, options);
    options.only_heads = true;
    for (const std::size_t n_layers : {2U, 1U, 7U}) {
        options.n_layers = n_layers;
        Diary diary;
        CHECK(model.forward(kIds, options, &diary).empty());
        const std::string last = std::to_string(std::min(n_layers, std::size_t{2}) - 1);
        CHECK(diary.lines.back() == "stage 4 of " + last + ": 6 x 8");
        CHECK(diary.lines.size() == (last == "0" ? 7 : 20));
    }
    const Recorder seen = record(model, options);
    check_same_bits("weights", seen.head(1, 1).weights, whole.head(1, 1).weights);
    options.n_layers = 0;
    CHECK(model.forward(kIds, options).empty());
}

TEST_CASE("Embeddings are those of the token and of its place", "[model]") {
    const Gpt2 model = small_model();
    const Recorder seen = record(model, {});
    const Matrix& embeddings = seen.stage(Stage::kEmbeddings, 0);
    for (std::size_t t = 0; t < kIds.size(); ++t) {
        for (std::size_t c = 0; c < 8; ++c) {
            CHECK(embeddings(t, c) ==
                  model.weights().wte.view()(static_cast<std::size_t>(kIds[t]), c) +
                      model.weights().wpe.view()(t, c));
        }
    }
}

TEST_CASE("The mask hides the future and without it every row sees all", "[model]") {
    const Gpt2 model = small_model();
    ForwardOptions options;
    const Recorder masked = record(model, options);
    options.causal = false;
    const Recorder open = record(model, options);
    for (std::size_t layer = 0; layer < 2; ++layer) {
        for (std::size_t i = 0; i < kIds.size(); ++i) {
            for (std::size_t j = 0; j < kIds.size(); ++j) {
                CHECK((masked.head(layer, 0).weights(i, j) > 0.0F) == (j <= i));
                CHECK(open.head(layer, 0).weights(i, j) > 0.0F);
            }
        }
    }
    // Scores are shown before the softmax: those of the first layer are the same where both look.
    for (std::size_t i = 0; i < kIds.size(); ++i) {
        const auto open_part = [&](const Recorder& seen) {
            return seen.head(0, 1).scores.view().block(i, 1, 0, i + 1);
        };
        check_same_bits("scores", open_part(masked), open_part(open));
        for (std::size_t j = i + 1; j < kIds.size(); ++j) {
            CHECK(masked.head(0, 1).scores(i, j) == 0.0F);
        }
    }
}

TEST_CASE("A score is the scaled product of what is shown as q and k", "[model]") {
    for (const bool by_layer : {false, true}) {
        Config config = small_config();
        config.scale_attn_by_inverse_layer_idx = by_layer;
        const Recorder seen = record(small_model(config), {});
        for (std::size_t layer = 0; layer < 2; ++layer) {
            const double divisor =
                std::sqrt(4.0) * (by_layer ? static_cast<double>(layer + 1) : 1.0);
            const Recorder::Head& head = seen.head(layer, 1);
            double worst = 0.0;
            for (std::size_t i = 0; i < kIds.size(); ++i) {
                for (std::size_t j = 0; j <= i; ++j) {
                    double product = 0.0;
                    for (std::size_t d = 0; d < 4; ++d) {
                        product +=
                            static_cast<double>(head.q(i, d)) * static_cast<double>(head.k(j, d));
                    }
                    worst = std::max(worst, std::abs(static_cast<double>(head.scores(i, j)) -
                                                     product / divisor));
                }
            }
            // Sums of four products of numbers up to 4: a few roundings of 16.
            CHECK(worst <= 4 * 16 * 0x1p-24);  // 3.8e-6; measured: 4.6e-7
        }
    }
}

TEST_CASE("Ids that a model cannot read are refused", "[model]") {
    const Gpt2 model = small_model();
    expect_error<UsageError>([&] { model.forward(std::span<const TokenId>()); },
                             {"no token", "at least one"});
    const std::vector<TokenId> negative = {1, -1};
    expect_error<UsageError>([&] { model.forward(negative); },
                             {"token 1", "id -1", "expected 0 to 12"});
    const std::vector<TokenId> large = {1, 2, 13};
    expect_error<UsageError>([&] { model.forward(large); }, {"token 2", "id 13", "0 to 12"});
    const std::vector<TokenId> many(17, 1);
    expect_error<UsageError>([&] { model.forward(many); }, {"17 tokens", "takes 16"});
    const std::vector<TokenId> all(16, 12);
    CHECK(model.forward(all).rows() == 16);
}

TEST_CASE("A run without scores shows the same maps", "[model]") {
    ForwardOptions options;
    const Recorder with = record(small_model(), options, kIds);
    options.scores = false;
    const Recorder without = record(small_model(), options, kIds);
    CHECK(without.head(1, 1).scores.empty());
    check_same_bits("weights", without.head(1, 1).weights, with.head(1, 1).weights);
    check_same_bits("output", without.head(1, 1).output, with.head(1, 1).output);
}

TEST_CASE("A text of one token looks at itself", "[model]") {
    const Recorder seen = record(small_model(), {}, {7});
    REQUIRE(seen.head(1, 1).weights.rows() == 1);
    CHECK(seen.head(1, 1).weights(0, 0) == 1.0F);
}

TEST_CASE("Any number of threads computes the same bits", "[model]") {
    const Gpt2 model(wide_config(), random_gpt2_weights(wide_config(), 22));
    const std::vector<TokenId> ids = hundred_ids();
    const Matrix one = model.forward(ids);
    for (const std::size_t threads : {2U, 3U, 8U}) {
        ForwardOptions options;
        options.threads = threads;
        const Matrix several = model.forward(ids, options);
        check_same_bits("hidden", several, one);
        check_same_bits("logits", model.logits(several, threads), model.logits(one));
    }
}

TEST_CASE("Logits are the products with every token of the head", "[model]") {
    for (const bool tied : {true, false}) {
        Config config = small_config();
        config.tie_word_embeddings = tied;
        const Gpt2 model = small_model(config);
        const Matrix hidden = model.forward(kIds);
        const Matrix logits = model.logits(hidden);
        REQUIRE((logits.rows() == 6 && logits.columns() == 13));
        double sum = 0.0;
        for (std::size_t c = 0; c < 8; ++c) {
            sum += static_cast<double>(hidden(2, c)) *
                   static_cast<double>(model.weights().lm_head.view()(11, c));
        }
        CHECK(std::abs(static_cast<double>(logits(2, 11)) - sum) <= 1e-6);  // measured: 2.9e-7
        check_same_bits("one row", model.logits(hidden.view().block(2, 1, 0, 8)),
                        logits.view().block(2, 1, 0, 13));
    }
}

TEST_CASE("Numbers that overflow are reported with layer and head", "[model]") {
    const Config config = wide_config();
    Gpt2Weights weights = random_gpt2_weights(config, 22);
    Matrix huge(weights.blocks[1].c_attn.weight.view());
    for (std::size_t i = 0; i < huge.rows(); ++i) {
        std::ranges::fill(huge.row(i).subspan(config.n_embd / 2), 3e38F);  // not q of head 0 and 1
    }
    weights.blocks[1].c_attn.weight = WeightMatrix(huge);
    const Gpt2 model(config, std::move(weights));
    for (const std::size_t threads : {1U, 2U}) {  // of several heads the first is named
        ForwardOptions options;
        options.threads = threads;
        expect_error<InputError>([&] { model.forward(hundred_ids(), options); },
                                 {"head 1.0: attention: K has", "row 0, column 0"});
    }
}

TEST_CASE("A model from its folder is the one that was written", "[model]") {
    const testing::TemporaryFolder folder;
    testing::write_random_model(folder.path(), small_config(), 21);
    const Gpt2 loaded = Gpt2::load(folder.path());
    CHECK(loaded.config() == small_config());
    check_same_bits("hidden", loaded.forward(kIds), small_model().forward(kIds));
}
