#include "analysis/align.hpp"

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using attnlab::testing::trophy_words;
using Pairs = std::vector<IndexPair>;

namespace {

Alignment align_ids(const std::vector<TokenId>& a, const std::vector<TokenId>& b) {
    return align(tokens_of_ids(a), tokens_of_ids(b));
}

/// The length of a longest common subsequence, by trying every choice.
std::size_t longest_common(const std::vector<TokenId>& a, std::size_t i,
                           const std::vector<TokenId>& b, std::size_t j) {
    if (i == a.size() || j == b.size()) return 0;
    if (a[i] == b[j]) return 1 + longest_common(a, i + 1, b, j + 1);
    return std::max(longest_common(a, i + 1, b, j), longest_common(a, i, b, j + 1));
}

void check_alignment(const std::vector<TokenId>& a, const std::vector<TokenId>& b) {
    const Alignment alignment = align_ids(a, b);
    bool is_valid = alignment.pairs.size() == longest_common(a, 0, b, 0);
    for (const auto& [i, j] : alignment.pairs) is_valid = is_valid && a[i] == b[j];
    for (const auto& [i, j] : alignment.replaced) is_valid = is_valid && a[i] != b[j];
    const Pairs places = alignment.places();
    for (std::size_t n = 1; n < places.size(); ++n) {
        is_valid = is_valid && places[n - 1].first < places[n].first &&
                   places[n - 1].second < places[n].second;
    }
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t prefix = 0;
    while (prefix < shorter && a[prefix] == b[prefix]) ++prefix;
    for (std::size_t n = 0; n < prefix; ++n) {
        is_valid = is_valid && alignment.pairs[n] == IndexPair(n, n);
    }
    is_valid = is_valid && (alignment.first_difference ? *alignment.first_difference == prefix
                                                       : prefix == a.size() && prefix == b.size());
    CHECK(is_valid);
}

}  // namespace

TEST_CASE("Equal texts align token by token", "[analysis]") {
    const Alignment alignment = align_ids({1, 2, 1}, {1, 2, 1});
    CHECK(alignment.pairs == Pairs{{0, 0}, {1, 1}, {2, 2}});
    CHECK(alignment.replaced.empty());
    CHECK_FALSE(alignment.first_difference.has_value());
    CHECK(alignment.places() == alignment.pairs);
}

TEST_CASE("A replaced word keeps its place", "[analysis]") {
    const Alignment alignment =
        align(tokens_of(trophy_words(" big")), tokens_of(trophy_words(" small")));
    CHECK(alignment.first_difference == 12);
    CHECK(alignment.pairs.size() == 13);
    CHECK(alignment.pairs.back() == IndexPair(13, 13));
    CHECK(alignment.replaced == Pairs{{12, 12}});
    CHECK(alignment.places().size() == 14);
    CHECK(alignment.places()[12] == IndexPair(12, 12));
}

TEST_CASE("A text that is the beginning of another differs at its end", "[analysis]") {
    CHECK(align_ids({1, 2}, {1, 2, 3, 4}).first_difference == 2);
    CHECK(align_ids({1, 2}, {1, 2, 3, 4}).pairs == Pairs{{0, 0}, {1, 1}});
    CHECK(align_ids({1, 2}, {1, 2, 3, 4}).replaced.empty());
    CHECK(align_ids({1, 2, 3}, {1}).first_difference == 1);
}

TEST_CASE("What stands behind an insertion aligns with what it was", "[analysis]") {
    const Alignment inserted = align_ids({1, 2, 3, 4}, {1, 2, 9, 8, 3, 4});
    CHECK(inserted.pairs == Pairs{{0, 0}, {1, 1}, {2, 4}, {3, 5}});
    CHECK(inserted.replaced.empty());
    CHECK(inserted.first_difference == 2);
    const Alignment deleted = align_ids({1, 9, 2, 3}, {1, 2, 3});
    CHECK(deleted.pairs == Pairs{{0, 0}, {2, 1}, {3, 2}});
    CHECK(deleted.replaced.empty());
    CHECK(deleted.first_difference == 1);
}

TEST_CASE("Only gaps of one length count as replaced", "[analysis]") {
    const Alignment alignment = align_ids({1, 5, 6, 2, 7, 3}, {1, 8, 9, 2, 4, 4, 3});
    CHECK(alignment.pairs == Pairs{{0, 0}, {3, 3}, {5, 6}});
    CHECK(alignment.replaced == Pairs{{1, 1}, {2, 2}});
}

TEST_CASE("Texts with nothing in common align nowhere", "[analysis]") {
    const Alignment different = align_ids({1, 2}, {3, 4, 5});
    CHECK(different.pairs.empty());
    CHECK(different.replaced.empty());
    CHECK(different.first_difference == 0);
    CHECK(align_ids({1, 2}, {3, 4}).replaced == Pairs{{0, 0}, {1, 1}});
}

TEST_CASE("An alignment is the longest one that begins with the common beginning", "[analysis]") {
    Random random(1);
    const auto draw_text = [&] {
        std::vector<TokenId> ids(1 + random.bits() % 9);
        for (TokenId& id : ids) id = static_cast<TokenId>(random.bits() % 4);
        return ids;
    };
    for (int trial = 0; trial < 300; ++trial) check_alignment(draw_text(), draw_text());
}

TEST_CASE("The longest texts of GPT-2 align quickly", "[analysis]") {
    std::vector<TokenId> a(1024, 1);
    std::vector<TokenId> b(1024, 1);
    a.front() = 2;
    b.back() = 3;
    CHECK(align_ids(a, b).pairs.size() == 1023);
}
