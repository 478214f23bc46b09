// Any numbers as the options of a game; what is taken is played on a little.

#include <charconv>

#include "core/kernel.hpp"
#include "fuzz/target.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

std::vector<std::string> seeds() {
    std::vector<std::string> texts;
    for (auto const& one : listed()) {
        texts.push_back(one.game);
        for (int const value : one.values) texts.back() += " " + std::to_string(value);
    }
    return texts;
}

void run(std::string_view text) {
    std::vector<int> values;
    auto const end = text.data() + text.size();
    auto const game = text.substr(0, text.find(' '));
    for (auto at = text.data() + game.size(); at != end;) {
        int value = 0;
        auto const [next, error] = std::from_chars(at, end, value);
        at = error == std::errc{} ? next : at + 1;
        if (error == std::errc{}) values.push_back(value);
    }
    try {
        auto const ruleset = ruleset_of(game, values);
        for (auto const cpu : cpus()) {
            State state;
            auto const kernel = kernel_for(ruleset, cpu);
            kernel->start(state);
            for (std::uint64_t i = 0; i < 4; ++i) kernel->play_random(state, text.size(), i);
        }
    } catch (BadRuleset const&) {  // refused, as garbage should be
    }
}

}  // namespace

FuzzTarget const kRulesetTarget{"ruleset", seeds, run};

}  // namespace turncoat
