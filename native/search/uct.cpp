// Which of the compiled trees this machine can run.

#include "../uct.hpp"

#include <algorithm>

#include "../kernels.hpp"

namespace turncoat {

namespace portable {
Uct* make_uct(Ruleset const&, std::size_t bytes);
}
namespace avx2 {
Uct* make_uct(Ruleset const&, std::size_t bytes);
}

Uct* uct_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    if (std::find(cpus().begin(), cpus().end(), cpu) == cpus().end()) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return avx2::make_uct(ruleset, bytes);
#endif
    return portable::make_uct(ruleset, bytes);
}

}  // namespace turncoat
