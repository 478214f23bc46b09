// What plain UCT is asked and what it answers.
#pragma once

#include "core/types.hpp"

namespace turncoat {

/// What random games say about one move.
struct UctMove {
    Move move;  // cells in reading order
    std::uint32_t visits = 0;
    double value = 0;  // the share won by the side that makes it, draws counted half
};

/// A tree of random games under one position.  An opponent to measure against: it knows the rules and nothing else.
class Uct {
  public:
    virtual ~Uct() = default;
    /// A new tree; `exploration` weighs what was seldom tried against what did well.
    virtual void begin(State const&, double exploration, std::uint64_t seed) = 0;
    virtual void run(std::uint64_t playouts) = 0;
    /// The moves from the start, in reading order; their number comes back.
    virtual int moves(UctMove*, int most) const = 0;
};

}  // namespace turncoat
