// The learned evaluation: every pattern of cells looks up one weight, and the sum is the estimate, or corrects one.
//
// What a pattern shows is a ternary number: 0 for an empty cell, 1 for a stone of the first side, 2 of the second.  A
// changed cell changes the numbers of all patterns at once, sixteen to a vector, so a move costs a few additions.
#pragma once

#include <memory>

#include "../rules/stones.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The ternary numbers of all patterns on one board.
struct Numbers {
    static constexpr int kLanes = 16;
    using Number = std::uint16_t __attribute__((may_alias));
    using Lanes = std::uint16_t __attribute__((vector_size(2 * kLanes)));
    static constexpr int kParts = Weights::kMostPatterns / kLanes;
    Lanes part[kParts];

    std::uint16_t operator[](int pattern) const { return reinterpret_cast<Number const*>(part)[pattern]; }
};

/// Which cells stand where in which pattern.
class Shapes {
    struct Row {
        Numbers::Lanes part[Numbers::kParts];  // what a 1 on the cell adds to every number
    };
    std::unique_ptr<Row[]> rows_;
    int parts_ = 0, patterns_ = 0;
    std::uint32_t table_[Weights::kMostPatterns] = {};

    /// The numbers stay in registers while the cells are gone through, hence a copy of this for every size.
    template <int Parts, class Bits>
    void change(Numbers& to, Numbers const& from, Bits first, Bits second, Bits new_first, Bits new_second) const {
        Numbers::Lanes sum[Parts];
        for (int p = 0; p < Parts; ++p) sum[p] = from.part[p];
        // A stone that changes sides makes a 1 of a 2, or a 2 of a 1.
        Bits const first_gone = first & ~new_first, first_come = new_first & ~first;
        Bits const second_gone = second & ~new_second, second_come = new_second & ~second;
        each(Bits((first_come & ~second_gone) | (first_gone & second_come)), [&](int bit) {
            for (int p = 0; p < Parts; ++p) sum[p] += rows_[bit].part[p];
        });
        each(Bits((first_gone & ~second_come) | (first_come & second_gone)), [&](int bit) {
            for (int p = 0; p < Parts; ++p) sum[p] -= rows_[bit].part[p];
        });
        each(Bits(second_come & ~first_gone), [&](int bit) {
            for (int p = 0; p < Parts; ++p) sum[p] += rows_[bit].part[p] + rows_[bit].part[p];
        });
        each(Bits(second_gone & ~first_come), [&](int bit) {
            for (int p = 0; p < Parts; ++p) sum[p] -= rows_[bit].part[p] + rows_[bit].part[p];
        });
        for (int p = 0; p < Parts; ++p) to.part[p] = sum[p];
    }

    template <class Bits>
    void apply(Numbers& to, Numbers const& from, Bits first, Bits second, Bits new_first, Bits new_second) const {
        static_assert(Numbers::kParts == 8);
        switch (parts_) {
            case 1:
                return change<1>(to, from, first, second, new_first, new_second);
            case 2:
                return change<2>(to, from, first, second, new_first, new_second);
            case 3:
                return change<3>(to, from, first, second, new_first, new_second);
            case 4:
                return change<4>(to, from, first, second, new_first, new_second);
            case 5:
                return change<5>(to, from, first, second, new_first, new_second);
            case 6:
                return change<6>(to, from, first, second, new_first, new_second);
            case 7:
                return change<7>(to, from, first, second, new_first, new_second);
            default:
                return change<8>(to, from, first, second, new_first, new_second);
        }
    }

  public:
    template <class Grid>
    void load(Grid const& grid, Weights const& from) {
        rows_.reset(new Row[kMostCells]{});
        patterns_ = from.patterns;
        parts_ = (patterns_ + Numbers::kLanes - 1) / Numbers::kLanes;
        for (int i = 0; i < Weights::kMostPatterns; ++i)
            table_[i] = i < patterns_ ? from.pattern[i].table : from.set_size;
        for (int i = 0; i < patterns_; ++i) {
            std::uint16_t power = 1;
            for (int c = 0; c < from.pattern[i].cells; ++c, power = std::uint16_t(power * 3))
                rows_[bit_of(grid, from.pattern[i].cell[c])].part[i / Numbers::kLanes][i % Numbers::kLanes] = power;
        }
    }

    int patterns() const { return patterns_; }

    /// The place of what a pattern shows among the weights of a set.
    std::uint32_t place(Numbers const& numbers, int pattern) const { return table_[pattern] + numbers[pattern]; }

    /// The sum of a set's weights for all patterns; behind the last there must be one of no worth.
    int sum(std::int16_t const* weights, Numbers const& numbers) const {
        int sum[4] = {};
        for (int i = 0; i < patterns_; i += 4)  // those beyond the last show nothing, and point behind the set
            for (int j = 0; j < 4; ++j) sum[j] += weights[place(numbers, i + j)];
        return sum[0] + sum[1] + sum[2] + sum[3];
    }

    /// The numbers of a board from nothing.
    template <class Bits>
    void read(Numbers& numbers, Bits first, Bits second) const {
        for (auto& part : numbers.part) part = Numbers::Lanes{};
        apply(numbers, numbers, Bits(0), Bits(0), first, second);
    }

    /// The numbers after a move, from those before it.
    template <class State>
    void follow(Numbers& numbers, Numbers const& old, State const& before, State const& after) const {
        apply(numbers, old, first_of(before), second_of(before), first_of(after), second_of(after));
    }
};

/// The trained weights, as the first side sees them and as the second does.
template <class Grid>
class Patterns {
    Shapes shapes_;
    std::unique_ptr<std::int16_t[]> weights_;  // for each set and side
    std::uint32_t set_size_ = 0;               // with one more, of no worth
    std::uint8_t stage_[kMostCells + 1] = {};
    bool mid_turn_sets_ = false;

  public:
    bool loaded() const { return set_size_ != 0; }
    Shapes const& shapes() const { return shapes_; }

    void load(Grid const& grid, Weights const& from) {
        shapes_.load(grid, from);
        set_size_ = from.set_size + 1;
        mid_turn_sets_ = from.mid_turn_sets;
        __builtin_memcpy(stage_, from.stage, sizeof stage_);
        weights_.reset(new std::int16_t[2 * std::size_t(from.sets) * set_size_]());
        for (int set = 0; set < from.sets; ++set) {
            std::int16_t const* const source = from.weights + std::size_t(set) * from.set_size;
            std::int16_t* const target = weights_.get() + 2 * std::size_t(set) * set_size_;
            __builtin_memcpy(target, source, from.set_size * sizeof *source);
            for (int i = 0; i < from.patterns; ++i) copy_turned(from.pattern[i], source, target + set_size_);
        }
    }

    template <class State>
    Value worth(Numbers const& numbers, State const& at, bool mid_turn) const {
        int set = stage_[members(at.own | at.opp)];
        if (mid_turn_sets_) set = 2 * set + mid_turn;
        std::int16_t const* const weights =
            weights_.get() + (2 * std::size_t(set) + std::size_t(at.side())) * set_size_;
        return shapes_.sum(weights, numbers);
    }

  private:
    /// A pattern's table with the sides exchanged.
    static void copy_turned(Weights::Pattern const& pattern, std::int16_t const* source, std::int16_t* target) {
        std::uint32_t entries = 1;
        for (int c = 0; c < pattern.cells; ++c) entries *= 3;
        for (std::uint32_t index = 0; index < entries; ++index) {
            std::uint32_t turned = 0, power = 1;
            for (std::uint32_t rest = index; rest; rest /= 3, power *= 3) turned += (3 - rest % 3) % 3 * power;
            target[pattern.table + turned] = source[pattern.table + index];
        }
    }
};

}  // namespace turncoat::TURNCOAT_CPU
