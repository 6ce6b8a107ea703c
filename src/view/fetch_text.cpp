// The text of a fetch: a newcomer reads in it what came, from where, and what to type now.

#include <fmt/format.h>

#include <vector>

#include "base/byte_count.hpp"
#include "base/unicode.hpp"
#include "view/fetch_view.hpp"

namespace attnlab {
namespace {

constexpr std::size_t kShortCommit = 12;  // digits, as many as git shows of a large project

std::string state_of(const FetchedFile& file) {
    const std::string begun = byte_count(file.bytes_before);
    switch (file.state) {
        case FetchedFile::State::kThere:
            return "is there";
        case FetchedFile::State::kFetched:
            return file.bytes_before > 0 ? fmt::format("came, after {} that were there", begun)
                                         : "came";
        case FetchedFile::State::kMissing:
            return file.bytes_before > 0 ? fmt::format("would come, after {} that are there", begun)
                                         : "would come";
    }
    return "";
}

std::string title(const FetchResult& result) {
    return fmt::format("{}, revision {} (commit {}), from {}", printable(result.model),
                       printable(result.revision), printable(result.commit.substr(0, kShortCommit)),
                       printable(result.endpoint));
}

std::string summary(const FetchResult& result) {
    const std::size_t to_come = result.bytes_to_come();
    const std::string all = byte_count(result.total_bytes());
    if (to_come == 0) return fmt::format("All {} are there already.", all);
    std::string amount = byte_count(to_come);
    if (amount != all) amount += " of " + all;
    return result.is_dry_run ? fmt::format("A dry run: {} would come.", amount)
                             : fmt::format("{} came; their sizes and hashes are right.", amount);
}

}  // namespace

std::string fetch_text(const FetchResult& result, const Style& style) {
    std::string text = heading(title(result), style);
    std::vector<std::vector<std::string>> rows = {{"file", "size", "", "hash"}};
    for (const FetchedFile& file : result.files) {
        rows.push_back({printable(file.name), byte_count(file.size), state_of(file),
                        fmt::format("{} {}", hash_name(file.hash_kind), printable(file.hash))});
    }
    text += table(rows, "lrl", style);
    text += paragraph(summary(result), style);
    const bool has_come = !result.is_dry_run || result.bytes_to_come() == 0;
    text += has_come ? "They lie in\n" : "They would lie in\n";
    text += fmt::format("  {}\n", printable(result.snapshot.string()));  // whole, to be copied
    if (!result.absent.empty()) {
        text += paragraph(
            fmt::format("The model has no {}: attnlab cannot cut a text for it. If its vocabulary "
                        "is GPT-2's, copy the folder and put vocab.json and merges.txt of gpt2 "
                        "into it.",
                        printable(result.absent.front())),
            style);
    } else {
        text +=
            paragraph(fmt::format("{}: attnlab gpt2 --model {}{}", has_come ? "Now" : "Then",
                                  printable(result.model),
                                  result.revision == "main"
                                      ? ""
                                      : fmt::format(" --revision {}", printable(result.revision))),
                      style);
    }
    return text;
}

}  // namespace attnlab
