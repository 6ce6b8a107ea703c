#include "check/facts_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "check/fact_kinds.hpp"
#include "check/fact_reader.hpp"
#include "hub/hash.hpp"

namespace attnlab {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "attention-lab/facts/1";

json parse_json(std::string_view text, const std::string& label) {
    // The library takes a NUL for the end of the text and would not look at what follows.
    if (const std::size_t nul = text.find('\0'); nul != text.npos) {
        throw InputError(fmt::format("{}: not JSON: byte {} is NUL", label, nul));
    }
    try {
        return json::parse(text);
    } catch (const json::parse_error& error) {
        throw InputError(fmt::format("{}: not JSON at byte {}", label, error.byte));
    } catch (const json::out_of_range&) {
        throw InputError(fmt::format("{}: a number is too large for a double", label));
    }
}

Release read_release(FactReader reader) {
    Release release;
    if (const auto n = reader.optional_size("n_parameters", 1)) release.n_parameters = *n;
    release.head_is_tied = reader.optional_flag("head_is_tied");
    release.sha256 = reader.optional_text("sha256");
    if (release.sha256 && hash_kind(*release.sha256) != HashKind::kSha256) {
        reader.fail("sha256", "64 hexadecimal digits in lower case");
    }
    release.source = reader.text("source");
    reader.finish();
    return release;
}

/// How errors name a fact: its number, from 1, and its name where it has one.
std::string place_of(const std::string& label, std::size_t i, const json& fact) {
    std::string place = fmt::format("{}: fact {}", label, i + 1);
    if (!fact.is_object()) return place;
    const auto name = fact.find("name");
    if (name == fact.end() || !name->is_string()) return place;
    return fmt::format("{}, `{}`", place, printable(name->get<std::string>()));
}

}  // namespace

FactsFile parse_facts(std::string_view text, const std::string& label) {
    const json document = parse_json(text, label);
    FactReader reader(document, label);
    reader.word("schema", {kSchema});
    FactsFile file;
    file.model = reader.text("model");
    if (reader.has("release")) file.release = read_release(reader.object("release"));
    const json& facts = reader.list("facts");
    reader.finish();
    for (std::size_t i = 0; i < facts.size(); ++i) {
        FactReader fact(facts[i], place_of(label, i, facts[i]));
        file.facts.push_back(read_fact(fact));
        const std::string& name = file.facts.back()->name;
        const auto same =
            std::ranges::count(file.facts, name, [](const auto& f) { return f->name; });
        if (same > 1) fact.fail("name", "a name that no fact before it has");
    }
    return file;
}

FactsFile load_facts(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    const bool is_other = std::filesystem::exists(status) && !is_regular_file(status);
    if (is_other) {  // a pipe would be waited for
        throw InputError(fmt::format("{} is no regular file", printable(path.string())));
    }
    return parse_facts(read_file(path), printable(path.string()));
}

}  // namespace attnlab
