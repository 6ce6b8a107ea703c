#include "support/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <stdexcept>

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

class Validator {
  public:
    explicit Validator(const Json& root) : root_(root) {}

    /// Notes every breach of `schema` by `value`, which stands at `at` in the document.
    void check(const Json& schema, const Json& value, const std::string& at) {
        if (schema.is_boolean()) {
            expect(schema.get<bool>(), at, "is not allowed");
            return;
        }
        require(schema.is_object(), "a schema is an object, not", schema);
        for (const auto& [keyword, rule] : schema.items()) {
            if (check_any(keyword, rule, value, at)) continue;
            if (check_object(keyword, rule, schema, value, at)) continue;
            if (check_array(keyword, rule, value, at)) continue;
            if (check_number(keyword, rule, value, at)) continue;
            if (check_string(keyword, rule, value, at)) continue;
            static const std::set<std::string> kSilent = {
                "$schema", "$id", "$comment", "$defs", "definitions", "title", "description"};
            require(kSilent.contains(keyword), "unknown keyword", keyword);
        }
    }

    std::vector<std::string> errors() && { return std::move(errors_); }

  private:
    bool check_any(const std::string& keyword, const Json& rule, const Json& value,
                   const std::string& at) {
        if (keyword == "$ref") {
            const auto& reference = rule.get_ref<const std::string&>();
            require(reference.starts_with('#'), "no reference into this schema", rule);
            check(root_.at(Json::json_pointer(reference.substr(1))), value, at);
        } else if (keyword == "type") {
            const Json types = rule.is_array() ? rule : Json::array({rule});
            expect(std::any_of(types.begin(), types.end(),
                               [&](const Json& type) { return is_type(value, type); }),
                   at, fmt::format("is {}, not {}", value.type_name(), rule.dump()));
        } else if (keyword == "enum") {
            require(rule.is_array(), "no array", rule);
            expect(std::find(rule.begin(), rule.end(), value) != rule.end(), at,
                   fmt::format("is {}, not one of {}", shown(value), rule.dump()));
        } else if (keyword == "const") {
            expect(value == rule, at, fmt::format("is {}, not {}", shown(value), rule.dump()));
        } else if (keyword == "allOf") {
            require(rule.is_array(), "no array", rule);
            for (const Json& schema : rule) check(schema, value, at);
        } else if (keyword == "anyOf" || keyword == "oneOf") {
            require(rule.is_array(), "no array", rule);
            const auto n = std::count_if(rule.begin(), rule.end(), [&](const Json& schema) {
                Validator one(root_);
                one.check(schema, value, at);
                return one.errors_.empty();
            });
            expect(keyword == "anyOf" ? n > 0 : n == 1, at,
                   fmt::format("fits {} of the {} schemas of {}", n, rule.size(), keyword));
        } else {
            return false;
        }
        return true;
    }

    bool check_object(const std::string& keyword, const Json& rule, const Json& schema,
                      const Json& value, const std::string& at) {
        const bool applies = value.is_object();
        if (keyword == "properties") {
            require(rule.is_object(), "no object", rule);
            for (const auto& [name, property] : rule.items()) {
                if (applies && value.contains(name)) check(property, value[name], at + "/" + name);
            }
        } else if (keyword == "required") {
            require(rule.is_array(), "no array", rule);
            for (const Json& name : rule) {
                expect(!applies || value.contains(name.get_ref<const std::string&>()), at,
                       fmt::format("lacks {}", name.dump()));
            }
        } else if (keyword == "additionalProperties") {
            if (!applies) return true;
            const Json known = schema.value("properties", Json::object());
            for (const auto& [name, property] : value.items()) {
                if (!known.contains(name)) check(rule, property, at + "/" + name);
            }
        } else {
            return false;
        }
        return true;
    }

    bool check_array(const std::string& keyword, const Json& rule, const Json& value,
                     const std::string& at) {
        const bool applies = value.is_array();
        if (keyword == "items") {
            for (std::size_t i = 0; applies && i < value.size(); ++i) {
                check(rule, value[i], fmt::format("{}/{}", at, i));
            }
        } else if (keyword == "minItems") {
            const auto least = rule.get<std::size_t>();
            expect(!applies || value.size() >= least, at,
                   fmt::format("has {} elements, fewer than {}", value.size(), least));
        } else if (keyword == "maxItems") {
            const auto most = rule.get<std::size_t>();
            expect(!applies || value.size() <= most, at,
                   fmt::format("has {} elements, more than {}", value.size(), most));
        } else if (keyword == "uniqueItems") {
            const bool unique = std::set<Json>(value.begin(), value.end()).size() == value.size();
            expect(!rule.get<bool>() || !applies || unique, at, "has an element twice");
        } else {
            return false;
        }
        return true;
    }

    bool check_number(const std::string& keyword, const Json& rule, const Json& value,
                      const std::string& at) {
        static const std::set<std::string> kKeywords = {"minimum", "maximum", "exclusiveMinimum",
                                                        "exclusiveMaximum"};
        if (!kKeywords.contains(keyword)) return false;
        const auto bound = rule.get<double>();
        if (!value.is_number()) return true;
        const auto number = value.get<double>();
        const bool good = keyword == "minimum"            ? number >= bound
                          : keyword == "maximum"          ? number <= bound
                          : keyword == "exclusiveMinimum" ? number > bound
                                                          : number < bound;
        expect(good, at, fmt::format("is {}, against {} {}", number, keyword, bound));
        return true;
    }

    bool check_string(const std::string& keyword, const Json& rule, const Json& value,
                      const std::string& at) {
        if (keyword == "minLength") {
            const auto least = rule.get<std::ptrdiff_t>();
            if (!value.is_string()) return true;
            const auto& text = value.get_ref<const std::string&>();
            // Characters, not bytes: those that do not go on with one begun before.
            const auto n = std::count_if(text.begin(), text.end(),
                                         [](char c) { return (c & '\xC0') != '\x80'; });
            expect(n >= least, at, fmt::format("has {} characters, fewer than {}", n, least));
        } else if (keyword == "pattern") {
            const std::regex pattern(rule.get<std::string>(), std::regex::ECMAScript);
            if (!value.is_string()) return true;
            expect(std::regex_search(value.get_ref<const std::string&>(), pattern), at,
                   fmt::format("is {}, which does not match {}", shown(value), rule.dump()));
        } else {
            return false;
        }
        return true;
    }

    static bool is_type(const Json& value, const std::string& type) {
        if (type == "object") return value.is_object();
        if (type == "array") return value.is_array();
        if (type == "string") return value.is_string();
        if (type == "number") return value.is_number();
        if (type == "boolean") return value.is_boolean();
        if (type == "null") return value.is_null();
        require(type == "integer", "unknown type", type);
        return value.is_number() && std::trunc(value.get<double>()) == value.get<double>();
    }

    static std::string shown(const Json& value) { return value.dump().substr(0, 60); }

    static void require(bool condition, const std::string& what, const Json& part) {
        if (!condition)
            throw std::invalid_argument(fmt::format("schema: {} {}", what, part.dump()));
    }

    void expect(bool condition, const std::string& at, const std::string& what) {
        if (!condition) errors_.push_back(fmt::format("{} {}", at.empty() ? "/" : at, what));
    }

    const Json& root_;
    std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> schema_errors(const Json& schema, const Json& document) {
    Validator validator(schema);
    try {
        validator.check(schema, document, "");
    } catch (const Json::exception& error) {
        throw std::invalid_argument(fmt::format("schema: {}", error.what()));
    }
    return std::move(validator).errors();
}

}  // namespace attnlab::testing
