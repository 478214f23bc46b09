// The exact value of a position in a game of outflanking that ends with the lead in stones, and the line that gives it.
#pragma once

#include "../rules/symmetry.hpp"
#include "endgame_search.hpp"

namespace turncoat::TURNCOAT_CPU {

class Endgame {
    Stability const stability_;
    BoundsTable table_;
    Team team_;
    Grid64 const grid_;
    int size_ = 0;
    static constexpr int kMostThreads = 256;
    static constexpr int kFewestForTrials = 18;
    static constexpr int kCautions[] = {50, 100, 150, 200, 250, 0};
    static constexpr int kNodesAnEntry = 100;  // more room in the table saves hardly any nodes
    std::unique_ptr<ExactSearch> crew_[kMostThreads];

  public:
    /// Stages of a proof: trials that believe estimates, each less than the one before, and at last the proof itself,
    /// which believes nothing. Every one leaves a better guess and better moves to try first.
    static constexpr int kProof = sizeof kCautions / sizeof *kCautions - 1;

    /// What is asked: the best of some moves (none of them a pass), and between which bounds the value matters: for who
    /// wins, -1 and 1.
    struct Question {
        Bits64 own, opp, among;
        int low = -64, high = 64, guess = 0;
        int first = kNoCell;  // the move to try first, where one is thought best
        bool line = true;     // whether more than the first move is wanted
    };
    struct Answer {
        int value = 0, length = 0;
        std::uint8_t cells[kMostCells];  // kNoCell is a pass
    };

    Endgame(Grid64 const& grid, std::size_t bytes) : stability_(grid), table_(bytes), grid_(grid) { hire(1); }

    void hire(int threads) {
        for (; size_ < threads && size_ < kMostThreads; ++size_)
            crew_[size_].reset(new ExactSearch(grid_, stability_, table_, team_));
    }
    void clear() {
        table_.clear();
        for (int i = 0; i < size_; ++i) crew_[i]->forget();
    }
    void next_search() { table_.next_search(); }
    void next_world() {
        table_.next_world();
        for (int i = 0; i < size_; ++i) crew_[i]->forget();
    }
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (int i = 0; i < size_; ++i) sum += crew_[i]->nodes();
        return sum;
    }

    /// How many nodes a position with so many empty cells takes, more or less.
    double expected_nodes(int empties) const {
        double nodes = 0.85e6, growth = 1.08 + 1.0 * members(grid_.cells) / 64;
        for (; empties > 18; --empties) nodes *= growth;
        for (; empties < 18; ++empties) nodes /= 2;
        return nodes;
    }

    /// Before a search and all threads' part in it.
    void begin(Judge const* judge) {
        for (int i = 0; i < size_; ++i) crew_[i]->begin(judge);
    }
    void assist(int number, Stop const& until) {
        if (number < size_) crew_[number]->assist(until);
    }

    /// The stage to begin with: trials pay with many empty cells and a judge to believe.
    int first_stage(int empties) const { return empties >= kFewestForTrials && crew_[0]->has_judge() ? 0 : kProof; }

    /// All stages; false when it had to stop.
    bool solve(Question question, Leash& leash, Answer& answer) {
        for (int stage = first_stage(empties_of(question)); stage <= kProof; ++stage) {
            if (!attempt(question, stage, leash, answer)) return false;
            question.guess = answer.value;
            question.first = answer.cells[0];
        }
        return true;
    }

    /// One stage. False when it had to stop; a move that did better than the guess is then still told.
    bool attempt(Question const& question, int stage, Leash& leash, Answer& answer) {
        int const empties = empties_of(question), caution = kCautions[stage];
        int const before = stage > first_stage(empties) ? kCautions[stage - 1] : 0;
        team_.stop(false);
        table_.make_room(expected_nodes(empties) / kNodesAnEntry);
        for (int i = 0; i < size_; ++i) crew_[i]->attempt(caution, before);
        ExactSearch& lead = *crew_[0];
        lead.obey(&leash);
        Fork fork;
        fork.empties = empties;
        each(question.among, [&](int cell) {
            Choice const choice = lead.choice(question.own, question.opp, cell);
            if (cell == question.first || !mirrors_some(fork, choice)) fork.choices[fork.count++] = choice;
        });
        lead.rank(fork, question.own, question.opp, {.move = std::uint8_t(question.first)});
        std::uint8_t const best = close_in(question, fork, answer.value);
        if (lead.halted()) {
            answer.length = best != kNoCell;
            answer.cells[0] = best;
            return false;
        }
        answer.cells[0] = std::uint8_t(best == kNoCell ? fork.choices[0].cell : best);
        answer.length = 1;
        if (question.line) follow(question, answer.cells[0], !caution, answer);
        return true;
    }

  private:
    int empties_of(Question const& question) const { return members(grid_.cells & ~(question.own | question.opp)); }

    /// Whether a move leads to a mirror image of what another does, as those of a symmetric position do.
    bool mirrors_some(Fork const& fork, Choice const& choice) const {
        for (int i = 0; i < fork.count; ++i)
            for (int number = 1; number < symmetries(grid_); ++number) {
                Symmetry<Grid64> const way{grid_, number};
                if (way.set(choice.own) == fork.choices[i].own && way.set(choice.opp) == fork.choices[i].opp)
                    return true;
            }
        return false;
    }

    /// Tests the value until it is known; the move that gives it.
    std::uint8_t close_in(Question const& question, Fork& fork, int& value) {
        int low = question.low, high = question.high, guess = question.guess, step = 1;
        std::uint8_t best = kNoCell;
        while (low < high) {
            fork.alpha = clamp(guess - 1, low, high - 1);
            fork.best = LastCells::kNone;
            fork.move = kNoCell;
            crew_[0]->try_choices(fork);
            if (crew_[0]->halted()) break;
            bool const above = fork.best > fork.alpha;
            if (above) {
                best = fork.move;
                prefer(fork, best);
                low = clamp(fork.best, low, high);
                guess = low + step;
            } else {
                high = clamp(fork.best, low, high);
                guess = high - step + 1;
            }
            step = step < 8 ? step + 1 : step;  // a guess far off is left behind in strides
        }
        value = low;
        return best;
    }

    /// The line from a move: what the tests left in the table shows the way. A proved one keeps the value to the end.
    void follow(Question const& question, int first, bool proved, Answer& answer) {
        Bits64 own = question.own, opp = question.opp;
        int value = answer.value, low = question.low, high = question.high, next = first;
        answer.length = 0;
        while (answer.length < kMostCells) {
            answer.cells[answer.length++] = std::uint8_t(next);
            Choice const after = next == kNoCell ? Choice{opp, own, 0, 0, 0} : crew_[0]->choice(own, opp, next);
            own = after.own;
            opp = after.opp;
            value = -value;
            int const turned = -low;
            low = -high;
            high = turned;
            Bits64 const moves = crew_[0]->placements(own, opp);
            if (!moves && !crew_[0]->placements(opp, own)) return;
            next = !moves ? kNoCell : proved ? keeping(own, opp, moves, value, low) : crew_[0]->named(own, opp, moves);
            if (crew_[0]->halted() || (moves && next == kNoCell)) return;
        }
    }

    /// A move that does not lose any of the value.
    int keeping(Bits64 own, Bits64 opp, Bits64 moves, int value, int low) {
        int const known = crew_[0]->named(own, opp, moves), first = known == kNoCell ? lowest(moves) : known;
        if (value <= low) return first;
        auto const keeps = [&](int cell) {
            Choice const after = crew_[0]->choice(own, opp, cell);
            return crew_[0]->test(after.own, after.opp, -value) <= -value;
        };
        if (keeps(first)) return first;
        for (Bits64 left = moves; left; left &= left - 1)
            if (lowest(left) != first && keeps(lowest(left))) return lowest(left);
        return first;
    }

    static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

    /// Keeps the order, but for the move that did best.
    static void prefer(Fork& fork, int cell) {
        for (int i = 0; i < fork.count; ++i)
            fork.choices[i].promise = fork.choices[i].cell == cell ? fork.count + 1 : fork.count - i;
    }
};

/// What a game of this kind offers: a solver on boards up to 8x8.
template <class Grid>
struct ExactOn {};
template <>
struct ExactOn<Grid64> {
    using Exact = Endgame;
};

}  // namespace turncoat::TURNCOAT_CPU
