// The learned evaluation: every pattern of cells looks up one weight, and the sum is the worth for the side to move.
#pragma once

#include <memory>
#include <vector>

#include "../rules/grid.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The members of the set on the mask's cells, moved together.
inline unsigned gather(Bits64 set, Bits64 mask) {
#if defined(__BMI2__)
    return unsigned(_pext_u64(set, mask));
#else
    unsigned found = 0;
    for (unsigned bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (set & mask & -mask) found |= bit;
    return found;
#endif
}
inline unsigned gather(Bits128 set, Bits128 mask) {
    auto const low = Bits64(mask);
    return gather(Bits64(set), low) | gather(Bits64(set >> 64), Bits64(mask >> 64)) << members(low);
}

/// A binary number read as a ternary one.
struct Ternary {
    std::uint16_t of[1 << Weights::kMostPatternCells];
    constexpr Ternary() : of{} {
        for (int n = 0; n < 1 << Weights::kMostPatternCells; ++n)
            for (int bit = Weights::kMostPatternCells - 1; bit >= 0; --bit)
                of[n] = std::uint16_t(of[n] * 3 + (n >> bit & 1));
    }
};
inline constexpr Ternary kTernary;

template <class Grid>
class Patterns {
    using Bits = typename Grid::Bits;
    struct Lookup {
        Bits mask;
        std::uint32_t first;
    };
    std::vector<Lookup> lookups_;
    std::unique_ptr<std::int16_t[]>
        weights_;  // set after set, each pattern's table in the order its cells have on the board
    std::uint32_t set_size_ = 0;
    std::uint8_t stage_[kMostCells + 1] = {};
    bool mid_turn_sets_ = false;

  public:
    bool loaded() const { return !lookups_.empty(); }

    void load(Grid const& grid, Weights const& from) {
        __builtin_memcpy(stage_, from.stage, sizeof stage_);
        mid_turn_sets_ = from.mid_turn_sets;
        lookups_.clear();
        std::uint32_t size = 0;
        for (int i = 0; i < from.patterns; ++i) {
            Lookup lookup{0, size};
            std::uint32_t entries = 1;
            for (int c = 0; c < from.pattern[i].cells; ++c) {
                lookup.mask |= one<Bits>(bit_of(grid, from.pattern[i].cell[c]));
                entries *= 3;
            }
            lookups_.push_back(lookup);
            size += entries;
        }
        set_size_ = size;
        weights_.reset(new std::int16_t[std::size_t(size) * std::size_t(from.sets)]);
        for (int i = 0; i < from.patterns; ++i)
            for (int set = 0; set < from.sets; ++set) copy(grid, from, i, set);
    }

    template <class State>
    Value worth(State const& at, bool mid_turn) const {
        int set = stage_[members(at.own | at.opp)];
        if (mid_turn_sets_) set = 2 * set + mid_turn;
        std::int16_t const* const weights = weights_.get() + std::size_t(set) * set_size_;
        int sum = 0;
        for (Lookup const& lookup : lookups_)
            sum += weights[lookup.first + kTernary.of[gather(at.own, lookup.mask)] +
                           2u * kTernary.of[gather(at.opp, lookup.mask)]];
        return sum;
    }

  private:
    /// One table, its index re-ordered from the order of training to the order of the cells' bits.
    void copy(Grid const& grid, Weights const& from, int which, int set) {
        auto const& pattern = from.pattern[which];
        int place[Weights::kMostPatternCells];  // of each trained cell among the bits
        for (int c = 0; c < pattern.cells; ++c) {
            place[c] = 0;
            for (int other = 0; other < pattern.cells; ++other)
                place[c] += bit_of(grid, pattern.cell[other]) < bit_of(grid, pattern.cell[c]);
        }
        std::uint32_t power[Weights::kMostPatternCells + 1] = {1};
        for (int c = 0; c < pattern.cells; ++c) power[c + 1] = power[c] * 3;
        std::int16_t const* const source = from.weights + std::size_t(set) * from.set_size + pattern.table;
        std::int16_t* const target = weights_.get() + std::size_t(set) * set_size_ + lookups_[std::size_t(which)].first;
        for (std::uint32_t index = 0; index < power[pattern.cells]; ++index) {
            std::uint32_t moved = 0;
            for (int c = 0; c < pattern.cells; ++c) moved += index / power[c] % 3 * power[place[c]];
            target[moved] = source[index];
        }
    }
};

}  // namespace turncoat::TURNCOAT_CPU
