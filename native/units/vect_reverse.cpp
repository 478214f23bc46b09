// VECT-REVERSE in one translation unit: search, self-play, fit, solver, enumeration and UCT, compiled once for each
// processor.

#include "../search/vect_reverse.hpp"

#include "unit.hpp"

namespace turncoat::TURNCOAT_CPU {

GameUnit const& vect_reverse_unit() { return Unit<OnBoard<VectReverse>>::kMakers; }

}  // namespace turncoat::TURNCOAT_CPU
