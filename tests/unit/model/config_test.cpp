#include "model/config.hpp"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/model_folder.hpp"

using namespace attnlab;
using namespace attnlab::testing;
using namespace std::string_literals;
using nlohmann::json;

namespace {

/// The smallest file that names everything it must.
json minimal() {
    return {{"n_layer", 2}, {"n_head", 4}, {"n_embd", 32}, {"n_positions", 8}, {"vocab_size", 10}};
}

Config parse(const json& file) { return parse_config(file.dump(), "config.json"); }

Config with(const std::string& name, const json& value) {
    json file = minimal();
    file[name] = value;
    return parse(file);
}

void refuses(const std::string& name, const json& value,
             std::initializer_list<const char*> pieces) {
    INFO(name << ": " << value);
    expect_error<InputError>([&] { with(name, value); }, {"config.json: ", name.c_str()});
    expect_error<InputError>([&] { with(name, value); }, pieces);
}

}  // namespace

TEST_CASE("What a configuration does not say has GPT-2's value", "[model]") {
    const Config config = parse(minimal());
    CHECK(config.n_layer == 2);
    CHECK(config.n_head == 4);
    CHECK(config.n_embd == 32);
    CHECK(config.n_positions == 8);
    CHECK(config.vocab_size == 10);
    CHECK(config.n_inner == 128);
    CHECK(config.layer_norm_epsilon == 1e-5F);
    CHECK(config.scale_attn_weights);
    CHECK_FALSE(config.scale_attn_by_inverse_layer_idx);
    CHECK(config.tie_word_embeddings);
    CHECK_FALSE(config.bos_token_id.has_value());
    CHECK_FALSE(config.eos_token_id.has_value());
    CHECK(config.d_k() == 8);
}

TEST_CASE("The configuration of GPT-2 small is read from its file", "[model]") {
    const std::filesystem::path folder = std::filesystem::path(ATTNLAB_DATA_DIR) / "gpt2";
    const Config config = load_config(folder);
    CHECK(config.n_layer == 12);
    CHECK(config.n_head == 12);
    CHECK(config.n_embd == 768);
    CHECK(config.n_positions == 1024);
    CHECK(config.vocab_size == 50257);
    CHECK(config.n_inner == 3072);
    CHECK(config.d_k() == 64);
    CHECK(config.bos_token_id == 50256);
    CHECK(config == load_config(folder / "config.json"));
}

TEST_CASE("The published sizes of GPT-2 are accepted", "[model]") {
    struct Sizes {
        std::size_t n_layer, n_head, n_embd;
    };
    // distilgpt2, gpt2, gpt2-medium, gpt2-large, gpt2-xl
    for (const Sizes& sizes :
         {Sizes{6, 12, 768}, {12, 12, 768}, {24, 16, 1024}, {36, 20, 1280}, {48, 25, 1600}}) {
        json file = minimal();
        file["n_layer"] = sizes.n_layer;
        file["n_head"] = sizes.n_head;
        file["n_embd"] = sizes.n_embd;
        CHECK(parse(file).d_k() == 64);
        CHECK(parse(file).n_layer == sizes.n_layer);
    }
}

TEST_CASE("Settings of training and of other programs are accepted and not needed", "[model]") {
    json file = minimal();
    file.update({{"architectures", {"GPT2LMHeadModel"}},
                 {"attn_pdrop", 0.1},
                 {"resid_pdrop", 0.1},
                 {"embd_pdrop", 0.1},
                 {"initializer_range", 0.02},
                 {"summary_type", "cls_index"},
                 {"task_specific_params", {{"text-generation", {{"do_sample", true}}}}},
                 {"torch_dtype", "float32"},
                 {"transformers_version", "4.30.0"},
                 {"use_cache", true},
                 {"pruned_heads", json::object()}});
    CHECK(parse(file) == parse(minimal()));
}

TEST_CASE("Old files call the longest text n_ctx", "[model]") {
    json file = minimal();
    file["n_ctx"] = 4;
    CHECK(parse(file).n_positions == 8);  // n_positions is the number of rows of wpe
    file.erase("n_positions");
    CHECK(parse(file).n_positions == 4);
    file["n_ctx"] = 0;
    expect_error<InputError>([&] { parse(file); }, {"n_ctx", "0"});
}

TEST_CASE("All missing sizes are named at once", "[model]") {
    expect_error<InputError>(
        [] { parse(json::object()); },
        {"config.json", "missing", "n_layer", "n_head", "n_embd", "n_positions", "vocab_size"});
    json file = minimal();
    file.erase("n_head");
    file["vocab_size"] = nullptr;
    expect_error<InputError>([&] { parse(file); }, {"missing n_head, vocab_size"});
}

TEST_CASE("Sizes must be whole numbers within reason", "[model]") {
    for (const char* name :
         {"n_layer", "n_head", "n_embd", "n_positions", "vocab_size", "n_inner"}) {
        for (const json& value :
             {json(0), json(-1), json(1.0), json(2.5), json("12"), json(true), json::array({1}),
              json::object(), json(10'000'001), json(18446744073709551615U), json(1e300)}) {
            refuses(name, value, {"expected a whole number from 1 to"});
        }
    }
    refuses("n_layer", 10'001, {"10001", "from 1 to 10000"});
    refuses("n_embd", 33, {"n_embd 33", "n_head 4", "not divisible"});
    refuses("n_head", 64, {"n_embd 32", "n_head 64", "not divisible"});
}

TEST_CASE("Settings that change the computation are obeyed", "[model]") {
    CHECK(with("n_inner", 100).n_inner == 100);
    CHECK(with("n_inner", nullptr).n_inner == 128);
    CHECK(with("layer_norm_epsilon", 1e-6).layer_norm_epsilon == 1e-6F);
    CHECK_FALSE(with("scale_attn_weights", false).scale_attn_weights);
    CHECK(with("scale_attn_by_inverse_layer_idx", true).scale_attn_by_inverse_layer_idx);
    CHECK_FALSE(with("tie_word_embeddings", false).tie_word_embeddings);
    CHECK(with("activation_function", "gelu_new") == parse(minimal()));
    CHECK(with("activation_function", "gelu_pytorch_tanh") == parse(minimal()));  // its other name
    CHECK(with("reorder_and_upcast_attn", true) == parse(minimal()));  // the same in float
    CHECK(with("model_type", "gpt2") == parse(minimal()));
}

TEST_CASE("Scores are scaled as the settings say", "[model]") {
    Config config = parse(minimal());  // d_k 8
    CHECK(config.attention_scale(0) == static_cast<float>(1.0 / std::sqrt(8.0)));
    CHECK(config.attention_scale(1) == config.attention_scale(0));
    config.scale_attn_by_inverse_layer_idx = true;
    CHECK(config.attention_scale(0) == static_cast<float>(1.0 / std::sqrt(8.0)));
    CHECK(config.attention_scale(2) == static_cast<float>(1.0 / std::sqrt(8.0) / 3.0));
    config.scale_attn_weights = false;
    CHECK(config.attention_scale(3) == 0.25F);
    config.scale_attn_by_inverse_layer_idx = false;
    CHECK(config.attention_scale(3) == 1.0F);
}

TEST_CASE("Settings that mean another model are refused by name", "[model]") {
    for (const char* name : {"gelu", "relu", "silu", "tanh", "quick_gelu"}) {
        refuses("activation_function", name, {name, "gelu_new"});
    }
    refuses("add_cross_attention", true, {"true", "expected false"});
    for (const char* name : {"gpt_neo", "gptj", "llama", ""}) refuses("model_type", name, {"gpt2"});
    refuses("pruned_heads", {{"0", {1, 2}}}, {"expected none"});
    refuses("quantization_config", {{"bits", 8}}, {"expected none"});
}

TEST_CASE("Settings of a wrong JSON type are refused by name", "[model]") {
    for (const char* name :
         {"scale_attn_weights", "scale_attn_by_inverse_layer_idx", "tie_word_embeddings",
          "reorder_and_upcast_attn", "add_cross_attention"}) {
        for (const json& value : {json(1), json("true"), json::array(), json::object()}) {
            refuses(name, value, {"expected true or false"});
        }
    }
    for (const char* name : {"activation_function", "model_type"}) {
        for (const json& value : {json(1), json(true), json::array(), json::object()}) {
            refuses(name, value, {"expected a string"});
        }
    }
    for (const json& value : {json(0), json(-1e-5), json(1.5), json(1e300), json(1e-60),
                              json("1e-5"), json(true), json::array()}) {
        refuses("layer_norm_epsilon", value, {"expected a number above 0"});
    }
    for (const json& value : {json("50256"), json(1.5), json(true), json::array({1})}) {
        refuses("bos_token_id", value, {"expected a whole number"});
        refuses("eos_token_id", value, {"expected a whole number"});
    }
}

TEST_CASE("An id that the vocabulary does not have is no token", "[model]") {
    CHECK(with("bos_token_id", 9).bos_token_id == 9);
    CHECK(with("eos_token_id", 0).eos_token_id == 0);
    for (const json& value :
         {json(10), json(50256), json(-1), json(18446744073709551615U), json()}) {
        CHECK_FALSE(with("bos_token_id", value).bos_token_id.has_value());
    }
}

TEST_CASE("A text that is no JSON object is refused", "[model]") {
    const auto refuses_text = [](const std::string& text,
                                 std::initializer_list<const char*> pieces) {
        expect_error<InputError>([&] { parse_config(text, "config.json"); }, {"config.json"});
        expect_error<InputError>([&] { parse_config(text, "config.json"); }, pieces);
    };
    refuses_text("", {"not JSON"});
    refuses_text("{", {"not JSON"});
    refuses_text("{\"n_layer\": 2,}", {"not JSON", "byte"});
    refuses_text("\"\xFF\"", {"not JSON"});
    refuses_text("{\"a\": 1e999}", {"too large"});
    refuses_text(minimal().dump() + "\0{"s, {"not JSON", "NUL"});
    refuses_text(minimal().dump() + "}", {"not JSON"});
    refuses_text("[]", {"an array", "expected a JSON object"});
    refuses_text("12", {"12", "expected a JSON object"});
    refuses_text(std::string(100'000, '['), {"not JSON"});
    CHECK(parse_config("\xEF\xBB\xBF" + minimal().dump(), "config.json") == parse(minimal()));
}

TEST_CASE("Errors about a configuration stay in one short printable line", "[model]") {
    const std::string hostile = "x\x1b[31m\n" + std::string(100'000, 'y');
    for (const char* name : {"model_type", "activation_function", "n_layer"}) {
        try {
            with(name, hostile);
            FAIL("no error was thrown");
        } catch (const InputError& error) {
            const std::string message = error.what();
            CHECK(message.size() < 200);
            CHECK(message.find('\x1b') == std::string::npos);
            CHECK(message.find('\n') == std::string::npos);
        }
    }
}

TEST_CASE("A configuration written for tests is read back", "[model]") {
    const TemporaryFolder folder;
    Config config = small_config();
    config.n_inner = 20;
    config.tie_word_embeddings = false;
    config.bos_token_id = 12;
    folder.write("config.json", config_json(config));
    CHECK(load_config(folder.path()) == config);
    expect_error<InputError>([&] { load_config(folder.path() / "none"); },
                             {"none", "No such file"});
    std::filesystem::remove(folder.path() / "config.json");
    expect_error<InputError>([&] { load_config(folder.path()); }, {"config.json", "No such file"});
}
