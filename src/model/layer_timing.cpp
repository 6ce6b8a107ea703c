#include "model/layer_timing.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/random.hpp"

namespace attnlab {
namespace {

/// Reads the clock where attention begins and ends, and where a layer ends.
class Stopwatch : public Observer {
  public:
    Stopwatch(const Clock& clock, std::function<void()> on_layer)
        : clock_(clock), on_layer_(std::move(on_layer)) {}

    void on_head(const HeadView& /*head*/, std::size_t /*text*/) override {}

    void on_stage(Stage stage, std::size_t /*layer*/, MatrixView /*values*/) override {
        switch (stage) {
            case Stage::kEmbeddings:
                layer_began_ = clock_();
                break;
            case Stage::kQkv:
                attention_began_ = clock_();
                break;
            case Stage::kAttentionOutput:
                attention_ms_ = clock_() - attention_began_;
                break;
            case Stage::kBlock:
                keep(clock_());
                break;
            default:
                break;
        }
    }

    /// The least times over the layers that have ended.
    const std::optional<LayerTiming>& timing() const { return timing_; }
    double total_ms() const { return total_ms_; }

  private:
    void keep(double now) {
        const double layer_ms = now - layer_began_;
        const double rest_ms = layer_ms - attention_ms_;
        if (!timing_) timing_ = LayerTiming{attention_ms_, rest_ms, 0};
        timing_->attention_cpu_ms = std::min(timing_->attention_cpu_ms, attention_ms_);
        timing_->rest_cpu_ms = std::min(timing_->rest_cpu_ms, rest_ms);
        total_ms_ += layer_ms;
        on_layer_();
        layer_began_ = clock_();
    }

    const Clock& clock_;
    std::function<void()> on_layer_;
    double layer_began_ = 0.0;
    double attention_began_ = 0.0;
    double attention_ms_ = 0.0;
    double total_ms_ = 0.0;
    std::optional<LayerTiming> timing_;
};

std::vector<TokenId> random_ids(std::size_t n, std::size_t vocab_size) {
    Random random(1);
    std::vector<TokenId> ids(n);
    for (TokenId& id : ids) id = static_cast<TokenId>(random.bits() % vocab_size);
    return ids;
}

}  // namespace

std::vector<std::optional<LayerTiming>> measure_layers(const Gpt2& model,
                                                       std::span<const std::size_t> lengths,
                                                       const Clock& clock,
                                                       const OnProgress& on_progress,
                                                       const LayerTimingOptions& options) {
    const Config& config = model.config();
    ForwardOptions forward;
    forward.scores = false;
    forward.n_layers = std::min(options.n_layers, config.n_layer);
    // Time grows with n at least, so that is what the shares of the work are counted in.
    const auto fits = [&](std::size_t n) { return n <= config.n_positions; };
    double all = 0.0;
    for (const std::size_t n : lengths) all += fits(n) ? static_cast<double>(n) : 0.0;

    std::vector<std::optional<LayerTiming>> timings;
    double done = 0.0;
    for (const std::size_t n : lengths) {
        if (!fits(n)) {
            timings.push_back(std::nullopt);
            continue;
        }
        const std::vector<TokenId> ids = random_ids(n, config.vocab_size);
        if (done == 0.0) model.forward(ids, forward);
        std::size_t layers_done = 0;
        Stopwatch stopwatch(clock, [&] {
            ++layers_done;
            const double share = std::min(
                1.0, static_cast<double>(layers_done) / static_cast<double>(forward.n_layers));
            report(on_progress, (done + share * static_cast<double>(n)) / all);
        });
        std::size_t runs = 0;
        while (runs == 0 || stopwatch.total_ms() < options.total_cpu_ms) {
            model.forward(ids, forward, &stopwatch);
            ++runs;
        }
        timings.push_back(stopwatch.timing());
        timings.back()->runs = runs;
        done += static_cast<double>(n);
    }
    return timings;
}

}  // namespace attnlab
