// attnlab saturation: what the division by sqrt(d_k) is for.

#include "attention/saturation.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "command.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "view/saturation_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::uint64_t kMostKeys = 1024;
constexpr std::uint64_t kLargestDk = 4096;
constexpr std::uint64_t kMostTrials = 10000;

Report run_saturation_command(SaturationOptions options, const Context& context) {
    options.threads = context.options.threads;
    auto result = std::make_shared<const SaturationResult>(
        run_saturation(options, context.progress.reporter("running the trials")));
    return {
        [result, style = context.style] { return saturation_text(*result, style); },
        [result] { return saturation_json(*result); },
    };
}

}  // namespace

Command setup_saturation(CLI::App& program) {
    CLI::App* app = add_command(
        program, "saturation",
        "Step 2: softmax with and without the division by sqrt(d_k), on random vectors",
        {"attnlab saturation --n 16 --dk 4,64,1024", "attnlab saturation --trials 200 --json -"});
    auto options = std::make_shared<SaturationOptions>();
    constexpr std::uint64_t kAnySeed = std::numeric_limits<std::uint64_t>::max();
    app->add_option_function<std::string>(
           "--dk",
           [=](const std::string& text) {
               const auto numbers = parse_number_list("--dk", text, {1, kLargestDk});
               options->d_ks.assign(numbers.begin(), numbers.end());
           },
           "Lengths of the vectors, one row each (1,4,16,64,256,1024)")
        ->type_name("LIST");
    add_number_option(*app, "--n", {1, kMostKeys}, "Queries and keys of each trial (64)",
                      [=](std::uint64_t number) { options->n = number; });
    add_number_option(*app, "--trials", {1, kMostTrials},
                      "Trials for each d_k; more give smaller standard errors (8)",
                      [=](std::uint64_t number) { options->trials = number; });
    add_number_option(*app, "--seed", {0, kAnySeed}, "Where the random numbers begin (1)",
                      [=](std::uint64_t number) { options->seed = number; });
    return {app, [options](const Context& context) {
                return run_saturation_command(*options, context);
            }};
}

}  // namespace attnlab::lab
