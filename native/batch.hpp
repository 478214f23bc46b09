// Many games of one ruleset side by side, stepped together.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "work.hpp"

namespace turncoat {

struct BadIndex {
    std::size_t place;
    std::int64_t index;
    int moves;
};

class Batch {
  public:
    Batch(std::shared_ptr<Kernel const> kernel, State const& start, std::size_t games)
        : kernel_(std::move(kernel)), start_(start), states_(games, start), played_(games, 0) {}

    std::size_t size() const { return states_.size(); }
    State const& operator[](std::size_t i) const { return states_[i]; }
    std::vector<std::int32_t> const& played() const { return played_; }  // moves played in each game
    Kernel const& kernel() const { return *kernel_; }

    /// Plays move number indices[i] of game i, in reading order; games that are over stay as they are.  Throws BadIndex
    /// before anything has changed.
    void step(std::int64_t const* indices, int threads) {
        std::vector<std::uint8_t> bad(size());
        each(threads, [&](std::size_t i) {
            int const moves = kernel_->count(states_[i]);
            bad[i] = moves > 0 && (indices[i] < 0 || indices[i] >= moves);
        });
        for (std::size_t i = 0; i < size(); ++i)
            if (bad[i]) throw BadIndex{i, indices[i], kernel_->count(states_[i])};
        each(threads, [&](std::size_t i) {
            Moves moves;
            kernel_->moves(states_[i], moves);
            if (!moves.size) return;
            kernel_->play(states_[i], moves.list[indices[i]]);
            ++played_[i];
        });
    }

    /// Plays one random move in every game that is not over; the number of those.  What is drawn depends on the seed,
    /// the game's place and how many moves it has seen.
    std::size_t step_random(std::uint64_t seed, int threads) {
        std::vector<std::uint8_t> moved(size());
        each(threads, [&](std::size_t i) {
            auto const index = std::uint64_t(i) << 32 | std::uint32_t(played_[i]);
            moved[i] = kernel_->play_random(states_[i], seed, index);
            played_[i] += moved[i];
        });
        std::size_t total = 0;
        for (auto const one : moved) total += one;
        return total;
    }

    /// Puts every game that is over back to the start; the number of those.
    std::size_t reset_finished() {
        std::size_t total = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            if (kernel_->count(states_[i])) continue;
            states_[i] = start_;
            played_[i] = 0;
            ++total;
        }
        return total;
    }

    /// Calls f with the place of every game.
    template <class F>
    void each(int threads, F const& f) const {
        constexpr std::size_t kSlice = 256;
        if (threads <= 1 || size() <= kSlice) {
            for (std::size_t i = 0; i < size(); ++i) f(i);
            return;
        }
        Stop stop;
        share((size() + kSlice - 1) / kSlice, threads, stop, nullptr, [&](std::size_t slice) {
            for (std::size_t i = slice * kSlice; i < std::min(size(), (slice + 1) * kSlice); ++i) f(i);
        });
    }

  private:
    std::shared_ptr<Kernel const> kernel_;
    State start_;
    std::vector<State> states_;
    std::vector<std::int32_t> played_;
};

}  // namespace turncoat
