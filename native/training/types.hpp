// What training an evaluation is asked and what it answers: self-play makes samples, a fit makes weights of them.
#pragma once

#include "search/types.hpp"

namespace turncoat {

/// One position of a game the engine played against itself.
struct Sample {
    std::uint64_t own[2] = {}, opp[2] = {};  // bitboards as the kernel has them
    std::int16_t outcome = 0;                // for the side to move: the lead where it counts, else 1, 0, -1
    std::int16_t value = 0;                  // what the search found
    std::int16_t handcrafted = 0;            // what the weights only correct
    std::uint8_t mid_turn = 0;
};

struct SelfPlayOptions {
    int random_from = 0, random_to = 12;  // random moves at the beginning
    int depth = 4;
    int exact = 8;  // with so few cells empty the search goes to the end
};

class SelfPlay {
  public:
    virtual ~SelfPlay() = default;
    /// Plays game number `index` of the seed and notes its positions; how many were noted.
    virtual int play(SelfPlayOptions const&, std::uint64_t seed, std::uint64_t index, Sample*, int most) = 0;
};

/// What a fit works on: patterns, weights not yet rounded, the squares of the steps each has seen.
struct FitData {
    Weights head;
    float *weights = nullptr, *seen = nullptr;
    float scale = 400;  // log-odds for values; 0: fit the lead itself
    float trust = 0;    // how much of the truth is the search's value rather than the outcome
};

class Fit {
  public:
    virtual ~Fit() = default;
    /// One pass over the samples; the mean loss.  Several threads may pass over different samples at once.
    virtual double pass(Sample const* samples, std::size_t count, float rate) const = 0;
};

}  // namespace turncoat
