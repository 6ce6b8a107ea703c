// What the program asks of the terminal and the environment: how wide, and may there be colour.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace attnlab::lab {

/// Whether a descriptor is a terminal that colours and rewrites its lines: TERM is not `dumb`.
bool is_terminal(int descriptor);

/// Columns of the terminal behind a descriptor; nothing where there is none, or it does not say.
std::optional<std::size_t> terminal_width(int descriptor);

/// Columns: what was asked for, else the terminal's, else COLUMNS, else 100. An asked width is
/// taken as it is; a COLUMNS that is no number above 0 is passed over.
std::size_t output_width(std::optional<std::size_t> asked);

/// `auto` means: stdout is a terminal, NO_COLOR is unset or empty, and TERM is not `dumb`.
bool use_color(const std::string& mode);

}  // namespace attnlab::lab
