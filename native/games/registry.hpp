// The games that were compiled, each once for every processor, and what can be made of them.
//
// There is no list: the unit of each game (games/<game>/game.cpp) registers what it makes while the program is loaded.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"
#include "search/types.hpp"
#include "solver/types.hpp"
#include "training/types.hpp"
#include "uct/types.hpp"

namespace turncoat {

/// One game compiled for one processor: how its rulesets are read, and what makes the rest.
struct GameUnit {
    char const* game;
    char const* cpu;
    int options;
    bool (*supports)(int const* values);  // whether there is room for a game with these
    Kernel* (*kernel)(Ruleset const&);
    Search* (*search)(Ruleset const&, std::size_t bytes, Weights const*);
    // Null where the search was compiled alone:
    SelfPlay* (*self_play)(Ruleset const&, std::size_t bytes, Weights const*) = nullptr;
    Fit* (*fit)(Ruleset const&, FitData const&) = nullptr;
    Solver* (*solver)(Ruleset const&, SolverOptions const&, Threads&) = nullptr;
    Enumeration* (*enumeration)(Ruleset const&, std::size_t bytes) = nullptr;
    Uct* (*uct)(Ruleset const&, std::size_t bytes) = nullptr;
};

/// A unit makes one of these as a constant, so that it is known before anything else runs.
struct Registration {
    explicit Registration(GameUnit const&);
};

/// The names of the games, in alphabetical order.
std::vector<std::string_view> games();

/// The processors that games were compiled for and this machine can run, best first; `portable` is always there.
std::vector<std::string_view> const& cpus();

struct BadRuleset : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The ruleset of that game with these values; throws BadRuleset where no compiled game can hold them.  What is
/// allowed beyond that the plain rules say.
Ruleset ruleset_of(std::string_view game, std::span<int const> values);

// What follows is null where the name is not among cpus().

std::shared_ptr<Kernel const> kernel_for(Ruleset const&, std::string_view cpu);
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
