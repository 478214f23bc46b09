// One thread of the exact search: is the value of a position above a bound?
#pragma once

#include <memory>

#include "endgame_last.hpp"
#include "endgame_stability.hpp"
#include "endgame_table.hpp"
#include "endgame_team.hpp"
#include "evaluate.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Tells a long search when it must end.
class Leash {
  public:
    virtual bool pulled(std::uint64_t nodes) = 0;

  protected:
    ~Leash() = default;
};

/// A position as a judge sees it.
struct View {
    Bits64 own, opp;
    int side;
    Numbers numbers;  // what its patterns show, once looked at

    View(Bits64 own, Bits64 opp, int side) : own(own), opp(opp), side(side) {}
};

/// An estimate to order moves by.
class Judge {
  public:
    virtual void look(View&) const = 0;
    /// The same after a move, or a pass, from what was seen before it.
    virtual void look(View&, View const& before) const = 0;
    /// In hundredths of a stone for the side to move.
    virtual int worth(View const&) const = 0;

  protected:
    ~Judge() = default;
};

class ExactSearch {
    // By the number of empty cells: up to kParity moves are ordered by parity alone, from kTable on the table shared by
    // all is asked (fetching from it takes as long as hundreds of nodes), from kLook on moves are asked whether the
    // table knows that they settle it, from kJudge on a judge is heard and trials differ from the proof, from kSplit on
    // idle threads may help.
    static constexpr int kParity = 5, kTable = 10, kLook = 11, kJudge = 13, kSplit = 13;
    static constexpr int kNone = LastCells::kNone, kAll = -kNone;
    static constexpr int kNamed = 1 << 20;  // the promise of a move that the table names
    static constexpr int kSpare = 6;        // with fewer stones beyond those that must be stable, a look hardly pays
    static constexpr int kMargin = 100;     // how far behind the best a move's exact worth does not matter any more
    static constexpr int kDeepest = 6;      // how far a judge looks at the most
    static constexpr int kWeighed = 14;     // what a point of promise counts beside the judge's word
    // A judge need not look on where his word is clear of what is asked by so much, and so much more for each ply.
    static constexpr int kClear = 300, kClearPly = 150;
    // How far from the value the judge's word lies after 0, 2, 4 and 6 plies, in hundredths of a stone (the root of the
    // mean square, measured on positions of tournament games with 12 to 20 empty cells).
    static constexpr int kErrors[] = {1000, 840, 710, 600};

    /// What was found about positions too small for the table, in the processor's cache.
    struct Small {
        Bits64 own = 0, opp = 0;
        std::int8_t low = kNone, high = kAll;
        std::uint8_t move = kNoCell;
    };
    static constexpr int kSmall = 1 << 13;
    static constexpr Bits64 kMark = 0x9e3779b97f4a7c15;

    LastCells last_;
    Stability const& stability_;
    BoundsTable& table_;
    Team& team_;
    Bits64 const cells_, corners_;
    std::unique_ptr<Small[]> const small_;
    Judge const* judge_ = nullptr;
    Leash* leash_ = nullptr;
    Split* split_ = nullptr;  // the shared fork under which this thread works
    unsigned ticks_ = 0;
    int caution_ = 0;                  // of a trial
    Bits64 mark_ = 0, last_mark_ = 0;  // on the keys of this trial, and of the one before

  public:
    ExactSearch(Grid64 const& grid, Stability const& stability, BoundsTable& table, Team& team)
        : last_(grid),
          stability_(stability),
          table_(table),
          team_(team),
          cells_(grid.cells),
          corners_(corners(grid)),
          small_(new Small[kSmall]) {}

    std::uint64_t nodes() const { return __atomic_load_n(&last_.nodes, __ATOMIC_RELAXED); }
    void begin(Judge const* judge) {
        judge_ = judge;
        last_.nodes = 0;
        ticks_ = 0;  // or where a budget of nodes ends a search would depend on the searches before
    }
    bool has_judge() const { return judge_; }
    /// From now on a trial: the judge's word is believed where it is clear of the bound by so many hundredths of its
    /// usual error.  0 is the proof, which believes nothing.  What either finds is kept apart from the others, but a
    /// move that the one before found good is tried first.
    void attempt(int caution, int before) {
        caution_ = caution;
        mark_ = Bits64(caution) * kMark;
        last_mark_ = Bits64(before) * kMark;
    }
    /// Only the thread that leads has a leash; it stops the team.
    void obey(Leash* leash) { leash_ = leash; }
    void forget() {
        for (int i = 0; i < kSmall; ++i) small_[i] = Small{};
    }

    Grid64 const& grid() const { return last_.grid(); }
    Bits64 placements(Bits64 own, Bits64 opp) const { return behind_lines(grid(), own, opp) & cells_ & ~(own | opp); }

    /// A bound of the value that lies on the same side of alpha; worthless when told to stop.
    int test(Bits64 own, Bits64 opp, int alpha) {
        Bits64 const empty = cells_ & ~(own | opp);
        int const empties = members(empty);
        return empties > kParity ? many(own, opp, alpha, empties) : little(own, opp, alpha, empty, empties);
    }

    Choice choice(Bits64 own, Bits64 opp, int cell) const {
        Bits64 const turns = outflanked(grid(), own, opp, cell);
        return {opp ^ turns, own | turns | one<Bits64>(cell), 0, cell, 0};
    }

    /// The move that was found good before, if any.
    int named(Bits64 own, Bits64 opp, Bits64 moves) const {
        int const empties = members(cells_ & ~(own | opp));
        std::uint8_t const move = recall(own, opp, key_of(own, opp, empties), empties).move;
        return move != kNoCell && has(moves, move) ? move : kNoCell;
    }

    /// Tries the moves of a fork, the most promising first, until one is above alpha.
    void try_choices(Fork& fork) {
        for (int i = 0; i < fork.count; ++i) {
            fork.bring_best(i);
            if (fork.best > kNone && fork.empties >= kSplit && i + 1 < fork.count && team_.hungry() && share(fork, i))
                return;
            Choice const& choice = fork.choices[i];
            int const value = -after(choice, -fork.alpha - 1, fork.empties - 1);
            // Small searches run to their end: what they note is never half a truth.
            if ((fork.empties >= kTable && halted()) || fork.note(choice, value)) return;
        }
    }

    /// The order in which the moves of a fork will be tried, but for the judge's word.
    void rank(Fork& fork, Bits64 own, Bits64 opp, Bounds const& known) const {
        Bits64 const odd = odd_cells(cells_ & ~(own | opp));
        for (int i = 0; i < fork.count; ++i) {
            Choice& next = fork.choices[i];
            next.promise = next.cell == known.move     ? 2 * kNamed
                           : next.cell == known.second ? kNamed
                                                       : promise(next, has(odd, next.cell));
        }
    }

    /// Helps the others until told to end.
    void assist(Stop const& until) {
        team_.idle(1);
        while (!until.asked()) {
            if (Split* const split = team_.join(nullptr)) {
                team_.idle(-1);
                work_on(*split);
                team_.idle(1);
            } else
                sched_yield();
        }
        team_.idle(-1);
    }

    bool halted() const { return team_.stopped() || (split_ && split_->is_cut()); }

  private:
    /// Asks every time where a judge may have taken long, else now and then.
    bool must_stop(int empties) {
        if (leash_ && (empties >= kJudge || !(++ticks_ & 15)) && leash_->pulled(last_.nodes)) team_.stop(true);
        return halted();
    }

    int little(Bits64 own, Bits64 opp, int alpha, Bits64 empty, int empties) {
        if (empties > 4) return few(own, opp, alpha, empty);
        if (empties == 4) return last_.four_left(own, opp, alpha, empty);
        int cell[3], place = 0;
        for (Bits64 set = empty; set; set &= set - 1) cell[place++] = lowest(set);
        switch (empties) {
            case 3:
                return last_.three_left(own, opp, alpha, cell[0], cell[1], cell[2]);
            case 2:
                return last_.two_left(own, opp, alpha, cell[0], cell[1]);
            case 1:
                return last_.one_left(own, cell[0]);
            default:
                return members(own) - members(opp);
        }
    }

    /// Whether the opponent's stable stones alone keep the value from being above alpha.
    [[gnu::always_inline]] bool is_hopeless(Bits64 own, Bits64 opp, int alpha, int& bound) const {
        if (last_.size() - 2 * (members(opp) - kSpare) > alpha) return false;
        bound = last_.size() - 2 * members(stability_.of(opp, own));
        return bound <= alpha;
    }

    /// Empty cells in quarters of the board with an odd number of them: who begins there moves there last.
    Bits64 odd_cells(Bits64 empty) const {
        Bits64 odd = 0;
        for (Bits64 left = empty; left;) {
            Bits64 const quarter = last_.quarter(lowest(left));
            if (members(empty & quarter) & 1) odd |= empty & quarter;
            left &= ~quarter;
        }
        return odd;
    }

    /// Five cells empty.
    int few(Bits64 own, Bits64 opp, int alpha, Bits64 empty) {
        static_assert(kParity == 5);
        ++last_.nodes;
        int bound;
        if (is_hopeless(own, opp, alpha, bound)) return bound;
        Bits64 const moves = behind_lines(grid(), own, opp) & empty;
        if (!moves) {
            if (!(behind_lines(grid(), opp, own) & empty)) return members(own) - members(opp);
            return -few(opp, own, -alpha - 1, empty);
        }
        int best = kNone;
        Bits64 const odd = odd_cells(empty);
        for (Bits64 part : {moves & odd, moves & ~odd})
            for (; part; part &= part - 1) {
                Choice const next = choice(own, opp, lowest(part));
                int const value = -last_.four_left(next.own, next.opp, -alpha - 1, empty ^ (part & -part));
                if (value > alpha) return value;
                best = LastCells::most(best, value);
            }
        return best;
    }

    int after(Choice const& choice, int alpha, int empties) {
        if (empties > kParity) return many(choice.own, choice.opp, alpha, empties);
        return little(choice.own, choice.opp, alpha, cells_ & ~(choice.own | choice.opp), empties);
    }

    int many(Bits64 own, Bits64 opp, int alpha, int empties) {
        ++last_.nodes;
        if (empties >= kTable && must_stop(empties)) return 0;
        int bound;
        if (is_hopeless(own, opp, alpha, bound)) return bound;
        Bits64 const key = key_of(own, opp, empties);
        Bounds known = recall(own, opp, key, empties);
        if (known.low > alpha) return known.low;
        if (known.high <= alpha) return known.high;
        if (empties >= kJudge && mark_ != last_mark_) {
            if (caution_ && foretells(own, opp, alpha, empties, bound)) return bound;
            Bounds before;
            if (known.move == kNoCell && table_.find(key ^ mark_ ^ last_mark_, before))
                known.move = before.move, known.second = before.second;
        }
        Bits64 const moves = placements(own, opp);
        if (!moves) {
            if (!placements(opp, own)) return members(own) - members(opp);
            return -many(opp, own, -alpha - 1, empties);
        }
        Fork fork;
        fork.alpha = alpha;
        fork.empties = empties;
        if (settles(fork, own, opp, moves, known)) return fork.best;
        if (empties < kTable)
            note_small(own, opp, key, fork);
        else if (halted())
            return 0;
        else if (fork.best > alpha)
            table_.keep(key, empties, fork.best, kAll, fork.move);
        else
            table_.keep(key, empties, kNone, fork.best, kNoCell);
        return fork.best;
    }

    /// Tries the moves of a fork; whether the table knew that one settles it, which need not be noted again.
    bool settles(Fork& fork, Bits64 own, Bits64 opp, Bits64 moves, Bounds const& known) {
        // The named one before the judge takes long over the others.
        if (fork.empties >= kJudge && known.move != kNoCell && has(moves, known.move)) {
            Choice const named = choice(own, opp, known.move);
            int const value = -after(named, -fork.alpha - 1, fork.empties - 1);
            if (halted() || fork.note(named, value)) return false;
            moves &= ~one<Bits64>(known.move);
        }
        if (gather(fork, own, opp, moves, known)) return true;
        try_choices(fork);
        return false;
    }

    Bits64 key_of(Bits64 own, Bits64 opp, int empties) const {
        return table_.key(own, opp) ^ (empties >= kJudge ? mark_ : 0);
    }

    /// Whether a short look tells on which side of alpha the value lies, as far as the trial believes it.
    bool foretells(Bits64 own, Bits64 opp, int alpha, int empties, int& bound) {
        int const depth = LastCells::least(kDeepest, (empties - 12) / 4 * 2 + 2);
        int const margin = caution_ * kErrors[depth / 2] / 100;
        View view(own, opp, 0);
        judge_->look(view);
        bool const above = judge_->worth(view) > 100 * alpha;
        int const bar = above ? 100 * (alpha + 1) + margin - 1 : 100 * alpha - margin;
        if ((judged(view, bar, bar + 1, depth) > bar) != above) return false;
        bound = alpha + above;
        return true;
    }

    Bounds recall(Bits64 own, Bits64 opp, Bits64 key, int empties) const {
        Bounds known;
        if (empties >= kTable) {
            table_.find(key, known);
            return known;
        }
        Small const& small = small_[key & (kSmall - 1)];
        if (small.own == own && small.opp == opp) known = {small.low, small.high, small.move, kNoCell};
        return known;
    }

    void note_small(Bits64 own, Bits64 opp, Bits64 key, Fork const& fork) {
        Small& small = small_[key & (kSmall - 1)];
        if (small.own != own || small.opp != opp) small = {own, opp};
        if (fork.best > fork.alpha) {
            small.low = std::int8_t(fork.best);
            small.move = fork.move;
        } else
            small.high = std::int8_t(fork.best);
    }

    /// Fills a fork with its moves; whether the table knows that one of them settles it.
    bool gather(Fork& fork, Bits64 own, Bits64 opp, Bits64 moves, Bounds const& known) {
        bool const look = fork.empties >= kLook;
        for (Bits64 left = moves; left; left &= left - 1) {
            Choice& next = fork.choices[fork.count++] = choice(own, opp, lowest(left));
            if (!look) continue;
            next.key = key_of(next.own, next.opp, fork.empties - 1);
            table_.fetch(next.key);
        }
        rank(fork, own, opp, known);
        if (look)
            for (int i = 0; i < fork.count; ++i) {
                Bounds child;
                if (table_.find(fork.choices[i].key, child) && -child.high > fork.alpha) {
                    fork.best = -child.high;
                    return true;
                }
            }
        if (judge_ && fork.empties >= kJudge) hear_judge(fork, own, opp);
        return false;
    }

    /// Few answers first (fastest first), fewer places to come by answers, parity, corners.
    [[gnu::always_inline]] int promise(Choice const& next, bool odd) const {
        Bits64 const answers = placements(next.own, next.opp), open = cells_ & ~(next.own | next.opp);
        return -20 * members(answers) - 32 * members(answers & corners_) -
               8 * members(around(grid(), next.opp) & open) + (odd ? 10 : 0) + (has(corners_, next.cell) ? 12 : 0);
    }

    /// Adds the judge's word to the promise of every move that the table did not name.
    void hear_judge(Fork& fork, Bits64 own, Bits64 opp) {
        View view(own, opp, 0);
        judge_->look(view);
        // Where no move is expected to be above alpha, their order hardly matters.
        int const care = judge_->worth(view) < 100 * fork.alpha ? -1 : 1;
        int const depth = LastCells::most(0, LastCells::least((fork.empties - kJudge) / 2 + care, kDeepest));
        int ranks[Fork::kMostChoices], top = -10000;
        for (int i = 0; i < fork.count; ++i) {
            fork.bring_best(i);
            Choice const& next = fork.choices[i];
            ranks[i] = next.promise;
            if (next.promise >= kNamed) continue;
            int const word = -judged_after(view, next, -20000, kMargin - top, depth);
            ranks[i] = kWeighed * next.promise + word;
            top = LastCells::most(top, word);
        }
        for (int i = 0; i < fork.count; ++i) fork.choices[i].promise = ranks[i];
    }

    int judged_after(View const& before, Choice const& next, int alpha, int beta, int depth) {
        ++last_.nodes;
        View view(next.own, next.opp, !before.side);
        judge_->look(view, before);
        return depth ? judged(view, alpha, beta, depth) : judge_->worth(view);
    }

    /// The judge's word after a few moves more, at least one.
    int judged(View const& at, int alpha, int beta, int depth) {
        Bits64 const moves = placements(at.own, at.opp);
        if (!moves) {
            if (!placements(at.opp, at.own)) return 100 * (members(at.own) - members(at.opp));
            return -judged_after(at, {at.opp, at.own, 0, 0, 0}, -beta, -alpha, depth);
        }
        int const now = judge_->worth(at), margin = kClear + depth * kClearPly;
        if (now >= beta + margin || now <= alpha - margin) return now;
        Fork fork;
        for (Bits64 left = moves; left; left &= left - 1) {
            Choice& next = fork.choices[fork.count++] = choice(at.own, at.opp, lowest(left));
            if (depth > 1) next.promise = -members(placements(next.own, next.opp));
        }
        int best = -20000;
        for (int i = 0; i < fork.count && alpha < beta; ++i) {
            fork.bring_best(i);
            best = LastCells::most(best, -judged_after(at, fork.choices[i], -beta, -alpha, depth - 1));
            alpha = LastCells::most(alpha, best);
        }
        return best;
    }

    /// Lets idle threads take moves of the fork too; false if there is no room for it.
    bool share(Fork& fork, int from) {
        for (int i = from + 1; i < fork.count; ++i) fork.bring_best(i);
        Split split(split_, fork, from);
        if (!team_.open(split)) return false;
        take_moves(split);
        team_.close(split);
        while (!team_.is_done(split)) {  // help those who help
            if (Split* const below = team_.join(&split))
                work_on(*below);
            else {
                must_stop(fork.empties);
                sched_yield();
            }
        }
        return true;
    }

    void work_on(Split& split) {
        take_moves(split);
        team_.leave(split);
    }

    void take_moves(Split& split) {
        Split* const before = split_;
        split_ = &split;
        while (Choice const* choice = split.take()) {
            int const value = -after(*choice, -split.fork.alpha - 1, split.fork.empties - 1);
            if (halted()) break;
            split.note(*choice, value);
        }
        split_ = before;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
