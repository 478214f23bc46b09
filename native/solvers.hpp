// The compiled solvers, one set for each processor, and the choice among them; as kernels.hpp.
#pragma once

#include <string_view>

#include "solve/types.hpp"

namespace turncoat {

/// Null if this machine cannot run that processor's code, or has not that much memory.
Prover* prover_for(Ruleset const&, std::string_view cpu, Plan const&);
Atlas* atlas_for(Ruleset const&, std::string_view cpu, std::size_t bytes);

}  // namespace turncoat
