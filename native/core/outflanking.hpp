// Outflanking in the Reversi sense, the one kernel of Reversi and VECT-REVERSE: where it is possible and what it takes.
#pragma once

#include "core/grid.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace turncoat::TURNCOAT_CPU {

#if defined(__AVX2__)

/// The union of the four lanes.
[[gnu::always_inline]] inline Bits64 join(__m256i lanes) {
    __m128i const halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return Bits64(_mm_cvtsi128_si64(halves)) | Bits64(_mm_extract_epi64(halves, 1));
}

/// Cells, empty or not, behind a line of `opp` stones that starts next to an `own` stone.
[[gnu::always_inline]] inline Bits64 behind_lines(Grid64 const&, Bits64 own, Bits64 opp) {
    // One lane for each of east, south, south-east, south-west; a line crossing the side edges would wrap, so
    // opp stones there do not carry it.
    __m256i const amount = _mm256_setr_epi64x(1, 8, 9, 7), twice = _mm256_setr_epi64x(2, 16, 18, 14);
    __m256i const carriers =
        _mm256_and_si256(_mm256_set1_epi64x((long long)opp),
                         _mm256_setr_epi64x(0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e));
    __m256i const mine = _mm256_set1_epi64x((long long)own);
    // Parallel prefix: lines of 1-2 stones, then twice two more.
    __m256i up = _mm256_and_si256(carriers, _mm256_sllv_epi64(mine, amount));
    __m256i down = _mm256_and_si256(carriers, _mm256_srlv_epi64(mine, amount));
    up = _mm256_or_si256(up, _mm256_and_si256(carriers, _mm256_sllv_epi64(up, amount)));
    down = _mm256_or_si256(down, _mm256_and_si256(carriers, _mm256_srlv_epi64(down, amount)));
    __m256i const pairs_up = _mm256_and_si256(carriers, _mm256_sllv_epi64(carriers, amount));
    __m256i const pairs_down = _mm256_srlv_epi64(pairs_up, amount);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    return join(_mm256_or_si256(_mm256_sllv_epi64(up, amount), _mm256_srlv_epi64(down, amount)));
}

/// The opp stones that an own stone on `cell` outflanks, in all directions together.
[[gnu::always_inline]] inline Bits64 outflanked(Grid64 const& grid, Bits64 own, Bits64 opp, int cell) {
    __m256i const mine = _mm256_set1_epi64x((long long)own), other = _mm256_set1_epi64x((long long)opp);
    __m256i const none = _mm256_setzero_si256();
    auto const* rays = reinterpret_cast<__m256i const*>(grid.rays(cell));

    // Rising: with all cells off the ray set, adding 1 carries through the opp stones to the cell behind them.
    __m256i const rising = _mm256_load_si256(rays);
    __m256i const all = _mm256_cmpeq_epi64(none, none);
    __m256i const filled = _mm256_or_si256(other, _mm256_xor_si256(rising, all));
    __m256i const stop = _mm256_and_si256(_mm256_sub_epi64(filled, all), _mm256_and_si256(rising, mine));
    __m256i const before = _mm256_and_si256(rising, _mm256_add_epi64(stop, all));
    __m256i const up = _mm256_andnot_si256(_mm256_cmpeq_epi64(stop, none), before);

    // Falling: smear the cells that stop the line outwards; what is not reached lies before the first of them.
    __m256i const amount = _mm256_setr_epi64x(1, 8, 9, 7), twice = _mm256_setr_epi64x(2, 16, 18, 14);
    __m256i const falling = _mm256_load_si256(rays + 1);
    __m256i const stops = _mm256_andnot_si256(other, falling);
    __m256i beyond = _mm256_srlv_epi64(stops, amount);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, amount));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, twice));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_setr_epi64x(4, 32, 36, 28)));
    __m256i const first = _mm256_and_si256(_mm256_andnot_si256(beyond, stops), mine);
    __m256i const down = _mm256_andnot_si256(_mm256_or_si256(beyond, stops), falling);
    return join(_mm256_or_si256(up, _mm256_andnot_si256(_mm256_cmpeq_epi64(first, none), down)));
}

#else

[[gnu::always_inline]] inline Bits64 behind_lines(Grid64 const& grid, Bits64 own, Bits64 opp) {
    Bits64 behind = 0;
    each_direction([&](auto d) {
        Bits64 line = opp & grid.shift<d>(own);
        for (int i = 0; i < 5; ++i) line |= opp & grid.shift<d>(line);
        behind |= grid.shift<d>(line);
    });
    return behind;
}

[[gnu::always_inline]] inline Bits64 outflanked(Grid64 const& grid, Bits64 own, Bits64 opp, int cell) {
    auto const* rays = grid.rays(cell);
    Bits64 taken = 0;
    for (int d = 0; d < 4; ++d) {
        Bits64 const stop = ((opp | ~rays[d]) + 1) & rays[d] & own;
        taken |= (stop - (stop != 0)) & rays[d];
    }
    for (int d = 4; d < 8; ++d) {
        Bits64 const stops = rays[d] & ~opp;
        Bits64 const first = one<Bits64>(msb(stops | 1));
        taken |= (first & stops & own) ? rays[d] & ~(first | (first - 1)) : 0;
    }
    return taken;
}

#endif

inline Bits128 behind_lines(Grid128 const& grid, Bits128 own, Bits128 opp) {
    Bits128 behind = 0;
    each_direction([&](auto d) {
        Bits128 line = opp & grid.shift<d>(own), all = line;
        while (line) {
            line = opp & grid.shift<d>(line);
            all |= line;
        }
        behind |= grid.shift<d>(all);
    });
    return behind;
}

inline Bits128 outflanked(Grid128 const& grid, Bits128 own, Bits128 opp, int cell) {
    auto const* rays = grid.rays(cell);
    Bits128 taken = 0;
    for (int d = 0; d < 4; ++d) {
        Bits128 const stop = ((opp | ~rays[d]) + 1) & rays[d] & own;
        taken |= (stop - (stop != 0)) & rays[d];
    }
    for (int d = 4; d < 8; ++d) {
        Bits128 const stops = rays[d] & ~opp;
        Bits128 const first = one<Bits128>(msb(stops | 1));
        taken |= (first & stops & own) ? rays[d] & ~(first | (first - 1)) : 0;
    }
    return taken;
}

}  // namespace turncoat::TURNCOAT_CPU
