// VECT-REVERSE in one translation unit: rules, search, solver, UCT and training, compiled once for each processor.

#include "games/game_unit.hpp"
#include "games/vect_reverse/search.hpp"

namespace turncoat::TURNCOAT_CPU {

static Registration const registration(unit<OnBoard<VectReverse>>);

}  // namespace turncoat::TURNCOAT_CPU
