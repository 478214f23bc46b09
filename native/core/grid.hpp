// Two board geometries with one interface: rows of 8 bits for all that fits in 8x8, rows of the board's width
// otherwise.
#pragma once

#include "core/bits.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

// Directions 0-3 lead to higher cells, 4-7 are their opposites: d ^ 4 turns round.
inline constexpr int kDirections = 8;
inline constexpr int kDx[kDirections] = {1, 0, 1, -1, -1, 0, -1, 1};
inline constexpr int kDy[kDirections] = {0, 1, 1, 1, 0, -1, -1, -1};
constexpr int opposite(int direction) { return direction ^ 4; }
inline constexpr int kReadingOrder[kDirections] = {6, 5, 7, 4, 0, 3, 1, 2};  // neighbours in reading order

constexpr bool within(int value, int low, int high) { return low <= value && value <= high; }

/// A number known when compiling, passed as an argument.
template <int N>
struct Constant {
    constexpr operator int() const { return N; }
};

/// Calls f(direction) for directions [First, Last) with the direction as a constant.
template <int First, int Last, class F>
constexpr void each_direction(F&& f) {
    if constexpr (First < Last) {
        f(Constant<First>{});
        each_direction<First + 1, Last>(f);
    }
}
template <class F>
constexpr void each_direction(F&& f) {
    each_direction<0, kDirections>(f);
}

/// The cells seen from every cell in every direction, out to the edge, without the cell itself.
template <class Bits>
struct Rays {
    alignas(32) Bits from[sizeof(Bits) * 8][kDirections];
};

template <class Bits>
constexpr Rays<Bits> rays_of(int width, int height) {
    Rays<Bits> rays{};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int d = 0; d < kDirections; ++d)
                for (int i = x + kDx[d], j = y + kDy[d]; i >= 0 && i < width && j >= 0 && j < height;
                     i += kDx[d], j += kDy[d])
                    rays.from[y * width + x][d] |= one<Bits>(j * width + i);
    return rays;
}

/// Boards up to 8x8, embedded at the top left of an 8x8 board; only the cells in `cells` exist.
struct Grid64 {
    using Bits = Bits64;
    static constexpr int stride = 8;
    static constexpr Bits not_west = 0xfefefefefefefefe, not_east = 0x7f7f7f7f7f7f7f7f;
    static constexpr Rays<Bits> kRays = rays_of<Bits>(8, 8);

    int width, height;
    Bits cells = 0;

    explicit Grid64(Size size) : width(size.width), height(size.height) {
        for (int y = 0; y < height; ++y) cells |= Bits((1 << width) - 1) << (8 * y);
    }

    /// All members one cell further; may step onto cells that do not exist, so meet it with some that do.
    template <int D>
    static constexpr Bits shift(Bits set) {
        constexpr int amount = kDy[D & 3] * stride + kDx[D & 3];
        if constexpr (kDx[D] > 0) set &= not_east;
        if constexpr (kDx[D] < 0) set &= not_west;
        return D < 4 ? set << amount : set >> amount;
    }
    static Bits const* rays(int cell) { return kRays.from[cell]; }
};

/// Any board of up to 128 cells, row after row without gaps.
struct Grid128 {
    using Bits = Bits128;

    int width, height, stride;
    Bits cells = 0, not_west = 0, not_east = 0;
    int amounts[4];
    Rays<Bits> table;

    explicit Grid128(Size size)
        : width(size.width),
          height(size.height),
          stride(width),
          amounts{1, width, width + 1, width - 1},
          table(rays_of<Bits>(width, height)) {
        for (int cell = 0; cell < width * height; ++cell) {
            cells |= one<Bits>(cell);
            not_west |= cell % width != 0 ? one<Bits>(cell) : 0;
            not_east |= cell % width != width - 1 ? one<Bits>(cell) : 0;
        }
    }

    template <int D>
    Bits shift(Bits set) const {
        if constexpr (kDx[D] > 0) set &= not_east;
        if constexpr (kDx[D] < 0) set &= not_west;
        return D < 4 ? set << amounts[D & 3] : set >> amounts[D & 3];
    }
    Bits const* rays(int cell) const { return table.from[cell]; }
};

/// The eight-neighbours of all members (and the members that are neighbours of others), existing or not.
template <class Grid>
inline typename Grid::Bits neighbours(Grid const& grid, typename Grid::Bits set) {
    auto const sides = grid.template shift<0>(set) | grid.template shift<4>(set);
    auto const row = set | sides;
    return sides | grid.template shift<1>(row) | grid.template shift<5>(row);
}

/// The four corner cells.
template <class Grid>
inline typename Grid::Bits corners(Grid const& grid) {
    using Bits = typename Grid::Bits;
    int const right = grid.width - 1, bottom = (grid.height - 1) * grid.stride;
    return one<Bits>(0) | one<Bits>(right) | one<Bits>(bottom) | one<Bits>(bottom + right);
}

/// Bit of a cell numbered in reading order, and back.
template <class Grid>
inline int bit_of(Grid const& grid, int cell) {
    return cell / grid.width * grid.stride + cell % grid.width;
}
template <class Grid>
inline int cell_of(Grid const& grid, int bit) {
    return bit / grid.stride * grid.width + bit % grid.stride;
}

}  // namespace turncoat::TURNCOAT_CPU
