// The program: reads the command line, runs one command, writes its report, and turns every error
// into one line and an exit code. The only place that writes, but for the line of progress.hpp.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/spool.hpp"
#include "base/unicode.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "terminal.hpp"

namespace attnlab::lab {
namespace {

enum ExitCode { kOk = 0, kFailed = 1, kBadUsage = 2, kBug = 70 };

int complain(std::string_view message, std::string_view hint, ExitCode code) {
    std::string lines = fmt::format("error: {}\n", message);
    if (!hint.empty()) lines += fmt::format("hint: {}\n", hint);
    try {
        write_all(STDERR_FILENO, lines, "standard error");
    } catch (...) {
        // Nobody can be told; the exit code still says it.
    }
    return code;
}

/// Writes until all is written or nobody reads any more, which is as good.
template <class Write>
void until_reader_goes(const Write& write) {
    try {
        write();
    } catch (const ReaderGone&) {
        // Whoever has read enough has what he wanted.
    }
}

void run(const CommandLine& line) {
    if (line.message) {  // --help or --version
        until_reader_goes([&] { write_all(STDOUT_FILENO, *line.message, "standard output"); });
        return;
    }
    Progress progress;
    const Style style = {output_width(line.options.width), use_color(line.options.color)};
    const Context context = {line.options, style, progress};

    const std::optional<std::string>& path = line.options.json_path;
    if (path && path->empty()) {
        throw UsageError("--json is empty, expected a file name, or - for standard output");
    }
    const bool json_only = path == "-";
    std::optional<OutputFile> file;
    if (path && !json_only) file.emplace(*path);

    const Report report = line.command.run(context);
    // Where nothing can be taken back, nothing is written before all is known.
    Spool text;
    Spool json;
    const bool is_direct = file && file->is_whole_or_nothing();
    const TextSink text_sink = [&](std::string_view piece) { text.write(piece); };
    const TextSink json_sink = [&](std::string_view piece) {
        is_direct ? file->write(piece) : json.write(piece);
    };
    report.write(json_only ? nullptr : &text_sink, path ? &json_sink : nullptr);
    if (file) {
        if (!is_direct) progress.finish();  // a device may be the same terminal
        until_reader_goes([&] {
            json.write_to([&](std::string_view piece) { file->write(piece); });
            file->commit();
        });
    }
    progress.make_way_for(STDOUT_FILENO);
    until_reader_goes([&] {
        (json_only ? json : text).write_to([](std::string_view piece) {
            write_all(STDOUT_FILENO, piece, "standard output");
        });
    });
    if (!report.failure.empty()) throw InputError(report.failure);
}

}  // namespace
}  // namespace attnlab::lab

int main(int argc, char** argv) {
    using namespace attnlab;
    using namespace attnlab::lab;
    std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is met as an error of write()
    try {
        run(parse_command_line({argv + 1, argv + argc}));
        return kOk;
    } catch (const UsageError& error) {
        return complain(error.what(), error.hint(), kBadUsage);
    } catch (const Error& error) {
        return complain(error.what(), error.hint(), kFailed);
    } catch (const std::bad_alloc&) {
        return complain("out of memory",
                        "ask for less at once: a shorter text, fewer heads, smaller matrices",
                        kFailed);
    } catch (const std::exception& error) {
        return complain(fmt::format("a bug: {}", printable(error.what())),
                        "please report it, with the command line", kBug);
    }
}
