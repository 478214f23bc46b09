// What a solver can say of a position of a game without playing on.
#pragma once

#include "../search/games.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Of most games: nothing.  A game of which more can be said names what says it in its header in search/:
///   able         whether the rest is there
///   whole_turns  whether the moves of a turn are tried as one
///   view         bounds of the worth for the side to move, and how well its stones stand
///   freedom      how well its moves stand beside the other side's
///   final_move   the worth with one empty cell
template <class Rules>
struct Insight {
    static constexpr bool able = false, whole_turns = false;
    explicit Insight(Rules const&) {}
};

template <class Rules>
    requires requires { typename Sense<Rules>::Insight; }
struct Insight<Rules> : Sense<Rules>::Insight {
    using Sense<Rules>::Insight::Insight;
};

}  // namespace turncoat::TURNCOAT_CPU
