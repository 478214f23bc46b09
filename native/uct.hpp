// Plain UCT, compiled once for each processor, and the choice among them; as kernels.hpp.
#pragma once

#include <string_view>

#include "rules/types.hpp"

namespace turncoat {

/// What random games say about one move.
struct Choice {
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
    virtual int choices(Choice*, int most) const = 0;
};

/// A tree that may use about that many bytes; null if this machine cannot run that processor's code.
Uct* uct_for(Ruleset const&, std::string_view cpu, std::size_t bytes);

}  // namespace turncoat
