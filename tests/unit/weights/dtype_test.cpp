#include "weights/dtype.hpp"

#include <string_view>

#include "support/catch.hpp"

using namespace attnlab;

TEST_CASE("Element types are known by the names of the file", "[weights]") {
    struct Row {
        std::string_view name;
        std::size_t bits;
    };
    // The table of the format's own reader.
    const Row rows[] = {{"BOOL", 8},        {"F4", 4},          {"F6_E2M3", 6}, {"F6_E3M2", 6},
                        {"U8", 8},          {"I8", 8},          {"F8_E5M2", 8}, {"F8_E4M3", 8},
                        {"F8_E8M0", 8},     {"F8_E4M3FNUZ", 8}, {"I16", 16},    {"U16", 16},
                        {"F8_E5M2FNUZ", 8}, {"F16", 16},        {"BF16", 16},   {"I32", 32},
                        {"U32", 32},        {"F32", 32},        {"C64", 64},    {"F64", 64},
                        {"I64", 64},        {"U64", 64}};
    for (const Row& row : rows) {
        INFO(row.name);
        const std::optional<DType> dtype = dtype_of_name(row.name);
        REQUIRE(dtype.has_value());
        CHECK(name_of(*dtype) == row.name);
        CHECK(bits_of(*dtype) == row.bits);
    }
    for (const char* name : {"", "f32", "F32 ", "F128", "Bool"}) {
        INFO(name);
        CHECK_FALSE(dtype_of_name(name).has_value());
    }
}
