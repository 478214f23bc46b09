// What the bindings share: a ruleset on one processor, and a position of it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "games/registry.hpp"

namespace turncoat {

/// A ruleset ready to play on one processor.  Its text only stands in front of positions' texts: the values say what it
/// is.
struct Rules {
    Ruleset ruleset;
    std::string cpu, text;
    std::shared_ptr<Kernel const> kernel;
    Size size{};

    Rules(std::string_view game, std::vector<int> const& values, std::string_view processor, std::string written)
        : ruleset(ruleset_of(game, values)),
          cpu(processor),
          text(std::move(written)),
          kernel(kernel_for(ruleset, cpu)) {
        if (!kernel) throw BadText("this machine cannot run " + cpu);
        size = kernel->size();
    }

    /// The position its text describes, without the ruleset in front; throws BadText.
    State read(std::string_view position) const { return read_position(*kernel, position); }
    std::string write(State const& state) const { return write_position(*kernel, state); }
};
using SharedRules = std::shared_ptr<Rules const>;

struct PositionHandle {
    SharedRules rules;
    State state;

    Kernel const& kernel() const { return *rules->kernel; }
};

/// The state, for what works under that ruleset alone; throws BadText where the position is of another.
inline State const& state_under(Rules const& rules, PositionHandle const& position) {
    if (position.rules->ruleset != rules.ruleset) throw BadText("the position is of another ruleset");
    return position.state;
}

}  // namespace turncoat
