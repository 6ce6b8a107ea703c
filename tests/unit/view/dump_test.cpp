#include "view/dump.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/sample_maps.hpp"

using namespace attnlab;
using attnlab::testing::tokens_of;
using attnlab::testing::tokens_of_ids;
using nlohmann::json;

TEST_CASE("A dump names its schema its step and its model", "[view]") {
    ModelInfo model;
    model.name = "my \"model\"\n";
    model.about = "small";
    model.n_layer = 2;
    model.n_head = 3;
    model.n_embd = 12;
    model.n_positions = 64;
    model.vocab_size = 50257;
    model.n_parameters = std::numeric_limits<std::uint64_t>::max();
    model.storage_type = "BF16";
    model.head_is_tied = false;
    JsonWriter writer;
    begin_dump(writer, "gpt2");
    write_model(writer, model);
    write_mask(writer, false);
    writer.end_object();
    const json dump = json::parse(writer.take());
    CHECK(dump.at("schema") == "attention-lab/1");
    CHECK(dump.at("step") == "gpt2");
    CHECK(dump.at("mask") == "none");
    CHECK(dump.at("model") == json({{"name", "my \"model\"\n"},
                                    {"about", "small"},
                                    {"n_layer", 2},
                                    {"n_head", 3},
                                    {"n_embd", 12},
                                    {"n_positions", 64},
                                    {"vocab_size", 50257},
                                    {"n_parameters", std::numeric_limits<std::uint64_t>::max()},
                                    {"storage_type", "BF16"},
                                    {"head_is_tied", false}}));
}

TEST_CASE("Tokens keep their exact bytes where their text cannot", "[view]") {
    TokenizedText input;
    input.text = "\xE2\x80\x99\x1b";
    input.bos = true;
    input.tokens = tokens_of({"\xE2\x80", "\x99", "\x1b", " it"});
    JsonWriter writer;
    writer.begin_object();
    write_input(writer, input);
    write_mask(writer, true);
    writer.end_object();
    const std::string text = writer.take();
    CHECK(text.find('\x1b') == std::string::npos);
    const json dump = json::parse(text);
    CHECK(dump.at("text") == "\xE2\x80\x99\x1b");
    CHECK(dump.at("bos") == true);
    CHECK(dump.at("mask") == "causal");
    const json& tokens = dump.at("tokens");
    REQUIRE(tokens.size() == 4);
    CHECK(tokens[0].at("text") == "\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(tokens[0].at("bytes") == "e280");
    CHECK(tokens[1].at("text") == "\xEF\xBF\xBD");
    CHECK(tokens[1].at("bytes") == "99");
    CHECK(tokens[2].at("text") == "\x1b");
    CHECK(tokens[3].at("text") == " it");
    CHECK(tokens[3].at("bytes") == "206974");
    CHECK(tokens[3].at("index") == 3);
    CHECK(tokens[3].at("id") == input.tokens[3].id);
}

TEST_CASE("Ids without a vocabulary have neither text nor bytes", "[view]") {
    TokenizedText input;
    input.tokens = tokens_of_ids({464, 0});
    JsonWriter writer;
    writer.begin_object();
    write_input(writer, input);
    writer.end_object();
    const json dump = json::parse(writer.take());
    CHECK(dump.at("text").is_null());
    CHECK(dump.at("bos") == false);
    CHECK(dump.at("tokens")[0] ==
          json({{"index", 0}, {"id", 464}, {"text", nullptr}, {"bytes", nullptr}}));
}
