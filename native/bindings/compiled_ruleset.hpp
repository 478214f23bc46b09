// A ruleset on one processor, and its positions as text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "../kernels.hpp"
#include "../text.hpp"

namespace turncoat {

struct CompiledRuleset {
    Ruleset ruleset;
    std::string cpu;
    std::shared_ptr<Kernel const> kernel;
    Size size{};

    CompiledRuleset(std::string_view name, std::string_view processor)
        : ruleset(read_ruleset(name)), cpu(processor), kernel(kernel_for(ruleset, cpu)) {
        if (!kernel) throw BadText("this machine cannot run " + cpu);
        size = kernel->size();
    }

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

}  // namespace turncoat
