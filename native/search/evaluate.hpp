// The learned evaluation: every pattern of cells looks up one weight, and the sum is the estimate, or corrects one.
//
// What a pattern shows is a ternary number: 0 for an empty cell, 1 for a stone of the first side, 2 of the second.  A
// changed cell changes the numbers of all patterns at once, sixteen to a vector, so a move costs a few additions.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "../rules/stones.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The ternary numbers of all patterns on one board, each counted from where its table begins on its shelf.
struct Numbers {
    static constexpr int kLanes = 16, kTogether = 4, kParts = 8;
    using Number = std::uint16_t __attribute__((may_alias));
    using Lanes = std::uint16_t __attribute__((vector_size(2 * kLanes)));
    Lanes part[kParts];

    Number* all() { return reinterpret_cast<Number*>(part); }
    Number const* all() const { return reinterpret_cast<Number const*>(part); }
};

/// A weight in memory, counted in steps: bytes, so that twice as many stay near the processor.
using Weight = std::int8_t;

/// Where the weights of four patterns lie, in one set and for one side: every other one is for the other side, for
/// what one side looks up the other soon will too.
struct Shelf {
    Weight const* weights;
};

/// In how many ways a pattern can be filled.
inline std::uint32_t entries_of(Weights::Pattern const& pattern) {
    std::uint32_t ways = 1;
    for (int c = 0; c < pattern.cells; ++c) ways *= 3;
    return ways;
}

/// Which cells stand where in which pattern, and where its weights lie.
///
/// Tables stand on shelves no longer than a 16-bit number reaches.  Every pattern has a slot among the numbers, and
/// four slots in a row are of one shelf, so that weights are found without asking for the table of each.
class Shapes {
    static constexpr std::uint32_t kShelf = 1 << 16;
    static constexpr int kMostSlots = Numbers::kParts * Numbers::kLanes;

    struct Row {  // a type of our own: pointers to plain ones would be code shared by all processors
        Numbers::Lanes part;
    };
    std::unique_ptr<Row[]> rows_;  // what a 1 on a cell adds to every number, cell after cell, part after part
    Numbers empty_{};
    int patterns_ = 0, fours_ = 0, parts_ = 0;
    std::uint32_t size_ = 0;
    std::uint32_t shelf_[kMostSlots / Numbers::kTogether] = {};  // where the shelf of each four begins
    int slot_[Weights::kMostPatterns] = {};                      // of each pattern
    std::uint32_t table_[Weights::kMostPatterns] = {};           // where each pattern's table is in memory
    std::uint32_t source_[Weights::kMostPatterns] = {};          // and was as it was trained

    /// Calls f with every member, and to make up whole rounds with a cell that is in no pattern: where a move usually
    /// turns several stones, that costs less than guessing their number wrong.
    template <int Round, class Bits, class F>
    [[gnu::always_inline]] static void each_in_rounds(Bits set, F const& f) {
        if constexpr (sizeof set == 8) {
            constexpr int kBeyond = 64;  // behind the last of them, and what the processor finds in an empty set
            static_assert(kBeyond < kMostCells);
            while (set)
                for (int i = 0; i < Round; ++i, set &= set - 1) f(set ? lowest(set) : kBeyond);
        } else {
            each(set, f);
        }
    }

    /// The numbers stay in registers while the cells are gone through, hence a copy of this for every size.
    template <int Round, int Parts, class Bits>
    [[gnu::always_inline]] void change(Numbers& to, Numbers const& from, Bits first, Bits second, Bits new_first,
                                       Bits new_second) const {
        Numbers::Lanes sum[Parts];
        for (int p = 0; p < Parts; ++p) sum[p] = from.part[p];
        auto const add = [&, rows = rows_.get()](int bit) {
            for (int p = 0; p < Parts; ++p) sum[p] += rows[std::size_t(bit) * Parts + std::size_t(p)].part;
        };
        auto const subtract = [&, rows = rows_.get()](int bit) {
            for (int p = 0; p < Parts; ++p) sum[p] -= rows[std::size_t(bit) * Parts + std::size_t(p)].part;
        };
        auto const twice = [](auto const& f) { return [&f](int bit) { f(bit), f(bit); }; };
        if constexpr (Round > 1) {  // one stone comes, and all that are turned become its colour
            Bits const placed = (new_first | new_second) & ~(first | second);
            if (Bits const turned = second & new_first) {
                each_in_rounds<Round>(turned, subtract);  // a 1 for a 2
                each(placed, add);
            } else {
                each_in_rounds<Round>(Bits(first & new_second), add);
                each(placed, twice(add));
            }
        } else {
            Bits const first_gone = first & ~new_first, first_come = new_first & ~first;
            Bits const second_gone = second & ~new_second, second_come = new_second & ~second;
            each(Bits(first_gone & second_come), add);
            each(Bits(first_come & second_gone), subtract);
            each(Bits(first_come & ~second_gone), add);
            each(Bits(second_come & ~first_gone), twice(add));
            each(Bits(first_gone & ~second_come), subtract);
            each(Bits(second_gone & ~first_come), twice(subtract));
        }
        for (int p = 0; p < Parts; ++p) to.part[p] = sum[p];
    }

    static_assert(Numbers::kParts == 8);
    template <int Round, class Bits>
    void apply(Numbers& to, Numbers const& from, Bits first, Bits second, Bits new_first, Bits new_second) const {
        switch (parts_) {
            case 1:
                return change<Round, 1>(to, from, first, second, new_first, new_second);
            case 2:
                return change<Round, 2>(to, from, first, second, new_first, new_second);
            case 3:
                return change<Round, 3>(to, from, first, second, new_first, new_second);
            case 4:
                return change<Round, 4>(to, from, first, second, new_first, new_second);
            case 5:
                return change<Round, 5>(to, from, first, second, new_first, new_second);
            case 6:
                return change<Round, 6>(to, from, first, second, new_first, new_second);
            case 7:
                return change<Round, 7>(to, from, first, second, new_first, new_second);
            default:
                return change<Round, 8>(to, from, first, second, new_first, new_second);
        }
    }

    /// Finds every pattern a slot, and its table a place on a shelf.
    void arrange(Weights const& from) {
        auto const& pattern = from.pattern;
        int order[Weights::kMostPatterns];  // the longest tables first, those that share one together
        for (int i = 0; i < from.patterns; ++i) {
            auto const before = [&](int other) {
                return pattern[i].cells != pattern[other].cells ? pattern[i].cells > pattern[other].cells
                                                                : pattern[i].table < pattern[other].table;
            };
            int place = i;
            for (; place && before(order[place - 1]); --place) order[place] = order[place - 1];
            order[place] = i;
        }
        std::uint32_t shelf = 0, table = 0;
        for (int i = 0, slot = 0; i < from.patterns; ++i, ++slot) {
            auto const &here = pattern[order[i]], &last = pattern[order[i ? i - 1 : 0]];
            if (!i || here.cells != last.cells || here.table != last.table) {
                table = size_;
                if (!i || size_ + entries_of(here) > shelf + kShelf) {
                    shelf = size_;
                    table = shelf + 1;  // the first is of no worth, for slots without a pattern
                    slot = (slot + Numbers::kTogether - 1) / Numbers::kTogether * Numbers::kTogether;
                }
                size_ = table + entries_of(here);
            }
            if (slot >= kMostSlots) throw std::length_error("the tables of these patterns are too large together");
            slot_[order[i]] = slot;
            table_[order[i]] = table;
            source_[order[i]] = here.table;
            shelf_[slot / Numbers::kTogether] = shelf;
            empty_.all()[slot] = std::uint16_t(table - shelf);
            fours_ = slot / Numbers::kTogether + 1;
        }
    }

  public:
    template <class Grid>
    void load(Grid const& grid, Weights const& from) {
        arrange(from);
        patterns_ = from.patterns;
        parts_ = (fours_ * Numbers::kTogether + Numbers::kLanes - 1) / Numbers::kLanes;
        rows_.reset(new Row[std::size_t(kMostCells * parts_)]{});
        for (int i = 0; i < patterns_; ++i) {
            int const part = slot_[i] / Numbers::kLanes, lane = slot_[i] % Numbers::kLanes;
            std::uint16_t power = 1;
            for (int c = 0; c < from.pattern[i].cells; ++c, power = std::uint16_t(power * 3))
                rows_[std::size_t(bit_of(grid, from.pattern[i].cell[c]) * parts_ + part)].part[lane] = power;
        }
    }

    int patterns() const { return patterns_; }
    /// How many weights a set has in memory, and where the table of a pattern lies there.
    std::uint32_t size() const { return size_; }
    std::uint32_t table(int pattern) const { return table_[pattern]; }
    /// Whether a pattern before it has the same table.
    bool shares(int pattern) const {
        for (int other = 0; other < pattern; ++other)
            if (table_[other] == table_[pattern]) return true;
        return false;
    }

    /// The place of what a pattern shows among the weights of a set as it was trained.
    std::uint32_t place(Numbers const& numbers, int pattern) const {
        return source_[pattern] + numbers.all()[slot_[pattern]] - empty_.all()[slot_[pattern]];
    }

    int fours() const { return fours_; }
    std::uint32_t shelf(int four) const { return shelf_[four]; }

    /// The sum of a set's weights for all patterns, from the shelf of each four.
    int sum(Shelf const* shelves, Numbers const& numbers) const {
        int sum[Numbers::kTogether] = {};
        auto const* const number = numbers.all();
        for (int four = 0; four < fours_; ++four) {
            Weight const* const shelf = shelves[four].weights;
            for (int i = 0; i < Numbers::kTogether; ++i)
                sum[i] += shelf[2 * std::size_t(number[Numbers::kTogether * four + i])];
        }
        return sum[0] + sum[1] + sum[2] + sum[3];
    }

    /// The numbers of a board from nothing.
    template <class Bits>
    void read(Numbers& numbers, Bits first, Bits second) const {
        apply<1>(numbers, empty_, Bits(0), Bits(0), first, second);
    }

    /// The numbers after a move, from those before it; stones that were turned are gone through in rounds of so many.
    template <int Round, class State>
    void follow(Numbers& numbers, Numbers const& old, State const& before, State const& after) const {
        apply<Round>(numbers, old, first_of(before), second_of(before), first_of(after), second_of(after));
    }
};

/// The trained weights, as the first side sees them and as the second does.
template <class Grid>
class Patterns {
    Shapes shapes_;
    std::unique_ptr<Weight[]> weights_;           // for each set, number and side
    std::unique_ptr<Shelf[]> shelves_;            // the same, for every four patterns
    Shelf const* of_[kMostCells + 1][2][2] = {};  // by stones on the board, mid-turn or not, side
    int step_ = 1;                                // what a weight in memory counts

  public:
    bool loaded() const { return weights_ != nullptr; }
    Shapes const& shapes() const { return shapes_; }

    void load(Grid const& grid, Weights const& from) {
        shapes_.load(grid, from);
        std::size_t const size = shapes_.size();
        weights_.reset(new Weight[2 * std::size_t(from.sets) * size]());
        step_ = step_for(from.weights, std::size_t(from.sets) * from.set_size);
        for (int set = 0; set < from.sets; ++set) {
            Weight* const here = weights_.get() + 2 * std::size_t(set) * size;
            for (int i = 0; i < from.patterns; ++i)
                if (!shapes_.shares(i))
                    copy(from.pattern[i], from.weights + std::size_t(set) * from.set_size + from.pattern[i].table,
                         here + 2 * std::size_t(shapes_.table(i)));
        }
        std::size_t const fours = std::size_t(shapes_.fours()), sheets = 2 * std::size_t(from.sets);
        shelves_.reset(new Shelf[sheets * fours]);
        for (std::size_t i = 0; i < sheets * fours; ++i)
            shelves_[i].weights = weights_.get() + i / (2 * fours) * 2 * size +
                                  2 * std::size_t(shapes_.shelf(int(i % fours))) + i / fours % 2;
        for (int stones = 0; stones <= kMostCells; ++stones)
            for (int mid_turn = 0; mid_turn < 2; ++mid_turn)
                for (int side = 0; side < 2; ++side) {
                    int const set = from.mid_turn_sets ? 2 * from.stage[stones] + mid_turn : from.stage[stones];
                    of_[stones][mid_turn][side] = shelves_.get() + (2 * std::size_t(set) + std::size_t(side)) * fours;
                }
    }

    template <class State>
    Value worth(Numbers const& numbers, State const& at, bool mid_turn) const {
        return step_ * shapes_.sum(of_[members(at.own | at.opp)][mid_turn][at.side()], numbers);
    }

  private:
    static constexpr int kMostSteps = 127;

    /// The finest step in which the heaviest of all weights is within reach.
    static int step_for(std::int16_t const* weights, std::size_t count) {
        int heaviest = 0;
        for (std::size_t i = 0; i < count; ++i) heaviest = std::max(heaviest, std::abs(int(weights[i])));
        return std::max(1, (heaviest + kMostSteps - 1) / kMostSteps);
    }

    Weight in_steps(int weight) const { return Weight((weight + (weight < 0 ? -step_ : step_) / 2) / step_); }

    /// A pattern's table, each weight beside that for the sides exchanged.
    void copy(Weights::Pattern const& pattern, std::int16_t const* source, Weight* to) const {
        for (std::uint32_t index = 0, end = entries_of(pattern); index < end; ++index) {
            std::uint32_t other = 0, power = 1;
            for (std::uint32_t rest = index; rest; rest /= 3, power *= 3) other += (3 - rest % 3) % 3 * power;
            to[2 * index] = to[2 * other + 1] = in_steps(source[index]);
        }
    }
};

}  // namespace turncoat::TURNCOAT_CPU
