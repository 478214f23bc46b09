// What the search knows of VECT-REVERSE beyond its rules.  Values are 400 times the log-odds of winning.
#pragma once

#include "games/vect_reverse/rules.hpp"
#include "search/traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <>
struct SearchTraits<VectReverse> : DefaultTraits<VectReverse> {
    using Rules = VectReverse;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;
    static constexpr bool corrected = false;

    static bool finished(Rules const&, State const& at) { return at.ending() != Rules::GoesOn; }

    static Value handcrafted(Rules const& rules, State const& at) {
        int const lead = rules.points(at.own, at.opp) - rules.points(at.opp, at.own);
        int const middle = popcount(at.own & Rules::kCenterArea) - popcount(at.opp & Rules::kCenterArea);
        int const near = popcount(neighbours(rules.grid, rules.bases) & at.own) -
                         popcount(neighbours(rules.grid, rules.bases) & at.opp);
        return 250 * lead + 25 * middle + 15 * near + 10 * (popcount(at.own) - popcount(at.opp)) +
               120 * Rules::mid_turn(at);
    }

    static int quick_order_score(Rules const& rules, State const&, Move move) {
        Bits const bases = rules.bases | Rules::kCenterBase;
        return (move.to != kNoCell && has(bases, move.to)) || (move.from != kNoCell && has(bases, move.from)) ? 1 << 14
                                                                                                              : 0;
    }

    /// Taking or emptying bases first.
    static int order_score(Rules const& rules, State const& at, Move move, State const& after, int) {
        Bits const bases = rules.bases | Rules::kCenterBase;
        int score = 0;
        if (move.to != kNoCell && has(bases, move.to)) score += 800;
        if (move.from != kNoCell && has(bases, move.from)) score += 700;
        if (after.side() == at.side()) score += 300;
        return score;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
