// The compiled rules, one set for each processor this build knows, and the choice among them.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "rules/kernel.hpp"

namespace turncoat {

namespace portable {
GameInfo const* game_list(int& count);
Kernel* make_kernel(Ruleset const&);
}  // namespace portable
namespace avx2 {
Kernel* make_kernel(Ruleset const&);
}

/// Every game, in the order of Ruleset::game.
std::span<GameInfo const> games();

struct BadRuleset : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The ruleset of that game with these values; throws BadRuleset where no compiled game can hold them.
Ruleset ruleset_of(std::string_view game, std::span<int const> values);

/// The names of the processors that this machine can run, best first.
std::vector<std::string_view> const& cpus();

/// Null if the name is not among cpus().
std::shared_ptr<Kernel const> kernel_for(Ruleset const&, std::string_view cpu);

}  // namespace turncoat
