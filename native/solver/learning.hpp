// What a checkpoint says was proved, checked before a solver takes it.
#pragma once

#include <string_view>

#include "core/text.hpp"
#include "solver/types.hpp"

namespace turncoat {

/// The bounds of a position's value as a text tells them; throws BadText where they are none.  Whether they are true
/// nobody can know without proving them again.
inline ProvedBounds read_bounds(Kernel const& kernel, GameValue most, std::string_view position, std::int64_t low,
                                std::int64_t high) {
    if (low < -most || high > most || low > high) throw BadText("nothing can be worth that");
    return {read_position(kernel, position), std::int16_t(low), std::int16_t(high)};
}

}  // namespace turncoat
