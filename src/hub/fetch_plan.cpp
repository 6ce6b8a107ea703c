#include "hub/fetch_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/mapped_file.hpp"
#include "base/unicode.hpp"
#include "weights/safetensors_index.hpp"

namespace attnlab {
namespace {

constexpr const char* kConfig = "config.json";
constexpr const char* kVocabulary[] = {"vocab.json", "merges.txt"};
constexpr const char* kWeights = "model.safetensors";
constexpr const char* kWeightsIndex = "model.safetensors.index.json";
constexpr const char* kPyTorch[] = {"pytorch_model.bin", "pytorch_model.bin.index.json"};

/// Asks for one file after the other, all at the same revision.
class Planner {
  public:
    Planner(HubSite& site, const Retries& retries, std::string model, std::string revision)
        : site_(site),
          retries_(retries),
          model_(std::move(model)),
          revision_(std::move(revision)) {}

    FetchPlan plan() {
        add_config();
        revision_ = plan_.commit;  // whatever the branch does meanwhile, the files fit each other
        add_vocabulary();
        add_weights();
        return std::move(plan_);
    }

  private:
    std::optional<RemoteFile> look(const std::string& name) {
        std::optional<RemoteFile> file;
        retries_.run([&] { file = site_.look({model_, revision_, name}); });
        if (file && !plan_.commit.empty() && file->commit != plan_.commit) {
            throw InputError(fmt::format("{} says that {} of {} is of commit {}, expected {}",
                                         printable(site_.access().endpoint.host), printable(name),
                                         model_, file->commit, plan_.commit));
        }
        return file;
    }

    /// A file as a text, proven by its hash.
    std::string read(const RemoteFile& file) {
        const auto fail = [&](const std::string& what) {
            throw InputError(fmt::format("{} of {} {}", printable(file.name), model_, what));
        };
        if (file.size > kLargestReadFile) {
            fail(fmt::format("has {} bytes, expected {} at most", file.size, kLargestReadFile));
        }
        std::string text;
        retries_.run([&] {
            text.clear();
            site_.get({model_, file.commit, file.name}, 0,
                      [&](const HttpResponse&, std::string_view piece) {
                          if (text.size() + piece.size() > file.size) {
                              fail(fmt::format("has more than the {} bytes that were promised",
                                               file.size));
                          }
                          text += piece;
                      });
            if (text.size() < file.size) {
                throw PassingError(
                    fmt::format("{} of {} ends after {} of {} bytes", printable(file.name), model_,
                                text.size(), file.size),
                    kStaysHint);
            }
        });
        Hash hash(file.hash_kind, file.size);
        hash.update(text);
        if (const std::string digits = hash.digits(); digits != file.hash) {
            fail(fmt::format("has the {} {}, expected {}", hash_name(file.hash_kind), digits,
                             file.hash));
        }
        return text;
    }

    void add_config() {
        const std::optional<RemoteFile> config = look(kConfig);
        if (!config) {
            throw NoSuchModel(fmt::format("{} has no {} of {} at revision {}",
                                          printable(site_.access().endpoint.host), kConfig, model_,
                                          printable(revision_)),
                              "look at the name: it is no model of transformers, if it is one at "
                              "all");
        }
        plan_.commit = config->commit;
        std::string text = read(*config);
        require_gpt2(text);
        plan_.files.push_back({*config, std::move(text)});
    }

    /// A config that does not say what it is may be one of before there was a model_type.
    void require_gpt2(const std::string& config) const {
        const nlohmann::json json = nlohmann::json::parse(config, nullptr, false);
        if (!json.is_object()) {
            throw InputError(fmt::format("{} of {} is no JSON object", kConfig, model_));
        }
        const auto type = json.find("model_type");
        if (type == json.end() || *type == "gpt2") return;
        const std::string found = type->is_string() ? type->get<std::string>() : "no text";
        throw InputError(fmt::format("{} is no GPT-2: model_type in its {} is '{}'", model_,
                                     kConfig, printable(found)),
                         "attnlab reads GPT-2s alone: gpt2, distilgpt2, and what was fine-tuned "
                         "from them");
    }

    void add_vocabulary() {
        std::vector<PlannedFile> found;
        for (const char* name : kVocabulary) {
            if (const std::optional<RemoteFile> file = look(name)) {
                found.push_back({*file, std::nullopt});
            } else {
                plan_.absent.emplace_back(name);
            }
        }
        // Half of one is worse than none: a model is used without, and refused with half of one.
        if (!plan_.absent.empty()) return;
        std::ranges::move(found, std::back_inserter(plan_.files));
    }

    void add_weights() {
        if (const std::optional<RemoteFile> weights = look(kWeights)) {
            plan_.files.push_back({*weights, std::nullopt});
            return;
        }
        const std::optional<RemoteFile> index = look(kWeightsIndex);
        if (!index) refuse_without_weights();
        std::string text = read(*index);
        const std::vector<std::string> names = files_of_index(
            parse_safetensors_index(text, fmt::format("{} of {}", kWeightsIndex, model_)));
        plan_.files.push_back({*index, std::move(text)});
        for (const std::string& name : names) {
            const std::optional<RemoteFile> part = look(name);
            if (!part) {
                throw InputError(fmt::format("{} of {} lists {}, which is not there", kWeightsIndex,
                                             model_, printable(name)));
            }
            plan_.files.push_back({*part, std::nullopt});
        }
    }

    [[noreturn]] void refuse_without_weights() {
        for (const char* name : kPyTorch) {
            if (!look(name)) continue;
            throw InputError(
                fmt::format("{} has no safetensors weights, only PyTorch's {}", model_, name),
                fmt::format("with PyTorch and transformers: python3 lab/export_weights.py --from "
                            "{} --to FOLDER, then --model FOLDER",
                            model_));
        }
        throw InputError(
            fmt::format("{} has no weights: neither {} nor {}", model_, kWeights, kWeightsIndex));
    }

    HubSite& site_;
    const Retries& retries_;
    std::string model_;
    std::string revision_;
    FetchPlan plan_;
};

}  // namespace

FetchPlan plan_fetch(HubSite& site, const Retries& retries, const std::string& model,
                     const std::string& revision) {
    return Planner(site, retries, model, revision).plan();
}

}  // namespace attnlab
