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

inline int members(Bits64 set) { return __builtin_popcountll(set); }
inline int members(Bits128 set) { return members(Bits64(set)) + members(Bits64(set >> 64)); }

/// The lowest member; the set must not be empty.
inline int lowest(Bits64 set) { return __builtin_ctzll(set); }
inline int lowest(Bits128 set) {
    auto const low = Bits64(set);
    return low ? lowest(low) : 64 + lowest(Bits64(set >> 64));
}

/// The highest member; the set must not be empty.
inline int highest(Bits64 set) { return 63 - __builtin_clzll(set); }
inline int highest(Bits128 set) {
    auto const high = Bits64(set >> 64);
    return high ? 64 + highest(high) : highest(Bits64(set));
}

/// The member with n members below it; the set must have more than n.
inline int nth(Bits64 set, int n) {
#if defined(__BMI2__)
    return lowest(Bits64(_pdep_u64(Bits64(1) << n, set)));
#else
    int base = 0;
    for (int width = 32; width >= 8; width /= 2) {  // halve until a byte is left
        int const below = members(set & ((Bits64(1) << width) - 1));
        bool const above = n >= below;
        n -= above ? below : 0;
        base += above ? width : 0;
        set >>= above ? width : 0;
    }
    for (; n > 0; --n) set &= set - 1;
    return base + lowest(set);
#endif
}
inline int nth(Bits128 set, int n) {
    auto const low = Bits64(set);
    int const below = members(low);
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
    for (; set; set &= set - 1) f(lowest(set));
}

}  // namespace turncoat::TURNCOAT_CPU
