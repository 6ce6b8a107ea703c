#include "text/merge_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
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
        return {find("part", product.substr(0, left_size)), find("part", product.substr(left_size)),
                find("product", product)};
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
    std::string bytes_;  // of the line's product
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

MergeTable MergeTable::read(const std::filesystem::path& merges_txt, const Vocabulary& vocabulary) {
    const std::string text = read_file(merges_txt);
    std::string_view rest = text;
    // Only the first line can be a remark: merges may begin with # as well.
    std::size_t first_line = 1;
    if (rest.starts_with("#version")) {
        take_line(rest);
        first_line = 2;
    }
    // No more room than the file can fill: a merge takes four bytes at least.
    const auto lines = static_cast<std::size_t>(std::ranges::count(rest, '\n')) + 1;
    MergeTable table(vocabulary, std::min(lines, rest.size() / 4 + 1));
    MergeReader reader(printable(merges_txt.string()), vocabulary);
    while (!rest.empty()) {
        const Merge merge = reader.read(take_line(rest), first_line + table.size());
        const Rank known = table.rank_of(merge.left, merge.right);
        if (known != kNoMerge) {
            reader.fail(fmt::format("the pair {} {} stands twice, first in line {}",
                                    quoted_spelling(vocabulary.bytes_of(merge.left)),
                                    quoted_spelling(vocabulary.bytes_of(merge.right)),
                                    first_line + known));
        }
        table.add(merge);
    }
    return table;
}

}  // namespace attnlab
