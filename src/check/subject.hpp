// The model that facts are checked on, and its maps of any ids.

#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "capture/capture.hpp"

namespace attnlab {

struct Subject {
    std::shared_ptr<const TextModel> model;
    std::size_t threads = 1;

    /// All heads of a layer; `head` is one of them, or nothing for all.
    ///
    /// Errors: UsageError if the model does not have it.
    HeadSelection heads_of(std::size_t layer, std::optional<std::size_t> head) const;

    /// The maps of some heads of the model reading these ids.
    ///
    /// Errors: UsageError if the model does not take them; InputError as capture() says.
    MapStream maps_of(std::span<const TokenId> ids, const HeadSelection& heads) const;
};

}  // namespace attnlab
