// One thread of the exact search: is the value of a position above a bound?
//
// The steps of a node carry their numbers below:
//   1 count and stop · 2 stability · 3 bounds known · 4 ProbCut, in a selective search · 5 pass or end of the game
//   6 the table's move · 7 enhanced transposition cutoff · 8 order the moves · 9 search them · 10 store
#pragma once

#include "endgame/bounds_table.hpp"
#include "endgame/endgame_cache.hpp"
#include "endgame/endgame_ordering.hpp"
#include "endgame/stability.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Tells a long search when it must end.
class StopCondition {
  public:
    virtual bool reached(std::uint64_t nodes) = 0;

  protected:
    ~StopCondition() = default;
};

class EndgameSearch {
    // By the number of empty cells: up to kParity moves are ordered by parity alone, from kTable on the table shared by
    // all is asked (fetching from it takes as long as hundreds of nodes), from kCutoff on the table is asked of every
    // move, from kEvaluate on moves are evaluated for ordering and selective searches differ from the proof, from
    // kSplit on idle threads may help.
    static constexpr int kParity = 5, kTable = 10, kCutoff = 11, kEvaluate = 13, kSplit = 13;
    static constexpr int kNone = LastEmpties::kNone, kAll = -kNone;
    static constexpr int kTableMove = 1 << 20;  // the score of a move that the table names
    static constexpr int kSpare = 6;     // with fewer stones beyond those that must be stable, a look hardly pays
    static constexpr int kMargin = 100;  // how far behind the best a move's exact evaluation does not matter any more
    static constexpr int kScoreWeight = 14;  // what a point of the plain score counts beside the evaluation
    // How far from the value a shallow search lies after 0, 2, 4 and 6 plies, in hundredths of a stone (the root of the
    // mean square, measured on positions of tournament games with 12 to 20 empty cells).
    static constexpr int kProbCutErrors[] = {1000, 840, 710, 600};
    static constexpr Bits64 kKeyStep = 0x9e3779b97f4a7c15;

    LastEmpties last_;
    Stability const& stability_;
    BoundsTable& table_;
    HelperThreads& helpers_;
    Bits64 const cells_, corners_;
    EndgameCache cache_;
    ShallowSearch shallow_{last_.grid(), last_.nodes};
    StopCondition* condition_ = nullptr;
    SplitPoint* split_point_ = nullptr;  // the one under which this thread works
    unsigned ticks_ = 0;
    int selectivity_ = 0;                                    // of this search
    Bits64 selectivity_key_ = 0, last_selectivity_key_ = 0;  // on the keys of this search, and of the one before

  public:
    EndgameSearch(Grid64 const& grid, Stability const& stability, BoundsTable& table, HelperThreads& helpers)
        : last_(grid),
          stability_(stability),
          table_(table),
          helpers_(helpers),
          cells_(grid.cells),
          corners_(corners(grid)) {}

    std::uint64_t nodes() const { return last_.nodes.get(); }
    void begin(OrderingEvaluator const* evaluator) {
        shallow_.set_evaluator(evaluator);
        last_.nodes.reset();
        ticks_ = 0;  // or where a budget of nodes ends a search would depend on the searches before
    }
    bool has_evaluator() const { return shallow_.available(); }
    /// From now on a selective search: a shallow one stands for it where it is clear of the bound by so many
    /// hundredths of its usual error.  0 is the proof, which prunes nothing.  What either finds is kept apart from
    /// the others, but a move that the search before found good is tried first.
    void begin_selective(int selectivity, int before) {
        selectivity_ = selectivity;
        selectivity_key_ = Bits64(selectivity) * kKeyStep;
        last_selectivity_key_ = Bits64(before) * kKeyStep;
    }
    /// Only the thread that leads has a condition; it stops the others.
    void stop_at(StopCondition* condition) { condition_ = condition; }
    void clear() { cache_.clear(); }

    Grid64 const& grid() const { return last_.grid(); }
    Bits64 placements(Bits64 own, Bits64 opp) const { return behind_lines(grid(), own, opp) & cells_ & ~(own | opp); }
    EndgameMove move(Bits64 own, Bits64 opp, int cell) const { return placed(grid(), own, opp, cell); }

    /// A bound of the value that lies on the same side of alpha; worthless when told to stop.
    int test(Bits64 own, Bits64 opp, int alpha) {
        Bits64 const empty = cells_ & ~(own | opp);
        int const empties = popcount(empty);
        return empties > kParity ? search(own, opp, alpha, empties) : search_last(own, opp, alpha, empty, empties);
    }

    /// The move that the table names, if any.
    int table_move(Bits64 own, Bits64 opp, Bits64 moves) const {
        int const empties = popcount(cells_ & ~(own | opp));
        std::uint8_t const move = probe(own, opp, key_of(own, opp, empties), empties).move;
        return move != kNoCell && has(moves, move) ? move : kNoCell;
    }

    /// Step 9. The moves of a node, the highest score first, until one is above alpha.
    void search_moves(EndgameNode& node) {
        for (int i = 0; i < node.count; ++i) {
            node.pick_best(i);
            // Young brothers wait: others may help once the first move has not settled the node.
            if (node.best > kNone && node.empties >= kSplit && i + 1 < node.count && helpers_.has_idle() &&
                split(node, i))
                return;
            EndgameMove const& move = node.moves[i];
            int const value = -after(move, -node.alpha - 1, node.empties - 1);
            // Small searches run to their end: what they note is never half a truth.
            if ((node.empties >= kTable && stopped()) || node.note(move, value)) return;
        }
    }

    /// Step 8. The order of the moves, but for their evaluation: the table's moves, then the plain score.
    void score_moves(EndgameNode& node, Bits64 own, Bits64 opp, Bounds const& known) const {
        Bits64 const odd = odd_cells(cells_ & ~(own | opp));
        for (int i = 0; i < node.count; ++i) {
            EndgameMove& next = node.moves[i];
            next.score = next.cell == known.move     ? 2 * kTableMove
                         : next.cell == known.second ? kTableMove
                                                     : plain_score(next, has(odd, next.cell));
        }
    }

    /// Helps the others until told to end.
    void help(Stop const& until) {
        helpers_.idle(1);
        while (!until.asked()) {
            if (SplitPoint* const point = helpers_.join(nullptr)) {
                helpers_.idle(-1);
                work_on(*point);
                helpers_.idle(1);
            } else
                sched_yield();
        }
        helpers_.idle(-1);
    }

    bool stopped() const { return helpers_.stopped() || (split_point_ && split_point_->is_cut()); }

  private:
    /// Asks every time where evaluations may have taken long, else now and then.
    bool must_stop(int empties) {
        if (condition_ && (empties >= kEvaluate || !(++ticks_ & 15)) && condition_->reached(last_.nodes.get()))
            helpers_.stop(true);
        return stopped();
    }

    int search(Bits64 own, Bits64 opp, int alpha, int empties) {
        // Step 1. Count the node, and stop where a limit is reached.
        last_.nodes.add();
        if (empties >= kTable && must_stop(empties)) return 0;

        // Step 2. Stability: the opponent's stable stones alone may keep the value from being above alpha.
        int bound;
        if (stability_cut(own, opp, alpha, bound)) return bound;

        // Step 3. Bounds known from the table or the cache.
        Bits64 const key = key_of(own, opp, empties);
        Bounds known = probe(own, opp, key, empties);
        if (known.low > alpha) return known.low;
        if (known.high <= alpha) return known.high;

        if (empties >= kEvaluate && selectivity_key_ != last_selectivity_key_) {
            if (selectivity_ && probcut(own, opp, alpha, empties, bound)) return bound;
            Bounds before;
            if (known.move == kNoCell && table_.probe(key ^ selectivity_key_ ^ last_selectivity_key_, before))
                known.move = before.move, known.second = before.second;
        }

        // Step 5. Without a move the turn passes, or the game is over.
        Bits64 const moves = placements(own, opp);
        if (!moves) {
            if (!placements(opp, own)) return popcount(own) - popcount(opp);
            return -search(opp, own, -alpha - 1, empties);
        }

        EndgameNode node;
        node.alpha = alpha;
        node.empties = empties;
        if (table_cuts(node, own, opp, moves, known)) return node.best;

        // Step 10. Store the bound, and the move that set it.
        if (empties >= kTable && stopped()) return 0;
        store(node, own, opp, key);
        return node.best;
    }

    void store(EndgameNode const& node, Bits64 own, Bits64 opp, Bits64 key) {
        bool const above = node.best > node.alpha;
        if (node.empties < kTable && above)
            cache_.store_low(own, opp, key, node.best, node.move);
        else if (node.empties < kTable)
            cache_.store_high(own, opp, key, node.best);
        else if (above)
            table_.store(key, node.empties, node.best, kAll, node.move);
        else
            table_.store(key, node.empties, kNone, node.best, kNoCell);
    }

    int after(EndgameMove const& move, int alpha, int empties) {
        if (empties > kParity) return search(move.own, move.opp, alpha, empties);
        return search_last(move.own, move.opp, alpha, cells_ & ~(move.own | move.opp), empties);
    }

    /// Searches the moves of a node; whether the table knew that one settles it, which need not be stored again.
    bool table_cuts(EndgameNode& node, Bits64 own, Bits64 opp, Bits64 moves, Bounds const& known) {
        // Step 6. The table's move, before the others take long to be evaluated.
        if (node.empties >= kEvaluate && known.move != kNoCell && has(moves, known.move)) {
            EndgameMove const first = move(own, opp, known.move);
            int const value = -after(first, -node.alpha - 1, node.empties - 1);
            if (stopped() || node.note(first, value)) return false;
            moves &= ~one<Bits64>(known.move);
        }
        if (gather(node, own, opp, moves, known)) return true;
        search_moves(node);
        return false;
    }

    /// Fills a node with its moves, in order; whether the table knows that one of them settles it.
    bool gather(EndgameNode& node, Bits64 own, Bits64 opp, Bits64 moves, Bounds const& known) {
        bool const look = node.empties >= kCutoff;
        for (Bits64 left = moves; left; left &= left - 1) {
            EndgameMove& next = node.moves[node.count++] = move(own, opp, lsb(left));
            if (!look) continue;
            next.key = key_of(next.own, next.opp, node.empties - 1);
            table_.prefetch(next.key);
        }
        score_moves(node, own, opp, known);

        // Step 7. Enhanced transposition cutoff: a move to a position whose bound settles the node.
        if (look)
            for (int i = 0; i < node.count; ++i) {
                Bounds child;
                if (table_.probe(node.moves[i].key, child) && -child.high > node.alpha) {
                    node.best = -child.high;
                    return true;
                }
            }
        if (shallow_.available() && node.empties >= kEvaluate) evaluate_for_ordering(node, own, opp);
        return false;
    }

    /// Fewest answers first, fewer places to come by answers, parity, corners.
    [[gnu::always_inline]] int plain_score(EndgameMove const& next, bool odd) const {
        Bits64 const answers = placements(next.own, next.opp), open = cells_ & ~(next.own | next.opp);
        return -20 * popcount(answers) - 32 * popcount(answers & corners_) -
               8 * popcount(neighbours(grid(), next.opp) & open) + (odd ? 10 : 0) + (has(corners_, next.cell) ? 12 : 0);
    }

    /// Adds the value of a shallow search to the score of every move that the table did not name.
    void evaluate_for_ordering(EndgameNode& node, Bits64 own, Bits64 opp) {
        EvaluatedPosition const at = shallow_.read(own, opp);
        // Where no move is expected to be above alpha, their order hardly matters.
        int const care = shallow_.evaluate(at) < 100 * node.alpha ? -1 : 1;
        int const depth =
            LastEmpties::most(0, LastEmpties::least((node.empties - kEvaluate) / 2 + care, ShallowSearch::kMaxDepth));
        int scores[EndgameNode::kMaxMoves], top = -10000;
        for (int i = 0; i < node.count; ++i) {
            node.pick_best(i);
            EndgameMove const& next = node.moves[i];
            scores[i] = next.score;
            if (next.score >= kTableMove) continue;
            int const value = -shallow_.value_after(at, next, -20000, kMargin - top, depth);
            scores[i] = kScoreWeight * next.score + value;
            top = LastEmpties::most(top, value);
        }
        for (int i = 0; i < node.count; ++i) node.moves[i].score = scores[i];
    }

    /// Step 4. ProbCut: in a selective search a shallow search clear of alpha tells on which side the value lies.
    bool probcut(Bits64 own, Bits64 opp, int alpha, int empties, int& bound) {
        int const depth = LastEmpties::least(ShallowSearch::kMaxDepth, (empties - 12) / 4 * 2 + 2);
        int const margin = selectivity_ * kProbCutErrors[depth / 2] / 100;
        EvaluatedPosition const at = shallow_.read(own, opp);
        bool const above = shallow_.evaluate(at) > 100 * alpha;
        int const bar = above ? 100 * (alpha + 1) + margin - 1 : 100 * alpha - margin;
        if ((shallow_.value(at, bar, bar + 1, depth) > bar) != above) return false;
        bound = alpha + above;
        return true;
    }

    [[gnu::always_inline]] bool stability_cut(Bits64 own, Bits64 opp, int alpha, int& bound) const {
        if (last_.size() - 2 * (popcount(opp) - kSpare) > alpha) return false;
        bound = last_.size() - 2 * popcount(stability_.of(opp, own));
        return bound <= alpha;
    }

    Bits64 key_of(Bits64 own, Bits64 opp, int empties) const {
        return table_.key(own, opp) ^ (empties >= kEvaluate ? selectivity_key_ : 0);
    }

    Bounds probe(Bits64 own, Bits64 opp, Bits64 key, int empties) const {
        if (empties < kTable) return cache_.probe(own, opp, key);
        Bounds known;
        table_.probe(key, known);
        return known;
    }

    /// Empty cells in quarters of the board with an odd number of them: who begins there moves there last.
    Bits64 odd_cells(Bits64 empty) const {
        Bits64 odd = 0;
        for (Bits64 left = empty; left;) {
            Bits64 const quarter = last_.quarter(lsb(left));
            if (popcount(empty & quarter) & 1) odd |= empty & quarter;
            left &= ~quarter;
        }
        return odd;
    }

    int search_last(Bits64 own, Bits64 opp, int alpha, Bits64 empty, int empties) {
        if (empties > 4) return five_left(own, opp, alpha, empty);
        if (empties == 4) return last_.four_left(own, opp, alpha, empty);
        int cell[3], place = 0;
        for (Bits64 set = empty; set; set &= set - 1) cell[place++] = lsb(set);
        switch (empties) {
            case 3:
                return last_.three_left(own, opp, alpha, cell[0], cell[1], cell[2]);
            case 2:
                return last_.two_left(own, opp, alpha, cell[0], cell[1]);
            case 1:
                return last_.one_left(own, cell[0]);
            default:
                return popcount(own) - popcount(opp);
        }
    }

    int five_left(Bits64 own, Bits64 opp, int alpha, Bits64 empty) {
        static_assert(kParity == 5);
        last_.nodes.add();
        int bound;
        if (stability_cut(own, opp, alpha, bound)) return bound;
        Bits64 const moves = behind_lines(grid(), own, opp) & empty;
        if (!moves) {
            if (!(behind_lines(grid(), opp, own) & empty)) return popcount(own) - popcount(opp);
            return -five_left(opp, own, -alpha - 1, empty);
        }
        int best = kNone;
        Bits64 const odd = odd_cells(empty);
        for (Bits64 part : {moves & odd, moves & ~odd})
            for (; part; part &= part - 1) {
                EndgameMove const next = move(own, opp, lsb(part));
                int const value = -last_.four_left(next.own, next.opp, -alpha - 1, empty ^ (part & -part));
                if (value > alpha) return value;
                best = LastEmpties::most(best, value);
            }
        return best;
    }

    /// Lets idle threads take moves of the node too; false if there is no room for it.
    bool split(EndgameNode& node, int from) {
        for (int i = from + 1; i < node.count; ++i) node.pick_best(i);
        SplitPoint point(split_point_, node, from);
        if (!helpers_.open(point)) return false;
        take_moves(point);
        helpers_.close(point);
        while (!helpers_.is_done(point)) {  // help those who help
            if (SplitPoint* const below = helpers_.join(&point))
                work_on(*below);
            else {
                must_stop(node.empties);
                sched_yield();
            }
        }
        return true;
    }

    void work_on(SplitPoint& point) {
        take_moves(point);
        helpers_.leave(point);
    }

    void take_moves(SplitPoint& point) {
        SplitPoint* const before = split_point_;
        split_point_ = &point;
        while (EndgameMove const* move = point.take()) {
            int const value = -after(*move, -point.node.alpha - 1, point.node.empties - 1);
            if (stopped()) break;
            point.note(*move, value);
        }
        split_point_ = before;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
