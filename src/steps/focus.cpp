#include "steps/focus.hpp"

#include <fmt/format.h>

#include "analysis/find_text.hpp"

namespace attnlab {

std::optional<Focus> find_focus(const FocusOptions& options, const std::vector<Token>& tokens) {
    if (options.asked) return Focus{focus_index(tokens, *options.asked), ""};
    const std::vector<TokenSpan> spans = find_text(tokens, options.word);
    if (spans.empty()) return std::nullopt;
    Focus focus{spans.back().last, ""};
    if (spans.size() > 1) {
        focus.note = fmt::format("`{}` is in the text {} times; the focus is the last, {}.",
                                 options.word, spans.size(), focus.index);
    }
    return focus;
}

}  // namespace attnlab
