// Reversi in one translation unit: search, self-play, fit, solver, enumeration and UCT, compiled once for each
// processor.

#include "../search/reversi.hpp"

#include "unit.hpp"

namespace turncoat::TURNCOAT_CPU {

GameUnit const& reversi_unit() { return Unit<OnGrid<Reversi>>::kMakers; }

}  // namespace turncoat::TURNCOAT_CPU
