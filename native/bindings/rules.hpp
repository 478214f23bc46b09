// What the bindings share: a ruleset on one processor, and a position of it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../kernels.hpp"
#include "../text.hpp"

namespace turncoat {

/// A ruleset ready to play.  Its text only stands in front of positions' texts: the values say what it is.
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
    State read(std::string_view position) const {
        State state;
        if (char const* problem = kernel->load(read_picture(size, position), state)) throw BadText(problem);
        return state;
    }

    std::string write(State const& state) const {
        Picture picture;
        kernel->store(state, picture);
        return write_picture(size, picture);
    }
};
using Shared = std::shared_ptr<Rules const>;

struct Place {
    Shared rules;
    State state;

    Kernel const& kernel() const { return *rules->kernel; }
};

void bind_rules(nanobind::module_&);
void bind_batch(nanobind::module_&);

}  // namespace turncoat
