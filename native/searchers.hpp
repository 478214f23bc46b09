// The compiled searches, one set for each processor, and the choice among them; as kernels.hpp.
#pragma once

#include <string_view>

#include "search/types.hpp"

namespace turncoat {

/// A search that may use about that many bytes; null if this machine cannot run that processor's code.
Searcher* searcher_for(Ruleset const&, std::string_view cpu, std::size_t bytes, Weights const*);

}  // namespace turncoat
