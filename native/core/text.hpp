// Positions and moves as text.  The plain rules decide what is possible; this reads what they printed, and
// refuses anything else without harm.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/kernel.hpp"

namespace turncoat {

struct BadText : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A position's text without the ruleset: the board, the side, the game's fields; throws BadText.
State read_position(Kernel const&, std::string_view text);

/// What read_position reads.
std::string write_position(Kernel const&, State const&);

std::string cell_name(Size, int cell);
std::optional<int> read_cell(Size, std::string_view name);

std::string write_move(Size, Move);

/// What a move changed, as views have it.  Its kind has the name that stands in its place in EVENT_KINDS of
/// games/moves.py.
std::string event_json(Size, Event const&);

}  // namespace turncoat
