// Where evaluations are learnt: games the search plays against itself, and the fit of pattern weights to how they
// ended.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "evaluate.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Fits weights to samples by stochastic gradient steps whose size shrinks with what a weight has seen (Adagrad).
/// Several threads may work on the same weights at once: their rare collisions only add noise.
template <class Grid>
class Fit {
    using Bits = typename Grid::Bits;
    struct Lookup {
        Bits mask;
        std::unique_ptr<std::uint32_t[]> index;  // from the order of the bits to the place in the trained table
    };
    Grid const& grid_;
    Lessons const& lessons_;
    std::vector<Lookup> lookups_;

  public:
    Fit(Grid const& grid, Lessons const& lessons) : grid_(grid), lessons_(lessons) {
        for (int i = 0; i < lessons.head.patterns; ++i) {
            lookups_.push_back({mask_of(lessons.head.pattern[i]), map_of(lessons.head.pattern[i])});
        }
    }

    /// One pass over the samples; the mean loss.
    double pass(Sample const* samples, std::size_t count, float rate) const {
        double loss = 0;
        std::uint32_t at[Weights::kMostPatterns];
        std::size_t const patterns = lookups_.size();
        for (std::size_t s = 0; s < count; ++s) {
            Sample const& sample = samples[s];
            Bits const own = bits(sample.own), opp = bits(sample.opp);
            int set = lessons_.head.stage[members(own | opp)];
            if (lessons_.head.mid_turn_sets) set = 2 * set + sample.mid_turn;
            std::size_t const first = std::size_t(set) * lessons_.head.set_size;
            float *const weights = lessons_.weights + first, *const seen = lessons_.seen + first;
            float sum = sample.general;
            for (std::size_t p = 0; p < patterns; ++p) {
                Lookup const& lookup = lookups_[p];
                at[p] =
                    lookup.index[kTernary.of[gather(own, lookup.mask)] + 2u * kTernary.of[gather(opp, lookup.mask)]];
                sum += weights[at[p]];
            }
            float const error = miss(sample, sum, loss);
            if (rate == 0) continue;
            for (std::size_t p = 0; p < patterns; ++p) {
                float& square = seen[at[p]];
                square += error * error;
                weights[at[p]] += rate * error / std::sqrt(square + 1e-6f);
            }
        }
        return loss / double(count ? count : 1);
    }

  private:
    /// How far the sum is off, as a step towards the truth.
    float miss(Sample const& sample, float sum, double& loss) const {
        float const mix = lessons_.trust;
        if (lessons_.scale > 0) {  // an outcome between 0 and 1, the sum its log-odds
            float const told = 1 / (1 + std::exp(-float(sample.value) / lessons_.scale));
            float const truth = (1 - mix) * float(sample.outcome + 1) / 2 + mix * told;
            float const guess = 1 / (1 + std::exp(-sum / lessons_.scale));
            loss -=
                double(truth) * std::log(double(guess) + 1e-9) + double(1 - truth) * std::log(double(1 - guess) + 1e-9);
            return truth - guess;
        }
        float const truth = (1 - mix) * float(sample.outcome) * 100 + mix * float(sample.value);
        loss += double(truth - sum) * double(truth - sum);
        return truth - sum;
    }

    static Bits bits(std::uint64_t const (&words)[2]) {
        if constexpr (sizeof(Bits) == 8)
            return words[0];
        else
            return Bits(words[0]) | Bits(words[1]) << 64;
    }

    Bits mask_of(Weights::Pattern const& pattern) const {
        Bits mask = 0;
        for (int c = 0; c < pattern.cells; ++c) mask |= one<Bits>(bit_of(grid_, pattern.cell[c]));
        return mask;
    }

    std::unique_ptr<std::uint32_t[]> map_of(Weights::Pattern const& pattern) const {
        int order[Weights::kMostPatternCells];  // trained places, sorted by bit
        for (int c = 0; c < pattern.cells; ++c) {
            int place = 0;
            for (int other = 0; other < pattern.cells; ++other) place += pattern.cell[other] < pattern.cell[c];
            order[place] = c;
        }
        std::uint32_t power[Weights::kMostPatternCells + 1] = {1};
        for (int c = 0; c < pattern.cells; ++c) power[c + 1] = power[c] * 3;
        std::unique_ptr<std::uint32_t[]> map(new std::uint32_t[power[pattern.cells]]);
        for (std::uint32_t index = 0; index < power[pattern.cells]; ++index) {
            map[index] = pattern.table;
            for (int place = 0; place < pattern.cells; ++place)
                map[index] += index / power[place] % 3 * power[order[place]];
        }
        return map;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
