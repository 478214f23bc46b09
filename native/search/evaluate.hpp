// The learned evaluation: every pattern of cells looks up one weight, and the sum corrects the general estimate.
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
    using Lanes = std::uint16_t __attribute__((vector_size(2 * kLanes)));
    static constexpr int kParts = Weights::kMostPatterns / kLanes;
    Lanes part[kParts];

    std::uint16_t operator[](int pattern) const { return part[pattern / kLanes][pattern % kLanes]; }
};

/// Which cells stand where in which pattern.
class Shapes {
    struct Row {
        Numbers::Lanes part[Numbers::kParts];  // what a 1 on the cell adds to every number
    };
    std::unique_ptr<Row[]> rows_;
    int parts_ = 0, patterns_ = 0;
    std::uint32_t table_[Weights::kMostPatterns] = {};

    template <bool Add>
    void change(Numbers& numbers, int bit, bool twice) const {
        Row const& row = rows_[bit];
        for (int p = 0; p < parts_; ++p) {
            auto const amount = twice ? row.part[p] + row.part[p] : row.part[p];
            numbers.part[p] = Add ? numbers.part[p] + amount : numbers.part[p] - amount;
        }
    }

    template <class Bits>
    void apply(Numbers& numbers, Bits before, Bits after, bool twice) const {
        each(Bits(after & ~before), [&](int bit) { change<true>(numbers, bit, twice); });
        each(Bits(before & ~after), [&](int bit) { change<false>(numbers, bit, twice); });
    }

  public:
    template <class Grid>
    void load(Grid const& grid, Weights const& from) {
        rows_.reset(new Row[kMostCells]{});
        patterns_ = from.patterns;
        parts_ = (patterns_ + Numbers::kLanes - 1) / Numbers::kLanes;
        for (int i = 0; i < patterns_; ++i) {
            table_[i] = from.pattern[i].table;
            std::uint16_t power = 1;
            for (int c = 0; c < from.pattern[i].cells; ++c, power = std::uint16_t(power * 3))
                rows_[bit_of(grid, from.pattern[i].cell[c])].part[i / Numbers::kLanes][i % Numbers::kLanes] = power;
        }
    }

    int patterns() const { return patterns_; }

    /// The place of what a pattern shows among the weights of a set.
    std::uint32_t place(Numbers const& numbers, int pattern) const { return table_[pattern] + numbers[pattern]; }

    /// The numbers of a board from nothing.
    template <class Bits>
    void read(Numbers& numbers, Bits first, Bits second) const {
        for (int p = 0; p < parts_; ++p) numbers.part[p] = Numbers::Lanes{};
        apply(numbers, Bits(0), first, false);
        apply(numbers, Bits(0), second, true);
    }

    /// The numbers after a move, from those before it.
    template <class State>
    void follow(Numbers& numbers, Numbers const& old, State const& before, State const& after) const {
        for (int p = 0; p < parts_; ++p) numbers.part[p] = old.part[p];
        apply(numbers, first_of(before), first_of(after), false);
        apply(numbers, second_of(before), second_of(after), true);
    }
};

/// The trained weights, as the first side sees them and as the second does.
template <class Grid>
class Patterns {
    Shapes shapes_;
    std::unique_ptr<std::int16_t[]> weights_;  // for each set and side
    std::uint32_t set_size_ = 0;
    std::uint8_t stage_[kMostCells + 1] = {};
    bool mid_turn_sets_ = false;

  public:
    bool loaded() const { return set_size_ != 0; }
    Shapes const& shapes() const { return shapes_; }

    void load(Grid const& grid, Weights const& from) {
        shapes_.load(grid, from);
        set_size_ = from.set_size;
        mid_turn_sets_ = from.mid_turn_sets;
        __builtin_memcpy(stage_, from.stage, sizeof stage_);
        weights_.reset(new std::int16_t[2 * std::size_t(from.sets) * set_size_]);
        for (int set = 0; set < from.sets; ++set) {
            std::int16_t const* const source = from.weights + std::size_t(set) * set_size_;
            std::int16_t* const target = weights_.get() + 2 * std::size_t(set) * set_size_;
            __builtin_memcpy(target, source, set_size_ * sizeof *source);
            for (int i = 0; i < from.patterns; ++i) copy_turned(from.pattern[i], source, target + set_size_);
        }
    }

    template <class State>
    Value worth(Numbers const& numbers, State const& at, bool mid_turn) const {
        int set = stage_[members(at.own | at.opp)];
        if (mid_turn_sets_) set = 2 * set + mid_turn;
        std::int16_t const* const weights =
            weights_.get() + (2 * std::size_t(set) + std::size_t(at.side())) * set_size_;
        int sum = 0;
        for (int i = 0; i < shapes_.patterns(); ++i) sum += weights[shapes_.place(numbers, i)];
        return sum;
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
