#include "weights/safetensors_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "weights/describe.hpp"
#include "weights/safetensors_index.hpp"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// The first few lines of what may be a long list.
std::string shortened(const std::vector<std::string>& lines) {
    constexpr std::size_t kMostShown = 5;
    const auto shown = std::span(lines).first(std::min(lines.size(), kMostShown));
    return fmt::format("{}{}", fmt::join(shown, "; "), shown.size() < lines.size() ? "; ..." : "");
}

void require_all_there(const fs::path& folder, const std::vector<std::string>& files,
                       const std::string& label) {
    std::vector<std::string> missing;
    for (const std::string& file : files) {
        std::error_code ignored;  // what cannot be looked at fails when it is mapped
        if (fs::exists(folder / file, ignored)) continue;
        missing.push_back(quoted_name(file));
    }
    if (missing.empty()) return;
    throw InputError(
        fmt::format("{}: {} of its {} files {} missing: {}", label, missing.size(), files.size(),
                    missing.size() == 1 ? "is" : "are", fmt::join(missing, ", ")),
        "an incomplete download? All files of the weights belong into one folder");
}

/// Tensors that are not in the file where the index says that they are.
void require_in_their_files(const std::vector<IndexEntry>& entries,
                            const std::vector<std::string>& names,
                            const std::vector<SafetensorsFile>& files, const std::string& label) {
    std::vector<std::string> lines;
    for (const IndexEntry& entry : entries) {
        const auto at = std::ranges::lower_bound(names, entry.file) - names.begin();
        if (files[static_cast<std::size_t>(at)].find(entry.tensor) != nullptr) continue;
        const auto holder = std::ranges::find_if(
            files, [&](const SafetensorsFile& file) { return file.find(entry.tensor) != nullptr; });
        const std::string where =
            holder == files.end()
                ? "in none of its files"
                : "in " + quoted_name(names[static_cast<std::size_t>(holder - files.begin())]);
        lines.push_back(fmt::format("{} is {}, not in {}", quoted_name(entry.tensor), where,
                                    quoted_name(entry.file)));
    }
    if (lines.empty()) return;
    throw InputError(fmt::format("{}: {} tensor{} not where it says: {}", label, lines.size(),
                                 lines.size() == 1 ? " is" : "s are", shortened(lines)),
                     "the index and the files come from different downloads: fetch them again");
}

}  // namespace

SafetensorsFiles::SafetensorsFiles(const fs::path& file_or_index)
    : label_(printable(file_or_index.string())) {
    if (file_or_index.extension() == ".json") {
        open_listed(file_or_index);
    } else {
        files_.emplace_back(file_or_index);
        labels_.push_back(label_);
    }
}

void SafetensorsFiles::open_listed(const fs::path& index) {
    const std::vector<IndexEntry> entries = parse_safetensors_index(read_file(index), label_);
    const std::vector<std::string> names = files_of_index(entries);
    const fs::path folder = index.parent_path();
    require_all_there(folder, names, label_);
    files_.reserve(names.size());
    for (const std::string& name : names) {
        files_.emplace_back(folder / name);
        labels_.push_back(printable((folder / name).string()));
    }
    require_in_their_files(entries, names, files_, label_);
    if (files_.size() > 1) merge();
    for (const Tensor& tensor : tensors()) {
        if (!std::ranges::binary_search(entries, tensor.name, {}, &IndexEntry::tensor)) {
            unlisted_.push_back(tensor.name);
        }
    }
}

void SafetensorsFiles::merge() {
    std::vector<std::pair<const Tensor*, std::size_t>> all;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        for (const Tensor& tensor : files_[i].tensors()) all.emplace_back(&tensor, i);
    }
    std::ranges::stable_sort(all, {},
                             [](const auto& one) -> const std::string& { return one.first->name; });
    merged_.reserve(all.size());
    file_of_each_.reserve(all.size());
    for (const auto& [tensor, file] : all) {
        if (!merged_.empty() && merged_.back().name == tensor->name) {
            throw InputError(fmt::format("{}: tensor {} is in two files, {} and {}", label_,
                                         quoted_name(tensor->name), labels_[file_of_each_.back()],
                                         labels_[file]));
        }
        merged_.push_back(*tensor);
        file_of_each_.push_back(file);
    }
}

std::string_view SafetensorsFiles::label_of(const Tensor& tensor) const {
    if (files_.size() == 1) return labels_.front();
    return labels_[file_of_each_[static_cast<std::size_t>(&tensor - merged_.data())]];
}

std::size_t SafetensorsFiles::size_bytes() const {
    return std::accumulate(
        files_.begin(), files_.end(), std::size_t{0},
        [](std::size_t sum, const SafetensorsFile& file) { return sum + file.size_bytes(); });
}

}  // namespace attnlab
