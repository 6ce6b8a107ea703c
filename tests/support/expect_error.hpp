// A call must fail with an error of one kind, in one line that holds every given piece.

#pragma once

#include <initializer_list>
#include <string>

#include "support/catch.hpp"

namespace attnlab::testing {

/// Runs `call` and checks that it throws an ErrorType whose message is one line and has all pieces.
template <class ErrorType, class Call>
void expect_error(const Call& call, std::initializer_list<const char*> pieces) {
    std::string message;
    try {
        call();
        FAIL("no error was thrown");
    } catch (const ErrorType& error) {
        message = error.what();
    }
    CHECK(message.find('\n') == std::string::npos);
    for (const char* piece : pieces) {
        INFO("message: " << message << "\nmissing: " << piece);
        CHECK(message.find(piece) != std::string::npos);
    }
}

}  // namespace attnlab::testing
