// What the search knows of Invector beyond its rules.  Values are 400 times the log-odds of winning.
#pragma once

#include "games/invector/rules.hpp"
#include "search/traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct SearchTraits<Invector<Grid>> : DefaultTraits<Invector<Grid>> {
    using Rules = Invector<Grid>;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;

    static bool finished(Rules const&, State const& at) { return Rules::over(at); }
    static Value final_value(Rules const&, State const& at, int ply) { return at.own ? win_in(ply) : -win_in(ply); }
    static int outcome(Rules const&, State const& at) { return at.own ? 1 : -1; }

    static Value handcrafted(Rules const& rules, State const& at) {
        // Where one side can capture so can the other, so that only steps make a difference in mobility.
        Bits const open = rules.grid.cells & ~(at.own | at.opp);
        int steps = 0;
        each_direction<0, Rules::kWays>([&](auto way) {
            Bits const able = rules.grid.template shift<opposite(Rules::kWay[way])>(open) & rules.closer[way];
            steps += popcount(at.own & able) - popcount(at.opp & able);
        });
        return 150 * (popcount(at.own) - popcount(at.opp)) + 20 * steps + 20;
    }

    static int quick_order_score(Rules const&, State const&, Move move) {
        return move.kind == MoveKind::Capture ? 1 << 15 : 0;
    }

    /// Captures first, those that cannot be taken back before the others.
    static int order_score(Rules const& rules, State const& at, Move move, State const& after, int) {
        if (move.kind != MoveKind::Capture && move.kind != MoveKind::Step) return 0;
        Bits const here = one<Bits>(move.to);
        Bits const beside = rules.grid.template shift<0>(here) | rules.grid.template shift<1>(here) |
                            rules.grid.template shift<4>(here) | rules.grid.template shift<5>(here);
        int const attacked = (beside & after.own) != 0, guarded = (beside & after.opp) != 0;
        (void)at;
        return (move.kind == MoveKind::Capture ? 1000 : 0) - 600 * attacked + 200 * guarded;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
