#include "attention/toy_input.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"

using attnlab::InputError;
using attnlab::Matrix;
using attnlab::random_input;
using attnlab::require_consistent;
using attnlab::ToyInput;
using attnlab::written_input;
using attnlab::testing::expect_error;

TEST_CASE("The written input is whole and its numbers are small and whole") {
    const ToyInput input = written_input();
    CHECK_NOTHROW(require_consistent(input));
    CHECK(input.tokens == std::vector<std::string>{"the", "trophy", "fit", "it"});
    CHECK(input.d_k() == 4);
    CHECK(input.key_meanings.size() == input.d_k());
    CHECK(input.value_meanings.size() == input.V.columns());
    for (const Matrix* matrix : {&input.Q, &input.K, &input.V}) {
        for (const float value : matrix->values()) {
            CHECK(value == static_cast<float>(static_cast<int>(value)));
            CHECK(value <= 9.0F);
        }
    }
}

TEST_CASE("A random input is one stream of normal numbers through Q then K then V") {
    const ToyInput input = random_input(3, 2, 42);
    CHECK_NOTHROW(require_consistent(input));
    CHECK(input.seed == 42U);
    CHECK(input.tokens == std::vector<std::string>{"t0", "t1", "t2"});
    attnlab::Random random(42);
    for (const Matrix* matrix : {&input.Q, &input.K, &input.V}) {
        REQUIRE(matrix->rows() == 3);
        REQUIRE(matrix->columns() == 2);
        for (const float value : matrix->values()) {
            CHECK(value == static_cast<float>(random.normal()));
        }
    }
}

TEST_CASE("Every seed gives other numbers") {
    CHECK_FALSE(random_input(2, 2, 0).Q == random_input(2, 2, 1).Q);
    CHECK_FALSE(random_input(2, 2, 0).Q == random_input(2, 2, UINT64_MAX).Q);
}

TEST_CASE("Matrices that do not fit each other are refused by name") {
    const auto refused = [](auto change, std::initializer_list<const char*> pieces) {
        ToyInput input = random_input(3, 2, 1);
        change(input);
        expect_error<InputError>([&] { require_consistent(input); }, pieces);
    };
    refused([](ToyInput& input) { input.Q = Matrix(); }, {"Q is empty"});
    refused([](ToyInput& input) { input.V = Matrix(3, 0); }, {"V is empty"});
    refused([](ToyInput& input) { input.K = Matrix(2, 2); }, {"K has 2 rows", "expected 3"});
    refused([](ToyInput& input) { input.V = Matrix(1, 2); }, {"V has 1 row,", "expected 3"});
    refused([](ToyInput& input) { input.K = Matrix(3, 5); }, {"K has 5 columns", "expected 2"});
    refused([](ToyInput& input) { input.tokens.pop_back(); },
            {"tokens has 2 elements", "expected 3"});
    refused([](ToyInput& input) { input.visible = Matrix(3, 2); },
            {"mask is [3, 2]", "expected [3, 3]"});
}

TEST_CASE("A mask that hides a whole row is refused with the row and its token") {
    ToyInput input = random_input(3, 2, 1);
    input.tokens[1] = "a\nb";
    input.visible = Matrix(3, 3);
    (*input.visible)(0, 2) = 1.0F;
    (*input.visible)(2, 0) = 1.0F;
    expect_error<InputError>([&] { require_consistent(input); }, {"mask", "row 1", "`a\\nb`"});
}
