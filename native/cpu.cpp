// Which of the compiled kernels this machine can run.

#include <algorithm>

#include "kernels.hpp"

namespace turncoat {

std::span<GameInfo const> games() {
    int count = 0;
    GameInfo const* const list = portable::game_list(count);
    return {list, std::size_t(count)};
}

std::vector<std::string_view> const& cpus() {
    static std::vector<std::string_view> const found = [] {
        std::vector<std::string_view> names;
#if defined(TURNCOAT_WITH_AVX2)
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
            __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("lzcnt"))
            names.push_back("avx2");
#endif
        names.push_back("portable");
        return names;
    }();
    return found;
}

std::shared_ptr<Kernel const> kernel_for(Ruleset const& ruleset, std::string_view cpu) {
    if (std::find(cpus().begin(), cpus().end(), cpu) == cpus().end()) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return std::shared_ptr<Kernel const>(avx2::make_kernel(ruleset));
#endif
    return std::shared_ptr<Kernel const>(portable::make_kernel(ruleset));
}

}  // namespace turncoat
