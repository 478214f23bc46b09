// Sets of cells in one machine word: 64 bits where the board fits in 8x8, 128 otherwise.
#pragma once

#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace turncoat {
using Bits64 = std::uint64_t;
__extension__ typedef unsigned __int128 Bits128;
}  // namespace turncoat

// Builtins instead of <bit> here, and arrays instead of <array> in other headers: an inline function of the standard
// library, compiled for one processor, could be merged by the linker into code meant for every processor.
namespace turncoat::TURNCOAT_CPU {

inline int popcount(Bits64 set) { return __builtin_popcountll(set); }
inline int popcount(Bits128 set) { return popcount(Bits64(set)) + popcount(Bits64(set >> 64)); }

/// The lowest member; the set must not be empty.
inline int lsb(Bits64 set) { return __builtin_ctzll(set); }
inline int lsb(Bits128 set) {
    auto const low = Bits64(set);
    return low ? lsb(low) : 64 + lsb(Bits64(set >> 64));
}

/// The highest member; the set must not be empty.
inline int msb(Bits64 set) { return 63 - __builtin_clzll(set); }
inline int msb(Bits128 set) {
    auto const high = Bits64(set >> 64);
    return high ? 64 + msb(high) : msb(Bits64(set));
}

/// The member with n members below it; the set must have more than n.
inline int nth(Bits64 set, int n) {
#if defined(__BMI2__)
    return lsb(Bits64(_pdep_u64(Bits64(1) << n, set)));
#else
    int base = 0;
    for (int width = 32; width >= 8; width /= 2) {  // halve until a byte is left
        int const below = popcount(set & ((Bits64(1) << width) - 1));
        bool const above = n >= below;
        n -= above ? below : 0;
        base += above ? width : 0;
        set >>= above ? width : 0;
    }
    for (; n > 0; --n) set &= set - 1;
    return base + lsb(set);
#endif
}
inline int nth(Bits128 set, int n) {
    auto const low = Bits64(set);
    int const below = popcount(low);
    return n < below ? nth(low, n) : 64 + nth(Bits64(set >> 64), n - below);
}

template <class Bits>
constexpr Bits one(int cell) {
    return Bits(1) << cell;
}
template <class Bits>
constexpr bool has(Bits set, int cell) {
    return (set >> cell) & 1;
}

/// Calls f with every member, lowest first.
template <class Bits, class F>
inline void each(Bits set, F&& f) {
    for (; set; set &= set - 1) f(lsb(set));
}

}  // namespace turncoat::TURNCOAT_CPU
