// Keeps a copy of everything that a model shows while it runs. For tests on short texts: it holds
// every intermediate of every layer at once.

#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "model/observer.hpp"

namespace attnlab::testing {

class Recorder : public Observer {
  public:
    /// What a HeadView showed.
    struct Head {
        Matrix q, k, v;
        Matrix scores, weights;
        Matrix output;
    };

    void on_head(const HeadView& head, std::size_t /*text*/ = 0) override {
        heads_.insert_or_assign(
            {head.layer, head.head},
            Head{Matrix(head.q), Matrix(head.k), Matrix(head.v), Matrix(head.scores),
                 Matrix(head.weights), Matrix(head.output)});
    }

    void on_stage(Stage stage, std::size_t layer, MatrixView values) override {
        stages_.insert_or_assign({stage, layer}, Matrix(values));
    }

    /// Errors: std::out_of_range if the model has not shown it.
    const Head& head(std::size_t layer, std::size_t head) const { return heads_.at({layer, head}); }
    const Matrix& stage(Stage stage, std::size_t layer) const { return stages_.at({stage, layer}); }

  private:
    std::map<std::pair<std::size_t, std::size_t>, Head> heads_;
    std::map<std::pair<Stage, std::size_t>, Matrix> stages_;
};

}  // namespace attnlab::testing
