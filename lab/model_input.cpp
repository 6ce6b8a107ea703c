#include "model_input.hpp"

#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "chapter.hpp"
#include "option_values.hpp"

namespace attnlab::lab {

TokenizedText ModelInput::read(const TextModel& model) const {
    if (ids) {
        if (source.is_given()) {
            throw UsageError("a text and --ids are given, expected one of them");
        }
        const Range range{0, model.info().vocab_size - 1};
        const std::vector<std::uint64_t> numbers = parse_number_list("--ids", *ids, range);
        return model.from_ids(std::vector<TokenId>(numbers.begin(), numbers.end()), flags.bos);
    }
    const std::string text = source.is_given() ? source.read() : load_chapter().sentences.front();
    return model.tokenize(text, flags.options());
}

void add_model_input(CLI::App& command, ModelInput& input) {
    add_text_source(command, input.source,
                    "The text; - reads standard input (the chapter's trophy sentence)");
    command.add_option("--ids", input.ids, "Token ids between commas, in place of a text")
        ->type_name("LIST");
    add_tokenize_flags(command, input.flags);
}

}  // namespace attnlab::lab
