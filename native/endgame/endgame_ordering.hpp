// The evaluation in the exact endgame: it orders moves, and in passes of some selectivity it stands for a search.
#pragma once

#include "core/outflanking.hpp"
#include "endgame/last_empties.hpp"
#include "endgame/split_point.hpp"
#include "search/patterns.hpp"

namespace turncoat::TURNCOAT_CPU {

inline Bits64 placements_on(Grid64 const& grid, Bits64 own, Bits64 opp) {
    return behind_lines(grid, own, opp) & grid.cells & ~(own | opp);
}

inline EndgameMove placed(Grid64 const& grid, Bits64 own, Bits64 opp, int cell) {
    Bits64 const turns = outflanked(grid, own, opp, cell);
    return {opp ^ turns, own | turns | one<Bits64>(cell), 0, cell, 0};
}

/// A position with what its patterns show.
struct EvaluatedPosition {
    Bits64 own, opp;
    int side;
    PatternIndices indices;

    EvaluatedPosition(Bits64 own, Bits64 opp, int side) : own(own), opp(opp), side(side) {}
};

/// An evaluation to order moves by.
class OrderingEvaluator {
  public:
    virtual void read(EvaluatedPosition&) const = 0;
    /// The same after a move, or a pass, from the position before it.
    virtual void update(EvaluatedPosition&, EvaluatedPosition const& before) const = 0;
    /// In hundredths of a stone for the side to move.
    virtual int evaluate(EvaluatedPosition const&) const = 0;

  protected:
    ~OrderingEvaluator() = default;
};

/// Alpha-beta over a few plies with the evaluation at its leaves.
class ShallowSearch {
    // It need not go on where an evaluation is clear of the window by so much, and so much more for each ply.
    static constexpr int kClear = 300, kClearPly = 150;
    static constexpr int kLowest = -20000;

    Grid64 const& grid_;
    NodeCounter& nodes_;
    OrderingEvaluator const* evaluator_ = nullptr;

  public:
    static constexpr int kMaxDepth = 6;

    ShallowSearch(Grid64 const& grid, NodeCounter& nodes) : grid_(grid), nodes_(nodes) {}

    void set_evaluator(OrderingEvaluator const* evaluator) { evaluator_ = evaluator; }
    bool available() const { return evaluator_; }

    EvaluatedPosition read(Bits64 own, Bits64 opp) const {
        EvaluatedPosition at(own, opp, 0);
        evaluator_->read(at);
        return at;
    }
    int evaluate(EvaluatedPosition const& at) const { return evaluator_->evaluate(at); }

    /// The value after a move, for the side to move then.
    int value_after(EvaluatedPosition const& before, EndgameMove const& move, int alpha, int beta, int depth) {
        nodes_.add();
        EvaluatedPosition at(move.own, move.opp, !before.side);
        evaluator_->update(at, before);
        return depth ? value(at, alpha, beta, depth) : evaluator_->evaluate(at);
    }

    /// The value after a few moves more, at least one.
    int value(EvaluatedPosition const& at, int alpha, int beta, int depth) {
        Bits64 const moves = placements_on(grid_, at.own, at.opp);
        if (!moves) {
            if (!placements_on(grid_, at.opp, at.own)) return 100 * (popcount(at.own) - popcount(at.opp));
            return -value_after(at, {at.opp, at.own, 0, 0, 0}, -beta, -alpha, depth);
        }
        int const eval = evaluator_->evaluate(at), margin = kClear + depth * kClearPly;
        if (eval >= beta + margin || eval <= alpha - margin) return eval;
        EndgameNode node;
        for (Bits64 left = moves; left; left &= left - 1) {
            EndgameMove& next = node.moves[node.count++] = placed(grid_, at.own, at.opp, lsb(left));
            if (depth > 1) next.score = -popcount(placements_on(grid_, next.own, next.opp));
        }
        int best = kLowest;
        for (int i = 0; i < node.count && alpha < beta; ++i) {
            node.pick_best(i);
            best = LastEmpties::most(best, -value_after(at, node.moves[i], -beta, -alpha, depth - 1));
            alpha = LastEmpties::most(alpha, best);
        }
        return best;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
