// The observer of this layer: passes on the heads that were chosen, in order, and no others.

#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "model/observer.hpp"

namespace attnlab {

/// Every chosen head of every chosen layer. Both lists ascend.
struct HeadSelection {
    std::vector<std::size_t> layers;
    std::vector<std::size_t> heads;
};

class ChosenHeads : public Observer {
  public:
    ChosenHeads(const HeadSelection& selection, std::function<void(const HeadView&)> use)
        : selection_(selection), use_(std::move(use)) {}

    void on_head(const HeadView& head) override {
        if (std::ranges::binary_search(selection_.layers, head.layer) &&
            std::ranges::binary_search(selection_.heads, head.head)) {
            use_(head);
        }
    }

  private:
    HeadSelection selection_;
    std::function<void(const HeadView&)> use_;
};

}  // namespace attnlab
