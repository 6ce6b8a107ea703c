#include "toy_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/unicode.hpp"

namespace attnlab::lab {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kWantedMembers = "Q, K, V and, if you like, tokens and mask";

std::string shortened(const std::string& text) {
    constexpr std::size_t kMost = 30;
    const std::string shown = printable(text);
    return display_width(shown) <= kMost ? shown : std::string(fit_width(shown, kMost)) + "...";
}

/// Takes the file piece by piece, so that every error knows the row and the column that it is in.
/// No tree is built: a file of a million brackets ends at the fourth.
class ToyFileReader : public nlohmann::json_sax<Json> {
  public:
    explicit ToyFileReader(std::string_view text) : text_(text) {}

    ToyInput take() {
        for (const char* name : {"Q", "K", "V"}) {
            if (!seen_.contains(name)) {
                throw InputError(fmt::format("{} is missing, expected {}", name, kWantedMembers));
            }
        }
        input_.origin = ToyInput::Origin::kFile;
        if (!seen_.contains("tokens")) input_.tokens = numbered_tokens(input_.Q.rows());
        return std::move(input_);
    }

    bool null() override { refuse("null"); }
    bool boolean(bool truth) override {
        if (level_ != Level::kRow || member_ != "mask") refuse(truth ? "true" : "false");
        row_.push_back(truth ? 1.0F : 0.0F);
        return true;
    }
    bool number_integer(number_integer_t number) override {
        return take_number(static_cast<double>(number), fmt::format("{}", number));
    }
    bool number_unsigned(number_unsigned_t number) override {
        return take_number(static_cast<double>(number), fmt::format("{}", number));
    }
    bool number_float(number_float_t number, const string_t& digits) override {
        return take_number(number, digits);
    }
    bool string(string_t& text) override {
        if (level_ != Level::kMember || member_ != "tokens") {
            refuse(fmt::format("\"{}\"", shortened(text)));
        }
        input_.tokens.push_back(text);
        require_at_most(input_.tokens.size(), kMostTokens, "tokens has", "elements");
        return true;
    }
    bool binary(binary_t& /*bytes*/) override { refuse("bytes"); }

    bool start_object(std::size_t /*size*/) override {
        if (level_ != Level::kFile) refuse("an object");
        level_ = Level::kObject;
        return true;
    }
    bool key(string_t& name) override {
        constexpr std::array<std::string_view, 5> kMembers = {"Q", "K", "V", "tokens", "mask"};
        if (std::ranges::find(kMembers, std::string_view(name)) == kMembers.end()) {
            throw InputError(fmt::format("`{}` is no member of the format, expected {}",
                                         shortened(name), kWantedMembers));
        }
        if (!seen_.insert(name).second) {
            throw InputError(fmt::format("{} stands there twice, expected it once", name));
        }
        member_ = name;
        return true;
    }
    bool end_object() override { return true; }

    bool start_array(std::size_t /*size*/) override {
        if (level_ == Level::kObject) {
            level_ = Level::kMember;
        } else if (level_ == Level::kMember && member_ != "tokens") {
            level_ = Level::kRow;
        } else {
            refuse("a list");
        }
        return true;
    }
    bool end_array() override {
        if (level_ == Level::kRow) {
            end_row();
            level_ = Level::kMember;
        } else {
            end_member();
            level_ = Level::kObject;
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& last,
                     const nlohmann::detail::exception& error) override {
        constexpr int kNumberOverflow = 406;
        if (error.id == kNumberOverflow && level_ == Level::kRow) refuse_too_large(last);
        const std::string_view before = text_.substr(0, std::min(position, text_.size()));
        const auto line = 1 + std::ranges::count(before, '\n');
        const std::size_t line_begin = before.rfind('\n') + 1;  // 0 where there is none
        throw InputError(fmt::format(
            "{}not JSON at line {}, column {}{}", level_ == Level::kRow ? place() + ": " : "", line,
            std::max<std::size_t>(before.size() - line_begin, 1),
            last.empty() ? ", where it ends" : fmt::format(", after `{}`", shortened(last))));
    }

  private:
    enum class Level { kFile, kObject, kMember, kRow };

    std::string place() const {
        switch (level_) {
            case Level::kFile:
                return "the file";
            case Level::kObject:
                return member_;
            case Level::kMember:
                return member_ == "tokens" ? fmt::format("tokens, element {}", input_.tokens.size())
                                           : fmt::format("{}, row {}", member_, rows_.size());
            case Level::kRow:
                return fmt::format("{}, row {}, column {}", member_, rows_.size(), row_.size());
        }
        return member_;
    }

    std::string expected() const {
        switch (level_) {
            case Level::kFile:
                return fmt::format("an object with {}", kWantedMembers);
            case Level::kObject:
                return member_ == "tokens" ? "a list of strings" : "a list of rows";
            case Level::kMember:
                return member_ == "tokens" ? "a string" : "a list of numbers";
            case Level::kRow:
                return member_ == "mask" ? "true, false, 1 or 0" : "a number";
        }
        return "";
    }

    [[noreturn]] void refuse(std::string_view got) const {
        throw InputError(fmt::format("{} is {}, expected {}", place(), got, expected()));
    }

    [[noreturn]] void refuse_too_large(const std::string& digits) const {
        throw InputError(
            fmt::format("{} is {}, expected a number of at most {:.3g}, float's largest", place(),
                        shortened(digits), std::numeric_limits<float>::max()));
    }

    static void require_at_most(std::size_t size, std::size_t most, std::string_view what,
                                std::string_view unit) {
        if (size <= most) return;
        throw InputError(
            fmt::format("{} more than {} {}, expected at most {}", what, most, unit, most));
    }

    bool take_number(double number, const std::string& digits) {
        if (level_ != Level::kRow) refuse(digits);
        if (member_ == "mask" && number != 0.0 && number != 1.0) refuse(digits);
        constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
        if (std::fabs(number) > kLargest) refuse_too_large(digits);
        row_.push_back(static_cast<float>(number));
        require_at_most(row_.size(), kMostComponents,
                        fmt::format("{}, row {} has", member_, rows_.size()), "columns");
        return true;
    }

    void end_row() {
        if (row_.empty()) {
            throw InputError(fmt::format("{}, row {} is empty, expected at least one number",
                                         member_, rows_.size()));
        }
        if (!rows_.empty() && row_.size() != rows_.front().size()) {
            throw InputError(fmt::format("{}, row {} has {} column{}, expected {} as in row 0",
                                         member_, rows_.size(), row_.size(),
                                         row_.size() == 1 ? "" : "s", rows_.front().size()));
        }
        rows_.push_back(std::move(row_));
        row_.clear();
        require_at_most(rows_.size(), kMostTokens, member_ + " has", "rows");
    }

    void end_member() {
        if (member_ == "tokens") return;
        if (rows_.empty()) {
            throw InputError(fmt::format("{} is empty, expected at least one row", member_));
        }
        Matrix matrix(rows_.size(), rows_.front().size());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            std::ranges::copy(rows_[i], matrix.row(i).begin());
        }
        rows_.clear();
        if (member_ == "mask") {
            input_.visible = std::move(matrix);
        } else {
            (member_ == "Q" ? input_.Q : member_ == "K" ? input_.K : input_.V) = std::move(matrix);
        }
    }

    std::string_view text_;
    ToyInput input_;
    Level level_ = Level::kFile;
    std::string member_;          // that is being read
    std::set<std::string> seen_;  // members so far
    std::vector<std::vector<float>> rows_;
    std::vector<float> row_;
};

}  // namespace

ToyInput parse_toy_file(std::string_view text) {
    ToyFileReader reader(text);
    Json::sax_parse(text, &reader);
    return reader.take();
}

}  // namespace attnlab::lab
