// The units of all games, in the order of rules/games.hpp.  Compiled once for each processor.

#include "../game_units.hpp"

namespace turncoat::TURNCOAT_CPU {

GameUnit const& vect_reverse_unit();
GameUnit const& verto_unit();
GameUnit const& invector_unit();
GameUnit const& reversi_unit();

GameUnit const& unit_of(Ruleset const& ruleset) {
    static constexpr GameUnit const& (*kUnits[])() = {vect_reverse_unit, verto_unit, invector_unit, reversi_unit};
    return kUnits[ruleset.game]();
}

}  // namespace turncoat::TURNCOAT_CPU
