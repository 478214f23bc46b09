// Random games: every move uniformly among the legal ones, every game with its own random stream.
#pragma once

#include "core/random.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
struct Playout {
    typename Rules::State at;
    Random random;
    PlayoutResult* result;

    /// Plays one move; false once the game is over and its result complete.
    bool step(Rules const& rules) {
        Move move;
        if (!rules.pick(at, random, move)) {
            auto const score = rules.score(at);
            result->first = score.first;
            result->second = score.second;
            result->outcome = rules.outcome(at);
            return false;
        }
        at = rules.play(at, move);
        ++result->moves;
        result->turns += !Rules::mid_turn(at);
        return true;
    }
};

/// Several games are walked side by side, so that the processor can work on one while another waits for its numbers.
template <class Rules>
void play_out(Rules const& rules, typename Rules::State const& start, std::uint64_t seed, std::uint64_t first,
              int count, PlayoutResult* results, Stop const& stop) {
    constexpr int kLanes = 4;
    Playout<Rules> lanes[kLanes];
    int begun = 0, active = 0;
    auto const begin = [&](Playout<Rules>& lane) {
        results[begun] = PlayoutResult{};
        lane = {start, Random(seed, first + std::uint64_t(begun)), results + begun};
        ++begun;
    };
    for (; active < kLanes && begun < count; ++active) begin(lanes[active]);
    while (active && !stop.asked()) {
        for (int i = 0; i < active;) {
            if (lanes[i].step(rules))
                ++i;
            else if (begun < count)
                begin(lanes[i]);
            else
                lanes[i] = lanes[--active];
        }
    }
}

}  // namespace turncoat::TURNCOAT_CPU
