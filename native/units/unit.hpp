// The makers of one game, from its rules and its search traits.  Every game has a translation unit of its own in this
// folder, for gcc stops inlining where one unit holds the searches of all.
#pragma once

#include "../game_units.hpp"
#include "../rules/games.hpp"
#include "../search/fit.hpp"
#include "../search/self_play.hpp"
#include "../solve/enumeration.hpp"
#include "../solve/solver.hpp"
#include "../uct/tree.hpp"

namespace turncoat::TURNCOAT_CPU {

/// `WithRules` calls what it is given with the rules of a ruleset.
template <class WithRules>
struct Unit {
    static Search* search(Ruleset const& ruleset, std::size_t bytes, Weights const* weights) {
        return WithRules{}(ruleset, [&]<class Rules>(Rules const& rules) -> Search* {
            return new IterativeDeepening<Rules>(rules, bytes, weights);
        });
    }
    static SelfPlay* self_play(Ruleset const& ruleset, std::size_t bytes, Weights const* weights) {
        return WithRules{}(ruleset, [&]<class Rules>(Rules const& rules) -> SelfPlay* {
            return new RulesetSelfPlay<Rules>(rules, bytes, weights);
        });
    }
    static Fit* fit(Ruleset const& ruleset, FitData const& data) {
        return WithRules{}(ruleset, [&]<class Rules>(Rules const& rules) -> Fit* {
            return new PatternFit<decltype(Rules::grid)>(rules.grid, data);
        });
    }
    static Solver* solver(Ruleset const& ruleset, SolverOptions const& options, Threads& pool) {
        return WithRules{}(ruleset, [&]<class Rules>(Rules const& rules) -> Solver* {
            auto* const solver = new RulesetSolver<Rules>(rules, options, pool);
            if (solver->usable()) return solver;
            delete solver;
            return nullptr;
        });
    }
    static Enumeration* enumeration(Ruleset const& ruleset, std::size_t bytes) {
        return WithRules{}(ruleset, [&]<class Rules>(Rules const& rules) -> Enumeration* {
            return new FullEnumeration<Rules>(rules, bytes);
        });
    }
    static Uct* uct(Ruleset const& ruleset, std::size_t bytes) {
        return WithRules{}(ruleset,
                           [&]<class Rules>(Rules const& rules) -> Uct* { return new UctTree<Rules>(rules, bytes); });
    }

    static constexpr GameUnit kMakers{&search, &self_play, &fit, &solver, &enumeration, &uct};
};

/// A game on boards of 64 bits and of 128.
template <template <class> class Rules>
struct OnGrid {
    template <class F>
    auto operator()(Ruleset const& ruleset, F const& f) const {
        return on_grid<Rules>(ruleset, f);
    }
};

/// A game on one board.
template <class Rules>
struct OnBoard {
    template <class F>
    auto operator()(Ruleset const& ruleset, F const& f) const {
        return f(Rules(ruleset));
    }
};

}  // namespace turncoat::TURNCOAT_CPU
