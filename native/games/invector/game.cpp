// Invector in one translation unit: rules, search, solver, UCT and training, compiled once for each processor.

#include "games/game_unit.hpp"
#include "games/invector/search.hpp"

namespace turncoat::TURNCOAT_CPU {

static Registration const registration(unit<OnGrid<Invector>>);

}  // namespace turncoat::TURNCOAT_CPU
