// The observer of this layer: passes on the heads that were chosen, in order, and no others.

#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "maps/head.hpp"
#include "model/observer.hpp"

namespace attnlab {

/// Every chosen head of every chosen layer. Both lists ascend.
struct HeadSelection {
    std::vector<std::size_t> layers;
    std::vector<std::size_t> heads;

    std::vector<HeadId> ids() const { return head_ids(layers, heads); }
};

class ChosenHeads : public Observer {
  public:
    using Use = std::function<void(const HeadView&, std::size_t text)>;

    /// `chosen` ascends.
    ChosenHeads(std::vector<HeadId> chosen, Use use)
        : chosen_(std::move(chosen)), use_(std::move(use)) {}

    void on_head(const HeadView& head, std::size_t text) override {
        if (std::binary_search(chosen_.begin(), chosen_.end(), head.id())) use_(head, text);
    }

  private:
    std::vector<HeadId> chosen_;
    Use use_;
};

}  // namespace attnlab
