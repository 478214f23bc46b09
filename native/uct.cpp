// Plain UCT behind the interface of uct.hpp.  Compiled once for each processor, as kernels.cpp.

#include "search/uct.hpp"

namespace turncoat::TURNCOAT_CPU {

Uct* make_uct(Ruleset const& ruleset, std::size_t bytes) {
    return with_rules(ruleset,
                      [&]<class Rules>(Rules const& rules) -> Uct* { return new GrownTree<Rules>(rules, bytes); });
}

}  // namespace turncoat::TURNCOAT_CPU
