// A game's rules behind kernel.hpp.
//
// Usually a part of the game's one unit.  A game may compile them in a unit of their own (verto/kernel.cpp): beside the
// searches gcc spends the registers of inner loops differently, which there cost two fifths of the speed of perft.
#pragma once

#include "core/game_rules.hpp"
#include "core/rules_kernel.hpp"

namespace turncoat::TURNCOAT_CPU {

/// A game on boards of any size: on 64 bits where the board fits in 8x8, on 128 otherwise.
template <template <class> class Rules>
struct OnGrid {
    using Any = Rules<Grid64>;

    template <class F>
    static auto with_rules(Ruleset const& ruleset, F const& f) {
        auto const [width, height] = Any::size(ruleset);
        return width <= 8 && height <= 8 ? f(Rules<Grid64>(ruleset)) : f(Rules<Grid128>(ruleset));
    }
};

/// A game on one board.
template <class Rules>
struct OnBoard {
    using Any = Rules;

    template <class F>
    static auto with_rules(Ruleset const& ruleset, F const& f) {
        return f(Rules(ruleset));
    }
};

template <class Game>
Kernel* make_kernel(Ruleset const& ruleset) {
    return Game::with_rules(ruleset,
                            []<class Rules>(Rules const& rules) -> Kernel* { return new RulesKernel<Rules>(rules); });
}

}  // namespace turncoat::TURNCOAT_CPU
