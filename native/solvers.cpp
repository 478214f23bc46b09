// The solvers behind the interfaces of solve/types.hpp.  Compiled once for each processor, as kernels.cpp.

#include "rules/games.hpp"
#include "search/games.hpp"
#include "solve/atlas.hpp"
#include "solve/prover.hpp"

namespace turncoat::TURNCOAT_CPU {

Prover* make_prover(Ruleset const& ruleset, Plan const& plan, Crew& crew) {
    return with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> Prover* {
        auto* const prover = new TestingProver<Rules>(rules, plan, crew);
        if (prover->usable()) return prover;
        delete prover;
        return nullptr;
    });
}

Atlas* make_atlas(Ruleset const& ruleset, std::size_t bytes) {
    return with_rules(ruleset,
                      [&]<class Rules>(Rules const& rules) -> Atlas* { return new DrawnAtlas<Rules>(rules, bytes); });
}

}  // namespace turncoat::TURNCOAT_CPU
