#include "steps/next_step.hpp"

#include "capture/next.hpp"

namespace attnlab {

NextResult run_next_step(const TextModel& model, const NextStepOptions& options) {
    const std::size_t n_more = options.n_greedy.value_or(0);
    if (options.n_greedy) {
        require_places(model.info(), options.input.tokens.size(), n_more, LastToken::kUnread);
    }
    NextResult result{model.info(), options.input, {}, {}};
    Reading reading(model, options.input, options.threads, n_more);
    result.next = next_tokens(reading, options.top);
    if (options.n_greedy) {
        result.continuation = continue_greedily(reading, n_more, options.on_progress);
    }
    return result;
}

}  // namespace attnlab
