// Which games are compiled, and which of their kernels this machine can run.

#include <algorithm>
#include <string>

#include "kernels.hpp"

namespace turncoat {

std::span<GameInfo const> games() {
    int count = 0;
    GameInfo const* const list = portable::game_list(count);
    return {list, std::size_t(count)};
}

Ruleset ruleset_of(std::string_view game, std::span<int const> values) {
    for (std::size_t i = 0; i < games().size(); ++i) {
        GameInfo const& info = games()[i];
        if (info.name != game) continue;
        if (values.size() != std::size_t(info.values) || !info.holds(values.data())) break;
        Ruleset ruleset{int(i), {}};
        std::copy(values.begin(), values.end(), ruleset.values);
        return ruleset;
    }
    throw BadRuleset("no compiled rules hold this ruleset of " + std::string(game));
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
