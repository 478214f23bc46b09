// The compiled rules, one set for each processor this build knows, and the choice among them.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "rules/types.hpp"

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

/// The names of the processors that this machine can run, best first.
std::vector<std::string_view> const& cpus();

/// Null if the name is not among cpus().
std::shared_ptr<Kernel const> kernel_for(Ruleset const&, std::string_view cpu);

}  // namespace turncoat
