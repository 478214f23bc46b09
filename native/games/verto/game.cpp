// Verto: search, solver, UCT and training; its rules are compiled in kernel.cpp.

#include "games/game_unit.hpp"
#include "games/verto/search.hpp"

namespace turncoat::TURNCOAT_CPU {

extern template Kernel* make_kernel<OnGrid<Verto>>(Ruleset const&);

static Registration const registration(unit<OnGrid<Verto>>);

}  // namespace turncoat::TURNCOAT_CPU
