// The static evaluation: trained patterns, the game's handcrafted evaluation, or both.
#pragma once

#include <algorithm>

#include "search/patterns.hpp"
#include "search/traits.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class Evaluator {
    using State = typename Rules::State;
    using Traits = SearchTraits<Rules>;

    Rules const& rules_;
    PatternEvaluation<decltype(Rules::grid)> const& patterns_;

    [[gnu::noinline]] Value handcrafted(State const& at) const { return bounded(Traits::handcrafted(rules_, at)); }

  public:
    static constexpr Value kGreatest = 15000;  // estimates stay below what ends of games are worth
    static Value bounded(Value value) { return std::clamp(value, -kGreatest, kGreatest); }

    Evaluator(Rules const& rules, PatternEvaluation<decltype(Rules::grid)> const& patterns)
        : rules_(rules), patterns_(patterns) {}

    /// For the side to move; the indices are those of the position.
    Value evaluate(State const& at, PatternIndices const& indices) const {
        if (!patterns_.loaded()) return handcrafted(at);
        Value value = patterns_.evaluate(indices, at, Rules::mid_turn(at));
        if (Traits::corrected) value += Traits::handcrafted(rules_, at);
        return bounded(value);
    }

    Value evaluate(State const& at) const {
        PatternIndices indices;
        read(indices, at);
        return evaluate(at, indices);
    }

    /// The indices of a position, from nothing.
    void read(PatternIndices& indices, State const& at) const {
        if (patterns_.loaded()) patterns_.layout().read(indices, first_of(at), second_of(at));
    }

    /// The indices after a move, from those before it.
    void update(PatternIndices& indices, PatternIndices const& old, State const& at, State const& after) const {
        if (patterns_.loaded()) patterns_.layout().template update<Traits::kUsualFlips>(indices, old, at, after);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
