#include "text/merge_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/parallel.hpp"
#include "base/unicode.hpp"
#include "text/byte_alphabet.hpp"

namespace attnlab {
namespace {

/// Turns the lines of one file into merges; knows where it is, for the errors.
class MergeReader {
  public:
    MergeReader(std::string file, const Vocabulary& vocabulary)
        : file_(std::move(file)), vocabulary_(vocabulary) {}

    Merge read(std::string_view line, std::size_t line_number) {
        line_number_ = line_number;
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || space == 0 || space + 1 == line.size() ||
            line.find(' ', space + 1) != std::string_view::npos) {
            refuse("expected two tokens with one space between", line);
        }
        bytes_.clear();
        append(line.substr(0, space), line);
        const std::size_t left_size = bytes_.size();
        append(line.substr(space + 1), line);
        const std::string_view product = bytes_;
        const TokenId left = find("part", product.substr(0, left_size));
        const TokenId right = find("part", product.substr(left_size));
        // Vocabularies number the products one after the other: the next id is tried first.
        const std::size_t next = static_cast<std::size_t>(product_) + 1;
        const bool is_next = next < vocabulary_.size() &&
                             vocabulary_.bytes_of(static_cast<TokenId>(next)) == product;
        product_ = is_next ? static_cast<TokenId>(next) : find("product", product);
        return {left, right, product_};
    }

    [[noreturn]] void fail(const std::string& what, const std::string& hint = {}) const {
        throw InputError(fmt::format("{}: line {}: {}", file_, line_number_, what), hint);
    }

  private:
    [[noreturn]] void refuse(std::string_view expected, std::string_view line) const {
        constexpr std::size_t kColumns = 60;
        fail(fmt::format("{}, got \"{}\"", expected, fit_width(printable(line), kColumns)));
    }

    void append(std::string_view spelling, std::string_view line) {
        if (append_spelled_bytes(spelling, bytes_)) {
            refuse("expected only characters that spell bytes", line);
        }
    }

    TokenId find(std::string_view role, std::string_view bytes) const {
        const auto id = vocabulary_.find(bytes);
        if (!id) {
            fail(fmt::format("the merge's {} {} is not in the vocabulary", role,
                             quoted_spelling(bytes)),
                 "are the vocabulary and the merges those of one model?");
        }
        return *id;
    }

    std::string file_;
    const Vocabulary& vocabulary_;
    std::size_t line_number_ = 0;
    std::string bytes_;    // of the line's product
    TokenId product_ = 0;  // its id
};

/// Takes the first line off a text, without its \n or \r\n.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

}  // namespace

MergeTable::MergeTable(const Vocabulary& vocabulary, std::size_t capacity) : index_(capacity) {
    merges_.reserve(capacity);
    for (std::size_t value = 0; value < byte_ids_.size(); ++value) {
        const char byte = static_cast<char>(value);
        byte_ids_[value] = vocabulary.find({&byte, 1}).value();
    }
}

void MergeTable::add(const Merge& merge) {
    index_.insert(hash_of(merge.left, merge.right), static_cast<Rank>(merges_.size()));
    merges_.push_back(merge);
}

MergeTable MergeTable::read(const std::filesystem::path& merges_txt, const Vocabulary& vocabulary,
                            std::size_t threads) {
    const std::string text = read_file(merges_txt);
    std::string_view rest = text;
    // Only the first line can be a remark: merges may begin with # as well.
    std::size_t first_line = 1;
    if (rest.starts_with("#version")) {
        take_line(rest);
        first_line = 2;
    }
    // No more room than the file can fill: a merge takes four bytes at least.
    const auto n_lines = static_cast<std::size_t>(std::ranges::count(rest, '\n')) + 1;
    std::vector<std::string_view> lines;
    lines.reserve(std::min(n_lines, rest.size() / 4 + 1));
    while (!rest.empty()) lines.push_back(take_line(rest));

    const std::string file = printable(merges_txt.string());
    std::vector<Merge> merges(lines.size());
    constexpr std::size_t kLinesAtOnce = 4096;
    parallel_for((lines.size() + kLinesAtOnce - 1) / kLinesAtOnce, threads, [&](std::size_t part) {
        MergeReader reader(file, vocabulary);
        const std::size_t begin = part * kLinesAtOnce;
        const std::size_t end = std::min(begin + kLinesAtOnce, lines.size());
        for (std::size_t i = begin; i < end; ++i) merges[i] = reader.read(lines[i], first_line + i);
    });

    MergeTable table(vocabulary, lines.size());
    for (const Merge& merge : merges) {
        const Rank known = table.rank_of(merge.left, merge.right);
        if (known != kNoMerge) {
            throw InputError(fmt::format(
                "{}: line {}: the pair {} {} stands twice, first in line {}", file,
                first_line + table.size(), quoted_spelling(vocabulary.bytes_of(merge.left)),
                quoted_spelling(vocabulary.bytes_of(merge.right)), first_line + known));
        }
        table.add(merge);
    }
    return table;
}

}  // namespace attnlab
