// Catch2 under one name: version 3 is split into headers, version 2 (Debian 12) is one.

#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // version 2 has it without a namespace
#else
#include <catch2/catch.hpp>
#endif
