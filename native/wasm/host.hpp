// What the engine asks of whoever runs it in a browser: frontend/src/engine/instance.js.
#pragma once

#include <cstddef>

#define TURNCOAT_IMPORT(name) [[clang::import_module("host"), clang::import_name(#name)]]

namespace turncoat {

extern "C" {
/// Milliseconds of a clock that only goes forward.
TURNCOAT_IMPORT(now) double host_now();
/// Takes the lines of a finished depth, best first, as JSON.
TURNCOAT_IMPORT(lines) void host_lines(char const* text, std::size_t size);
/// Takes what was wrong with a ruleset, a position or weights, and does not return.
[[noreturn]] TURNCOAT_IMPORT(fail) void host_fail(char const* text, std::size_t size);
/// Lets the host see to its messages, if it can; it may call `stop` meanwhile.
TURNCOAT_IMPORT(pause) void host_pause();
}

}  // namespace turncoat
