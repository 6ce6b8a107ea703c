#include <string_view>

#include "view/check_view.hpp"
#include "view/dump.hpp"

namespace attnlab {
namespace {

std::string_view verdict_name(Verdict verdict) {
    switch (verdict) {
        case Verdict::kAgreed:
            return "agreed";
        case Verdict::kOff:
            return "off";
        case Verdict::kCannot:
            return "cannot";
        case Verdict::kDiffers:
            return "differs";
        case Verdict::kUnpublished:
            return "unpublished";
    }
    return "";
}

/// A text, or null where there is none.
void write_text(JsonWriter& json, std::string_view name, const std::string& text) {
    json.key(name);
    if (text.empty()) {
        json.null();
    } else {
        json.value(std::string_view(text));
    }
}

void write_facts(JsonWriter& json, std::string_view name, const std::vector<CheckedFact>& facts) {
    json.key(name).begin_array();
    for (const CheckedFact& fact : facts) {
        const Finding& finding = fact.finding;
        json.begin_object();
        json.member("name", std::string_view(fact.name));
        json.member("what", std::string_view(fact.what));
        json.member("verdict", verdict_name(finding.verdict));
        write_text(json, "published", finding.published);
        json.member("measured", std::string_view(finding.measured));
        json.key("difference").optional(finding.difference);
        json.key("bound").optional(finding.bound);
        write_text(json, "remark", finding.remark);
        json.key("published_numbers").list(finding.published_numbers);
        json.key("measured_numbers").list(finding.measured_numbers);
        write_text(json, "source", fact.source);
        json.end_object();
    }
    json.end_array();
}

}  // namespace

std::string check_json(const CheckResult& result) {
    JsonWriter json;
    begin_dump(json, "check");
    write_model(json, result.model);
    write_text(json, "facts", result.facts);
    json.member("n_agreed", result.count(Verdict::kAgreed));
    json.member("n_off", result.count(Verdict::kOff));
    json.member("n_cannot", result.count(Verdict::kCannot));
    json.member("n_differs", result.count(Verdict::kDiffers));
    json.member("n_unpublished", result.count(Verdict::kUnpublished));
    write_facts(json, "published", result.published);
    write_facts(json, "every_model", result.every_model);
    json.end_object();
    return json.take();
}

}  // namespace attnlab
