// The searches behind the interface of search/types.hpp.  Compiled once for each processor, as kernels.cpp.

#include "kernels.hpp"
#include "search/games.hpp"
#include "search/searcher.hpp"

namespace turncoat::TURNCOAT_CPU {

Searcher* make_searcher(Ruleset const& ruleset, std::size_t bytes, Weights const* weights) {
    return with_rules(ruleset, [&]<class Rules>(Rules const& rules) -> Searcher* {
        return new DeepSearcher<Rules>(rules, bytes, weights);
    });
}

}  // namespace turncoat::TURNCOAT_CPU
