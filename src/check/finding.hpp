// What became of a fact on somebody's own copy of a model, as plain data. The only part of this
// layer that view/ knows.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "maps/attention_maps.hpp"

namespace attnlab {

enum class Verdict {
    kAgreed,       // what was measured is what was published, or what must be
    kOff,          // it is not
    kCannot,       // it is about another kind of model: it cannot be measured on this one
    kDiffers,      // it is not, and need not be: a file saved anew may hold the same weights
    kUnpublished,  // it was measured, and there is nothing that it can be compared with
};

/// What was published, what was measured, and how far they are apart.
struct Finding {
    Verdict verdict = Verdict::kAgreed;
    std::string published;  // as a reader takes it in; empty where nothing is published
    std::string measured;
    std::optional<double> difference;       // the largest one, where numbers are compared
    std::optional<double> bound;            // what it may be at most
    std::string remark;                     // where it is off, or what else is to be known
    std::vector<double> published_numbers;  // all of them, as far as it is about numbers
    std::vector<double> measured_numbers;   // in the same order
};

/// A fact and what was found.
struct CheckedFact {
    std::string name;    // short, for programs
    std::string what;    // a line for a reader
    std::string source;  // who published it; empty where nobody did
    Finding finding;
};

struct CheckResult {
    ModelInfo model;
    std::string facts;                     // whose facts they are; empty where none are known
    std::vector<std::string> others;       // whose facts there are, for who has none
    std::vector<CheckedFact> published;    // of that model alone
    std::vector<CheckedFact> every_model;  // of every GPT-2

    /// How many facts have that verdict.
    std::size_t count(Verdict verdict) const;
};

}  // namespace attnlab
