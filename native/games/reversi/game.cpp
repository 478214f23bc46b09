// Reversi in one translation unit: rules, search, solver, UCT and training, compiled once for each processor.

#include "games/game_unit.hpp"
#include "games/reversi/search.hpp"

namespace turncoat::TURNCOAT_CPU {

static Registration const registration(unit<OnGrid<Reversi>>);

}  // namespace turncoat::TURNCOAT_CPU
