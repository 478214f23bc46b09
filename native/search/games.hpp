// The one list of games for the search, beside rules/games.hpp.
#pragma once

#include "invector.hpp"
#include "reversi.hpp"
#include "vect_reverse.hpp"
#include "verto.hpp"
