// How a command draws its maps.

#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "maps/attention_maps.hpp"
#include "view/gpt2_view.hpp"

namespace attnlab::lab {

struct DrawFlags {
    std::string scale = "linear";
    bool values = false;
    bool drop_first = false;

    DrawOptions options() const;
};

void add_draw_flags(CLI::App& command, DrawFlags& flags);

/// Errors: UsageError if nothing of the text is left to draw.
void require_drawable(const DrawFlags& flags, const TokenizedText& text);

}  // namespace attnlab::lab
