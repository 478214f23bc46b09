// Finding the unit of a game for a processor.

#include "games/registry.hpp"

#include <algorithm>
#include <string>

#include "core/cpu.hpp"
#include "solver/thread_pool.hpp"

namespace turncoat {
namespace {

/// Every unit, in whatever order the linker put them.
std::vector<GameUnit const*>& units() {
    static std::vector<GameUnit const*> all;  // made by the first that registers
    return all;
}

GameUnit const* find_unit(std::string_view game, std::string_view cpu) {
    auto const here = [&](GameUnit const* unit) { return unit->game == game && unit->cpu == cpu; };
    auto const found = std::find_if(units().begin(), units().end(), here);
    return found == units().end() || !runs_here(cpu) ? nullptr : *found;
}

/// What that function of the ruleset's unit makes, or null.
template <class Product, class... Given, class... Rest>
std::unique_ptr<Product> make(Product* (*GameUnit::*maker)(Ruleset const&, Given...), Ruleset const& ruleset,
                              std::string_view cpu, Rest&&... rest) {
    auto const* const unit = find_unit(ruleset.game, cpu);
    return std::unique_ptr<Product>(unit ? (unit->*maker)(ruleset, rest...) : nullptr);
}

}  // namespace

Registration::Registration(GameUnit const& unit) { units().push_back(&unit); }

std::vector<std::string_view> games() {
    std::vector<std::string_view> names;
    for (GameUnit const* unit : units()) names.push_back(unit->game);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::vector<std::string_view> const& cpus() {
    static std::vector<std::string_view> const found = [] {
        std::vector<std::string_view> names;
        for (std::string_view const name : {"avx2", "portable"})
            if (runs_here(name) &&
                std::any_of(units().begin(), units().end(), [&](GameUnit const* unit) { return unit->cpu == name; }))
                names.push_back(name);
        return names;
    }();
    return found;
}

Ruleset ruleset_of(std::string_view game, std::span<int const> values) {
    GameUnit const* const unit = find_unit(game, "portable");
    if (!unit || values.size() != std::size_t(unit->options) || !unit->supports(values.data()))
        throw BadRuleset("no compiled rules hold this ruleset of " + std::string(game));
    Ruleset ruleset{unit->game, {}};
    std::copy(values.begin(), values.end(), ruleset.values);
    return ruleset;
}

std::shared_ptr<Kernel const> kernel_for(Ruleset const& ruleset, std::string_view cpu) {
    return make(&GameUnit::kernel, ruleset, cpu);
}

std::unique_ptr<Search> search_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes,
                                   Weights const* weights) {
    return make(&GameUnit::search, ruleset, cpu, bytes, weights);
}

std::unique_ptr<SelfPlay> self_play_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes,
                                        Weights const* weights) {
    return make(&GameUnit::self_play, ruleset, cpu, bytes, weights);
}

std::unique_ptr<Fit> fit_for(Ruleset const& ruleset, std::string_view cpu, FitData const& data) {
    return make(&GameUnit::fit, ruleset, cpu, data);
}

std::unique_ptr<Solver> solver_for(Ruleset const& ruleset, std::string_view cpu, SolverOptions const& options) {
    static ThreadPool pool;
    return make(&GameUnit::solver, ruleset, cpu, options, pool);
}

std::unique_ptr<Enumeration> enumeration_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    return make(&GameUnit::enumeration, ruleset, cpu, bytes);
}

std::unique_ptr<Uct> uct_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    return make(&GameUnit::uct, ruleset, cpu, bytes);
}

}  // namespace turncoat
