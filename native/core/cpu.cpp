// What this machine's processor can run.

#include "core/cpu.hpp"

namespace turncoat {

bool runs_here(std::string_view cpu) {
    if (cpu == "portable") return true;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (cpu == "avx2")
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("lzcnt");
#endif
    return false;
}

}  // namespace turncoat
