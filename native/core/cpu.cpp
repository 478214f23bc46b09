// What this machine's processor can run.

#include "core/cpu.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace turncoat {
#if defined(__x86_64__)
namespace {

/// Asked of the processor itself: not every compiler knows the name.
bool has_lzcnt() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT);
}

}  // namespace
#endif

bool runs_here(std::string_view cpu) {
    if (cpu == "portable") return true;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (cpu == "avx2")
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt") && has_lzcnt();
#endif
    return false;
}

}  // namespace turncoat
