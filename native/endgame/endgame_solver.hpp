// The exact value of a position in a game of outflanking that ends with the lead in stones, and the line that gives it.
#pragma once

#include "core/symmetry.hpp"
#include "endgame/endgame_search.hpp"

namespace turncoat::TURNCOAT_CPU {

class EndgameSolver {
    Stability const stability_;
    BoundsTable table_;
    HelperThreads helpers_;
    Grid64 const grid_;
    int size_ = 0;
    static constexpr int kMaxThreads = 256;
    static constexpr int kFewestForSelective = 18;
    static constexpr int kSelectivities[] = {50, 100, 150, 200, 250, 0};
    static constexpr int kNodesPerEntry = 100;  // more room in the table saves hardly any nodes
    std::unique_ptr<EndgameSearch> threads_[kMaxThreads];

  public:
    /// Stages of a proof: selective searches, each less so than the one before, and at last the proof itself,
    /// which prunes nothing. Every one leaves a better guess and better moves to try first.
    static constexpr int kProof = sizeof kSelectivities / sizeof *kSelectivities - 1;

    /// What is asked: the best of some moves (none of them a pass), and between which bounds the value matters: for who
    /// wins, -1 and 1.
    struct Question {
        Bits64 own, opp, moves;
        int low = -64, high = 64, guess = 0;
        int first = kNoCell;     // the move to try first, where one is thought best
        bool wants_line = true;  // whether more than the first move is wanted
    };
    struct Answer {
        int value = 0, length = 0;
        std::uint8_t cells[kMaxCells];  // kNoCell is a pass
    };

    EndgameSolver(Grid64 const& grid, std::size_t bytes) : stability_(grid), table_(bytes), grid_(grid) {
        set_threads(1);
    }

    void set_threads(int threads) {
        for (; size_ < threads && size_ < kMaxThreads; ++size_)
            threads_[size_].reset(new EndgameSearch(grid_, stability_, table_, helpers_));
    }
    void clear() {
        table_.clear();
        for (int i = 0; i < size_; ++i) threads_[i]->clear();
    }
    void next_search() { table_.next_search(); }
    void next_generation() {
        table_.next_generation();
        for (int i = 0; i < size_; ++i) threads_[i]->clear();
    }
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (int i = 0; i < size_; ++i) sum += threads_[i]->nodes();
        return sum;
    }

    /// How many nodes a position with so many empty cells takes, more or less.
    double expected_nodes(int empties) const {
        double nodes = 0.85e6, growth = 1.08 + 1.0 * popcount(grid_.cells) / 64;
        for (; empties > 18; --empties) nodes *= growth;
        for (; empties < 18; ++empties) nodes /= 2;
        return nodes;
    }

    /// Before a search and all threads' part in it.
    void begin(OrderingEvaluator const* evaluator) {
        for (int i = 0; i < size_; ++i) threads_[i]->begin(evaluator);
    }
    void help(int number, Stop const& until) {
        if (number < size_) threads_[number]->help(until);
    }

    /// The stage to begin with: selective searches pay with many empty cells and an evaluator.
    int first_stage(int empties) const {
        return empties >= kFewestForSelective && threads_[0]->has_evaluator() ? 0 : kProof;
    }

    /// All stages; false when it had to stop.
    bool solve(Question question, StopCondition& condition, Answer& answer) {
        for (int stage = first_stage(empties_of(question)); stage <= kProof; ++stage) {
            if (!run_stage(question, stage, condition, answer)) return false;
            question.guess = answer.value;
            question.first = answer.cells[0];
        }
        return true;
    }

    /// One stage. False when it had to stop; a move that did better than the guess is then still told.
    bool run_stage(Question const& question, int stage, StopCondition& condition, Answer& answer) {
        int const empties = empties_of(question), selectivity = kSelectivities[stage];
        int const before = stage > first_stage(empties) ? kSelectivities[stage - 1] : 0;
        helpers_.stop(false);
        table_.make_room(expected_nodes(empties) / kNodesPerEntry);
        for (int i = 0; i < size_; ++i) threads_[i]->begin_selective(selectivity, before);
        EndgameSearch& lead = *threads_[0];
        lead.stop_at(&condition);
        EndgameNode node;
        node.empties = empties;
        each(question.moves, [&](int cell) {
            EndgameMove const next = lead.move(question.own, question.opp, cell);
            if (cell == question.first || !mirrors_some(node, next)) node.moves[node.count++] = next;
        });
        lead.score_moves(node, question.own, question.opp, {.move = std::uint8_t(question.first)});
        std::uint8_t const best = mtd(question, node, answer.value);
        if (lead.stopped()) {
            answer.length = best != kNoCell;
            answer.cells[0] = best;
            return false;
        }
        answer.cells[0] = std::uint8_t(best == kNoCell ? node.moves[0].cell : best);
        answer.length = 1;
        if (question.wants_line) extract_line(question, answer.cells[0], !selectivity, answer);
        return true;
    }

  private:
    int empties_of(Question const& question) const { return popcount(grid_.cells & ~(question.own | question.opp)); }

    /// Whether a move leads to a mirror image of what another does, as those of a symmetric position do.
    bool mirrors_some(EndgameNode const& node, EndgameMove const& move) const {
        for (int i = 0; i < node.count; ++i)
            for (int number = 1; number < symmetries(grid_); ++number) {
                Symmetry<Grid64> const way{grid_, number};
                if (way.set(move.own) == node.moves[i].own && way.set(move.opp) == node.moves[i].opp) return true;
            }
        return false;
    }

    /// MTD(f) with growing strides: tests against a bound until the value is known; the move that gives it.
    std::uint8_t mtd(Question const& question, EndgameNode& node, int& value) {
        int low = question.low, high = question.high, guess = question.guess, step = 1;
        std::uint8_t best = kNoCell;
        while (low < high) {
            node.alpha = clamp(guess - 1, low, high - 1);
            node.best = LastEmpties::kNone;
            node.move = kNoCell;
            threads_[0]->search_moves(node);
            if (threads_[0]->stopped()) break;
            bool const above = node.best > node.alpha;
            if (above) {
                best = node.move;
                move_to_front(node, best);
                low = clamp(node.best, low, high);
                guess = low + step;
            } else {
                high = clamp(node.best, low, high);
                guess = high - step + 1;
            }
            step = step < 8 ? step + 1 : step;  // a guess far off is left behind in strides
        }
        value = low;
        return best;
    }

    /// The line from a move: what the tests left in the table shows the way. A proved one keeps the value to the end.
    void extract_line(Question const& question, int first, bool proved, Answer& answer) {
        Bits64 own = question.own, opp = question.opp;
        int value = answer.value, low = question.low, high = question.high, next = first;
        answer.length = 0;
        while (answer.length < kMaxCells) {
            answer.cells[answer.length++] = std::uint8_t(next);
            EndgameMove const after =
                next == kNoCell ? EndgameMove{opp, own, 0, 0, 0} : threads_[0]->move(own, opp, next);
            own = after.own;
            opp = after.opp;
            value = -value;
            int const turned = -low;
            low = -high;
            high = turned;
            Bits64 const moves = threads_[0]->placements(own, opp);
            if (!moves && !threads_[0]->placements(opp, own)) return;
            next = !moves   ? kNoCell
                   : proved ? keeping_move(own, opp, moves, value, low)
                            : threads_[0]->table_move(own, opp, moves);
            if (threads_[0]->stopped() || (moves && next == kNoCell)) return;
        }
    }

    /// A move that does not lose any of the value.
    int keeping_move(Bits64 own, Bits64 opp, Bits64 moves, int value, int low) {
        int const known = threads_[0]->table_move(own, opp, moves), first = known == kNoCell ? lsb(moves) : known;
        if (value <= low) return first;
        auto const keeps = [&](int cell) {
            EndgameMove const after = threads_[0]->move(own, opp, cell);
            return threads_[0]->test(after.own, after.opp, -value) <= -value;
        };
        if (keeps(first)) return first;
        for (Bits64 left = moves; left; left &= left - 1)
            if (lsb(left) != first && keeps(lsb(left))) return lsb(left);
        return first;
    }

    static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

    /// Keeps the order, but for the move that did best.
    static void move_to_front(EndgameNode& node, int cell) {
        for (int i = 0; i < node.count; ++i)
            node.moves[i].score = node.moves[i].cell == cell ? node.count + 1 : node.count - i;
    }
};

/// What a game of this kind offers: a solver on boards up to 8x8.
template <class Grid>
struct WithEndgameSolver {};
template <>
struct WithEndgameSolver<Grid64> {
    using Endgame = EndgameSolver;
};

}  // namespace turncoat::TURNCOAT_CPU
