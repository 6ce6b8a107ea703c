// The middle of the model opened up: a text that is continued, texts run together, a pass that
// begins in the middle, and numbers that are changed on the way. What one pass computes is the
// reference for all of them, to the bit.

#include "model/session.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/expect_error.hpp"
#include "support/model_folder.hpp"
#include "support/random_gpt2.hpp"
#include "support/recorder.hpp"

using namespace attnlab;
using attnlab::testing::check_same_bits;
using attnlab::testing::expect_error;
using attnlab::testing::random_gpt2_weights;
using attnlab::testing::Recorder;
using attnlab::testing::small_config;
using Ids = std::vector<TokenId>;

namespace {

const Ids kIds = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};

const Gpt2& model() {
    static const Gpt2 loaded(small_config(), random_gpt2_weights(small_config(), 21));
    return loaded;
}

MatrixView rows(const Matrix& m, std::size_t first, std::size_t n) {
    return m.view().block(first, n, 0, m.columns());
}

/// Each hook does what it is told, or nothing.
struct Change : Intervention {
    std::function<void(Stage, std::size_t, MutableMatrixView)> stage;
    std::function<void(const HeadPlace&, std::size_t, MutableMatrixView)> weights;
    std::function<void(const HeadPlace&, MutableMatrixView)> output;

    void change_stage(Stage at, std::size_t layer, MutableMatrixView values) override {
        if (stage) stage(at, layer, values);
    }
    void change_weights(const HeadPlace& head, std::size_t first,
                        MutableMatrixView values) override {
        if (weights) weights(head, first, values);
    }
    void change_output(const HeadPlace& head, MutableMatrixView values) override {
        if (output) output(head, values);
    }
};

void fill(MutableMatrixView values, float number) {
    for (std::size_t i = 0; i < values.rows; ++i) std::ranges::fill(values.row(i), number);
}

Matrix run(Intervention& change, Recorder* seen = nullptr) {
    return model().forward(kIds, {}, seen, &change);
}

}  // namespace

TEST_CASE("A session cut anywhere computes the bits of one pass", "[model]") {
    Recorder whole;
    const Matrix hidden = model().forward(kIds, {}, &whole);
    for (const std::size_t threads : {1U, 2U}) {
        for (std::size_t cut = 1; cut < kIds.size(); ++cut) {
            ForwardOptions options;
            options.threads = threads;
            Session session(model(), options, cut % 2 == 0 ? kIds.size() : 0);
            const std::span<const TokenId> ids = kIds;
            check_same_bits("before", session.append(ids.first(cut)), rows(hidden, 0, cut));
            const std::size_t n = kIds.size() - cut;
            Recorder seen;
            check_same_bits("after", session.append(ids.subspan(cut), &seen), rows(hidden, cut, n));
            check_same_bits("map", seen.head(1, 1).weights, rows(whole.head(1, 1).weights, cut, n));
            CHECK(session.size() == kIds.size());
        }
    }
}

TEST_CASE("A session token by token and after it was cut back computes the same", "[model]") {
    const Matrix hidden = model().forward(kIds);
    Session session(model());
    const auto append_from = [&](std::size_t first) {
        for (std::size_t t = first; t < kIds.size(); ++t) {
            check_same_bits("row", session.append(std::span(&kIds[t], 1)), rows(hidden, t, 1));
        }
    };
    append_from(0);
    session.truncate(4);
    CHECK(session.size() == 4);
    append_from(4);
    CHECK_THROWS_AS(session.truncate(12), std::logic_error);
    const Ids six(6, 1);
    expect_error<UsageError>([&] { session.append(six); }, {"17 tokens", "takes 16"});
    CHECK(session.size() == 11);  // what failed has left nothing
}

TEST_CASE("Texts that run together compute the bits of each alone", "[model]") {
    const std::vector<Ids> texts = {kIds, {7}, {1, 2, 3, 4, 5}};
    std::vector<TextInput> inputs;
    for (const Ids& ids : texts) inputs.push_back({.ids = ids});
    struct Maps : Observer {
        std::vector<std::vector<Matrix>> of_text{3};
        void on_head(const HeadView& head, std::size_t text) override {
            of_text[text].emplace_back(head.weights);
        }
    };
    for (const bool causal : {true, false}) {
        for (const std::size_t threads : {1U, 2U}) {
            ForwardOptions options;
            options.causal = causal;
            options.threads = threads;
            Maps together;
            const Matrix all = model().forward(inputs, options, &together);
            std::size_t first = 0;
            for (std::size_t i = 0; i < texts.size(); ++i) {
                Maps alone;
                check_same_bits("rows", rows(all, first, texts[i].size()),
                                model().forward(texts[i], options, &alone));
                CHECK(together.of_text[i] == alone.of_text[0]);
                first += texts[i].size();
            }
            CHECK(first == all.rows());
        }
    }
}

TEST_CASE("Sessions of different lengths go on together", "[model]") {
    Session longer(model());
    Session shorter(model());
    const Ids two = {8, 2};
    longer.append(std::span(kIds).first(7));
    shorter.append(two);
    const Ids next = {5, 6};
    const std::vector<TextInput> inputs = {{.ids = next, .cache = &longer.cache()},
                                           {.ids = next, .cache = &shorter.cache()}};
    const Matrix together = model().forward(inputs);
    const Ids first = {3, 1, 4, 1, 5, 9, 2, 5, 6};
    const Ids second = {8, 2, 5, 6};
    check_same_bits("first", rows(together, 0, 2), rows(model().forward(first), 7, 2));
    check_same_bits("second", rows(together, 2, 2), rows(model().forward(second), 2, 2));
}

TEST_CASE("A pass that begins in the middle ends as the whole one", "[model]") {
    Recorder whole;
    const Matrix hidden = model().forward(kIds, {}, &whole);
    const TextInput text = {.residual = whole.stage(Stage::kBlock, 0)};
    ForwardOptions options;
    options.first_layer = 1;
    check_same_bits("hidden", model().forward(std::span(&text, 1), options), hidden);
    CHECK_THROWS_AS(model().forward(kIds, options), std::logic_error);
}

TEST_CASE("An intervention that changes nothing changes no bit", "[model]") {
    Change nothing;
    check_same_bits("hidden", run(nothing), model().forward(kIds));
}

TEST_CASE("A head is ablated alike at its map its output and side by side", "[model]") {
    Change at_map;
    at_map.weights = [](const HeadPlace& place, std::size_t, MutableMatrixView weights) {
        if (place.layer == 0 && place.head == 1) fill(weights, 0.0F);
    };
    Change at_output;
    at_output.output = [](const HeadPlace& place, MutableMatrixView output) {
        if (place.layer == 0 && place.head == 1) fill(output, 0.0F);
    };
    Change side_by_side;
    side_by_side.stage = [](Stage at, std::size_t layer, MutableMatrixView z) {
        if (at == Stage::kAttentionOutput && layer == 0) fill(z.block(0, z.rows, 4, 4), 0.0F);
    };
    const Matrix ablated = run(at_output);
    CHECK_FALSE(ablated == model().forward(kIds));
    check_same_bits("at the map", run(at_map), ablated);
    check_same_bits("side by side", run(side_by_side), ablated);
}

TEST_CASE("A map of which each row is at one token gives that token's value", "[model]") {
    Change change;
    change.weights = [](const HeadPlace&, std::size_t first, MutableMatrixView weights) {
        fill(weights, 0.0F);  // the last token looks at the first, each other at the one after it
        for (std::size_t i = 0; i < weights.rows; ++i) {
            weights.row(i)[(first + i + 1) % weights.columns] = 1.0F;
        }
    };
    Recorder seen;
    run(change, &seen);
    for (std::size_t i = 0; i < kIds.size(); ++i) {
        const Recorder::Head& head = seen.head(1, 0);
        check_same_bits("value", rows(head.output, i, 1), rows(head.v, (i + 1) % kIds.size(), 1));
        CHECK(head.weights(i, (i + 1) % kIds.size()) == 1.0F);  // observers see what was changed
    }
}

TEST_CASE("A stage patched from another text goes on as that text", "[model]") {
    const Ids other = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4};
    Recorder seen;
    const Matrix wanted = model().forward(other, {}, &seen);
    for (const auto& [at, layer] :
         std::vector<std::pair<Stage, std::size_t>>{{Stage::kEmbeddings, 0},
                                                    {Stage::kBeforeBlock, 1},
                                                    {Stage::kAfterAttention, 0},
                                                    {Stage::kBlock, 0},
                                                    {Stage::kBlock, 1},
                                                    {Stage::kLnF, 2}}) {
        Change patch;
        patch.stage = [&, at = at, layer = layer](Stage now, std::size_t l,
                                                  MutableMatrixView values) {
            if (now == at && l == layer) copy(seen.stage(at, layer), values);
        };
        INFO("stage " << static_cast<int>(at) << " of layer " << layer);
        check_same_bits("hidden", run(patch), wanted);
    }
}

TEST_CASE("What attention or the MLP adds is left out by an intervention", "[model]") {
    for (const auto& [added, before, after] :
         {std::tuple{Stage::kAttentionProject, Stage::kBeforeBlock, Stage::kAfterAttention},
          std::tuple{Stage::kMlpProject, Stage::kAfterAttention, Stage::kBlock}}) {
        Change change;
        change.stage = [at = added](Stage now, std::size_t, MutableMatrixView values) {
            if (now == at) fill(values, 0.0F);
        };
        Recorder seen;
        run(change, &seen);
        check_same_bits("stream", seen.stage(after, 1), seen.stage(before, 1));
    }
}
