// What the unit of each game makes, compiled once for each processor, and the choice among them; as kernels.hpp.
//
// Every maker returns null where this machine cannot run that processor's code.
#pragma once

#include <memory>
#include <string_view>

#include "search/training.hpp"
#include "search/types.hpp"
#include "solve/types.hpp"
#include "uct/types.hpp"

namespace turncoat {

/// The makers of one game.
struct GameUnit {
    Search* (*search)(Ruleset const&, std::size_t bytes, Weights const*);
    SelfPlay* (*self_play)(Ruleset const&, std::size_t bytes, Weights const*);
    Fit* (*fit)(Ruleset const&, FitData const&);
    Solver* (*solver)(Ruleset const&, SolverOptions const&, Threads&);
    Enumeration* (*enumeration)(Ruleset const&, std::size_t bytes);
    Uct* (*uct)(Ruleset const&, std::size_t bytes);
};

/// A search that may use about that many bytes.
std::unique_ptr<Search> search_for(Ruleset const&, std::string_view cpu, std::size_t bytes, Weights const*);
std::unique_ptr<SelfPlay> self_play_for(Ruleset const&, std::string_view cpu, std::size_t bytes, Weights const*);
/// The data must outlive the fit.
std::unique_ptr<Fit> fit_for(Ruleset const&, std::string_view cpu, FitData const&);
/// Null also where there is not that much memory.
std::unique_ptr<Solver> solver_for(Ruleset const&, std::string_view cpu, SolverOptions const&);
std::unique_ptr<Enumeration> enumeration_for(Ruleset const&, std::string_view cpu, std::size_t bytes);
std::unique_ptr<Uct> uct_for(Ruleset const&, std::string_view cpu, std::size_t bytes);

}  // namespace turncoat
