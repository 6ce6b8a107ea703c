#include "weights/weight_matrix.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/safetensors_writer.hpp"
#include "weights/half.hpp"

using namespace attnlab;
using namespace attnlab::testing;

namespace {

std::span<const std::byte> as_bytes(const std::string& text) {
    return std::as_bytes(std::span<const char>(text));
}

/// The tensor "x" of a file with this one tensor.
Tensor only_tensor(const std::string& file) {
    std::vector<Tensor> tensors = parse_safetensors(as_bytes(file), "x.safetensors");
    REQUIRE(tensors.size() == 1);
    return tensors.front();
}

std::vector<float> values_of(MatrixView view) {
    const Matrix copy(view);
    return {copy.values().begin(), copy.values().end()};
}

/// The value of a 16-bit float by its definition: sign, exponent and fraction, in double.
double by_definition(std::uint16_t bits, int n_fraction_bits) {
    const int n_exponent_bits = 15 - n_fraction_bits;
    const int bias = (1 << (n_exponent_bits - 1)) - 1;
    const int exponent = (bits & 0x7FFF) >> n_fraction_bits;
    const int fraction = bits & ((1 << n_fraction_bits) - 1);
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == (1 << n_exponent_bits) - 1) return fraction != 0 ? NAN : sign * INFINITY;
    const int hidden = exponent == 0 ? 0 : 1 << n_fraction_bits;
    return sign * std::ldexp(hidden + fraction, std::max(exponent, 1) - bias - n_fraction_bits);
}

/// Counts the bit patterns whose widened value is not the defined one, sign of zero included.
template <class Widen>
int count_wrong(Widen widen, int n_fraction_bits) {
    int wrong = 0;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto stored = static_cast<std::uint16_t>(bits);
        const double got = widen(stored);
        const double wanted = by_definition(stored, n_fraction_bits);
        const bool is_right = std::isnan(wanted)
                                  ? std::isnan(got)
                                  : got == wanted && std::signbit(got) == std::signbit(wanted);
        if (!is_right) ++wrong;
    }
    return wrong;
}

}  // namespace

TEST_CASE("Every F16 and every BF16 is widened exactly", "[weights]") {
    CHECK(count_wrong(float_of_f16, 10) == 0);
    CHECK(count_wrong(float_of_bf16, 7) == 0);
    // Some by name: the smallest subnormal, the largest one, the smallest normal, the largest.
    CHECK(float_of_f16(0x0001) == 0x1p-24F);
    CHECK(float_of_f16(0x03FF) == 0x3FFp-24F);
    CHECK(float_of_f16(0x0400) == 0x1p-14F);
    CHECK(float_of_f16(0x7BFF) == 65504.0F);
    CHECK(float_of_bf16(0x0001) == 0x1p-133F);
}

TEST_CASE("An aligned F32 tensor is looked at where it lies", "[weights]") {
    const std::vector<float> values = {1, 2, 3, 4, 5, 6};
    const std::vector<TensorToWrite> tensors = {f32_tensor("x", {2, 3}, values)};
    const std::string file = safetensors_file(tensors);
    REQUIRE(reinterpret_cast<std::uintptr_t>(file.data()) % alignof(float) == 0);
    const Tensor tensor = only_tensor(file);
    const WeightMatrix weight(tensor, "x.safetensors");
    const MatrixView view = weight.view();
    CHECK(static_cast<const void*>(view.data) == file.data() + file.size() - 24);
    CHECK((view.rows == 2 && view.columns == 3 && view.stride == 3));
    CHECK(view(1, 2) == 6.0F);
}

TEST_CASE("Tensors at any address are read", "[weights]") {
    const std::vector<float> values = {1.5F,     -2.0F,   0.0F,
                                       0x1p-14F, 1024.0F, -0.25F};  // in all types
    const TensorToWrite f32 = f32_tensor("x", {2, 3}, values);
    for (std::size_t misalignment = 0; misalignment < 8; ++misalignment) {
        for (const TensorToWrite& tensor : {f32, stored_as(f32, "F16"), stored_as(f32, "BF16")}) {
            INFO(tensor.dtype << " at " << misalignment);
            const std::string file =
                safetensors_file(std::vector<TensorToWrite>{tensor}, misalignment);
            const Tensor stored = only_tensor(file);
            const WeightMatrix weight(stored, "x.safetensors");
            CHECK((weight.rows() == 2 && weight.columns() == 3));
            std::vector<float> row(3);
            weight.read_row(1, row);  // before all of it is read
            CHECK(row == std::vector<float>(values.begin() + 3, values.end()));
            const MatrixView view = weight.view(2);
            CHECK(values_of(view) == values);
            CHECK((view.rows == 2 && view.columns == 3));
            const bool is_in_file = static_cast<const void*>(view.data) == stored.bytes.data();
            CHECK(is_in_file == (tensor.dtype == "F32" && misalignment % 4 == 0));
        }
    }
}

TEST_CASE("A tensor with one side is one row", "[weights]") {
    const std::vector<float> values = {1, 2, 3};
    const std::string file =
        safetensors_file(std::vector<TensorToWrite>{f32_tensor("x", {3}, values)});
    const Tensor tensor = only_tensor(file);
    const MatrixView view = WeightMatrix(tensor, "x.safetensors").view();
    CHECK((view.rows == 1 && view.columns == 3));
    CHECK(values_of(view) == values);
}

TEST_CASE("A tensor without numbers keeps its sides", "[weights]") {
    for (const char* dtype : {"F32", "F16"}) {
        const std::string file =
            safetensors_file(std::vector<TensorToWrite>{{"x", dtype, {2, 0}, ""}});
        const Tensor tensor = only_tensor(file);
        const MatrixView view = WeightMatrix(tensor, "x.safetensors").view();
        CHECK((view.rows == 2 && view.columns == 0));
    }
}

TEST_CASE("Types and shapes that are no matrix of floats are refused by name", "[weights]") {
    const auto read = [](const TensorToWrite& tensor) {
        const std::string file = safetensors_file(std::vector<TensorToWrite>{tensor});
        const Tensor stored = only_tensor(file);
        const WeightMatrix weight(stored, "x.safetensors");
    };
    expect_error<InputError>(
        [&] {
            read({"x", "I64", {1}, std::string(8, '\0')});
        },
        {"x.safetensors", "'x'", "I64", "F32, F16 or BF16"});
    expect_error<InputError>(
        [&] {
            read({"x", "F8_E4M3", {2}, std::string(2, '\0')});
        },
        {"'x'", "F8_E4M3"});
    expect_error<InputError>(
        [&] {
            read({"x", "F64", {1}, std::string(8, '\0')});
        },
        {"'x'", "F64"});
    expect_error<InputError>(
        [&] {
            read({"x", "F32", {}, std::string(4, '\0')});
        },
        {"'x'", "[]", "one or two sides"});
    expect_error<InputError>(
        [&] {
            read({"x", "F32", {1, 1, 2}, std::string(8, '\0')});
        },
        {"'x'", "[1, 1, 2]", "one or two sides"});
}

TEST_CASE("Numbers of no file and their copies are shown as they are", "[weights]") {
    Matrix values(2, 2);
    values(1, 0) = 3.0F;
    const WeightMatrix weight(values);
    const WeightMatrix copy = weight;
    CHECK(copy.view().data == weight.view().data);
    CHECK(Matrix(copy.view()) == values);
    std::vector<float> row(2);
    copy.read_row(1, row);
    CHECK(row == std::vector<float>{3.0F, 0.0F});
    CHECK_NOTHROW(weight.require_finite());
    CHECK((WeightMatrix().rows() == 0 && WeightMatrix().columns() == 0));
}

TEST_CASE("A number that is not finite is named by tensor and place when it is asked",
          "[weights]") {
    const std::vector<std::uint32_t> f32 = {0, 0, 0, 0, 0xFF800000, 0x7FC00000};
    const std::vector<std::uint16_t> f16 = {0, 0, 0, 0, 0xFC00, 0x7E00};
    const std::vector<std::uint16_t> bf16 = {0, 0, 0, 0, 0xFF80, 0x7FC0};
    const std::vector<TensorToWrite> matrices = {{"x", "F32", {2, 3}, bytes_of(f32)},
                                                 {"x", "F16", {2, 3}, bytes_of(f16)},
                                                 {"x", "BF16", {2, 3}, bytes_of(bf16)}};
    for (TensorToWrite matrix : matrices) {
        INFO(matrix.dtype);
        const std::string file = safetensors_file(std::vector<TensorToWrite>{matrix});
        const Tensor tensor = only_tensor(file);
        const WeightMatrix weight(tensor, "x.safetensors");
        std::vector<float> row(3);
        CHECK_NOTHROW(weight.read_row(0, row));
        expect_error<InputError>([&] { weight.read_row(1, row); },
                                 {"x.safetensors", "'x'", "infinity at [1, 1]"});
        expect_error<InputError>([&] { weight.require_finite(); }, {"infinity at [1, 1]"});

        matrix.shape = {6};
        const std::string line = safetensors_file(std::vector<TensorToWrite>{matrix});
        const Tensor vector = only_tensor(line);
        expect_error<InputError>([&] { WeightMatrix(vector, "y").require_finite(); },
                                 {"y: tensor 'x' is -infinity at [4]"});
    }
}
