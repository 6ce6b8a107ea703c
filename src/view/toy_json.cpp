// The toy step's dump: the options that made it, the matrices, the optional parts.

#include <string_view>
#include <vector>

#include "view/dump.hpp"
#include "view/lookup_view.hpp"
#include "view/tied_view.hpp"
#include "view/toy_view.hpp"

namespace attnlab {
namespace {

std::string_view name_of(ToyInput::Origin origin) {
    switch (origin) {
        case ToyInput::Origin::kWritten:
            return "written";
        case ToyInput::Origin::kRandom:
            return "random";
        case ToyInput::Origin::kFile:
            return "file";
    }
    return "";
}

std::string_view name_of(Mask mask) {
    switch (mask) {
        case Mask::kNone:
            return "none";
        case Mask::kCausal:
            return "causal";
        case Mask::kGiven:
            return "given";
    }
    return "";
}

void write_options(JsonWriter& json, const ToyResult& result) {
    const ToyInput& input = result.input;
    json.key("options").begin_object();
    json.member("origin", name_of(input.origin));
    json.key("file");
    if (input.origin == ToyInput::Origin::kFile) {
        json.value(std::string_view(input.file));
    } else {
        json.null();
    }
    json.key("seed");
    if (input.seed) {
        json.value(static_cast<std::size_t>(*input.seed));
    } else {
        json.null();
    }
    json.member("n", input.n());
    json.member("d_k", input.d_k());
    json.member("d_v", input.V.columns());
    json.member("divided", result.options.divide);
    json.member("scale", result.scale);
    json.member("mask", name_of(result.mask));
    json.end_object();
}

void write_dims(JsonWriter& json) {
    const auto axes = [&](std::string_view name, const std::vector<std::string_view>& dims) {
        json.key(name).list(dims);
    };
    json.key("dims").begin_object();
    axes("Q", {"query", "component"});
    axes("K", {"key", "component"});
    axes("V", {"key", "component"});
    axes("visible", {"query", "key"});
    axes("dot_products", {"query", "key"});
    axes("scores", {"query", "key"});
    axes("weights", {"query", "key"});
    axes("row_sums", {"query"});
    axes("output", {"query", "component"});
    json.end_object();
}

void write_tokens(JsonWriter& json, const std::vector<std::string>& tokens) {
    json.key("tokens").begin_array();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        json.begin_object();
        json.member("index", i);
        json.member("text", std::string_view(tokens[i]));
        json.end_object();
    }
    json.end_array();
}

/// A row a line; true where the query may look at the key.
void write_visible(JsonWriter& json, const Matrix& visible) {
    json.key("visible").begin_array();
    for (std::size_t i = 0; i < visible.rows(); ++i) {
        json.begin_array();
        for (const float open : visible.row(i)) json.value(open != 0.0F);
        json.end_array();
    }
    json.end_array();
}

/// A row a line; null where the mask hides the key.
void write_scores(JsonWriter& json, const Matrix& scores, const Matrix& visible) {
    json.key("scores").begin_array();
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        json.begin_array();
        for (std::size_t j = 0; j < scores.columns(); ++j) {
            if (visible(i, j) != 0.0F) {
                json.value(scores(i, j));
            } else {
                json.null();
            }
        }
        json.end_array();
    }
    json.end_array();
}

}  // namespace

std::string toy_json(const ToyResult& result) {
    JsonWriter json;
    begin_dump(json, "toy");
    write_options(json, result);
    write_dims(json);
    write_tokens(json, result.input.tokens);
    json.key("Q").matrix(result.input.Q);
    json.key("K").matrix(result.input.K);
    json.key("V").matrix(result.input.V);
    write_visible(json, result.visible);
    json.key("dot_products").matrix(result.dot_products);
    write_scores(json, result.attention.scores, result.visible);
    json.key("weights").matrix(result.attention.weights);
    json.key("row_sums").list(result.row_sums);
    json.key("output").matrix(result.attention.output);
    if (result.lookup) write_lookup(json, *result.lookup);
    if (result.tied) write_tied(json, *result.tied);
    json.end_object();
    return json.take();
}

}  // namespace attnlab
