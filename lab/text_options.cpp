#include "text_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "option_values.hpp"

namespace attnlab::lab {
namespace {

std::string require_text(std::string text, const std::string& where) {
    if (text.empty()) {
        throw UsageError(
            fmt::format("the text is empty{}, expected at least one character", where));
    }
    return text;
}

std::string read_standard_input() {
    std::string text;
    char buffer[1 << 16];
    while (true) {
        const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (n > 0) {
            text.append(buffer, static_cast<std::size_t>(n));
            if (text.size() > kLargestReadFile) {
                throw InputError(fmt::format(
                    "standard input has more than {} bytes, expected a text", kLargestReadFile));
            }
        } else if (n == 0) {
            return text;
        } else if (errno != EINTR) {
            throw InputError(fmt::format("cannot read standard input: {}",
                                         std::generic_category().message(errno)));
        }
    }
}

}  // namespace

TokenizeOptions TokenizeFlags::options() const {
    return {bos, special == "id" ? SpecialTokens::kAsId : SpecialTokens::kAsText};
}

void add_tokenize_flags(CLI::App& command, TokenizeFlags& flags) {
    command.add_flag("--bos", flags.bos,
                     "Put the end-of-text token first, as training data had it");
    add_choice_option(command, "--special", {"id", "text"},
                      "The end-of-text marker in a text: its one token, or cut like any other (id)",
                      flags.special);
}

std::string TextSource::read() const {
    if (argument && file)
        throw UsageError("a text and --text-file are given, expected one of them");
    if (file) return require_text(read_file(*file), " in --text-file");
    return read_text_argument(argument.value_or(""));
}

void add_text_source(CLI::App& command, TextSource& source, const std::string& description) {
    command.add_option("TEXT", source.argument, description)->type_name("");
    command.add_option("--text-file", source.file, "Read the text from a file, every byte of it")
        ->type_name("FILE");
}

std::string read_text_argument(const std::string& argument) {
    if (argument == "-") return require_text(read_standard_input(), " on standard input");
    return require_text(argument, "");
}

}  // namespace attnlab::lab
