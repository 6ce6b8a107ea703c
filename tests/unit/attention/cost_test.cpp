#include "attention/cost.hpp"

#include "support/catch.hpp"

using namespace attnlab;

namespace {

const LayerSizes kGpt2Small = {"GPT-2 small", 768, 3072, 1024};

}  // namespace

TEST_CASE("The lengths double from 64 on and end where they are told to") {
    CHECK(doubling_lengths(4096) == std::vector<std::size_t>{64, 128, 256, 512, 1024, 2048, 4096});
    CHECK(doubling_lengths(4095).back() == 2048);
    CHECK(doubling_lengths(64) == std::vector<std::size_t>{64});
    CHECK(doubling_lengths(63).empty());
}

TEST_CASE("1024 tokens make more than a million dot products in one head") {
    const HeadCost cost = head_cost(1024, 64);
    CHECK(cost.n == 1024);
    CHECK(cost.entries == 1048576);  // the chapter: more than a million
    CHECK(cost.causal_entries == 524800);
    CHECK(cost.scores_multiplications == 67108864);
    CHECK(cost.output_multiplications == 67108864);
    CHECK(cost.map_bytes == 4194304);
}

TEST_CASE("The causal half is what one can count in the lower triangle") {
    for (const std::size_t n : {1U, 2U, 3U, 64U}) {
        std::size_t open = 0;
        for (std::size_t query = 0; query < n; ++query) {
            for (std::size_t key = 0; key <= query; ++key) ++open;
        }
        CHECK(head_cost(n, 1).causal_entries == open);
    }
}

TEST_CASE("Twice the length is four times the work in one head and d_k times as much of it") {
    for (const std::size_t n : doubling_lengths(8192)) {
        const HeadCost once = head_cost(n, 16);
        const HeadCost twice = head_cost(2 * n, 16);
        CHECK(twice.entries == 4 * once.entries);
        CHECK(twice.scores_multiplications == 4 * once.scores_multiplications);
        CHECK(twice.output_multiplications == 4 * once.output_multiplications);
        CHECK(twice.map_bytes == 4 * once.map_bytes);
        CHECK(once.scores_multiplications == 16 * once.entries);
    }
}

TEST_CASE("The longest text with the longest vectors is counted without overflow") {
    CHECK(head_cost(16384, 1024).scores_multiplications == 274877906944U);
}

TEST_CASE("A layer of GPT-2 small takes 12 C^2 for each token and 2 n^2 C for attention") {
    const LayerCost cost = layer_cost(1024, kGpt2Small);
    CHECK(cost.linear == std::size_t{12} * 768 * 768 * 1024);
    CHECK(cost.attention == std::size_t{2} * 1024 * 1024 * 768);
    CHECK(cost.attention_share() == Approx(1024.0 / (1024.0 + 4608.0)));
}

TEST_CASE("The heads of a layer together cost what one head costs times their number") {
    const HeadCost head = head_cost(512, 64);
    CHECK(layer_cost(512, kGpt2Small).attention ==
          12 * (head.scores_multiplications + head.output_multiplications));
}

TEST_CASE("Attention overtakes the linear layers at 6 C and elsewhere for another MLP") {
    CHECK(length_of_equal_cost(kGpt2Small) == 6 * 768);
    for (const LayerSizes& sizes : {kGpt2Small, LayerSizes{"narrow", 64, 100, 64}}) {
        const std::size_t n = length_of_equal_cost(sizes);
        CHECK(layer_cost(n, sizes).attention == layer_cost(n, sizes).linear);
        CHECK(layer_cost(n, sizes).attention_share() == 0.5);
        CHECK(layer_cost(n - 1, sizes).attention_share() < 0.5);
        CHECK(layer_cost(n + 1, sizes).attention_share() > 0.5);
    }
}

TEST_CASE("The measured share is attention's part of both times") {
    CHECK(LayerTiming{1.0, 3.0, 1}.attention_share() == 0.25);
    CHECK(LayerTiming{0.0, 0.0, 1}.attention_share() == 0.0);
}
