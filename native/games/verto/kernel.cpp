// Verto's rules: perft, random games and batches.

#include "games/kernel_unit.hpp"
#include "games/verto/rules.hpp"

namespace turncoat::TURNCOAT_CPU {

template Kernel* make_kernel<OnGrid<Verto>>(Ruleset const&);

}  // namespace turncoat::TURNCOAT_CPU
