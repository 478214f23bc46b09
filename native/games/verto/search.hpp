// What the search knows of Verto beyond its rules.  A won game is worth kLead and 50 for every stone of the margin.
#pragma once

#include "games/verto/rules.hpp"
#include "games/verto/stable_stones.hpp"
#include "search/traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct SearchTraits<Verto<Grid>> : DefaultTraits<Verto<Grid>> {
    using Rules = Verto<Grid>;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;
    using StaticBounds = StableStones<Rules>;
    static constexpr bool counts_lead = true;
    static constexpr Value kLead = 20000;  // above every evaluation, so that winning comes before winning high

    static bool finished(Rules const& rules, State const& at) { return !rules.empty(at); }
    static Value final_value(Rules const&, State const& at, int) {
        int const lead = popcount(at.own) - popcount(at.opp);
        return lead ? (lead > 0 ? kLead : -kLead) + 50 * lead : 0;
    }
    static int outcome(Rules const&, State const& at) {
        int const lead = popcount(at.own) - popcount(at.opp);
        return (lead > 0) - (lead < 0);
    }

    static Value handcrafted(Rules const& rules, State const& at) {
        Bits const open = rules.empty(at);
        int mine = 0, theirs = 0;  // captures at hand
        State const turned{at.opp, at.own, pack(0, kNoCell)};
        each_direction([&](auto d) {
            mine += popcount(rules.template capturing<d>(at, open));
            theirs += popcount(rules.template capturing<d>(turned, open));
        });
        return 60 * (popcount(at.own) - popcount(at.opp)) + 25 * mine - 20 * theirs + 60 * Rules::mid_turn(at);
    }

    static int quick_order_score(Rules const&, State const&, Move move) {
        return move.kind == MoveKind::Capture ? 1 << 15 : 0;
    }

    static int order_score(Rules const& rules, State const&, Move move, State const& after, int) {
        if (move.to == kNoCell) return 0;  // a pass
        if (move.kind != MoveKind::Capture) return -popcount(neighbours(rules.grid, one<Bits>(move.to)) & after.own);
        return 1000 + (Rules::mid_turn(after) ? 500 : 0);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
