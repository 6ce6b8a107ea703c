#include "weights/read_floats.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "base/error.hpp"
#include "weights/describe.hpp"
#include "weights/half.hpp"

namespace attnlab {
namespace {

/// Writes each stored element, wherever it lies, through `widen`.
template <class Stored, class Widen>
void widen_all(std::span<const std::byte> bytes, std::span<float> values, Widen widen) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = widen(stored);
    }
}

bool is_aligned(std::span<const std::byte> bytes) {
    return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(float) == 0;
}

}  // namespace

bool is_read_as_floats(DType dtype) {
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16;
}

MatrixView read_floats(const Tensor& tensor, std::string_view label, Matrix& owned) {
    const auto fail = [&](const std::string& what) {
        throw InputError(fmt::format("{}: tensor {}: {}", label, quoted_name(tensor.name), what));
    };
    if (!is_read_as_floats(tensor.dtype)) {
        fail(fmt::format("its type is {}, expected F32, F16 or BF16", name_of(tensor.dtype)));
    }
    if (tensor.shape.empty() || tensor.shape.size() > 2) {
        fail(fmt::format("its shape is {}, expected one or two sides", shape_text(tensor.shape)));
    }
    const std::size_t rows = tensor.shape.size() == 1 ? 1 : tensor.shape[0];
    const std::size_t columns = tensor.shape.back();

    if (tensor.dtype == DType::kF32 && is_aligned(tensor.bytes)) {
        return {reinterpret_cast<const float*>(tensor.bytes.data()), rows, columns, columns};
    }
    owned = Matrix(rows, columns);
    switch (tensor.dtype) {
        case DType::kF16:
            widen_all<std::uint16_t>(tensor.bytes, owned.values(), float_of_f16);
            break;
        case DType::kBF16:
            widen_all<std::uint16_t>(tensor.bytes, owned.values(), float_of_bf16);
            break;
        default:
            widen_all<float>(tensor.bytes, owned.values(), [](float value) { return value; });
    }
    return owned.view();
}

}  // namespace attnlab
