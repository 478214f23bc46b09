// What native tests share: a check that ends the program, and rulesets that reach every option.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "text.hpp"

namespace turncoat {

inline int checks = 0;

inline void check(bool right, char const* what, std::string const& where) {
    ++checks;
    if (right) return;
    std::fprintf(stderr, "%s: %s\n", where.c_str(), what);
    std::exit(1);
}

/// Ruleset texts that reach every word and the limits of every number of the game.
inline std::vector<std::string> rulesets_of(GameInfo const& game) {
    std::vector<std::string> found{game.name};
    for (int i = 0; i < game.option_count; ++i) {
        Option const& option = game.options[i];
        std::vector<std::string> values;
        if (option.words[0]) values.assign(std::begin(option.words), std::end(option.words));
        for (int one = option.low; one <= option.high && !option.words[0]; ++one)
            for (int other = option.between ? option.low : option.high; other <= option.high; ++other) {
                if (option.between && (one + other * 7) % 9 > 1 && option.high > 5)
                    continue;  // some of very many sizes
                values.push_back(std::to_string(one) + (option.between ? option.between + std::to_string(other) : ""));
            }
        for (auto const& value : values) found.push_back(std::string(game.name) + ":" + option.name + "=" + value);
    }
    return found;
}

/// Those of all games that can be played.
inline std::vector<std::string> rulesets() {
    std::vector<std::string> all;
    for (auto const& game : games())
        for (auto const& text : rulesets_of(game)) {
            try {
                read_ruleset(text);
                all.push_back(text);
            } catch (BadText const&) {
                check(text.find("size") != std::string::npos, "refused though every value is allowed", text);
            }
        }
    return all;
}

}  // namespace turncoat
