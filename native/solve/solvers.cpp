// Which of the compiled solvers this machine can run, and the threads they work on.

#include "../solvers.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "../kernels.hpp"

namespace turncoat {

namespace portable {
Prover* make_prover(Ruleset const&, Plan const&, Crew&);
Atlas* make_atlas(Ruleset const&, std::size_t bytes);
}  // namespace portable
namespace avx2 {
Prover* make_prover(Ruleset const&, Plan const&, Crew&);
Atlas* make_atlas(Ruleset const&, std::size_t bytes);
}  // namespace avx2

namespace {
bool runs(std::string_view cpu) { return std::find(cpus().begin(), cpus().end(), cpu) != cpus().end(); }

struct Team final : Crew {
    void run(int hands, Job& job) override {
        std::vector<std::thread> others;
        try {
            for (int i = 1; i < hands; ++i) others.emplace_back([&job, i] { job.work(i); });
        } catch (std::system_error const&) {  // as many as there are to be had
        }
        job.work(0);
        for (auto& thread : others) thread.join();
    }
} team;
}  // namespace

Prover* prover_for(Ruleset const& ruleset, std::string_view cpu, Plan const& plan) {
    if (!runs(cpu)) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return avx2::make_prover(ruleset, plan, team);
#endif
    return portable::make_prover(ruleset, plan, team);
}

Atlas* atlas_for(Ruleset const& ruleset, std::string_view cpu, std::size_t bytes) {
    if (!runs(cpu)) return nullptr;
#if defined(TURNCOAT_WITH_AVX2)
    if (cpu == "avx2") return avx2::make_atlas(ruleset, bytes);
#endif
    return portable::make_atlas(ruleset, bytes);
}

}  // namespace turncoat
