// What the search knows of VECT-REVERSE beyond its rules.  Values are 400 times the log-odds of winning.
#pragma once

#include "../rules/vect_reverse.hpp"
#include "traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <>
struct SearchTraits<VectReverse> {
    using Rules = VectReverse;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;
    static constexpr bool counts_lead = false;
    static constexpr bool corrected = false;
    static constexpr double kScale = 400;
    static constexpr int kUsualFlips = 1;
    static constexpr int kEvalOrderingDepth = 0;
    static constexpr int kTableDepth = 3;
    static constexpr bool kSortFrontier = true;

    static constexpr int probcut_error(int depth, int shallow) { return error_in_odds(depth, shallow); }

    static std::uint32_t word(State const& at) { return at.word; }
    static bool finished(Rules const&, State const& at) { return at.ending() != Rules::GoesOn; }
    static Value final_value(Rules const& rules, State const& at, int ply) {
        Outcome const outcome = rules.outcome(at);
        if (outcome.winner < 0) return 0;
        return outcome.winner == at.side() ? win_in(ply) : -win_in(ply);
    }
    static int outcome(Rules const& rules, State const& at) {
        int const winner = rules.outcome(at).winner;
        return winner < 0 ? 0 : winner == at.side() ? 1 : -1;
    }

    static Value handcrafted(Rules const& rules, State const& at) {
        int const lead = rules.points(at.own, at.opp) - rules.points(at.opp, at.own);
        int const middle = members(at.own & Rules::kCenterArea) - members(at.opp & Rules::kCenterArea);
        int const near =
            members(around(rules.grid, rules.bases) & at.own) - members(around(rules.grid, rules.bases) & at.opp);
        return 250 * lead + 25 * middle + 15 * near + 10 * (members(at.own) - members(at.opp)) +
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
