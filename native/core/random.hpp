// Random streams: one for every (seed, index), the same on every processor.
#pragma once

#include "core/bits.hpp"

namespace turncoat::TURNCOAT_CPU {

/// A bijection that spreads every input bit over the whole word.
constexpr Bits64 scramble(Bits64 x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
    return x ^ (x >> 32);
}

class Random {
  public:
    Random() = default;
    Random(Bits64 seed, Bits64 index) : state_(scramble(scramble(seed + kStep) + index)) {}

    /// From 0 to n - 1; the inequality is below n / 2^64.
    int below(int n) { return int((Bits128(next()) * unsigned(n)) >> 64); }

    Bits64 next() { return scramble(state_ += kStep); }

  private:
    static constexpr Bits64 kStep = 0x9e3779b97f4a7c15;
    Bits64 state_ = 0;
};

}  // namespace turncoat::TURNCOAT_CPU
