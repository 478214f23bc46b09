// The compiled searches, one set for each processor, and the choice among them; as kernels.hpp.
#pragma once

#include "search/types.hpp"

#include <string_view>

namespace turncoat {

/// A search that may use about that many bytes; null if this machine cannot run that processor's code.
Searcher *searcher_for(Ruleset const &, std::string_view cpu, std::size_t bytes, Weights const *);

} // namespace turncoat
