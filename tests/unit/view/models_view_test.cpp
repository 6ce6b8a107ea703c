#include "view/models_view.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"

using namespace attnlab;

namespace {

ModelList sample_list() {
    ModelList list;
    list.data_folder = "/data";
    list.cache = "/cache";
    ListedModel model;
    model.name = "tiny";
    model.home = ModelHome::kEmbedded;
    model.folder = "/data/models/tiny";
    model.size_bytes = 1'500'000;
    model.storage_type = "BF16";
    model.n_parameters = 1'234'567;
    list.models.push_back(model);
    return list;
}

bool holds(const std::string& text, const std::string& piece) {
    INFO(text);
    return text.find(piece) != std::string::npos;
}

}  // namespace

TEST_CASE("A list of models shows size and type and parameters", "[view]") {
    const std::string text = models_text(sample_list(), {100, false});
    CHECK(holds(text, "Part of the project, in /data\n"));
    CHECK(holds(text, "  tiny  1.5 MB  BF16   1,234,567  complete\n"));
    CHECK(holds(text, "In Hugging Face's cache, /cache\n  No GPT-2; `attnlab fetch gpt2`"));
    CHECK_FALSE(holds(text, "Broken"));
    CHECK_FALSE(holds(text, "no GPT-2:"));
}

TEST_CASE("A list of models is safe on a terminal whatever the files are called", "[view]") {
    ModelList list = sample_list();
    list.cache = "/a\x1b[31m\xFF";
    list.data_folder = "/b\r";
    list.models[0].revisions = {"v\x07"};
    list.others = {{"x/y", "be\x1brt"}};
    for (const std::size_t width : {std::size_t{100}, std::size_t{20}}) {
        const std::string text = models_text(list, {width, false});
        CHECK(text.find_first_of("\x1b\r\x07\xFF") == std::string::npos);
    }
    const std::string json = models_json(list);
    CHECK(json.find_first_of("\x1b\r\x07\xFF") == std::string::npos);
    CHECK(nlohmann::json::parse(json)["others"][0]["model_type"] == "be\x1brt");
}

TEST_CASE("Many models that are no GPT-2 are counted in the text and listed in the JSON",
          "[view]") {
    ModelList list = sample_list();
    for (int i = 0; i < 12; ++i) list.others.push_back({"m" + std::to_string(i), "bert"});
    const std::string text = models_text(list, {1000, false});
    CHECK(holds(text, "m7 (bert), 4 more."));
    CHECK_FALSE(holds(text, "m8"));
    CHECK(nlohmann::json::parse(models_json(list))["others"].size() == 12);
}

TEST_CASE("A commit that no branch leads to is listed with what to type", "[view]") {
    ModelList list = sample_list();
    ListedModel model = list.models.front();
    model.name = "a/b";
    model.home = ModelHome::kCache;
    model.commit = std::string(40, 'c');
    model.revisions = {"main"};
    list.models.push_back(model);
    CHECK_FALSE(holds(models_text(list, {100, false}), "By the commit alone"));
    list.models.back().revisions.clear();
    const std::string line = "\n  --model a/b --revision " + model.commit + "\n";
    CHECK(holds(models_text(list, {100, false}), "\n  By the commit alone:" + line));
    // One that does not run is told of below, with its hint.
    list.models.back().state = ModelState::kUnfinished;
    list.models.back().problem = "473 kB came";
    const std::string text = models_text(list, {100, false});
    CHECK_FALSE(holds(text, "By the commit alone"));
    CHECK(holds(text, "\n  Unfinished:\n  473 kB came\n"));
    CHECK_FALSE(holds(text, "Broken:"));
}

TEST_CASE("What is not known of a model is null in the JSON", "[view]") {
    ModelList list = sample_list();
    list.cache.clear();
    list.cache_problem = "no place";
    ListedModel broken;
    broken.name = "a/b";
    broken.home = ModelHome::kCache;
    broken.state = ModelState::kBroken;
    broken.revisions = {"main"};
    broken.problem = "it is broken";
    list.models.push_back(broken);
    const nlohmann::json json = nlohmann::json::parse(models_json(list));
    CHECK(json["cache"].is_null());
    CHECK(json["cache_problem"] == "no place");
    CHECK(json["models"][0]["problem"].is_null());
    CHECK(json["models"][0]["commit"].is_null());
    CHECK(json["models"][0]["n_parameters"] == 1'234'567);
    const nlohmann::json& other = json["models"][1];
    for (const char* key : {"folder", "commit", "storage_type", "n_parameters", "hint"}) {
        INFO(key);
        CHECK(other[key].is_null());
    }
    CHECK(other["state"] == "broken");
    CHECK(other["problem"] == "it is broken");
    CHECK(other["revisions"] == nlohmann::json::array({"main"}));
    const std::string text = models_text(list, {100, false});
    CHECK(holds(text, "In Hugging Face's cache\n  no place\n"));
}
