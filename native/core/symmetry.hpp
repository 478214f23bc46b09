// Board symmetries and the canonical form, in the order and with the choice of games/board.py and games/plain.py.
//
// A symmetry's number is three bits: 4 exchange rows and columns, then 1 mirror left and right, then 2 top and bottom.
#pragma once

#include "core/grid.hpp"
#include "core/stones.hpp"

namespace turncoat::TURNCOAT_CPU {

inline Bits64 mirror(Bits64 set) {
    set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
    set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
    return ((set >> 4) & 0x0f0f0f0f0f0f0f0f) | ((set & 0x0f0f0f0f0f0f0f0f) << 4);
}

inline Bits64 flip(Bits64 set) { return __builtin_bswap64(set); }

inline Bits64 transpose(Bits64 set) {
    auto const exchange = [&](int distance, Bits64 mask) {
        Bits64 const differ = (set ^ (set >> distance)) & mask;
        set ^= differ ^ (differ << distance);
    };
    exchange(7, 0x00aa00aa00aa00aa);  // cells within 2x2 blocks, then 2x2 blocks within 4x4, then the quarters
    exchange(14, 0x0000cccc0000cccc);
    exchange(28, 0x00000000f0f0f0f0);
    return set;
}

/// One symmetry of one grid.
template <class Grid>
struct Symmetry {
    Grid const& grid;
    int number;

    int cell(int bit) const {
        int x = bit % grid.stride, y = bit / grid.stride;
        if (number & 4) {
            int const column = x;
            x = y;
            y = column;
        }
        if (number & 1) x = grid.width - 1 - x;
        if (number & 2) y = grid.height - 1 - y;
        return y * grid.stride + x;
    }

    Bits64 set(Bits64 stones) const {
        if (number & 4) stones = transpose(stones);
        if (number & 1) stones = mirror(stones) >> (8 - grid.width);
        if (number & 2) stones = flip(stones) >> (8 * (8 - grid.height));
        return stones;
    }

    Bits128 set(Bits128 stones) const {
        Bits128 moved = 0;
        each(stones, [&](int bit) { moved |= one<Bits128>(cell(bit)); });
        return moved;
    }
};

template <class Grid>
inline int symmetries(Grid const& grid) {
    return grid.width == grid.height ? 8 : 4;
}

/// Whether the board text of `a` comes before that of `b`, or the chain of `a` earlier on equal boards.
template <class State>
inline bool before(State const& a, State const& b, int chain_a, int chain_b) {
    auto const differ = (first_of(a) ^ first_of(b)) | (second_of(a) ^ second_of(b));
    if (!differ) return chain_a < chain_b;
    int const cell = lsb(differ);
    auto const rank = [&](State const& at) { return has(first_of(at), cell) ? 2 : has(second_of(at), cell) ? 1 : 0; };
    return rank(a) < rank(b);  // "." before "o" before "x"
}

template <class State>
inline int chain_of(State const& at) {
    if constexpr (requires { at.chain(); })
        return at.chain();
    else
        return 0;
}

/// The least of the symmetric positions.
template <class Rules>
inline typename Rules::State canonical(Rules const& rules, typename Rules::State const& at) {
    auto least = at;
    for (int number = 1; number < symmetries(rules.grid); ++number) {
        auto const other = Rules::transform(at, Symmetry<decltype(rules.grid)>{rules.grid, number});
        if (before(other, least, chain_of(other), chain_of(least))) least = other;
    }
    return least;
}

}  // namespace turncoat::TURNCOAT_CPU
