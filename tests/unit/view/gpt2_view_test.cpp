// Step 3 as text and as JSON: what is drawn is what was kept, and what is chosen is said.

#include "view/gpt2_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/transform.hpp"
#include "base/error.hpp"
#include "base/unicode.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/sample_maps.hpp"
#include "support/written.hpp"
#include "view/model_view.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::lines_of;
using attnlab::testing::PassingMaps;
using attnlab::testing::random_map;
using attnlab::testing::sample_maps;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using attnlab::testing::trophy_words;
using nlohmann::json;

namespace {

const Style kWide{500, false};

AttentionMaps trophy_maps(bool causal = true) {
    return sample_maps(tokens_of(trophy_words()), 1, causal);
}

Gpt2Result result_of(const MapStream& maps) {
    Gpt2Result result;
    result.maps = maps;
    return result;
}

Gpt2Result sample_result(bool causal = true) { return result_of(trophy_maps(causal)); }

std::string text_of(const Gpt2Result& result, const DrawOptions& options = {}) {
    return testing::gpt2_text(result, options, kWide);
}

std::string json_of(const Gpt2Result& result, std::size_t threads = 1) {
    return testing::gpt2_json(result, threads);
}

/// The map of head 0.0 alone, chosen because it looks from `query` at `keys`.
Gpt2Result chosen_result(const Target& target) {
    AttentionMaps maps = trophy_maps();
    maps.maps.resize(1);
    maps.layers = {0};
    maps.heads = {0};
    Gpt2Result result = result_of(maps);
    result.focus = target.query;
    result.choice = Choice{target, 0.125, 6};
    return result;
}

std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t n = 0;
    for (std::size_t at = text.find(piece); at != std::string::npos;
         at = text.find(piece, at + 1)) {
        ++n;
    }
    return n;
}

bool has(const std::string& text, const std::string& piece) { return count(text, piece) > 0; }

/// Whether a list of lists holds these floats, to the bit.
bool holds(const json& rows, const Matrix& matrix) {
    if (rows.size() != matrix.rows()) return false;
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
        if (rows[i].size() != matrix.columns()) return false;
        for (std::size_t j = 0; j < matrix.columns(); ++j) {
            if (rows[i][j].get<float>() != matrix(i, j)) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("The text names the model its tokens and every chosen head", "[view]") {
    const std::string text = text_of(sample_result());
    CHECK(has(text, "Model sample: 2 layers of 3 heads, n_embd 12, 50257 tokens"));
    CHECK(has(text, "1,234,567 parameters, F32"));
    CHECK(has(text, "14 tokens, no end-of-text token put first:"));
    CHECK(has(text, "0:The 1:trophy 2:didn 3:'t"));
    for (const char* title : {"Head 0.0 (layer 0, head 0)\n====", "Head 0.2 (", "Head 1.1 ("}) {
        CHECK(has(text, title));
    }
    CHECK(count(text, "\n   9:it ") == 6);
    CHECK_FALSE(has(text, "is shown"));
    CHECK(count(text, "Weight:") == 1);
}

TEST_CASE("The dimension walk has this model's numbers", "[view]") {
    const std::string walk = dimension_walk(sample_result().maps.model, 14, true, kWide);
    CHECK(has(walk, "T = 14, d_k = 12 / 3 heads = 4"));
    CHECK(has(walk, "(14, 12)"));
    CHECK(has(walk, "W_Q (12, 4)"));
    CHECK(has(walk, "sqrt(4)"));
    CHECK(has(walk, "(14, 14)"));
    CHECK(has(walk, "mask"));
    CHECK_FALSE(has(dimension_walk(sample_result().maps.model, 14, false, kWide), "mask"));
}

TEST_CASE("A choice is explained", "[view]") {
    const std::string at_words = text_of(chosen_result({9, {1, 7}, {"trophy", "suit\x1b"}}));
    CHECK(has(at_words,
              "Head 0.0 is shown: of 6 heads it looks hardest from 9:it at trophy and suit\\x1b, "
              "with 0.125 of its attention."));
    CHECK(has(at_words, "\n>  9:it "));
    CHECK(has(at_words, "`>` marks the focus"));
    const std::string at_any = text_of(chosen_result({2, {1}, {}}));
    CHECK(has(at_any, "hardest from 2:didn at any one token but the first"));
    const std::string at_none = text_of(chosen_result({0, {}, {}}));
    CHECK(has(at_none, "the first: 0:The has nothing to look at"));
}

TEST_CASE("A note on the focus is shown", "[view]") {
    Gpt2Result result = sample_result();
    result.focus_note = "`it` is in the text 2 times.";
    CHECK(has(text_of(result), "`it` is in the text 2 times."));
}

TEST_CASE("Tokens that were generated are told and marked", "[view]") {
    Gpt2Result result = sample_result();
    const std::vector<Token>& tokens = result.maps.input.tokens;
    CHECK_FALSE(has(text_of(result), "generated"));
    CHECK(json::parse(json_of(result)).at("n_prompt") == 14);
    CHECK(json::parse(json_of(result)).at("generated").is_null());
    result.continuation = Continuation{{{tokens[12], 0.5}, {tokens[13], 0.25}}, false};
    const std::string text = text_of(result);
    CHECK(has(text, "The last 2 of these were generated"));
    CHECK(has(text, "  12:big 0.5000, 13:. 0.2500\n"));
    CHECK(count(text, "\n  11:too ") == 6);
    CHECK(count(text, "\n  12:big+ ") == 6);
    CHECK(count(text, "\n  13:.+ ") == 6);
    CHECK(has(text, "`+` was generated."));
    const json dump = json::parse(json_of(result));
    CHECK(dump.at("n_prompt") == 12);
    CHECK(dump.at("tokens").size() == 14);
    CHECK(dump.at("generated").at("text") == " big.");
    CHECK(dump.at("generated").at("tokens").at(1).at("index") == 13);
    DrawOptions options;
    options.drop_first = true;
    CHECK(count(text_of(result, options), "\n  12:big+ ") == 6);
    CHECK(count(text_of(result, options), "\n  11:too ") == 6);
}

TEST_CASE("Means stand in the place of their heads", "[view]") {
    Gpt2Result result = sample_result();
    result.mean = true;
    const std::string text = text_of(result);
    CHECK(has(text, "Layer 0, mean of heads 0, 1, 2\n===="));
    CHECK(has(text, "Layer 1, mean of heads 0, 1, 2\n===="));
    CHECK_FALSE(has(text, "Head 0.0"));
    CHECK(count(text, "9:it ") == 3);  // the line of tokens and two maps
}

TEST_CASE("Without the mask the text says that the model was not trained so", "[view]") {
    const std::string text = text_of(sample_result(false));
    CHECK(has(text, "GPT-2 was not trained so"));
    CHECK_FALSE(has(text, "Blank"));
    CHECK_FALSE(has(text, "keys after the query are closed"));
    CHECK_FALSE(has(text_of(sample_result()), "not trained so"));
}

TEST_CASE("Dropping the first token is said and drawn", "[view]") {
    Gpt2Result result = sample_result();
    result.focus = 9;
    DrawOptions options;
    options.drop_first = true;
    options.values = true;
    const std::string text = text_of(result, options);
    CHECK(has(text, "Token 0 is left out"));
    CHECK(count(text, "0:The") == 1);  // in the line of tokens
    CHECK(count(text, "\n>  9:it ") == 6);
    CHECK(has(text, "\n   1:trophy   1.00\n"));  // all that is left of it
    const Matrix rest = without_first_token(trophy_maps().maps[0].weights);
    CHECK(has(text, fmt::format("\n   2:didn     {:.2f} {:.2f}\n", rest(1, 0), rest(1, 1))));
}

TEST_CASE("A focus on the token that was dropped is not spoken of", "[view]") {
    Gpt2Result result = sample_result();
    result.focus = 0;
    DrawOptions options;
    options.drop_first = true;
    const std::string text = text_of(result, options);
    CHECK_FALSE(has(text, "\n>"));
    CHECK_FALSE(has(text, "`>`"));
}

TEST_CASE("Nothing is left of one token when the first is dropped", "[view]") {
    Gpt2Result result;
    result.maps = sample_maps(tokens_of({"Hi"}), 1);
    CHECK(has(text_of(result), "1 token, no end-of-text token"));
    CHECK(has(text_of(result), "  0:Hi @\n"));
    DrawOptions options;
    options.drop_first = true;
    expect_error<UsageError>([&] { text_of(result, options); }, {"--drop-first"});
}

TEST_CASE("A cropped map shows its beginning its focus or its end", "[view]") {
    const std::vector<Token> tokens = tokens_of(trophy_words());
    const Matrix map = random_map(14, 1);
    const Style narrow{22, false};
    DrawOptions options;
    const auto first_and_last = [&](std::optional<std::size_t> focus) {
        const std::vector<std::string> lines =
            drawn_lines(map, tokens, focus, true, options, narrow);
        std::string rows;
        for (const std::string& line : lines) {
            if (line.find(':') != std::string::npos) rows += line.substr(0, line.find(':')) + ",";
        }
        return rows;
    };
    CHECK(first_and_last(std::nullopt) == "   0,   1,   2,   3,   4,   5,");
    CHECK(first_and_last(9) == "   4,   5,   6,   7,   8,>  9,");
    options.from_end = true;
    CHECK(first_and_last(std::nullopt) == "   8,   9,  10,  11,  12,  13,");
    options.drop_first = true;
    CHECK(first_and_last(std::nullopt) == "   8,   9,  10,  11,  12,  13,");
    CHECK(first_and_last(9) == "   4,   5,   6,   7,   8,>  9,");
}

TEST_CASE("The JSON holds the maps to the bit with named axes", "[view]") {
    AttentionMaps maps = trophy_maps();
    maps.layers = {3, 5};
    maps.heads = {1, 4, 7};
    for (std::size_t i = 0; i < maps.maps.size(); ++i) {
        maps.maps[i].layer = maps.layers[i / 3];
        maps.maps[i].head = maps.heads[i % 3];
    }
    const json dump = json::parse(json_of(result_of(maps)));
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "gpt2");
    CHECK(dump.at("mask") == "causal");
    CHECK(dump.at("dims") == json({"layer", "head", "query", "key"}));
    CHECK(dump.at("layers") == json({3, 5}));
    CHECK(dump.at("heads") == json({1, 4, 7}));
    CHECK(dump.at("focus").is_null());
    CHECK(dump.at("choice").is_null());
    REQUIRE(dump.at("attention").size() == 2);
    for (std::size_t l = 0; l < 2; ++l) {
        REQUIRE(dump.at("attention")[l].size() == 3);
        for (std::size_t h = 0; h < 3; ++h) {
            CHECK(holds(dump.at("attention")[l][h], maps.maps[3 * l + h].weights));
        }
    }
    for (const char* name : {"scores", "q", "k", "v", "mean_attention"}) {
        CHECK_FALSE(dump.contains(name));
    }
}

TEST_CASE("The JSON has scores tensors and means where they were kept", "[view]") {
    AttentionMaps maps = trophy_maps();
    for (HeadMap& map : maps.maps) {
        map.scores = random_map(14, 50 + map.head, false);
        map.q = Matrix(14, 4);
        map.q(3, 2) = -0.0F;
        map.k = Matrix(14, 4);
        map.v = Matrix(14, 4);
        map.v(13, 3) = 1e-45F;
    }
    Gpt2Result result = result_of(maps);
    result.mean = true;
    const json dump = json::parse(json_of(result));
    const json& scores = dump.at("scores")[1][2];
    for (std::size_t i = 0; i < 14; ++i) {
        for (std::size_t j = 0; j < 14; ++j) CHECK(scores[i][j].is_null() == (j > i));
    }
    CHECK(scores[5][3].get<float>() == maps.map_of(1, 2).scores(5, 3));
    CHECK(dump.at("tensor_dims") == json({"layer", "head", "token", "d_k"}));
    CHECK(holds(dump.at("q")[0][1], maps.map_of(0, 1).q));
    CHECK(std::signbit(dump.at("q")[0][1][3][2].get<float>()));
    CHECK(holds(dump.at("v")[1][0], maps.map_of(1, 0).v));
    CHECK(dump.at("mean_dims") == json({"layer", "query", "key"}));
    MapStream(maps).for_each_head(
        mean_over_heads(maps.heads.size(), [&](std::size_t layer, MatrixView mean) {
            CHECK(holds(dump.at("mean_attention")[layer], Matrix(mean)));
        }));

    result.maps.causal = false;  // without the mask there is no score that means nothing
    CHECK(holds(json::parse(json_of(result)).at("scores")[1][2], maps.map_of(1, 2).scores));
    CHECK(json::parse(json_of(result)).at("mask") == "none");
}

TEST_CASE("The JSON says why the head was chosen", "[view]") {
    const json dump = json::parse(json_of(chosen_result({9, {1, 7}, {"trophy", "\"\x1b\xFF"}})));
    CHECK(dump.at("focus") == 9);
    CHECK(dump.at("choice") == json({{"query", 9},
                                     {"keys", {1, 7}},
                                     {"words", {"trophy", "\"\x1b\xEF\xBF\xBD"}},
                                     {"weight", 0.125},
                                     {"n_heads", 6}}));
}

TEST_CASE("No text of any token reaches the terminal raw and all JSON parses", "[view]") {
    Gpt2Result result;
    result.maps = sample_maps(tokens_of({"\x1b[2J", "\a", "\r", " \xE2\x80\xAE", "\xE2\x80", "\"",
                                         "\\", std::string(1, '\0')}),
                              1);
    result.maps.model.name = "\x1b]0;name\a";
    result.maps.model.about = "\xE2\x80\xAE";
    for (const std::string& line : lines_of(text_of(result))) {
        CHECK(printable(line) == line);
    }
    const std::string dump = json_of(result);
    CHECK(dump.find('\x1b') == std::string::npos);
    CHECK(json::parse(dump).at("tokens")[7].at("bytes") == "00");
}

TEST_CASE("A model without a vocabulary is drawn and dumped by ids", "[view]") {
    Gpt2Result result;
    result.maps = sample_maps(tokens_of_ids({5, 6, 7}), 1);
    CHECK(has(text_of(result), "0:#5 1:#6 2:#7"));
    CHECK(json::parse(json_of(result)).at("text").is_null());
}

TEST_CASE("Maps that are not kept are written and drawn as those that are", "[view]") {
    AttentionMaps maps = trophy_maps();
    for (HeadMap& map : maps.maps) {
        map.scores = random_map(14, 50 + map.head, false);
        map.q = map.k = map.v = random_map(14, 60 + map.layer, false);
    }
    for (const bool mean : {false, true}) {
        Gpt2Result kept = result_of(maps);
        const PassingMaps source(maps);
        Gpt2Result passing = result_of(source.stream);
        kept.mean = passing.mean = mean;
        CHECK(text_of(passing) == text_of(kept));
        CHECK(*source.n_showings == 1);
        CHECK(json_of(passing) == json_of(kept));
        CHECK(*source.n_showings == 2);  // once each, whatever is asked for
    }
}

TEST_CASE("The JSON is written in pieces and the same for any number of threads", "[view]") {
    const Gpt2Result result =
        result_of(sample_maps(tokens_of(std::vector<std::string>(250, "a")), 1));
    const std::string whole = json_of(result, 1);
    CHECK(json_of(result, 3) == whole);
    std::string text;
    std::size_t largest = 0;
    testing::write_gpt2_json(result, [&](std::string_view piece) {
        text += piece;
        largest = std::max(largest, piece.size());
    });
    CHECK(text == whole);
    CHECK(whole.size() > std::size_t{2} << 20U);
    CHECK(largest < std::size_t{2} << 20U);
}

TEST_CASE("A sink that fails ends the showing of the maps", "[view]") {
    struct Enough {};
    std::size_t n_shown = 0;
    Gpt2Result result = sample_result();
    const MapStream maps = trophy_maps();
    result.maps = MapStream(maps, false, false, [&](const UseHead& use) {
        maps.for_each_head([&](const HeadView& map) {
            ++n_shown;
            use(map);
        });
    });
    std::size_t n_pieces = 0;
    const auto sink = [&](std::string_view) {
        if (++n_pieces == 3) throw Enough();  // the introduction and two heads
    };
    CHECK_THROWS_AS(testing::write_gpt2_text(result, {}, kWide, sink), Enough);
    CHECK(n_shown == 2);
}
