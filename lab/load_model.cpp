#include "load_model.hpp"

#include "find_model.hpp"

namespace attnlab::lab {

TextModel load_model(const GlobalOptions& options) {
    const FoundModel found = find_model(options, Need::kWeights);
    return TextModel::load(found.place.folder, found.place.name, found.about, options.threads);
}

}  // namespace attnlab::lab
