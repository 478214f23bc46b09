// Tests of the native code without Python, for the sanitizers: every game of the list, every kind of ruleset, every
// kernel.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "core/batch.hpp"
#include "core/kernel.hpp"
#include "core/parallel.hpp"
#include "tests/examine.hpp"

namespace turncoat {
namespace {

/// Walks one random game on all kernels at once.
void walk(std::string const& text, std::uint64_t seed) {
    std::vector<std::shared_ptr<Kernel const>> kernels;
    for (auto const cpu : cpus()) kernels.push_back(kernel_for(ruleset_of(text), cpu));
    std::vector<State> states(kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) kernels[i]->start(states[i]);
    std::vector<Move> played(4096);
    int const length = kernels[0]->playout(states[0], seed, 0, played.data(), int(played.size()));
    check(length <= int(played.size()), "a game without end", text);
    for (int step = 0; step <= length; ++step) {
        auto const where = text + " " + write_position(*kernels[0], states[0]);
        if (step % 5 == 0) examine(*kernels[0], states[0], where);
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            check(write_position(*kernels[i], states[i]) == write_position(*kernels[0], states[0]), "kernels differ",
                  where);
            check(kernels[i]->count(states[i]) == kernels[0]->count(states[0]), "kernels count differently", where);
        }
        for (std::size_t i = 0; i < kernels.size() && step < length; ++i)
            kernels[i]->play(states[i], played[std::size_t(step)]);
    }
}

/// Counts in several ways that must agree, from some way into a game.
void count(std::string const& text) {
    for (auto const cpu : cpus()) {
        auto const kernel = kernel_for(ruleset_of(text), cpu);
        State state;
        kernel->start(state);
        for (int i = 0; i < 6; ++i) kernel->play_random(state, 1, std::uint64_t(i));
        while (kernel->mid_turn(state)) kernel->play_random(state, 2, 0);
        Stop stop;
        for (int depth = 0; depth <= 2; ++depth) {
            Count const bulk = kernel->perft(state, depth, Unit::Move, true, stop);
            check(bulk == kernel->perft(state, depth, Unit::Move, false, stop), "bulk counts differently", text);
            check(bulk == perft(*kernel, state, depth, Unit::Move, true, 2, nullptr), "threads count otherwise", text);
        }
        Count const turns = kernel->perft(state, 1, Unit::Turn, true, stop);
        check(turns == perft(*kernel, state, 1, Unit::Turn, true, 2, nullptr), "threads count turns otherwise", text);
    }
}

void play_out(std::string const& text) {
    std::vector<std::vector<PlayoutResult>> found;
    for (auto const cpu : cpus()) {
        auto const kernel = kernel_for(ruleset_of(text), cpu);
        State state;
        kernel->start(state);
        std::vector<PlayoutResult> results(600);
        playouts(
            *kernel, state, 7, results.size(), 2,
            [&](std::size_t game, PlayoutResult const& result) { results[game] = result; }, nullptr);
        found.push_back(std::move(results));
        Batch batch(kernel, state, 300);
        while (batch.step_random(3, 2)) continue;
        std::vector<std::int64_t> const none(300, -1);
        batch.step(none.data(), 2);  // all over: any index will do
        check(batch.reset_finished() == 300, "a game of the batch is not over", text);
        try {
            batch.step(none.data(), 2);
            check(false, "a wrong index is taken", text);
        } catch (Refused const& bad) {
            check(bad.game == 0, "the wrong game is blamed", text);
        }
    }
    for (auto const& results : found)
        for (std::size_t i = 0; i < results.size(); ++i)
            check(results[i].moves == found[0][i].moves && results[i].first == found[0][i].first &&
                      results[i].outcome.winner == found[0][i].outcome.winner && results[i].outcome.over,
                  "kernels play different random games", text);
}

void stop_early() {
    auto const kernel = kernel_for(listed().back().ruleset, cpus()[0]);
    State state;
    kernel->start(state);
    try {
        perft(*kernel, state, 40, Unit::Move, true, 2, [](double) { return false; });
        check(false, "the callback is never called", "perft");
    } catch (Stopped const&) {
        check(true, "", "");
    }
}

}  // namespace
}  // namespace turncoat

int main() {
    using namespace turncoat;
    auto const all = rulesets();
    for (auto const& text : all) {
        for (std::uint64_t seed = 0; seed < 2; ++seed) walk(text, seed);
        count(text);
    }
    for (auto const& game : games()) play_out(std::string(game));
    stop_early();
    std::printf("%zu rulesets on %zu kernels, %d checks\n", all.size(), cpus().size(), checks);
}
