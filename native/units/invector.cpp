// Invector in one translation unit: search, self-play, fit, solver, enumeration and UCT, compiled once for each
// processor.

#include "../search/invector.hpp"

#include "unit.hpp"

namespace turncoat::TURNCOAT_CPU {

GameUnit const& invector_unit() { return Unit<OnGrid<Invector>>::kMakers; }

}  // namespace turncoat::TURNCOAT_CPU
