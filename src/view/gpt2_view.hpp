// Step 3 of the lab: the attention of a GPT-2, as text and as JSON.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maps/head.hpp"
#include "steps/gpt2_step.hpp"
#include "view/ascii_map.hpp"
#include "view/json_writer.hpp"
#include "view/text.hpp"
#include "view/text_sink.hpp"

namespace attnlab {

/// How the maps are drawn; the numbers in the JSON are the model's, whatever is chosen here.
struct DrawOptions {
    Scale scale = Scale::kLinear;
    bool values = false;
    bool drop_first = false;
    bool from_end = false;  // a map that is cropped and has no focus shows its last tokens
    std::optional<std::size_t>
        first_generated;  // the rows to mark as generated, from this token on
};

/// As text: a map is drawn when it comes.
class Gpt2Text {
  public:
    /// Writes what stands before the maps. The result must live as long as this.
    Gpt2Text(const Gpt2Result& result, const DrawOptions& options, const Style& style,
             TextSink sink);

    /// The next chosen head, layer by layer.
    ///
    /// Errors: UsageError if a map without its first token has nothing left.
    void add(const HeadView& head);

    /// Writes what stands after the maps.
    void finish();

  private:
    void draw(const std::string& title, MatrixView weights);

    const Gpt2Result& result_;
    DrawOptions options_;
    Style style_;
    TextSink sink_;
    UseHead draw_head_;
};

/// As JSON: the first of the large members is handed on while the maps come, the others are kept in
/// temporary files until their turn.
class Gpt2Json {
  public:
    /// Writes what stands before the maps. The result must live as long as this.
    Gpt2Json(const Gpt2Result& result, TextSink sink, std::size_t threads = 1);
    ~Gpt2Json();

    /// The next chosen head, layer by layer.
    void add(const HeadView& head);

    /// Writes the other members, and the end.
    void finish();

  private:
    struct LargeMember;

    using WriteHead = std::function<void(JsonWriter&, const HeadView&)>;

    /// Writes something of every head as [[..., ...], [..., ...]], a list a layer.
    UseHead in_layers(JsonWriter& json, const WriteHead& write_head) const;
    void add_later(std::string_view name, const WriteHead& write_head);
    void add_mean();

    const Gpt2Result& result_;
    std::size_t threads_;
    JsonWriter json_;
    std::vector<std::vector<double>> entropies_;  // a list a head
    UseHead add_attention_;
    std::vector<std::unique_ptr<LargeMember>> later_;
};

/// The lines of one map, without its legend, at most `style.width` wide.
///
/// Errors: UsageError if a map without its first token has nothing left.
std::vector<std::string> drawn_lines(MatrixView weights, const std::vector<Token>& tokens,
                                     std::optional<std::size_t> focus, bool causal,
                                     const DrawOptions& options, const Style& style);

}  // namespace attnlab
