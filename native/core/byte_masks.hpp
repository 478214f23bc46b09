// Sets of cells as bytes, one for each cell in reading order.
#pragma once

#include "core/grid.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Eight bits as eight bytes of 0 or 1, the lowest first.
[[gnu::always_inline]] inline Bits64 bytes_of(Bits64 bits) {
#if defined(__BMI2__)
    return _pdep_u64(bits, 0x0101010101010101);
#else
    Bits64 const apart = (bits & 255) * 0x0101010101010101 & 0x8040201008040201;
    return (apart + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
#endif
}

/// Writes the first `count` bytes of eight.
[[gnu::always_inline]] inline void write_bytes(Bits64 bytes, int count, std::uint8_t* to) {
    if (count >= 8)
        __builtin_memcpy(to, &bytes, 8);
    else
        for (int i = 0; i < count; ++i) to[i] = std::uint8_t(bytes >> (8 * i));
}

/// Writes a byte for every cell; f(bit) gives those of the eight cells from that bit on.
template <class F>
inline void write_cells(Grid64 const& grid, std::uint8_t* to, F&& f) {
    int const cells = grid.width * grid.height;
    // Eight bytes are written for a shorter row too, as long as the next one comes to write over the rest.
    for (int y = 0, cell = 0; y < grid.height; ++y, cell += grid.width)
        write_bytes(f(8 * y), cells - cell < 8 ? grid.width : 8, to + cell);
}
template <class F>
inline void write_cells(Grid128 const& grid, std::uint8_t* to, F&& f) {
    int const cells = grid.width * grid.height;
    for (int cell = 0; cell < cells; cell += 8) write_bytes(f(cell), cells - cell, to + cell);
}

/// Writes 1 for every cell of the set, 0 for every other.
template <class Grid>
[[gnu::always_inline]] inline void write_set(Grid const& grid, typename Grid::Bits set, std::uint8_t* to) {
    write_cells(grid, to, [&](int bit) { return bytes_of(Bits64(set >> bit) & 255); });
}

/// Writes 1 for every cell of one set, -1 for every cell of the other, 0 for the rest.
template <class Grid>
inline void write_sets(Grid const& grid, typename Grid::Bits plus, typename Grid::Bits minus, std::int8_t* to) {
    write_cells(grid, reinterpret_cast<std::uint8_t*>(to), [&](int bit) {
        return bytes_of(Bits64(plus >> bit) & 255) | bytes_of(Bits64(minus >> bit) & 255) * 255;
    });
}

}  // namespace turncoat::TURNCOAT_CPU
