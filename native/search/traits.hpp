// What a search asks of a game beyond its rules.
#pragma once

#include "core/bits.hpp"
#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
struct SearchTraits;

inline constexpr Value win_in(int ply) { return kWin - ply; }

/// Whether the move makes it the other player's turn; a swap leaves the side to move but gives it to the other.
template <class State>
inline bool changes_player(State const& at, State const& after, Move move) {
    return after.side() != at.side() || move.kind == MoveKind::Swap;
}

/// Answers that any rules can give.  A game's traits replace what they know better.
template <class Rules>
struct DefaultTraits {
    using State = typename Rules::State;

    /// Whether results differ by more than won, drawn and lost.
    static constexpr bool counts_lead = false;
    /// How much value makes the odds of winning e to 1.
    static constexpr double kScale = 400;
    /// Whether trained weights correct the handcrafted evaluation, or stand for themselves, which is faster.
    static constexpr bool corrected = true;
    /// How many stones a move usually turns; above 1 every move but a pass places one stone and turns some.
    static constexpr int kUsualFlips = 1;
    /// Up to this depth all moves are evaluated before any is searched; 0 where that does not pay.
    static constexpr int kEvalOrderingDepth = 0;
    /// From this depth on the table is asked; below, that costs more than it saves.
    static constexpr int kTableDepth = 3;
    /// Whether moves at depth 1 are tried in the order of their history, or as they come.
    static constexpr bool kSortFrontier = true;

    /// How far a shallow search may be from a deeper one, for ProbCut: where values are 400 times the log-odds, about
    /// the standard deviation measured in Verto, more than that in the other games.
    static constexpr int probcut_error(int depth, int shallow) { return 150 + 15 * (depth - shallow); }

    /// What beside stones tells positions apart, for the table's key.
    static std::uint32_t word(State const& at) { return at.word; }

    /// Whether the game is surely over; a cheap test may overlook an end that no move shows.
    static bool finished(Rules const& rules, State const& at) { return !rules.count(at); }

    /// What a fit learns from, for the side to move: the lead at the end where it counts, else 1, 0 or -1.
    static int outcome(Rules const& rules, State const& at) {
        int const winner = rules.outcome(at).winner;
        return winner < 0 ? 0 : winner == at.side() ? 1 : -1;
    }

    /// The value of an ended game for the side to move.
    static Value final_value(Rules const& rules, State const& at, int ply) {
        return SearchTraits<Rules>::outcome(rules, at) * win_in(ply);
    }

    /// A sensible evaluation on any board, where no trained weights are.
    static Value handcrafted(Rules const& rules, State const& at) {
        auto const [first, second] = rules.score(at);
        return 50 * (at.side() ? second - first : first - second);
    }

    /// How early a move should be tried, looking at the position after it.
    static int order_score(Rules const&, State const&, Move, State const&, int /*depth*/) { return 0; }
    /// The same without that position, for depth 1.
    static int quick_order_score(Rules const&, State const&, Move) { return 0; }

    // Where there are such:
    // using Endgame       a solver of endgames, as endgame/endgame_solver.hpp
    // using StaticBounds  what the stones say of the end, for solvers, as solver/static_bounds.hpp
};

/// Specialised in games/<game>/search.hpp.
template <class Rules>
struct SearchTraits : DefaultTraits<Rules> {};

}  // namespace turncoat::TURNCOAT_CPU
