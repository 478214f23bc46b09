// Which of the compiled solvers this machine can run.

#include "../solvers.hpp"

#include <algorithm>

#include "../kernels.hpp"

namespace turncoat {

namespace portable {
Prover* make_prover(Ruleset const&, Method, std::size_t bytes);
Atlas* make_atlas(Ruleset const&, std::size_t bytes);
}  // namespace portable
namespace avx2 {
Prover* make_prover(Ruleset const&, Method, std::size_t bytes);
Atlas* make_atlas(Ruleset const&, std::size_t bytes);
}  // namespace avx2

namespace {
bool runs(std::string_view cpu) { return std::find(cpus().begin(), cpus().end(), cpu) != cpus().end(); }
}  // namespace

Prover* prover_for(Ruleset const& ruleset, std::string_view cpu, Method method, std::size_t bytes) {
    if (!runs(cpu)) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return avx2::make_prover(ruleset, method, bytes);
#endif
    return portable::make_prover(ruleset, method, bytes);
}

Atlas* atlas_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    if (!runs(cpu)) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return avx2::make_atlas(ruleset, bytes);
#endif
    return portable::make_atlas(ruleset, bytes);
}

}  // namespace turncoat
