// The learned evaluation: every pattern of cells looks up one weight, and the sum is the evaluation, or corrects one.
//
// What a pattern shows is a ternary number: 0 for an empty cell, 1 for a stone of the first side, 2 of the second.  A
// changed cell changes the indices of all patterns at once, sixteen to a vector, so a move costs a few additions.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "core/stones.hpp"
#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The ternary indices of all patterns on one board, each counted from where the block of its table begins.
struct PatternIndices {
    static constexpr int kLanes = 16, kGroup = 4, kParts = 8;
    using Index = std::uint16_t __attribute__((may_alias));
    using Lanes = std::uint16_t __attribute__((vector_size(2 * kLanes)));
    Lanes part[kParts];

    Index* all() { return reinterpret_cast<Index*>(part); }
    Index const* all() const { return reinterpret_cast<Index const*>(part); }
};

/// A weight in memory, counted in steps: bytes, so that twice as many stay near the processor.
using Weight = std::int8_t;

/// Where the weights of a group of patterns lie, in one set and for one side: every other one is for the other side,
/// for what one side looks up the other soon will too.
struct WeightBlock {
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
/// Tables lie in blocks no longer than a 16-bit index reaches.  Every pattern has a slot among the indices, and
/// the four slots of a group are of one block, so that weights are found without asking for the table of each.
class PatternLayout {
    static constexpr std::uint32_t kBlockSize = 1 << 16;
    static constexpr int kMaxSlots = PatternIndices::kParts * PatternIndices::kLanes;

    struct Row {  // a type of our own: pointers to plain ones would be code shared by all processors
        PatternIndices::Lanes part;
    };
    std::unique_ptr<Row[]> rows_;  // what a 1 on a cell adds to every index, cell after cell, part after part
    PatternIndices empty_{};
    int patterns_ = 0, groups_ = 0, parts_ = 0;
    std::uint32_t size_ = 0;
    std::uint32_t block_[kMaxSlots / PatternIndices::kGroup] = {};  // where the block of each group begins
    int slot_[Weights::kMaxPatterns] = {};                          // of each pattern
    std::uint32_t table_[Weights::kMaxPatterns] = {};               // where each pattern's table is in memory
    std::uint32_t source_[Weights::kMaxPatterns] = {};              // and was as it was trained

    /// Calls f with every member, and to make up whole rounds with a cell that is in no pattern: where a move usually
    /// turns several stones, that costs less than guessing their number wrong.
    template <int Round, class Bits, class F>
    [[gnu::always_inline]] static void each_in_rounds(Bits set, F const& f) {
        if constexpr (sizeof set == 8) {
            constexpr int kBeyond = 64;  // behind the last of them, and what the processor finds in an empty set
            static_assert(kBeyond < kMaxCells);
            while (set)
                for (int i = 0; i < Round; ++i, set &= set - 1) f(set ? lsb(set) : kBeyond);
        } else {
            each(set, f);
        }
    }

    /// The indices stay in registers while the cells are gone through, hence a copy of this for every size.
    template <int Round, int Parts, class Bits>
    [[gnu::always_inline]] void change(PatternIndices& to, PatternIndices const& from, Bits first, Bits second,
                                       Bits new_first, Bits new_second) const {
        PatternIndices::Lanes sum[Parts];
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

    static_assert(PatternIndices::kParts == 8);
    template <int Round, class Bits>
    void apply(PatternIndices& to, PatternIndices const& from, Bits first, Bits second, Bits new_first,
               Bits new_second) const {
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

    /// Finds every pattern a slot, and its table a place in a block.
    void arrange(Weights const& from) {
        auto const& pattern = from.pattern;
        int order[Weights::kMaxPatterns];  // the longest tables first, those that share one together
        for (int i = 0; i < from.patterns; ++i) {
            auto const before = [&](int other) {
                return pattern[i].cells != pattern[other].cells ? pattern[i].cells > pattern[other].cells
                                                                : pattern[i].table < pattern[other].table;
            };
            int place = i;
            for (; place && before(order[place - 1]); --place) order[place] = order[place - 1];
            order[place] = i;
        }
        std::uint32_t block = 0, table = 0;
        for (int i = 0, slot = 0; i < from.patterns; ++i, ++slot) {
            auto const &here = pattern[order[i]], &last = pattern[order[i ? i - 1 : 0]];
            if (!i || here.cells != last.cells || here.table != last.table) {
                table = size_;
                if (!i || size_ + entries_of(here) > block + kBlockSize) {
                    block = size_;
                    table = block + 1;  // the first weighs nothing, for slots without a pattern
                    slot = (slot + PatternIndices::kGroup - 1) / PatternIndices::kGroup * PatternIndices::kGroup;
                }
                size_ = table + entries_of(here);
            }
            if (slot >= kMaxSlots) throw std::length_error("the tables of these patterns are too large together");
            slot_[order[i]] = slot;
            table_[order[i]] = table;
            source_[order[i]] = here.table;
            block_[slot / PatternIndices::kGroup] = block;
            empty_.all()[slot] = std::uint16_t(table - block);
            groups_ = slot / PatternIndices::kGroup + 1;
        }
    }

  public:
    template <class Grid>
    void load(Grid const& grid, Weights const& from) {
        arrange(from);
        patterns_ = from.patterns;
        parts_ = (groups_ * PatternIndices::kGroup + PatternIndices::kLanes - 1) / PatternIndices::kLanes;
        rows_.reset(new Row[std::size_t(kMaxCells * parts_)]{});
        for (int i = 0; i < patterns_; ++i) {
            int const part = slot_[i] / PatternIndices::kLanes, lane = slot_[i] % PatternIndices::kLanes;
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
    std::uint32_t place(PatternIndices const& indices, int pattern) const {
        return source_[pattern] + indices.all()[slot_[pattern]] - empty_.all()[slot_[pattern]];
    }

    int groups() const { return groups_; }
    std::uint32_t block(int group) const { return block_[group]; }

    /// The sum of a set's weights for all patterns, from the block of each group.
    int sum(WeightBlock const* blocks, PatternIndices const& indices) const {
        int sum[PatternIndices::kGroup] = {};
        auto const* const number = indices.all();
        for (int group = 0; group < groups_; ++group) {
            Weight const* const block = blocks[group].weights;
            for (int i = 0; i < PatternIndices::kGroup; ++i)
                sum[i] += block[2 * std::size_t(number[PatternIndices::kGroup * group + i])];
        }
        return sum[0] + sum[1] + sum[2] + sum[3];
    }

    /// The indices of a board from nothing.
    template <class Bits>
    void read(PatternIndices& indices, Bits first, Bits second) const {
        apply<1>(indices, empty_, Bits(0), Bits(0), first, second);
    }

    /// The indices after a move, from those before it; stones that were turned are gone through in rounds of so many.
    template <int Round, class State>
    void update(PatternIndices& indices, PatternIndices const& old, State const& before, State const& after) const {
        apply<Round>(indices, old, first_of(before), second_of(before), first_of(after), second_of(after));
    }
};

/// The trained weights, as the first side sees them and as the second does.
template <class Grid>
class PatternEvaluation {
    PatternLayout layout_;
    std::unique_ptr<Weight[]> weights_;                // for each set, number and side
    std::unique_ptr<WeightBlock[]> blocks_;            // the same, for every group patterns
    WeightBlock const* of_[kMaxCells + 1][2][2] = {};  // by stones on the board, mid-turn or not, side
    int step_ = 1;                                     // what a weight in memory counts

  public:
    bool loaded() const { return weights_ != nullptr; }
    PatternLayout const& layout() const { return layout_; }

    void load(Grid const& grid, Weights const& from) {
        layout_.load(grid, from);
        std::size_t const size = layout_.size();
        weights_.reset(new Weight[2 * std::size_t(from.sets) * size]());
        step_ = from.step ? from.step : step_for(from.weights, std::size_t(from.sets) * from.set_size);
        for (int set = 0; set < from.sets; ++set) {
            Weight* const here = weights_.get() + 2 * std::size_t(set) * size;
            for (int i = 0; i < from.patterns; ++i)
                if (!layout_.shares(i))
                    copy(from.pattern[i], from.weights + std::size_t(set) * from.set_size + from.pattern[i].table,
                         here + 2 * std::size_t(layout_.table(i)));
        }
        std::size_t const groups = std::size_t(layout_.groups()), sheets = 2 * std::size_t(from.sets);
        blocks_.reset(new WeightBlock[sheets * groups]);
        for (std::size_t i = 0; i < sheets * groups; ++i)
            blocks_[i].weights = weights_.get() + i / (2 * groups) * 2 * size +
                                 2 * std::size_t(layout_.block(int(i % groups))) + i / groups % 2;
        for (int stones = 0; stones <= kMaxCells; ++stones)
            for (int mid_turn = 0; mid_turn < 2; ++mid_turn)
                for (int side = 0; side < 2; ++side) {
                    int const set = from.mid_turn_sets ? 2 * from.stage[stones] + mid_turn : from.stage[stones];
                    of_[stones][mid_turn][side] = blocks_.get() + (2 * std::size_t(set) + std::size_t(side)) * groups;
                }
    }

    template <class State>
    Value evaluate(PatternIndices const& indices, State const& at, bool mid_turn) const {
        return step_ * layout_.sum(of_[popcount(at.own | at.opp)][mid_turn][at.side()], indices);
    }

  private:
    static constexpr int kMaxSteps = 127;

    /// The finest step in which the heaviest of all weights is within reach.
    static int step_for(std::int16_t const* weights, std::size_t count) {
        int heaviest = 0;
        for (std::size_t i = 0; i < count; ++i) heaviest = std::max(heaviest, std::abs(int(weights[i])));
        return std::max(1, (heaviest + kMaxSteps - 1) / kMaxSteps);
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
