// Fuzz target: any bytes as a position text; what is taken is played on a little.

#include "core/kernel.hpp"
#include "core/text.hpp"
#include "fuzz/seeds.hpp"
#include "tests/rulesets.hpp"

using namespace turncoat;

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

namespace {

void play_on(Kernel const& kernel, State state, std::uint64_t seed) {
    Moves moves;
    for (std::uint64_t i = 0; i < 6; ++i) {
        kernel.moves(state, moves);
        if (moves.size != kernel.count(state)) __builtin_trap();
        kernel.canonical(state);
        if (!kernel.play_random(state, seed, i)) return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const space = text.find(' ');
    if (space == std::string_view::npos) return 0;
    try {
        auto const ruleset = ruleset_of(std::string(text.substr(0, space)));
        for (auto const cpu : cpus()) {
            auto const kernel = kernel_for(ruleset, cpu);
            play_on(*kernel, read_position(*kernel, text.substr(space + 1)), size);
        }
    } catch (BadText const&) {  // refused, as garbage should be
    } catch (BadRuleset const&) {
    }
    return 0;
}
