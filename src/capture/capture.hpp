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
    OnProgress on_progress = {};  // of a run whose maps are looked at or kept, not of a showing
};

/// All numbers from 0 to n - 1: every layer, every head.
std::vector<std::size_t> all_of(std::size_t n);

/// What is kept of one run at most, in bytes: eight maps of 1024 tokens, or all 144 of 241.
constexpr std::size_t kMostKept = std::size_t{32} << 20U;

/// The maps of every chosen head of every chosen layer. Layers above the highest are not run.
///
/// Where they take `most_kept` bytes or less, the model runs now and they are kept. Where they take
/// more, it runs now only as far as to refuse a text that it does not take, and once more each time
/// that maps are shown; one head is held at a time then.
/// Errors: UsageError as Gpt2::forward() says; its InputErrors now, or when maps are shown.
MapStream capture(std::shared_ptr<const TextModel> model, const TokenizedText& input,
                  const CaptureOptions& options, std::size_t most_kept = kMostKept);

/// What makes a head worth showing: the map's weights [T, T] -> the higher, the better.
using HeadScore = std::function<double(MatrixView weights)>;

/// The one map with the highest score among the chosen heads; of equals the first.
///
/// Never holds more than that and the one that is looked at.
AttentionMaps capture_best(const TextModel& model, const TokenizedText& input,
                           const CaptureOptions& options, const HeadScore& score);

}  // namespace attnlab
