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
    static constexpr double kScale = 400;

    static std::uint32_t word(State const& at) { return at.word; }
    static bool finished(Rules const&, State const& at) { return Rules::over(at); }
    static Value final_value(Rules const&, State const& at, int ply) { return at.own ? won(ply) : -won(ply); }
    static int outcome(Rules const&, State const& at) { return at.own ? 1 : -1; }

    static Value general(Rules const& rules, State const& at) {
        State const turned{at.opp, at.own, at.word ^ 1};
        int mine = 0, theirs = 0;
        for (Bits stones : rules.ways(at).from) mine += members(stones);
        for (Bits stones : rules.ways(turned).from) theirs += members(stones);
        return 150 * (members(at.own) - members(at.opp)) + 20 * (mine - theirs) + 20;
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
