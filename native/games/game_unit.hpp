// The unit of one game, made from its rules and its search traits.
//
// Every game has a translation unit of its own: gcc stops inlining where one unit holds the searches of all, and two of
// them compile side by side.  A browser downloads what is compiled, so that it gets the search alone.
#pragma once

#include "games/kernel_unit.hpp"
#include "games/registry.hpp"
#include "search/iterative_deepening.hpp"
#if !defined(TURNCOAT_SEARCH_ALONE)
#include "solver/enumeration.hpp"
#include "solver/solver.hpp"
#include "training/fit.hpp"
#include "training/self_play.hpp"
#include "uct/tree.hpp"
#endif

namespace turncoat::TURNCOAT_CPU {

template <class Game>
Search* make_search(Ruleset const& ruleset, std::size_t bytes, Weights const* weights) {
    return Game::with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> Search* {
        return new IterativeDeepening<Rules>(rules, bytes, weights);
    });
}

#if !defined(TURNCOAT_SEARCH_ALONE)

template <class Game>
SelfPlay* make_self_play(Ruleset const& ruleset, std::size_t bytes, Weights const* weights) {
    return Game::with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> SelfPlay* {
        return new RulesetSelfPlay<Rules>(rules, bytes, weights);
    });
}

template <class Game>
Fit* make_fit(Ruleset const& ruleset, FitData const& data) {
    return Game::with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> Fit* {
        return new PatternFit<decltype(Rules::grid)>(rules.grid, data);
    });
}

/// Null where there is not that much memory.
template <class Game>
Solver* make_solver(Ruleset const& ruleset, SolverOptions const& options, Threads& pool) {
    return Game::with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> Solver* {
        auto* const solver = new RulesetSolver<Rules>(rules, options, pool);
        if (solver->usable()) return solver;
        delete solver;
        return nullptr;
    });
}

template <class Game>
Enumeration* make_enumeration(Ruleset const& ruleset, std::size_t bytes) {
    return Game::with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> Enumeration* {
        return new FullEnumeration<Rules>(rules, bytes);
    });
}

template <class Game>
Uct* make_uct(Ruleset const& ruleset, std::size_t bytes) {
    return Game::with_rules(ruleset,
                            [&]<class Rules>(Rules const& rules) -> Uct* { return new UctTree<Rules>(rules, bytes); });
}

#endif

/// `Game` is OnGrid or OnBoard of the game's rules.
template <class Game>
    requires GameRules<typename Game::Any>
inline constexpr GameUnit unit{
    .game = Game::Any::name,
    .cpu = TURNCOAT_CPU_NAME,
    .options = Game::Any::kOptions,
    .supports = &Game::Any::supports,
    .kernel = &make_kernel<Game>,
    .search = &make_search<Game>,
#if !defined(TURNCOAT_SEARCH_ALONE)
    .self_play = &make_self_play<Game>,
    .fit = &make_fit<Game>,
    .solver = &make_solver<Game>,
    .enumeration = &make_enumeration<Game>,
    .uct = &make_uct<Game>,
#endif
};

}  // namespace turncoat::TURNCOAT_CPU
