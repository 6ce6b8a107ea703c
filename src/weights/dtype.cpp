#include "weights/dtype.hpp"

#include <algorithm>
#include <array>

namespace attnlab {
namespace {

struct Row {
    DType dtype;
    std::string_view name;
    std::size_t bits;
};

// In the order of the enumerators.
constexpr std::array kTypes = {
    Row{DType::kBool, "BOOL", 8},
    Row{DType::kF4, "F4", 4},
    Row{DType::kF6E2M3, "F6_E2M3", 6},
    Row{DType::kF6E3M2, "F6_E3M2", 6},
    Row{DType::kU8, "U8", 8},
    Row{DType::kI8, "I8", 8},
    Row{DType::kF8E5M2, "F8_E5M2", 8},
    Row{DType::kF8E4M3, "F8_E4M3", 8},
    Row{DType::kF8E8M0, "F8_E8M0", 8},
    Row{DType::kF8E4M3Fnuz, "F8_E4M3FNUZ", 8},
    Row{DType::kF8E5M2Fnuz, "F8_E5M2FNUZ", 8},
    Row{DType::kI16, "I16", 16},
    Row{DType::kU16, "U16", 16},
    Row{DType::kF16, "F16", 16},
    Row{DType::kBF16, "BF16", 16},
    Row{DType::kI32, "I32", 32},
    Row{DType::kU32, "U32", 32},
    Row{DType::kF32, "F32", 32},
    Row{DType::kC64, "C64", 64},
    Row{DType::kF64, "F64", 64},
    Row{DType::kI64, "I64", 64},
    Row{DType::kU64, "U64", 64},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
        if (kTypes[i].dtype != static_cast<DType>(i)) return false;
    }
    return true;
}
static_assert(is_in_order());

}  // namespace

std::optional<DType> dtype_of_name(std::string_view name) {
    const auto* row = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const Row& candidate) { return candidate.name == name; });
    if (row == kTypes.end()) return std::nullopt;
    return row->dtype;
}

std::string_view name_of(DType dtype) { return kTypes[static_cast<std::size_t>(dtype)].name; }

std::size_t bits_of(DType dtype) { return kTypes[static_cast<std::size_t>(dtype)].bits; }

}  // namespace attnlab
