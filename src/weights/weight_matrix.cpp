#include "weights/weight_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "base/mapped_file.hpp"
#include "base/parallel.hpp"
#include "weights/describe.hpp"
#include "weights/half.hpp"

namespace attnlab {
namespace {

/// Writes each stored element, wherever it lies, through `widen_one`.
template <class Stored, class Widen>
void widen_all(std::span<const std::byte> bytes, std::span<float> values, Widen widen_one) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = widen_one(stored);
    }
}

/// As many elements as `values` has, from the first byte on.
void widen(DType dtype, std::span<const std::byte> bytes, std::span<float> values) {
    switch (dtype) {
        case DType::kF16:
            widen_all<std::uint16_t>(bytes, values, float_of_f16);
            break;
        case DType::kBF16:
            widen_all<std::uint16_t>(bytes, values, float_of_bf16);
            break;
        default:
            std::memcpy(values.data(), bytes.data(), values.size_bytes());
    }
}

bool is_aligned(std::span<const std::byte> bytes) {
    return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(float) == 0;
}

}  // namespace

bool is_read_as_floats(DType dtype) {
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16;
}

struct WeightMatrix::State {
    const Tensor* tensor = nullptr;  // null: the numbers come from no file
    std::string label;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::once_flag is_read;
    Matrix owned;     // the numbers, where they are not looked at in the file
    MatrixView view;  // all numbers, once they are read

    std::size_t bytes_each() const { return bits_of(tensor->dtype) / 8; }

    void read(std::size_t threads) {
        if (tensor == nullptr) {
            view = owned.view();
            return;
        }
        read_soon(tensor->bytes);
        if (tensor->dtype == DType::kF32 && is_aligned(tensor->bytes)) {
            view = {reinterpret_cast<const float*>(tensor->bytes.data()), rows, columns, columns};
            return;
        }
        owned = Matrix(rows, columns);
        parallel_for(rows, worthwhile_threads(rows * columns, threads), [&](std::size_t i) {
            widen(tensor->dtype, tensor->bytes.subspan(i * columns * bytes_each()), owned.row(i));
        });
        view = owned.view();
    }

    void require_finite(std::size_t row, std::span<const float> values) const {
        const std::optional<std::size_t> bad = first_not_finite(values);
        if (!bad) return;
        const bool is_vector = tensor != nullptr && tensor->shape.size() == 1;
        throw InputError(fmt::format(
            "{}: tensor {} is {} at [{}]", tensor == nullptr ? "in memory" : label,
            quoted_name(tensor == nullptr ? "" : tensor->name), name_of_not_finite(values[*bad]),
            is_vector ? fmt::to_string(*bad) : fmt::format("{}, {}", row, *bad)));
    }
};

WeightMatrix::WeightMatrix(Matrix values) : state_(std::make_shared<State>()) {
    state_->rows = values.rows();
    state_->columns = values.columns();
    state_->owned = std::move(values);
}

WeightMatrix::WeightMatrix(const Tensor& tensor, std::string_view label)
    : state_(std::make_shared<State>()) {
    const auto fail = [&](const std::string& what) {
        throw InputError(fmt::format("{}: tensor {}: {}", label, quoted_name(tensor.name), what));
    };
    if (!is_read_as_floats(tensor.dtype)) {
        fail(fmt::format("its type is {}, expected F32, F16 or BF16", name_of(tensor.dtype)));
    }
    if (tensor.shape.empty() || tensor.shape.size() > 2) {
        fail(fmt::format("its shape is {}, expected one or two sides", shape_text(tensor.shape)));
    }
    state_->tensor = &tensor;
    state_->label = label;
    state_->rows = tensor.shape.size() == 1 ? 1 : tensor.shape[0];
    state_->columns = tensor.shape.back();
}

std::size_t WeightMatrix::rows() const { return state_->rows; }

std::size_t WeightMatrix::columns() const { return state_->columns; }

MatrixView WeightMatrix::view(std::size_t threads) const {
    std::call_once(state_->is_read, [&] { state_->read(threads); });
    return state_->view;
}

void WeightMatrix::read_row(std::size_t row, std::span<float> to) const {
    const State& state = *state_;
    if (state.tensor == nullptr) {
        std::ranges::copy(state.owned.row(row), to.begin());
    } else {
        const std::size_t offset = row * state.columns * state.bytes_each();
        widen(state.tensor->dtype, state.tensor->bytes.subspan(offset), to);
    }
    state.require_finite(row, to);
}

void WeightMatrix::require_finite() const {
    const MatrixView all = view();
    for (std::size_t i = 0; i < all.rows; ++i) state_->require_finite(i, all.row(i));
}

}  // namespace attnlab
