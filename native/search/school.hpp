// Where evaluations are learnt: games the search plays against itself, and the fit of pattern weights to how they
// ended.
#pragma once

#include <cmath>

#include "evaluate.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Fits weights to samples by stochastic gradient steps whose size shrinks with what a weight has seen (Adagrad).
/// Several threads may work on the same weights at once: their rare collisions only add noise.
template <class Grid>
class Fit {
    using Bits = typename Grid::Bits;
    Lessons const& lessons_;
    Shapes shapes_;

  public:
    Fit(Grid const& grid, Lessons const& lessons) : lessons_(lessons) { shapes_.load(grid, lessons.head); }

    /// One pass over the samples; the mean loss.
    double pass(Sample const* samples, std::size_t count, float rate) const {
        double loss = 0;
        Numbers numbers;
        for (std::size_t s = 0; s < count; ++s) {
            Sample const& sample = samples[s];
            Bits const own = bits(sample.own), opp = bits(sample.opp);
            int set = lessons_.head.stage[members(own | opp)];
            if (lessons_.head.mid_turn_sets) set = 2 * set + sample.mid_turn;
            std::size_t const first = std::size_t(set) * lessons_.head.set_size;
            float *const weights = lessons_.weights + first, *const seen = lessons_.seen + first;
            shapes_.read(numbers, own, opp);
            float sum = sample.ground;
            for (int p = 0; p < shapes_.patterns(); ++p) sum += weights[shapes_.place(numbers, p)];
            float const error = miss(sample, sum, loss);
            if (rate == 0) continue;
            for (int p = 0; p < shapes_.patterns(); ++p) {
                std::uint32_t const at = shapes_.place(numbers, p);
                seen[at] += error * error;
                weights[at] += rate * error / std::sqrt(seen[at] + 1e-6f);
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
};

}  // namespace turncoat::TURNCOAT_CPU
