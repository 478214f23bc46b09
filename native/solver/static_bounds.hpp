// What a solver can say of a position of a game without playing on.
#pragma once

#include "search/traits.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Of most games: nothing.  A game of which more can be said names what says it in its header in search/:
///   available    whether the rest is there
///   whole_turns  whether the moves of a turn are tried as one
///   of           bounds of the value for the side to move, and a score to order moves by
///   mobility     how well its moves stand beside the other side's
///   last_cell    the value with one empty cell
template <class Rules>
struct StaticBounds {
    static constexpr bool available = false, whole_turns = false;
    explicit StaticBounds(Rules const&) {}
};

template <class Rules>
    requires requires { typename SearchTraits<Rules>::StaticBounds; }
struct StaticBounds<Rules> : SearchTraits<Rules>::StaticBounds {
    using SearchTraits<Rules>::StaticBounds::StaticBounds;
};

}  // namespace turncoat::TURNCOAT_CPU
