// attnlab fetch: a GPT-2 from Hugging Face, into the cache that their own tools keep.
// The only command that opens a connection.

#include "hub/fetch.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "command.hpp"
#include "hub/curl_client.hpp"
#include "hub/hub_errors.hpp"
#include "hub/model_name.hpp"
#include "progress.hpp"
#include "suggest.hpp"
#include "transfer_progress.hpp"
#include "view/fetch_view.hpp"

namespace attnlab::lab {
namespace {

constexpr const char* kDefaultModel = "gpt2";

constexpr const char* kEnvironment =
    "Environment, as Hugging Face's own tools read it:\n"
    "  HF_HUB_CACHE, HF_HOME      Where the cache is (~/.cache/huggingface/hub)\n"
    "  HF_TOKEN, HF_TOKEN_PATH    A token, or a file with it ($HF_HOME/token), for private and "
    "gated\n"
    "                             models; it goes to the hub alone, never on to another host\n"
    "  HF_ENDPOINT                Another hub (https://huggingface.co)\n"
    "  HF_HUB_OFFLINE             1: open no connection\n"
    "  https_proxy, no_proxy      As curl reads them\n"
    "  CURL_CA_BUNDLE, REQUESTS_CA_BUNDLE, SSL_CERT_FILE\n"
    "                             A file of certificates to trust instead of the system's: the "
    "first\n"
    "                             that is set; SSL_CERT_DIR: a folder of them";

constexpr const char* kLastWords =
    "interrupted; what has come so far stays: the same command goes on from there\n";

struct FetchOptions {
    std::optional<std::string> name;
    bool is_dry_run = false;
};

CurlSettings curl_settings() {
    CurlSettings settings;
    settings.user_agent = "attnlab/" ATTNLAB_VERSION;
    // As curl itself and Python's requests read them; libcurl asks no environment for these.
    for (const char* name : {"CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"}) {
        settings.ca_file = process_environment(name).value_or("");
        settings.ca_from = name;
        if (!settings.ca_file.empty()) break;
    }
    settings.ca_folder = process_environment("SSL_CERT_DIR").value_or("");
    return settings;
}

std::string name_of(const FetchOptions& options, const Context& context) {
    if (options.name && context.options.model) {
        throw UsageError("fetch: the model is named twice, by an argument and by --model",
                         "attnlab fetch NAME");
    }
    if (options.name) return *options.name;
    return context.options.model.value_or(kDefaultModel);
}

/// A name that nobody knows may be a mistyped short one.
[[noreturn]] void refuse_unknown(const std::string& name, const NoSuchModel& error) {
    std::vector<std::string> names;
    for (const ShortName& known : short_names()) {
        names.emplace_back(known.name);
        names.emplace_back(known.home);
    }
    const std::string near = nearest(name, names);
    if (near.empty() || near == name) throw error;
    throw InputError(error.what(), fmt::format("did you mean `attnlab fetch {}`?", near));
}

Report run_fetch(const FetchOptions& options, const Context& context) {
    const FetchRequest request = {name_of(options, context),
                                  context.options.revision.value_or(kDefaultRevision),
                                  options.is_dry_run};
    if (is_offline()) {
        throw UsageError("fetch: HF_HUB_OFFLINE is set, so no connection is opened",
                         "HF_HUB_OFFLINE=0 allows it; `attnlab models` lists what is here");
    }
    require_model_name(request.name);
    const HubAccess access = hub_access();
    const HubCache cache = HubCache::of_environment();
    if (!access.remark.empty()) context.progress.note(access.remark);
    CurlClient http(curl_settings());
    TransferProgress transfer(context.progress);
    FetchTools tools = {.http = http};
    tools.note = [&](const std::string& line) { context.progress.note(line); };
    tools.on_transfer = transfer.reporter();
    if (!options.is_dry_run) context.progress.set_last_words(kLastWords);
    try {
        auto result = std::make_shared<const FetchResult>(fetch(request, access, cache, tools));
        context.progress.set_last_words(nullptr);
        return {
            [result, style = context.style] { return fetch_text(*result, style); },
            [result] { return fetch_json(*result); },
        };
    } catch (const NoSuchModel& error) {
        refuse_unknown(request.name, error);
    }
}

}  // namespace

Command setup_fetch(CLI::App& program) {
    CLI::App* app = add_command(
        program, "fetch",
        "Download a GPT-2 from Hugging Face into its cache, where --model finds it",
        {"attnlab fetch distilgpt2", "attnlab fetch gpt2-medium --dry-run"}, kEnvironment);
    auto options = std::make_shared<FetchOptions>();
    app->add_option("name", options->name,
                    "ORG/NAME, or gpt2, gpt2-medium, gpt2-large, gpt2-xl, distilgpt2 (gpt2)")
        ->type_name("NAME");
    app->add_flag("--dry-run", options->is_dry_run,
                  "Say what would come and how large it is, and write nothing");
    return {app, [options](const Context& context) { return run_fetch(*options, context); }};
}

}  // namespace attnlab::lab
