// The library's errors: one line that says what was wrong, where, what came and what was expected.
// The library never prints, exits or aborts; the program turns these into lines and exit codes.
// What is a bug (a state no input may reach) is a std::logic_error instead.

#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace attnlab {

/// The base of the library's errors: a message of one line and, where it helps, what to do.
class Error : public std::runtime_error {
  public:
    explicit Error(const std::string& message, std::string hint = {})
        : std::runtime_error(message), hint_(std::move(hint)) {}

    /// What the user can do about it; empty where there is nothing to say.
    const std::string& hint() const { return hint_; }

  private:
    std::string hint_;
};

/// Data that cannot be used: a broken file, a NaN, shapes that do not fit. Exit code 1.
class InputError : public Error {
  public:
    using Error::Error;
};

/// A request that cannot be met: a value out of range, an empty text. Exit code 2.
class UsageError : public Error {
  public:
    using Error::Error;
};

}  // namespace attnlab
