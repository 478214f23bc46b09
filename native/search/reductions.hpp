// Late move reductions: how many plies shallower the number-th move is tried first.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace turncoat::TURNCOAT_CPU {

class Reductions {
    static constexpr int kSize = 64;
    std::uint8_t by_[kSize][kSize];

  public:
    Reductions() {
        for (int depth = 0; depth < kSize; ++depth)
            for (int number = 0; number < kSize; ++number)
                by_[depth][number] = depth < 3 || number < 3
                                         ? 0
                                         : std::uint8_t(0.4 + std::log(depth) * std::log(number) / 2.4 + (number >= 5));
    }
    int plies(int depth, int number) const { return by_[std::min(depth, kSize - 1)][std::min(number, kSize - 1)]; }
};

}  // namespace turncoat::TURNCOAT_CPU
