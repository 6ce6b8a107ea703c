// The text of a fetch: a newcomer reads in it what came, from where, and what to type now.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/byte_count.hpp"
#include "base/unicode.hpp"
#include "view/fetch_view.hpp"

namespace attnlab {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kShortCommit = 12;  // digits, as many as git shows of a large project

/// A blob has its hash as its name, and its size was looked at: no more.
constexpr const char* kNotRead =
    " What is there has the right size; it was not read again, so its hash is not checked.";

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
    if (to_come == 0) return fmt::format("All {} are there already.{}", all, kNotRead);
    std::string amount = byte_count(to_come);
    if (amount != all) amount += " of " + all;
    const bool is_some_there = std::ranges::any_of(result.files, [](const FetchedFile& file) {
        return file.state == FetchedFile::State::kThere;
    });
    return fmt::format("{}{}",
                       result.is_dry_run
                           ? fmt::format("A dry run: {} would come.", amount)
                           : fmt::format("{} came; their sizes and hashes are right.", amount),
                       is_some_there ? kNotRead : "");
}

/// The columns that table() takes for these rows.
std::size_t width_of(const Rows& rows) {
    std::size_t width = 0;
    for (std::size_t column = 0; column < rows.front().size(); ++column) {
        std::size_t widest = 0;
        for (const auto& row : rows) widest = std::max(widest, display_width(row[column]));
        width += widest + 2;  // the gap, or the indent
    }
    return width;
}

/// Names, sizes and states are seen whole; hashes as far as there is room for more than their kind.
std::string file_table(Rows rows, const Style& style) {
    constexpr std::size_t kFewestOfHash = 20;
    const std::string_view no_room = "Hashes: --json, or a wider output.";
    Rows without_hash = rows;
    for (auto& row : without_hash) row.pop_back();
    const std::size_t width = width_of(without_hash);
    if (width + kFewestOfHash <= style.width) return table(rows, "lrl", style);
    std::string text;
    if (width <= style.width) {
        text = table(without_hash, "lrl", style);
    } else {
        for (std::size_t i = 1; i < rows.size(); ++i) {
            text += paragraph(rows[i][0], style, "  ");
            text += paragraph(fmt::format("{}, {}", rows[i][1], rows[i][2]), style, "    ");
        }
    }
    return text + paragraph(no_room, style);
}

}  // namespace

std::string fetch_text(const FetchResult& result, const Style& style) {
    std::string text = heading(title(result), style);
    Rows rows = {{"file", "size", "", "hash"}};
    for (const FetchedFile& file : result.files) {
        rows.push_back({printable(file.name), byte_count(file.size), state_of(file),
                        fmt::format("{} {}", hash_name(file.hash_kind), printable(file.hash))});
    }
    text += file_table(rows, style);
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
