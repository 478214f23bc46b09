// Where a game has a solver of endgames: what it proves against trying every line to the end, on every board and
// kernel.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "games/registry.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

int lead(Kernel const& kernel, State const& state) {
    Score const score = kernel.score(state);
    return kernel.side(state) ? score.second - score.first : score.first - score.second;
}

int plain_value(Kernel const& kernel, State const& state, int alpha, int beta) {
    Moves moves;
    kernel.moves(state, moves);
    if (!moves.size) return lead(kernel, state);
    for (int i = 0; i < moves.size && alpha < beta; ++i) {
        State after = state;
        kernel.play(after, moves.list[i]);
        alpha = std::max(alpha, -plain_value(kernel, after, -beta, -alpha));
    }
    return alpha;
}

int empties(Kernel const& kernel, State const& state) {
    PositionData data{};
    kernel.store(state, data);
    auto const [width, height] = kernel.size();
    return int(std::count(data.cells, data.cells + width * height, -1));
}

struct Last final : Listener {
    Line line;
    void found(Line const& found_line) override { line = found_line; }
};

void check_position(Kernel const& kernel, Search& search, State const& state, std::string const& where) {
    int const value = plain_value(kernel, state, -kMaxCells, kMaxCells);
    int winner = 0;
    std::uint64_t nodes = 0;
    check(search.solve_outcome(state, Control{}, winner, nodes), "was not solved", where);
    check(winner == (value > 0) - (value < 0), "the winner is another", where);
    if (!kernel.count(state)) return;
    Last last;
    search.prepare(1);
    search.run(state, Limits{}, Control{}, last, 0);
    check(last.line.proved && last.line.value == 100 * value, "the proved value is not the value", where);
    State end = state;
    for (int i = 0; i < last.line.length; ++i) kernel.play(end, last.line.moves[i]);
    check(kernel.outcome(end).over, "the line does not lead to the end", where);
    int const reached = kernel.side(end) == kernel.side(state) ? lead(kernel, end) : -lead(kernel, end);
    check(reached == value, "the line leads to another value", where);
}

/// Random games down to each number of empty cells; false if the game has no solver.
bool check_ruleset(std::string const& text, std::string_view cpu, int games) {
    auto const ruleset = ruleset_of(text);
    auto const kernel = kernel_for(ruleset, cpu);
    auto const search = search_for(ruleset, cpu, 1 << 20, nullptr);
    State state;
    kernel->start(state);
    int winner;
    std::uint64_t nodes;
    Control stopped;
    stopped.stop.ask();
    search->solve_outcome(state, stopped, winner, nodes = 0);
    if (!nodes) return false;
    for (int game = 0; game < games; ++game) {
        kernel->start(state);
        int const left = 1 + game % 9;
        std::uint64_t ply = 0;
        while (empties(*kernel, state) > left && kernel->play_random(state, std::uint64_t(game), ply)) ++ply;
        if (empties(*kernel, state) > 9) continue;
        check_position(*kernel, *search, state, text + " " + std::string(cpu) + " game " + std::to_string(game));
    }
    return true;
}

}  // namespace
}  // namespace turncoat

int main() {
    using namespace turncoat;
    int solved = 0;
    for (auto const& one : listed())
        for (char const* size : {",size=8x8,", ",size=6x6,", ",size=4x4,", ",size=6x4,", ",size=4x8,", ",size=8x4,"})
            for (auto const& cpu : cpus())
                if (one.options == size) solved += check_ruleset(one.text, cpu, 54);
    check(solved == int(6 * cpus().size()), "a size was not looked at", "all rulesets");
    std::printf("%d checks\n", checks);
}
