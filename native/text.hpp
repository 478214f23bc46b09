// Positions and moves as text.  The plain rules decide what is possible; this reads what they printed, and
// refuses anything else without harm.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rules/types.hpp"

namespace turncoat {

struct BadText : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A position's text without the ruleset: the board, the side, the fields; throws BadText.
Picture read_picture(Size, std::string_view text);

/// What read_picture reads.
std::string write_picture(Size, Picture const&);

std::string cell_name(Size, int cell);
std::optional<int> read_cell(Size, std::string_view name);

std::string write_move(Size, Move);

char const* reason_name(Reason);

/// The names of all, in the order of Reason.
std::span<char const* const> reason_names();

}  // namespace turncoat
