// What native tests share: a check that ends the program, and the rulesets that Python wrote down for them.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "games/registry.hpp"

namespace turncoat {

inline int checks = 0;

inline void check(bool right, char const* what, std::string const& where) {
    ++checks;
    if (right) return;
    std::fprintf(stderr, "%s: %s\n", where.c_str(), what);
    std::exit(1);
}

struct Listed {
    std::string text;  // in canonical form
    std::string game;
    std::string options;  // all of them, each between commas
    std::vector<int> values;
    Ruleset ruleset;
};

/// Every ruleset of rulesets.txt.
inline std::vector<Listed> const& listed() {
    static std::vector<Listed> const found = [] {
        std::vector<Listed> all;
        std::ifstream file(TURNCOAT_RULESETS);
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            Listed one;
            std::string full;
            words >> one.text >> full;
            for (int value; words >> value;) one.values.push_back(value);
            auto const colon = full.find(':');
            one.game = full.substr(0, colon);
            one.options = "," + full.substr(colon + 1) + ",";
            one.ruleset = ruleset_of(one.game, one.values);
            all.push_back(std::move(one));
        }
        return all;
    }();
    return found;
}

/// The listed ruleset of that text in canonical form.
inline Ruleset ruleset_of(std::string const& text) {
    auto const one =
        std::find_if(listed().begin(), listed().end(), [&](auto const& each) { return each.text == text; });
    if (one == listed().end()) throw BadRuleset(text + " is not in rulesets.txt");
    return one->ruleset;
}

/// The texts of all.
inline std::vector<std::string> rulesets() {
    std::vector<std::string> all;
    for (auto const& one : listed()) all.push_back(one.text);
    return all;
}

}  // namespace turncoat
