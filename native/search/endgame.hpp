// The exact value of a position in a game of outflanking that fills its board, by searching to the end.
#pragma once

#include "endgame_last.hpp"
#include "endgame_stability.hpp"
#include "endgame_table.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Tells a long search when it must end.
class Leash {
  public:
    virtual bool pulled(std::uint64_t nodes) = 0;

  protected:
    ~Leash() = default;
};

class Endgame {
    static constexpr int kFew = 7;       // up to here moves are ordered by parity alone
    static constexpr int kNone = LastCells::kNone;

    struct Option {
        Bits64 own, opp;  // after it, for the side to move then
        int cell, promise;
        Bits64 key;
    };

    LastCells last_;
    Stability const& stability_;
    BoundsTable& table_;
    Bits64 const cells_, corners_;
    Leash* leash_ = nullptr;
    bool stopped_ = false;
    unsigned ticks_ = 0;

  public:
    Endgame(Grid64 const& grid, Stability const& stability, BoundsTable& table)
        : last_(grid), stability_(stability), table_(table), cells_(grid.cells), corners_(turncoat::TURNCOAT_CPU::corners(grid)) {}

    std::uint64_t nodes() const { return last_.nodes; }
    bool stopped() const { return stopped_; }
    void begin(Leash* leash) {
        leash_ = leash;
        stopped_ = false;
        last_.nodes = 0;
    }

    Bits64 placements(Bits64 own, Bits64 opp) const {
        return behind_lines(last_.grid(), own, opp) & cells_ & ~(own | opp);
    }

    /// Whether the value is above alpha: a bound that says so, or one that denies it.
    int test(Bits64 own, Bits64 opp, int alpha) {
        Bits64 const empty = cells_ & ~(own | opp);
        int const empties = members(empty);
        if (empties > kFew) return many(own, opp, alpha, empties);
        return little(own, opp, alpha, empty, empties);
    }

  private:
    int little(Bits64 own, Bits64 opp, int alpha, Bits64 empty, int empties) {
        if (empties > 4) return few(own, opp, alpha, empty, empties);
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

    bool is_hopeless(Bits64 own, Bits64 opp, int alpha, int& bound) const {
        if (last_.size() - 2 * members(opp) > alpha) return false;
        bound = last_.size() - 2 * members(stability_.of(opp, own));
        return bound <= alpha;
    }

    Bits64 odd_cells(Bits64 empty) const {
        Bits64 odd = 0;
        for (Bits64 left = empty; left;) {
            Bits64 const quarter = last_.quarter(lowest(left));
            if (members(empty & quarter) & 1) odd |= empty & quarter;
            left &= ~quarter;
        }
        return odd;
    }

    int few(Bits64 own, Bits64 opp, int alpha, Bits64 empty, int empties) {
        ++last_.nodes;
        int bound;
        if (is_hopeless(own, opp, alpha, bound)) return bound;
        Bits64 const moves = behind_lines(last_.grid(), own, opp) & empty;
        if (!moves) {
            if (!(behind_lines(last_.grid(), opp, own) & empty)) return members(own) - members(opp);
            return -few(opp, own, -alpha - 1, empty, empties);
        }
        int best = kNone;
        Bits64 const odd = odd_cells(empty);
        for (Bits64 part : {moves & odd, moves & ~odd})
            for (; part; part &= part - 1) {
                int const cell = lowest(part);
                Bits64 const turns = outflanked(last_.grid(), own, opp, cell), stone = one<Bits64>(cell);
                int const value =
                    empties == 5
                        ? -last_.four_left(opp ^ turns, own | turns | stone, -alpha - 1, empty ^ stone)
                        : -few(opp ^ turns, own | turns | stone, -alpha - 1, empty ^ stone, empties - 1);
                if (value > best) {
                    best = value;
                    if (best > alpha) return best;
                }
            }
        return best;
    }

    bool must_stop() {
        if (!stopped_ && leash_ && !(++ticks_ & 255)) stopped_ = leash_->pulled(nodes());
        return stopped_;
    }

    int many(Bits64 own, Bits64 opp, int alpha, int empties) {
        ++last_.nodes;
        if (must_stop()) return 0;
        int bound;
        if (is_hopeless(own, opp, alpha, bound)) return bound;
        Bits64 const key = BoundsTable::key(own, opp);
        Bounds known;
        if (table_.find(key, known)) {
            if (known.low > alpha) return known.low;
            if (known.high <= alpha) return known.high;
        }
        Bits64 const moves = placements(own, opp);
        if (!moves) {
            if (!placements(opp, own)) return members(own) - members(opp);
            return -many(opp, own, -alpha - 1, empties);
        }
        Option options[34];
        int count = 0;
        Bits64 const empty = cells_ & ~(own | opp);
        Bits64 const odd = odd_cells(empty);
        for (Bits64 left = moves; left; left &= left - 1) {
            int const cell = lowest(left);
            Bits64 const turns = outflanked(last_.grid(), own, opp, cell);
            Option& option = options[count++];
            option.own = opp ^ turns;
            option.opp = own | turns | one<Bits64>(cell);
            option.cell = cell;
            if (empties > kFew + 1) {
                option.key = BoundsTable::key(option.own, option.opp);
                Bounds child;
                if (table_.find(option.key, child) && -child.high > alpha) {
                    return -child.high;
                }
            }
            if (cell == known.move)
                option.promise = 1 << 20;
            else if (cell == known.second)
                option.promise = 1 << 19;
            else {
                Bits64 const answers = placements(option.own, option.opp);
                option.promise = -16 * (members(answers) + members(answers & corners_)) + (has(odd, cell) ? 8 : 0) + (has(corners_, cell) ? 16 : 0);
            }
        }
        return best_of(options, count, key, alpha, empties);
    }

    int best_of(Option* options, int count, Bits64 key, int alpha, int empties) {
        int best = kNone;
        std::uint8_t move = 255;
        for (int i = 0; i < count; ++i) {
            int top = i;
            for (int j = i + 1; j < count; ++j)
                if (options[j].promise > options[top].promise) top = j;
            Option const option = options[top];
            options[top] = options[i];
            int const value = empties - 1 > kFew ? -many(option.own, option.opp, -alpha - 1, empties - 1)
                                                 : -few(option.own, option.opp, -alpha - 1,
                                                        cells_ & ~(option.own | option.opp), empties - 1);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                if (best > alpha) {
                    move = std::uint8_t(option.cell);
                    break;
                }
            }
        }
        table_.keep(key, empties, best > alpha ? best : kNone, best > alpha ? 100 : best, move);
        return best;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
