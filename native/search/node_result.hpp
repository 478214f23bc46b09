// What the moves of a node have shown so far.
#pragma once

#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

struct NodeResult {
    Value best = -kInfinite;
    Move move;
    bool all_proved = true, best_proved = false;
    bool forced = false;    // there is no other move
    bool futility = false;  // some moves were not searched
    int searched = 0;       // reductions count no others

    bool improves(Value value, Move by, bool proved) {
        if (value <= best) return false;
        best = value;
        move = by;
        best_proved = proved;
        return true;
    }
    /// A bound holds for good if what it rests on does: one move for "at least", all of them for "at most".
    bool proved(Value beta) const {
        return best >= beta ? best_proved : all_proved || (best_proved && best >= kProvedWin);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
