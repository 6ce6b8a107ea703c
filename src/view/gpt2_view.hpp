// Step 3 of the lab: the attention of a GPT-2, as text and as JSON.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/pointing.hpp"
#include "base/progress.hpp"
#include "maps/continuation.hpp"
#include "maps/map_stream.hpp"
#include "view/ascii_map.hpp"
#include "view/text.hpp"
#include "view/text_sink.hpp"

namespace attnlab {

struct Gpt2Result {
    MapStream maps;                            // of the text, and of what was appended to it
    std::optional<Continuation> continuation;  // that, where it was asked for
    bool mean = false;                         // show the mean of each layer's chosen heads, too
    std::optional<std::size_t> focus;          // the token that is watched
    std::string focus_note;                    // why it is that one, where it was not asked for
    std::optional<Choice> choice;  // why the head was chosen, where it was not asked for
};

/// How the maps are drawn; the numbers in the JSON are the model's, whatever is chosen here.
struct DrawOptions {
    Scale scale = Scale::kLinear;
    bool values = false;
    bool drop_first = false;
    bool from_end = false;  // a map that is cropped and has no focus shows its last tokens
    std::optional<std::size_t>
        first_generated;  // the rows to mark as generated, from this token on
};

/// The maps are shown once, and drawn as they come.
void gpt2_text(const Gpt2Result& result, const DrawOptions& options, const Style& style,
               const TextSink& sink);

/// The maps are shown once for each large member, and written as they come.
void gpt2_json(const Gpt2Result& result, const TextSink& sink, std::size_t threads = 1,
               const OnProgress& on_progress = {});

/// The lines of one map, without its legend, at most `style.width` wide.
///
/// Errors: UsageError if --drop-first leaves nothing.
std::vector<std::string> drawn_lines(MatrixView weights, const std::vector<Token>& tokens,
                                     std::optional<std::size_t> focus, bool causal,
                                     const DrawOptions& options, const Style& style);

}  // namespace attnlab
