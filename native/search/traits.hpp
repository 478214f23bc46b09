// The place where each game tells the search what its rules alone do not say.
#pragma once

#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Specialised for each game in its own header of this folder:
///   counts_lead         whether results differ by more than won, drawn and lost
///   kScale              how much value makes the odds of winning e to 1
///   word                what beside stones and side tells positions apart, for the table's key
///   finished            whether the game is surely over (a cheap test; it may overlook an end that no move shows)
///   final_value         value of an ended game for the side to move
///   outcome             what a fit learns from: the lead at the end where it counts, else 1, 0, -1, for the side to
///   move handcrafted         a sensible evaluation on any board, where no trained weights are corrected whether
///   trained weights correct that evaluation, or stand for themselves, which is faster probcut_error       how far a
///   shallow search may be from a deeper one, for ProbCut kUsualFlips         how many stones a move usually turns;
///   above 1 every move but a pass places one stone and turns
///                       some
///   kEvalOrderingDepth  up to this depth all moves are evaluated before any is searched; 0 where that does not pay
///   kTableDepth         from this depth on the table is asked; below, that costs more than it saves
///   kSortFrontier       whether moves at depth 1 are tried in the order of their history, or as they come
///   order_score         how early a move should be tried, looking at the position after it
///   quick_order_score   the same without that position, for depth 1
///   Exact               a solver of endgames, where there is one
///   StaticBounds        what the stones say of the end, where they say much; for solvers
template <class Rules>
struct SearchTraits;

inline constexpr Value win_in(int ply) { return kWin - ply; }

/// Whether the move makes it the other player's turn; a swap leaves the side to move but gives it to the other.
template <class State>
inline bool changes_player(State const& at, State const& after, Move move) {
    return after.side() != at.side() || move.kind == Kind::Swap;
}

/// The ProbCut error where values are 400 times the log-odds: about the standard deviation measured in Verto, more than
/// that in the other games.
inline constexpr int error_in_odds(int depth, int shallow) { return 150 + 15 * (depth - shallow); }

}  // namespace turncoat::TURNCOAT_CPU
