#include "view/dump.hpp"

#include <fmt/format.h>

#include "base/unicode.hpp"

namespace attnlab {
namespace {

std::string hex(std::string_view bytes) {
    std::string digits;
    for (const char byte : bytes) {
        digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return digits;
}

}  // namespace

void begin_dump(JsonWriter& json, std::string_view step) {
    json.begin_object();
    json.member("schema", std::string_view("attention-lab/1"));
    json.member("step", step);
}

void write_model(JsonWriter& json, const ModelInfo& model) {
    json.key("model").begin_object();
    json.member("name", std::string_view(model.name));
    json.member("about", std::string_view(model.about));
    json.member("n_layer", model.n_layer);
    json.member("n_head", model.n_head);
    json.member("n_embd", model.n_embd);
    json.member("n_positions", model.n_positions);
    json.member("vocab_size", model.vocab_size);
    json.member("n_parameters", static_cast<std::size_t>(model.n_parameters));
    json.member("storage_type", std::string_view(model.storage_type));
    json.member("head_is_tied", model.head_is_tied);
    json.end_object();
}

void write_input(JsonWriter& json, const TokenizedText& input) {
    json.key("text").optional(input.text);
    json.member("bos", input.bos);
    json.key("tokens").begin_array();
    for (const Token& token : input.tokens) {
        json.begin_object();
        write_token(json, token);
        json.end_object();
    }
    json.end_array();
}

void write_token(JsonWriter& json, const Token& token) {
    json.member("index", token.index);
    json.member("id", token.id);
    json.key("text").optional(token.bytes);
    json.key("bytes");
    if (token.bytes) {
        json.value(hex(*token.bytes));
    } else {
        json.null();
    }
}

void write_mask(JsonWriter& json, bool causal) { json.member("mask", causal ? "causal" : "none"); }

}  // namespace attnlab
