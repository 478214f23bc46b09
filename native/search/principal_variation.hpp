// The best line below every ply of the search.
#pragma once

#include <algorithm>

#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

class PrincipalVariation {
    int length_[kMaxPly + 2] = {};
    Move line_[kMaxPly + 2][kMaxLine];

  public:
    int length(int ply) const { return length_[ply]; }
    Move const* line(int ply) const { return line_[ply]; }

    void clear(int ply) { length_[ply] = 0; }
    /// The line of a ply is that move alone.
    void end_with(int ply, Move move) {
        line_[ply][0] = move;
        length_[ply] = 1;
    }
    /// The line of a ply is that move and the line below it.
    void extend(int ply, Move move) {
        line_[ply][0] = move;
        length_[ply] = std::min(length_[ply + 1] + 1, kMaxLine);
        std::copy_n(line_[ply + 1], length_[ply] - 1, line_[ply] + 1);
    }
};

/// A move of the position that is searched, with what was found about it.
struct RootMove {
    Move move;
    Value value = -kInfinite;
    bool proved = false;
    int length = 0;
    Move line[kMaxLine];

    void set_line(PrincipalVariation const& pv) {
        line[0] = move;
        length = std::min(pv.length(1) + 1, kMaxLine);
        std::copy_n(pv.line(1), length - 1, line + 1);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
