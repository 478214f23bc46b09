// What the search knows of Invector beyond its rules.  Values are 400 times the log-odds of winning.
#pragma once

#include "../rules/invector.hpp"
#include "traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct SearchTraits<Invector<Grid>> {
    using Rules = Invector<Grid>;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;
    static constexpr bool counts_lead = false;
    static constexpr bool corrected = true;
    static constexpr double kScale = 400;
    static constexpr int kUsualFlips = 1;
    static constexpr int kEvalOrderingDepth = 0;
    static constexpr int kTableDepth = 3;
    static constexpr bool kSortFrontier = true;

    static constexpr int probcut_error(int depth, int shallow) { return error_in_odds(depth, shallow); }

    static std::uint32_t word(State const& at) { return at.word; }
    static bool finished(Rules const&, State const& at) { return Rules::over(at); }
    static Value final_value(Rules const&, State const& at, int ply) { return at.own ? win_in(ply) : -win_in(ply); }
    static int outcome(Rules const&, State const& at) { return at.own ? 1 : -1; }

    static Value handcrafted(Rules const& rules, State const& at) {
        // Where one side can capture so can the other, so that only steps make a difference in mobility.
        Bits const open = rules.grid.cells & ~(at.own | at.opp);
        int steps = 0;
        each_direction<0, Rules::kWays>([&](auto way) {
            Bits const able = rules.grid.template step<opposite(Rules::kWay[way])>(open) & rules.closer[way];
            steps += members(at.own & able) - members(at.opp & able);
        });
        return 150 * (members(at.own) - members(at.opp)) + 20 * steps + 20;
    }

    static int quick_order_score(Rules const&, State const&, Move move) {
        return move.kind == Kind::Capture ? 1 << 15 : 0;
    }

    /// Captures first, those that cannot be taken back before the others.
    static int order_score(Rules const& rules, State const& at, Move move, State const& after, int) {
        if (move.kind != Kind::Capture && move.kind != Kind::Step) return 0;
        Bits const here = one<Bits>(move.to);
        Bits const beside = rules.grid.template step<0>(here) | rules.grid.template step<1>(here) |
                            rules.grid.template step<4>(here) | rules.grid.template step<5>(here);
        int const attacked = (beside & after.own) != 0, guarded = (beside & after.opp) != 0;
        (void)at;
        return (move.kind == Kind::Capture ? 1000 : 0) - 600 * attacked + 200 * guarded;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
