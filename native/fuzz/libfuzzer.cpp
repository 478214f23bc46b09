// The same targets under libFuzzer; the variable TURNCOAT_FUZZ names the one that is run.

#include <cstdio>
#include <cstdlib>

#include "fuzz/target.hpp"

namespace {

turncoat::FuzzTarget const* chosen = nullptr;

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerInitialize(int*, char***) {
    char const* const name = std::getenv("TURNCOAT_FUZZ");
    chosen = turncoat::find_target(name ? name : "");
    if (chosen) return 0;
    std::fprintf(stderr, "TURNCOAT_FUZZ names no target\n");
    std::exit(2);
}

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(std::uint8_t const* data,
                                                                             std::size_t size) {
    chosen->run({reinterpret_cast<char const*>(data), size});
    return 0;
}
