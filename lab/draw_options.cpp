#include "draw_options.hpp"

#include "base/error.hpp"
#include "option_values.hpp"

namespace attnlab::lab {

DrawOptions DrawFlags::options() const {
    DrawOptions options;
    if (scale == "sqrt") options.scale = Scale::kSqrt;
    if (scale == "log") options.scale = Scale::kLog;
    options.values = values;
    options.drop_first = drop_first;
    return options;
}

void add_draw_flags(CLI::App& command, DrawFlags& flags) {
    command.add_flag("--values", flags.values, "Numbers in the cells in place of shades");
    add_choice_option(command, "--scale", {"linear", "sqrt", "log"},
                      "Steps of the shades; sqrt and log show small weights (linear)", flags.scale);
    command.add_flag("--drop-first", flags.drop_first,
                     "Draw without token 0, each row divided by what is left of it");
}

void require_drawable(const DrawFlags& flags, const TokenizedText& text) {
    if (flags.drop_first && text.tokens.size() < 2) {
        throw UsageError(
            "--drop-first leaves nothing of a text of one token, expected two or more");
    }
}

}  // namespace attnlab::lab
