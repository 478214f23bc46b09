// Fuzz target: any bytes as a game and numbers for its options.

#include <charconv>

#include "core/kernel.hpp"
#include "fuzz/seeds.hpp"
#include "tests/rulesets.hpp"

using namespace turncoat;

std::vector<std::string> seeds() {
    std::vector<std::string> texts;
    for (auto const& one : listed()) {
        texts.push_back(one.game);
        for (int const value : one.values) texts.back() += " " + std::to_string(value);
    }
    return texts;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
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
            kernel_for(ruleset, cpu)->start(state);
        }
    } catch (BadRuleset const&) {  // refused, as garbage should be
    }
    return 0;
}
