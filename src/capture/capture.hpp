// Runs a model on tokens and keeps the attention maps that were asked for, and no others.

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "capture/chosen_heads.hpp"
#include "capture/text_model.hpp"
#include "maps/attention_maps.hpp"

namespace attnlab {

struct CaptureOptions {
    HeadSelection selection;  // each number below n_layer and n_head
    bool causal = true;
    bool scores = false;   // keep the scaled scores, too
    bool tensors = false;  // keep q, k and v, too
    std::size_t threads = 1;
};

/// All numbers from 0 to n - 1: every layer, every head.
std::vector<std::size_t> all_of(std::size_t n);

/// The maps of every chosen head of every chosen layer. Layers above the highest are not run.
///
/// Errors: UsageError as Gpt2::forward() says.
AttentionMaps capture(const TextModel& model, const TokenizedText& input,
                      const CaptureOptions& options);

/// What makes a head worth showing: the map's weights [T, T] -> the higher, the better.
using HeadScore = std::function<double(MatrixView weights)>;

/// The one map with the highest score among the chosen heads; of equals the first.
///
/// Never holds more than one map.
AttentionMaps capture_best(const TextModel& model, const TokenizedText& input,
                           const CaptureOptions& options, const HeadScore& score);

}  // namespace attnlab
