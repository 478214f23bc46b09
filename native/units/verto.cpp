// Verto in one translation unit: search, self-play, fit, solver, enumeration and UCT, compiled once for each processor.

#include "../search/verto.hpp"

#include "unit.hpp"

namespace turncoat::TURNCOAT_CPU {

GameUnit const& verto_unit() { return Unit<OnGrid<Verto>>::kMakers; }

}  // namespace turncoat::TURNCOAT_CPU
