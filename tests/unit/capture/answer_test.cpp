// How a text goes on: where spaces belong, and that probabilities are probabilities.

#include "capture/answer.hpp"

#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/text_model_folder.hpp"

using namespace attnlab;
using attnlab::testing::expect_error;
using attnlab::testing::TextModelFolder;
using Words = std::vector<std::string>;

namespace {

const std::string kSpace = "\xC4\xA0";  // how merges.txt spells a space

/// 2 layers of 2 heads; " ab" is one token, every other byte is.
std::shared_ptr<const TextModel> shared_model() {
    static const auto loaded =
        std::make_shared<const TextModel>(TextModelFolder({kSpace + " a", kSpace + "a b"}).load());
    return loaded;
}

const TextModel& model() { return *shared_model(); }

struct Answered {
    TokenizedText input;
    std::vector<double> probabilities;
};

/// What a model makes of one question.
Answered ask(const TextModel& model, const std::string& text, const Question& question,
             const TokenizeOptions& options = {}, bool causal = true) {
    const AskedText asked = attnlab::ask(model, text, question, options);
    const std::vector<TokenId> ids = ids_of(asked.input);
    TextInput input = {.ids = ids};
    std::vector<KeyValueCache> caches;
    if (causal) {
        caches.emplace_back(model.model().config(), asked.n_tokens());
        input.cache = &caches.front();
    }
    ForwardOptions forward;
    forward.causal = causal;
    const Matrix hidden = model.model().forward(std::span(&input, 1), forward);
    const MatrixView last = hidden.view().block(hidden.rows() - 1, 1, 0, hidden.columns());
    return {asked.input,
            candidate_probabilities(model.model(), std::span(&asked, 1), last, caches, 1).front()};
}

Answered ask(const std::string& text, const Question& question,
             const TokenizeOptions& options = {}) {
    return ask(model(), text, question, options);
}

std::size_t n_tokens(const std::string& text, const Question& question,
                     const TokenizeOptions& options = {}) {
    return attnlab::ask(model(), text, question, options).n_tokens();
}

void check_spaces(const std::string& text, const std::string& cue, const std::string& spaced_cue,
                  const std::string& candidate, const std::string& spaced_candidate) {
    INFO("text `" << text << "`, cue `" << cue << "`, candidate `" << candidate << "`");
    const Question spaced = with_spaces({cue, {candidate}}, text);
    CHECK(spaced.cue == spaced_cue);
    CHECK(spaced.candidates == Words{spaced_candidate});
}

}  // namespace

TEST_CASE("A cue gets the space before its first word", "[capture]") {
    check_spaces("It is big.", " The", " The", "cat", " cat");
    check_spaces("It is big.", "The", " The", "cat", " cat");
    check_spaces("It is big. ", "The", "The", "cat", " cat");
    check_spaces("It is big.\n", "The", "The", "cat", " cat");
    check_spaces("It is big.", "2", " 2", "cat", " cat");
    check_spaces("It is big.", "\xC3\x89t\xC3\xA9", " \xC3\x89t\xC3\xA9", "cat", " cat");
    check_spaces("It is big", ", so the", ", so the", "cat", " cat");
}

TEST_CASE("Spaces at the end of a cue belong to the candidate", "[capture]") {
    check_spaces("It is big.", " The ", " The", "cat", " cat");
    check_spaces("It is big.", "The \n", " The", "cat", " cat");
    check_spaces("It is big.", " ", "", "cat", " cat");
}

TEST_CASE("Without a cue the candidate follows the text", "[capture]") {
    check_spaces("It is", "", "", "cat", " cat");
    check_spaces("It is ", "", "", "cat", "cat");
    check_spaces("It is ", " ", "", "cat", " cat");  // the space that was given is kept
}

TEST_CASE("A candidate gets a space only before a word", "[capture]") {
    check_spaces("It is big", " The", " The", " cat", " cat");
    check_spaces("It is big", " The", " The", "'s", "'s");
    check_spaces("It is big", " The", " The", ".", ".");
    check_spaces("It is big", " The", " The", "9", " 9");
    check_spaces("It is big", " The", " The", "\xC3\xA9", " \xC3\xA9");
    check_spaces("It is big", " The", " The", "", "");
}

TEST_CASE("The probabilities of the whole vocabulary sum to 1", "[capture]") {
    // By id: what is not UTF-8 alone cannot be asked for as a text, so the sum is taken over all
    // characters of one byte; the rest must be what is left.
    Question question{"", {}};
    for (char byte = 1; byte < 127; ++byte) question.candidates.emplace_back(1, byte);
    const Answered got = ask("x ", question);
    const Matrix hidden = model().model().forward(ids_of(got.input));
    const Matrix logits = model().model().logits(hidden.view().block(hidden.rows() - 1, 1, 0, 8));
    std::vector<double> exact;
    for (const float logit : logits.row(0)) exact.push_back(std::exp(static_cast<double>(logit)));
    const double sum = std::accumulate(exact.begin(), exact.end(), 0.0);
    double rest = sum;
    REQUIRE(got.probabilities.size() == 126);
    for (std::size_t i = 0; i < 126; ++i) {
        CHECK(got.probabilities[i] == Approx(exact[i + 1] / sum).epsilon(1e-12));
        rest -= exact[i + 1];
    }
    const double all =
        std::accumulate(got.probabilities.begin(), got.probabilities.end(), rest / sum);
    CHECK(all == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("A candidate of several tokens has the product of their probabilities", "[capture]") {
    const double joint = ask("x", {".", {"!?;"}}).probabilities.front();
    double product = 1.0;
    std::string text = "x.";
    for (const std::string next : {"!", "?", ";"}) {
        product *= ask(text, {"", {next}}).probabilities.front();
        text += next;
    }
    CHECK(joint == Approx(product).epsilon(1e-6));  // the steps run on texts of other lengths
    CHECK(joint > 0.0);
    CHECK(joint < 1e-3);
}

TEST_CASE("A candidate is one token with its space where the vocabulary has it", "[capture]") {
    const Answered one = ask("x", {".", {"ab", " ab"}});
    CHECK(one.probabilities[0] == one.probabilities[1]);
    CHECK(one.probabilities[0] > 1e-4);  // 1 of 259, not a product of several
    CHECK(n_tokens("x", {".", {"ab"}}) == 2);
    CHECK(n_tokens("x", {".", {"ab", "abcd"}}) == 4);  // " ab", c, d; d is not read
}

TEST_CASE("A question goes with the end-of-text token first and without the mask", "[capture]") {
    TokenizeOptions with_bos;
    with_bos.bos = true;
    const Answered bos = ask("abc", {"d", {"e"}}, with_bos);
    CHECK(bos.input.bos);
    CHECK(bos.input.tokens.size() == 6);
    CHECK(n_tokens("abc", {"d", {"e"}}, with_bos) == 7);
    const Answered open = ask(model(), "abc", {"d", {"e"}}, {}, false);
    CHECK(open.probabilities != ask("abc", {"d", {"e"}}).probabilities);
    // Without the mask a later token changes those before it: such a text is run anew.
    const double joint = ask(model(), "abc", {".", {"!?"}}, {}, false).probabilities.front();
    const double first = ask(model(), "abc", {".", {"!"}}, {}, false).probabilities.front();
    const double second = ask(model(), "abc.!", {"", {"?"}}, {}, false).probabilities.front();
    CHECK(joint == Approx(first * second).epsilon(1e-6));
}

TEST_CASE("A question that is too long or has an empty candidate is refused", "[capture]") {
    const std::string fourteen = "fourteen bytes";
    const Question two{".", {"!"}};
    CHECK(n_tokens(fourteen, two) == 15);
    CHECK(ask(fourteen, two).probabilities.size() == 1);
    const Question longest{".", {"!?"}};  // its last token is not read
    CHECK(n_tokens(fourteen, longest) == 16);
    CHECK(ask(fourteen, longest).probabilities.size() == 1);
    const Question too_long{".", {"!?;"}};
    CHECK(n_tokens(fourteen, too_long) == 17);
    expect_error<UsageError>([&] { ask(fourteen, too_long); }, {"17 tokens", "takes 16"});
    expect_error<UsageError>([&] { ask("x", {".", {""}}); }, {"empty"});
}

TEST_CASE("Logits that are not finite are an error of the model", "[capture]") {
    TextModelFolder folder({});
    Config config = testing::small_config();
    config.vocab_size = 257;
    auto tensors = testing::random_tensors(config, 1);
    for (testing::TensorToWrite& tensor : tensors) {
        if (tensor.name != "transformer.ln_f.weight") continue;
        tensor.bytes = testing::bytes_of(std::vector<float>(8, 3e38F));
    }
    testing::write_model(folder.path(), config, tensors);
    const TextModel overflowing = folder.load();
    for (const std::string candidate : {"!", "!?"}) {
        expect_error<InputError>(
            [&] {
                ask(overflowing, "x", {".", {candidate}});
            },
            {"logits", "not finite"});
    }
}
