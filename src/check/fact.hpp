// One fact about a model: what was published, and how to measure it on any copy.

#pragma once

#include <string>
#include <vector>

#include "check/finding.hpp"
#include "check/subject.hpp"

namespace attnlab {

class Fact {
  public:
    virtual ~Fact() = default;

    /// Measures and compares.
    ///
    /// Errors: UsageError if the model is of another kind than the one the fact is about: fewer
    ///         layers, other tokens; InputError as running the model says.
    virtual Finding measure(const Subject& subject) const = 0;

    std::string name;
    std::string what;
    std::string source;
};

/// A fact about the maps of one text, which may as well come from a recording.
class MapFact : public Fact {
  public:
    Finding measure(const Subject& subject) const override {
        return look(subject.maps_of(ids, heads_of(subject)));
    }

    /// Compares maps with what was published of them.
    ///
    /// They are of `ids`, and those of the heads that the fact is about are among them.
    virtual Finding look(const MapStream& maps) const = 0;

    std::vector<TokenId> ids;
    std::size_t layer = 0;
    std::optional<std::size_t> head;  // nothing: the mean over all heads of the layer

  private:
    HeadSelection heads_of(const Subject& subject) const { return subject.heads_of(layer, head); }
};

}  // namespace attnlab
