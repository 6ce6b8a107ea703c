#include "base/mapped_file.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

using namespace attnlab;
using namespace std::string_literals;
using attnlab::testing::expect_error;
using attnlab::testing::TemporaryFolder;

namespace {

std::string_view text_of(const MappedFile& file) {
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

}  // namespace

TEST_CASE("A mapped file shows every byte", "[base]") {
    const TemporaryFolder folder;
    const std::string bytes = "one\r\ntwo\0three\xFF"s;
    const MappedFile file(folder.write("file", bytes));
    CHECK(text_of(file) == bytes);
}

TEST_CASE("An empty file is valid and shows nothing", "[base]") {
    const TemporaryFolder folder;
    const auto path = folder.write("empty", "");
    CHECK(MappedFile(path).bytes().empty());
    CHECK(read_file(path).empty());
}

TEST_CASE("A mapped file can be handed on", "[base]") {
    const TemporaryFolder folder;
    MappedFile first(folder.write("first", "11"));
    MappedFile second(folder.write("second", "222"));
    const std::byte* place = first.bytes().data();
    MappedFile moved(std::move(first));
    CHECK(moved.bytes().data() == place);  // the bytes stay where they are: views of them hold
    second = std::move(moved);
    CHECK(second.bytes().data() == place);
    CHECK(text_of(second) == "11");
}

TEST_CASE("A file that cannot be opened is named with the reason", "[base]") {
    const TemporaryFolder folder;
    const auto missing = folder.path() / "none\x1b";
    for (const auto& open : {+[](const std::filesystem::path& path) { MappedFile file(path); },
                             +[](const std::filesystem::path& path) { read_file(path); }}) {
        expect_error<InputError>([&] { open(missing); },
                                 {"cannot open", "none\\x1b", "No such file"});
        expect_error<InputError>([&] { open(folder.path()); },
                                 {"cannot read", folder.path().c_str(), "Is a directory"});
        expect_error<InputError>([&] { open(std::string(300, 'n')); }, {"File name too long"});
    }
    expect_error<InputError>([] { MappedFile file("/dev/null"); }, {"not a regular file"});
}

TEST_CASE("A file of any size is read whole", "[base]") {
    const TemporaryFolder folder;
    constexpr std::size_t kPiece = 1U << 16U;  // how much is read at first
    for (const std::size_t size :
         {std::size_t{1}, kPiece - 1, kPiece, kPiece + 1, 3 * kPiece, 7 * kPiece + 5}) {
        std::string bytes(size, 'x');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 131U >> 3U);
        CHECK(read_file(folder.write("file", bytes)) == bytes);
    }
    CHECK(read_file("/dev/null").empty());
}
