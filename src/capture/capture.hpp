// Runs a model on tokens and shows the attention maps that were asked for, and no others.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/progress.hpp"
#include "capture/chosen_heads.hpp"
#include "capture/text_model.hpp"
#include "maps/attention_maps.hpp"
#include "maps/map_stream.hpp"

namespace attnlab {

struct CaptureOptions {
    HeadSelection selection;  // each number below n_layer and n_head
    bool causal = true;
    bool scores = false;   // show the scaled scores, too
    bool tensors = false;  // show q, k and v, too
    std::size_t threads = 1;
    OnProgress on_progress = {};
};

/// All numbers from 0 to n - 1: every layer, every head.
std::vector<std::size_t> all_of(std::size_t n);

/// The maps of every chosen head of every chosen layer. The model runs once, when the maps are
/// asked for, up to the highest of the layers; one head is held at a time.
///
/// Errors: UsageError now if the model does not take these tokens; InputError as Gpt2::forward()
///         says, when it runs.
MapStream capture(std::shared_ptr<const TextModel> model, const TokenizedText& input,
                  const CaptureOptions& options);

/// What makes a head worth showing: the map's weights [T, T] -> the higher, the better.
using HeadScore = std::function<double(MatrixView weights)>;

/// The one map with the highest score among the chosen heads; of equals the first.
///
/// Never holds more than that and the one that is looked at.
AttentionMaps capture_best(const TextModel& model, const TokenizedText& input,
                           const CaptureOptions& options, const HeadScore& score);

}  // namespace attnlab
