// The one list of games in native code.
#pragma once

#include "invector.hpp"
#include "reversi.hpp"
#include "vect_reverse.hpp"
#include "verto.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
constexpr GameInfo info() {
    return {Rules::name, Rules::kValues, &Rules::holds};
}

/// Calls f with rules on 64 bits where the board fits, on 128 otherwise.
template <template <class> class Rules, class F>
auto on_grid(Ruleset const& ruleset, F&& f) {
    auto const [width, height] = Rules<Grid64>::size(ruleset);
    return width <= 8 && height <= 8 ? f(Rules<Grid64>(ruleset)) : f(Rules<Grid128>(ruleset));
}

// A ruleset's `game` is the place in this list and the case below.
inline constexpr GameInfo kGames[] = {info<VectReverse>(), info<Verto<Grid64>>(), info<Invector<Grid64>>(),
                                      info<Reversi<Grid64>>()};

/// Calls f with the rules of the ruleset.
template <class F>
auto with_rules(Ruleset const& ruleset, F&& f) {
    switch (ruleset.game) {
        case 0:
            return f(VectReverse(ruleset));
        case 1:
            return on_grid<Verto>(ruleset, f);
        case 2:
            return on_grid<Invector>(ruleset, f);
        default:
            return on_grid<Reversi>(ruleset, f);
    }
}

}  // namespace turncoat::TURNCOAT_CPU
