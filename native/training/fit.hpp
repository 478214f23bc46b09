// The fit of pattern weights to how games ended.
#pragma once

#include <cmath>

#include "search/patterns.hpp"
#include "training/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Fits weights to samples by stochastic gradient steps whose size shrinks with what a weight has seen (Adagrad).
/// Several threads may work on the same weights at once: their rare collisions only add noise.
template <class Grid>
class PatternFit final : public Fit {
    using Bits = typename Grid::Bits;
    FitData const& data_;
    PatternLayout layout_;

  public:
    PatternFit(Grid const& grid, FitData const& data) : data_(data) { layout_.load(grid, data.head); }

    /// One pass over the samples; the mean loss.
    double pass(Sample const* samples, std::size_t count, float rate) const override {
        double loss = 0;
        PatternIndices indices;
        for (std::size_t s = 0; s < count; ++s) {
            Sample const& sample = samples[s];
            Bits const own = bits(sample.own), opp = bits(sample.opp);
            int set = data_.head.stage[popcount(own | opp)];
            if (data_.head.mid_turn_sets) set = 2 * set + sample.mid_turn;
            std::size_t const first = std::size_t(set) * data_.head.set_size;
            float *const weights = data_.weights + first, *const seen = data_.seen + first;
            layout_.read(indices, own, opp);
            float sum = sample.handcrafted;
            for (int p = 0; p < layout_.patterns(); ++p) sum += weights[layout_.place(indices, p)];
            float const error = error_of(sample, sum, loss);
            if (rate == 0) continue;
            for (int p = 0; p < layout_.patterns(); ++p) {
                std::uint32_t const at = layout_.place(indices, p);
                seen[at] += error * error;
                weights[at] += rate * error / std::sqrt(seen[at] + 1e-6f);
            }
        }
        return loss / double(count ? count : 1);
    }

  private:
    /// How far the sum is off, as a step towards the target.
    float error_of(Sample const& sample, float sum, double& loss) const {
        float const mix = data_.trust;
        if (data_.scale > 0) {  // an outcome between 0 and 1, the sum its log-odds
            float const searched = 1 / (1 + std::exp(-float(sample.value) / data_.scale));
            float const target = (1 - mix) * float(sample.outcome + 1) / 2 + mix * searched;
            float const guess = 1 / (1 + std::exp(-sum / data_.scale));
            loss -= double(target) * std::log(double(guess) + 1e-9) +
                    double(1 - target) * std::log(double(1 - guess) + 1e-9);
            return target - guess;
        }
        float const target = (1 - mix) * float(sample.outcome) * 100 + mix * float(sample.value);
        loss += double(target - sum) * double(target - sum);
        return target - sum;
    }

    static Bits bits(std::uint64_t const (&words)[2]) {
        if constexpr (sizeof(Bits) == 8)
            return words[0];
        else
            return Bits(words[0]) | Bits(words[1]) << 64;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
