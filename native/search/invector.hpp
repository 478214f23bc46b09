// What the search knows of Invector beyond its rules.  Values are 400 times the log-odds of winning.
#pragma once

#include "../rules/invector.hpp"
#include "sense.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct Sense<Invector<Grid>> {
    using Rules = Invector<Grid>;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;
    static constexpr bool counts_lead = false;
    static constexpr bool corrected = true;
    static constexpr double kScale = 400;
    static constexpr int kTurned = 1;
    static constexpr int kJudged = 0;
    static constexpr int kTabled = 3;
    static constexpr bool kSorted = true;

    static constexpr int error(int depth, int shallow) { return error_in_odds(depth, shallow); }

    static std::uint32_t word(State const& at) { return at.word; }
    static bool finished(Rules const&, State const& at) { return Rules::over(at); }
    static Value final_value(Rules const&, State const& at, int ply) { return at.own ? won(ply) : -won(ply); }
    static int outcome(Rules const&, State const& at) { return at.own ? 1 : -1; }

    static Value general(Rules const& rules, State const& at) {
        // Where one side can capture so can the other, so that only steps make a difference in mobility.
        Bits const open = rules.grid.cells & ~(at.own | at.opp);
        int steps = 0;
        each_direction<0, Rules::kWays>([&](auto way) {
            Bits const able = rules.grid.template step<opposite(Rules::kWay[way])>(open) & rules.closer[way];
            steps += members(at.own & able) - members(at.opp & able);
        });
        return 150 * (members(at.own) - members(at.opp)) + 20 * steps + 20;
    }

    static int haste(Rules const&, State const&, Move move) { return move.kind == Kind::Capture ? 1 << 15 : 0; }

    /// Captures first, those that cannot be taken back before the others.
    static int promise(Rules const& rules, State const& at, Move move, State const& after, int) {
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
