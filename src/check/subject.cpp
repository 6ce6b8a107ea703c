#include "check/subject.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace attnlab {

HeadSelection Subject::heads_of(std::size_t layer, std::optional<std::size_t> head) const {
    const ModelInfo& info = model->info();
    if (layer >= info.n_layer) {
        throw UsageError(
            fmt::format("it is about layer {}, the model has {} layers", layer, info.n_layer));
    }
    if (head && *head >= info.n_head) {
        throw UsageError(fmt::format("it is about head {}.{}, the model has {} heads a layer",
                                     layer, *head, info.n_head));
    }
    return {{layer}, head ? std::vector{*head} : all_of(info.n_head)};
}

MapStream Subject::maps_of(std::span<const TokenId> ids, const HeadSelection& heads) const {
    CaptureOptions options;
    options.selection = heads;
    options.threads = threads;
    return capture(model, model->from_ids(ids), options);
}

}  // namespace attnlab
