// Games the search plays against itself, for a fit to learn from.
#pragma once

#include "core/random.hpp"
#include "search/iterative_deepening.hpp"
#include "training/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class RulesetSelfPlay final : public SelfPlay {
    using Deepening = IterativeDeepening<Rules>;
    using Position = typename Rules::State;

    Rules const rules_;
    Deepening search_;

    struct NoListener final : Listener {
        void found(Line const&) override {}
    };

    bool play_opening(SelfPlayOptions const& options, Random& random, Position& at) const {
        Move move;
        int const opening = options.random_from + random.below(options.random_to - options.random_from + 1);
        for (int i = 0; i < opening; ++i) {
            if (!rules_.pick(at, random, move)) return false;
            at = rules_.play(at, move);
        }
        return true;
    }

    int depth_at(SelfPlayOptions const& options, Position const& at) const {
        int const empties = popcount(typename Rules::Bits(rules_.grid.cells & ~(at.own | at.opp)));
        return options.exact && empties <= options.exact ? kMaxPly : options.depth;
    }

    Sample sample_of(Position const& at, Value value) const {
        Sample sample;
        sample.own[0] = std::uint64_t(at.own);
        sample.opp[0] = std::uint64_t(at.opp);
        if constexpr (sizeof at.own > 8) {
            sample.own[1] = std::uint64_t(at.own >> 64);
            sample.opp[1] = std::uint64_t(at.opp >> 64);
        }
        sample.value = std::int16_t(std::clamp(value, -kInfinite, kInfinite));
        if (SearchTraits<Rules>::corrected)
            sample.handcrafted = std::int16_t(Evaluator<Rules>::bounded(SearchTraits<Rules>::handcrafted(rules_, at)));
        sample.mid_turn = Rules::mid_turn(at);
        return sample;
    }

  public:
    RulesetSelfPlay(Rules const& rules, std::size_t bytes, Weights const* weights)
        : rules_(rules), search_(rules, bytes, weights) {
        search_.prepare(1);
    }

    int play(SelfPlayOptions const& options, std::uint64_t seed, std::uint64_t index, Sample* samples,
             int most) override {
        search_.next_generation();  // so that a game does not depend on the games before it
        Random random(seed, index);
        Position at = rules_.start();
        if (!play_opening(options, random, at)) return 0;
        NoListener no_listener;
        Control const control;
        int noted = 0;
        std::uint8_t sides[kMaxPly * 2];
        while (true) {
            auto roots = search_.root_moves(at);
            if (roots.empty()) break;
            if (roots.size() > 1) {
                search_.deepen(at, roots, {.depth = depth_at(options, at)}, control, no_listener);
                if (noted < most && noted < kMaxPly * 2) {
                    sides[noted] = std::uint8_t(at.side());
                    samples[noted++] = sample_of(at, roots[0].value);
                }
            }
            at = rules_.play(at, roots[0].move);
        }
        Value const end = SearchTraits<Rules>::outcome(rules_, at);  // for the side to move at the end
        for (int i = 0; i < noted; ++i) samples[i].outcome = std::int16_t(sides[i] == at.side() ? end : -end);
        return noted;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
