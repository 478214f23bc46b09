// What the search knows of Reversi beyond its rules.  A value is a lead in hundredths of a coin, at the end too.
#pragma once

#include "endgame/endgame_solver.hpp"
#include "games/reversi/rules.hpp"
#include "search/traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct SearchTraits<Reversi<Grid>> : DefaultTraits<Reversi<Grid>>, WithEndgameSolver<Grid> {
    using Rules = Reversi<Grid>;
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;
    static constexpr bool counts_lead = true;
    static constexpr bool corrected = false;
    static constexpr double kScale = 500;
    static constexpr int kUsualFlips = 4;
    static constexpr int kEvalOrderingDepth = 8;
    static constexpr int kTableDepth = 4;
    static constexpr bool kSortFrontier = false;

    /// The standard deviation, as measured.
    static constexpr int probcut_error(int depth, int shallow) { return 260 + 25 * (depth - shallow) - 12 * shallow; }

    /// Coins in reserve change nothing on the board.
    static std::uint32_t word(State const& at) { return std::uint32_t(at.side()); }

    static bool finished(Rules const& rules, State const& at) {
        return !at.own || !at.opp || (at.own | at.opp) == rules.grid.cells;
    }
    static Value final_value(Rules const&, State const& at, int) { return 100 * (popcount(at.own) - popcount(at.opp)); }
    static int outcome(Rules const&, State const& at) { return popcount(at.own) - popcount(at.opp); }

    static Value handcrafted(Rules const& rules, State const& at) {
        Bits const corner = corners(rules.grid), open = rules.grid.cells & ~(at.own | at.opp);
        int const mobility = popcount(rules.placements(at.own, at.opp)) - popcount(rules.placements(at.opp, at.own));
        int const frontier =
            popcount(neighbours(rules.grid, at.opp) & open) - popcount(neighbours(rules.grid, at.own) & open);
        Bits const risky = neighbours(rules.grid, corner & open);
        return 100 + 80 * mobility + 25 * frontier + 900 * (popcount(at.own & corner) - popcount(at.opp & corner)) -
               250 * (popcount(at.own & risky) - popcount(at.opp & risky));
    }

    static int quick_order_score(Rules const& rules, State const&, Move move) {
        return move.kind == MoveKind::Place && has(corners(rules.grid), move.to) ? 1 << 15 : 0;
    }

    /// Corners first, then where the opponent is left with little to do.
    static int order_score(Rules const& rules, State const& at, Move move, State const& after, int depth) {
        if (move.kind != MoveKind::Place) return 0;
        int const corner = has(corners(rules.grid), move.to) ? 2000 : 0;
        if (depth < 3) return corner - 20 * popcount(neighbours(rules.grid, after.opp) & ~(after.own | after.opp));
        Bits const answers = rules.placements(after.own, after.opp);
        return corner - 100 * popcount(answers) - 200 * popcount(answers & corners(rules.grid)) -
               10 * popcount(neighbours(rules.grid, at.own) & ~(at.own | at.opp));
    }
};

}  // namespace turncoat::TURNCOAT_CPU
