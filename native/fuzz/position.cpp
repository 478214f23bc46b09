// Any bytes as the text of a position; what is taken is written, read again and played on a little.

#include <map>

#include "core/kernel.hpp"
#include "core/text.hpp"
#include "fuzz/target.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

std::vector<std::string> seeds() {
    std::vector<std::string> texts;
    for (auto const& one : listed()) {
        if (one.text != one.game) continue;  // the options at their defaults
        auto const kernel = kernel_for(one.ruleset, "portable");
        for (int moves = 0; moves < 60; moves += 7) {
            State state;
            kernel->start(state);
            for (int i = 0; i < moves; ++i) kernel->play_random(state, 5, std::uint64_t(i));
            texts.push_back(one.text + " " + write_position(*kernel, state));
        }
    }
    return texts;
}

void play_on(Kernel const& kernel, State state, std::uint64_t seed) {
    State const again = read_position(kernel, write_position(kernel, state));
    if (!kernel.equal(state, again)) __builtin_trap();
    Moves moves;
    for (std::uint64_t i = 0; i < 6; ++i) {
        kernel.moves(state, moves);
        if (moves.size != kernel.count(state)) __builtin_trap();
        State other = state;
        kernel.canonical(other);
        kernel.outcome(state);
        kernel.score(state);
        if (!kernel.play_random(state, seed, i)) return;
    }
}

/// The kernels of a listed ruleset, made once; none where it is not listed.
std::vector<std::shared_ptr<Kernel const>> const& kernels_of(std::string_view text) {
    static auto const known = [] {
        std::map<std::string, std::vector<std::shared_ptr<Kernel const>>, std::less<>> all;
        for (auto const& one : listed())
            for (auto const cpu : cpus()) all[one.text].push_back(kernel_for(one.ruleset, cpu));
        return all;
    }();
    static std::vector<std::shared_ptr<Kernel const>> const none;
    auto const found = known.find(text);
    return found == known.end() ? none : found->second;
}

void run(std::string_view text) {
    auto const space = text.find(' ');
    if (space == std::string_view::npos) return;
    try {
        for (auto const& kernel : kernels_of(text.substr(0, space)))
            play_on(*kernel, read_position(*kernel, text.substr(space + 1)), text.size());
    } catch (BadText const&) {  // refused, as garbage should be
    }
}

}  // namespace

FuzzTarget const kPositionTarget{"position", seeds, run};

}  // namespace turncoat
