// Legal moves under fixed numbers, for arrays: planes of cells, then pass, then swap.
//
// The planes stand in reading order of one cell's moves, so that by cell and plane the actions are in reading order.
#pragma once

#include "core/bits.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Where an action stands: in which plane, and on which cell of it.
struct Action {
    int plane, cell;
};

template <class Bits, int Planes, bool Swaps = false>
struct Actions {
    static constexpr int kPlanes = Planes;
    static constexpr bool kSwaps = Swaps;  // whether the game knows a swap

    Bits plane[kPlanes];  // the cells on which the action of that plane is legal
    bool pass = false, swap = false;

    bool any() const {
        Bits all = 0;
        for (Bits cells : plane) all |= cells;
        return all != 0 || pass || swap;
    }

    /// The actions on the cells of the mask.
    int count(Bits mask) const {
        int total = 0;
        for (Bits cells : plane) total += popcount(cells & mask);
        return total;
    }
    int count() const { return count(~Bits(0)); }

    /// The one with n before it by cell and plane; there must be more than n.
    Action nth(int n) const {
        if constexpr (kPlanes == 1) return {0, turncoat::TURNCOAT_CPU::nth(plane[0], n)};
        int cell = 0;
        for (int half = int(sizeof(Bits)) * 4; half; half /= 2)  // halve until a cell is left
            if (count(one<Bits>(cell + half) - 1) <= n) cell += half;
        n -= count(one<Bits>(cell) - 1);
        int at = 0;
        while (!has(plane[at], cell) || n-- > 0) ++at;
        return {at, cell};
    }
};

}  // namespace turncoat::TURNCOAT_CPU
