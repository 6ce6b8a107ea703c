#include "check/every_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "base/mapped_file.hpp"
#include "base/random.hpp"
#include "capture/chosen_heads.hpp"
#include "hub/hash.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kLongText = 24;
constexpr std::uint64_t kSeed = 1;
constexpr const char* kOwnSource = "this program's promise: CONTRIBUTING.md";

/// All that comes of one run.
struct Run {
    std::vector<HeadMap> maps;
    Matrix hidden;  // [T, C]
    Matrix logits;  // [T, V]
};

Run run(const Subject& subject, std::span<const TokenId> ids, std::size_t threads) {
    const ModelInfo& info = subject.model->info();
    Run result;
    ChosenHeads observer(head_ids(all_of(info.n_layer), all_of(info.n_head)),
                         [&](const HeadView& head, std::size_t) {
                             HeadMap& map = result.maps.emplace_back();
                             map.layer = head.layer;
                             map.head = head.head;
                             map.weights = Matrix(head.weights);
                         });
    ForwardOptions options;
    options.threads = threads;
    result.hidden = subject.model->model().forward(ids, options, &observer);
    result.logits = subject.model->model().logits(result.hidden, threads);
    return result;
}

std::vector<TokenId> random_ids(const ModelInfo& info) {
    Random random(kSeed);
    std::vector<TokenId> ids(std::min(kLongText, info.n_positions));
    for (TokenId& id : ids) {
        id = static_cast<TokenId>(random.uniform() * static_cast<double>(info.vocab_size));
    }
    return ids;
}

Finding row_sums(const Run& whole) {
    Finding finding;
    double largest = 0.0;
    double farthest = 1.0;
    for (const HeadMap& map : whole.maps) {
        for (std::size_t i = 0; i < map.weights.rows(); ++i) {
            double sum = 0.0;
            for (const float weight : map.weights.row(i)) sum += static_cast<double>(weight);
            const double difference = std::abs(sum - 1.0);
            if (difference <= largest) continue;
            largest = difference;
            farthest = sum;
            finding.remark =
                fmt::format("The farthest is row {} of head {}.{}.", i, map.layer, map.head);
        }
    }
    finding.published = "1";
    finding.measured = fmt::format("{:.9f} where it is farthest", farthest);
    finding.difference = largest;
    finding.bound = kRowSumBound;
    if (largest > kRowSumBound) {
        finding.verdict = Verdict::kOff;
    } else {
        finding.remark.clear();
    }
    return finding;
}

Finding exact_zeros(const Run& whole) {
    std::size_t n_cells = 0;
    std::size_t n_wrong = 0;
    for (const HeadMap& map : whole.maps) {
        for (std::size_t i = 0; i < map.weights.rows(); ++i) {
            for (const float weight : map.weights.row(i).subspan(i + 1)) {
                ++n_cells;
                if (weight != 0.0F) ++n_wrong;
            }
        }
    }
    Finding finding;
    finding.published = "0 exactly";
    finding.measured = n_wrong == 0 ? fmt::format("0 in {} cells", n_cells)
                                    : fmt::format("{} of {} cells are not 0", n_wrong, n_cells);
    if (n_wrong > 0) finding.verdict = Verdict::kOff;
    return finding;
}

/// How many numbers of the first `n` rows differ in any bit.
std::size_t differing(MatrixView a, MatrixView b, std::size_t n, std::size_t columns) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            if (std::bit_cast<std::uint32_t>(a(i, j)) != std::bit_cast<std::uint32_t>(b(i, j))) {
                ++count;
            }
        }
    }
    return count;
}

Finding same_bits(const Run& a, const Run& b, std::size_t n_rows) {
    const std::size_t C = a.hidden.columns();
    const std::size_t V = a.logits.columns();
    std::size_t n_wrong = differing(a.hidden, b.hidden, n_rows, C);
    n_wrong += differing(a.logits, b.logits, n_rows, V);
    for (std::size_t i = 0; i < a.maps.size(); ++i) {
        n_wrong += differing(a.maps[i].weights, b.maps[i].weights, n_rows, n_rows);
    }
    const std::size_t n_numbers = n_rows * (C + V + a.maps.size() * n_rows);
    Finding finding;
    finding.published = "the same bits";
    finding.measured = n_wrong == 0 ? fmt::format("the same in {} numbers", n_numbers)
                                    : fmt::format("{} of {} numbers differ", n_wrong, n_numbers);
    if (n_wrong > 0) finding.verdict = Verdict::kOff;
    return finding;
}

/// Compares one thing with what is published of it, where something is.
template <class T, class Text>
Finding beside(const std::optional<T>& published, const T& measured, const Text& text) {
    Finding finding;
    finding.measured = text(measured);
    finding.verdict = Verdict::kUnpublished;
    if (!published) return finding;
    finding.published = text(*published);
    finding.verdict = *published == measured ? Verdict::kAgreed : Verdict::kOff;
    return finding;
}

Finding parameters(const ModelInfo& info, const Release& release) {
    Finding finding = beside(release.n_parameters, info.n_parameters,
                             [](std::uint64_t n) { return fmt::format("{}", n); });
    finding.measured_numbers = {static_cast<double>(info.n_parameters)};
    if (!release.n_parameters) return finding;
    const auto published = static_cast<double>(*release.n_parameters);
    finding.published_numbers = {published};
    finding.difference = std::abs(static_cast<double>(info.n_parameters) - published);
    return finding;
}

Finding weight_hash(const Subject& subject, const Release& release) {
    const auto& files = subject.model->model().weights().files;
    if (!files || files->files().size() != 1) {
        Finding finding;
        finding.verdict = Verdict::kUnpublished;
        finding.measured = files ? fmt::format("{} files", files->files().size()) : "no file";
        if (release.sha256) {
            finding.published = *release.sha256;
            finding.remark = "The hash of one file cannot be compared with them.";
        }
        return finding;
    }
    const MappedFile file(files->files().front().path());
    Finding finding = beside(release.sha256, sha256_of(file.bytes()),
                             [](const std::string& digits) { return digits; });
    if (finding.verdict == Verdict::kOff) {
        finding.verdict = Verdict::kDiffers;
        finding.remark = "It is another file; one that was saved anew may hold the same weights.";
    }
    return finding;
}

}  // namespace

std::vector<CheckedFact> check_every_model(const Subject& subject, const Release& release,
                                           const OnProgress& on_progress) {
    const ModelInfo& info = subject.model->info();
    const std::vector<TokenId> ids = random_ids(info);
    const std::size_t half = (ids.size() + 1) / 2;
    const Run whole = run(subject, ids, 1);
    const std::string text = fmt::format("{} random tokens", ids.size());
    const auto source_if = [&](bool is_known) { return is_known ? release.source : ""; };
    const std::vector<std::pair<CheckedFact, std::function<Finding()>>> facts = {
        {{"row_sums", "Sum of each row of every map, " + text, "softmax: Vaswani et al. 2017", {}},
         [&] { return row_sums(whole); }},
        {{"exact_zeros",
          "Weights right of the diagonal, " + text,
          "the causal mask: Radford et al. 2019",
          {}},
         [&] { return exact_zeros(whole); }},
        {{"common_rows",
          fmt::format("Rows that {} and the first {} of them share", text, half),
          kOwnSource,
          {}},
         [&] { return same_bits(whole, run(subject, std::span(ids).first(half), 1), half); }},
        {{"threads", "Rows of 1 thread and of 2, " + text, kOwnSource, {}},
         [&] { return same_bits(whole, run(subject, ids, 2), ids.size()); }},
        {{"head_is_tied",
          "The head, tied to the token embedding or its own",
          source_if(release.head_is_tied.has_value()),
          {}},
         [&] {
             return beside(release.head_is_tied, info.head_is_tied,
                           [](bool tied) { return tied ? "tied" : "its own"; });
         }},
        {{"n_parameters",
          "Parameters, a tied head counted once",
          source_if(release.n_parameters.has_value()),
          {}},
         [&] { return parameters(info, release); }},
        {{"sha256", "SHA-256 of model.safetensors", source_if(release.sha256.has_value()), {}},
         [&] { return weight_hash(subject, release); }},
    };
    std::vector<CheckedFact> checked;
    for (const auto& [fact, measure] : facts) {
        checked.push_back(fact);
        checked.back().finding = measure();
        report(on_progress,
               static_cast<double>(checked.size()) / static_cast<double>(facts.size()));
    }
    return checked;
}

}  // namespace attnlab
