// Which of the compiled units this machine can run, and the threads that solvers work on.

#include "game_units.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels.hpp"

namespace turncoat {

namespace portable {
GameUnit const& unit_of(Ruleset const&);
}
namespace avx2 {
GameUnit const& unit_of(Ruleset const&);
}

namespace {

GameUnit const* unit_for(Ruleset const& ruleset, std::string_view cpu) {
    if (std::find(cpus().begin(), cpus().end(), cpu) == cpus().end()) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return &avx2::unit_of(ruleset);
#endif
    return &portable::unit_of(ruleset);
}

struct ThreadPool final : Threads {
    void run(int count, Task& task) override {
        std::vector<std::thread> others;
        try {
            for (int i = 1; i < count; ++i) others.emplace_back([&task, i] { task.work(i); });
        } catch (std::system_error const&) {  // as many as there are to be had
        }
        task.work(0);
        for (auto& thread : others) thread.join();
    }
} pool;

}  // namespace

std::unique_ptr<Search> search_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes,
                                   Weights const* weights) {
    auto const* const unit = unit_for(ruleset, cpu);
    return std::unique_ptr<Search>(unit ? unit->search(ruleset, bytes, weights) : nullptr);
}

std::unique_ptr<SelfPlay> self_play_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes,
                                        Weights const* weights) {
    auto const* const unit = unit_for(ruleset, cpu);
    return std::unique_ptr<SelfPlay>(unit ? unit->self_play(ruleset, bytes, weights) : nullptr);
}

std::unique_ptr<Fit> fit_for(Ruleset const& ruleset, std::string_view cpu, FitData const& data) {
    auto const* const unit = unit_for(ruleset, cpu);
    return std::unique_ptr<Fit>(unit ? unit->fit(ruleset, data) : nullptr);
}

std::unique_ptr<Solver> solver_for(Ruleset const& ruleset, std::string_view cpu, SolverOptions const& options) {
    auto const* const unit = unit_for(ruleset, cpu);
    return std::unique_ptr<Solver>(unit ? unit->solver(ruleset, options, pool) : nullptr);
}

std::unique_ptr<Enumeration> enumeration_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    auto const* const unit = unit_for(ruleset, cpu);
    return std::unique_ptr<Enumeration>(unit ? unit->enumeration(ruleset, bytes) : nullptr);
}

std::unique_ptr<Uct> uct_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    auto const* const unit = unit_for(ruleset, cpu);
    return std::unique_ptr<Uct>(unit ? unit->uct(ruleset, bytes) : nullptr);
}

}  // namespace turncoat
