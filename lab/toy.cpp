// attnlab toy: the chapter's formula on a few small vectors.

#include "attention/toy.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "command.hpp"
#include "option_values.hpp"
#include "toy_file.hpp"
#include "view/toy_view.hpp"

namespace attnlab::lab {
namespace {

constexpr std::size_t kDefaultTokens = 4;
constexpr std::size_t kDefaultComponents = 4;
constexpr std::uint64_t kDefaultSeed = 1;
constexpr std::uint64_t kMostDigits = 9;

struct ToyCommandOptions {
    std::optional<std::uint64_t> n;
    std::optional<std::uint64_t> d_k;
    std::optional<std::uint64_t> seed;
    std::optional<std::string> file;
    bool no_scale = false;
    std::size_t precision = 3;
    ToyOptions toy;
};

void refuse_together(const std::string& one, const std::string& other) {
    throw UsageError(fmt::format("{} and {} are given, expected one of them", one, other));
}

/// What comes of the file's numbers, or an error that names the file.
ToyResult run_on_file(const std::string& path, const ToyOptions& options) {
    const std::string text = read_file(path);
    try {
        ToyInput input = parse_toy_file(text);
        input.file = path;
        if (options.causal && input.visible) {
            refuse_together("--causal", "the mask of " + printable(path));
        }
        return run_toy(std::move(input), options);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", printable(path), error.what()), error.hint());
    }
}

ToyResult compute(const ToyCommandOptions& options) {
    ToyOptions toy = options.toy;
    toy.divide = !options.no_scale;
    if (options.file) {
        if (options.n) refuse_together("--input", "--n");
        if (options.d_k) refuse_together("--input", "--dk");
        if (options.seed) refuse_together("--input", "--seed");
        return run_on_file(*options.file, toy);
    }
    if (!options.n && !options.d_k && !options.seed) return run_toy(written_input(), toy);
    return run_toy(
        random_input(options.n.value_or(kDefaultTokens), options.d_k.value_or(kDefaultComponents),
                     options.seed.value_or(kDefaultSeed)),
        toy);
}

Report run_toy_command(const ToyCommandOptions& options, const Context& context) {
    auto result = std::make_shared<const ToyResult>(compute(options));
    return {
        [result, precision = options.precision, style = context.style] {
            return toy_text(*result, precision, style);
        },
        [result] { return toy_json(*result); },
    };
}

}  // namespace

Command setup_toy(CLI::App& program) {
    CLI::App* app = add_command(
        program, "toy", "Step 1: attention on small vectors, every stage in numbers",
        {"attnlab toy --lookup --tie-qk", "attnlab toy --n 3 --dk 2 --seed 7 --causal"});
    auto options = std::make_shared<ToyCommandOptions>();
    constexpr std::uint64_t kAnySeed = std::numeric_limits<std::uint64_t>::max();
    add_number_option(*app, "--n", {1, kMostTokens}, "Random vectors for so many tokens (4)",
                      [=](std::uint64_t number) { options->n = number; });
    add_number_option(*app, "--dk", {1, kMostComponents},
                      "Random vectors with so many components (4)",
                      [=](std::uint64_t number) { options->d_k = number; });
    add_number_option(*app, "--seed", {0, kAnySeed}, "Random vectors from this seed (1)",
                      [=](std::uint64_t number) { options->seed = number; });
    app->add_option(
           "--input", options->file,
           "Vectors of your own: JSON such as {\"Q\": [[1, 0], [0, 1]], \"K\": .., \"V\": ..}; "
           "\"tokens\" and \"mask\" may be added")
        ->type_name("FILE");
    app->add_flag("--no-scale", options->no_scale, "Leave out the division by sqrt(d_k)");
    app->add_flag("--causal", options->toy.causal, "No token sees the tokens after it");
    add_number_option(*app, "--precision", {0, kMostDigits}, "Digits after the point (3)",
                      [=](std::uint64_t number) { options->precision = number; });
    app->add_flag("--lookup", options->toy.lookup,
                  "Add the comparison with a database: hard lookup beside soft lookup");
    app->add_flag("--tie-qk", options->toy.tie_qk,
                  "Add what happens when one projection serves as query and key");
    return {app, [options](const Context& context) { return run_toy_command(*options, context); }};
}

}  // namespace attnlab::lab
