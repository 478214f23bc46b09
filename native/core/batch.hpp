// Many games of one ruleset side by side, stepped together.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "core/parallel.hpp"

namespace turncoat {

/// What was asked of a game that its rules do not allow.
struct Refused {
    std::size_t game;
};

class Batch {
  public:
    Batch(std::shared_ptr<Kernel const> kernel, State const& start, std::size_t games)
        : kernel_(std::move(kernel)), start_(start), states_(games, start), played_(games, 0) {}

    std::size_t size() const { return states_.size(); }
    State const& operator[](std::size_t i) const { return states_[i]; }
    std::vector<std::int32_t> const& played() const { return played_; }  // moves played in each game
    Kernel const& kernel() const { return *kernel_; }
    State const& start() const { return start_; }

    /// The games of those places, in that order, as a batch of its own.
    Batch select(std::vector<std::size_t> const& places) const {
        Batch found(kernel_, start_, 0);
        for (auto const place : places) found.add(states_.at(place), played_.at(place));
        return found;
    }

    void add(State const& state, std::int32_t played) {
        states_.push_back(state);
        played_.push_back(played);
    }

    /// Plays move number indices[i] of game i, in reading order; games that are over stay as they are.  Throws Refused
    /// before anything has changed.
    void step(std::int64_t const* indices, int threads) {
        auto const chosen = choose(threads, [&](Slice const& games, std::int32_t* actions) {
            return kernel_->from_indices(games, indices + games.first, actions);
        });
        act(chosen.get(), false, {}, threads);
    }

    /// Plays an action in every game that is not over and writes how they stand then; with `auto_reset` games that this
    /// ended begin anew.  Throws Refused before anything has changed.
    void step_actions(std::int32_t const* asked, bool auto_reset, Rows const& rows, int threads) {
        auto const chosen = choose(threads, [&](Slice const& games, std::int32_t* actions) {
            return kernel_->from_actions(games, asked + games.first, actions);
        });
        act(chosen.get(), auto_reset, rows, threads);
    }

    void observe(Rows const& rows, int threads) const {
        slices(threads, [&](Slice const& games) { kernel_->observe(games, from(rows, games.first)); });
    }

    /// A random action for every game, kNoAction where it is over.
    void sample(std::uint64_t seed, std::int32_t* actions, int threads) const {
        slices(threads, [&](Slice const& games) { kernel_->sample(games, seed, actions + games.first); });
    }

    /// Plays one random move in every game that is not over; the number of those.  What is drawn depends on the seed,
    /// the game's place and how many moves it has seen.
    std::size_t step_random(std::uint64_t seed, int threads) {
        std::atomic<std::size_t> total = 0;
        slices(threads, [&](Slice const& games) { total += kernel_->step_random(games, seed); });
        return total;
    }

    void boards(std::int8_t* rows, int threads) const {
        slices(threads, [&](Slice const& games) { kernel_->boards(games, rows + games.first * cells()); });
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
        slices(threads, [&](Slice const& games) {
            for (std::size_t i = 0; i < games.count; ++i) f(games.first + i);
        });
    }

  private:
    std::size_t cells() const { return std::size_t(kernel_->size().width * kernel_->size().height); }

    /// Calls f with some games after others.
    template <class F>
    void slices(int threads, F const& f) const {
        constexpr std::size_t kSlice = 256;
        std::size_t const slice = threads <= 1 ? std::max(size(), kSlice) : kSlice,
                          count = (size() + slice - 1) / slice;
        auto const run = [&](std::size_t i) {
            std::size_t const first = i * slice;
            // Only the calls that may change games do; the others look.
            f(Slice{const_cast<State*>(states_.data()) + first, const_cast<std::int32_t*>(played_.data()) + first,
                    std::min(slice, size() - first), first});
        };
        if (count <= 1) return count ? run(0) : void();
        Stop stop;
        parallel_for(count, threads, stop, nullptr, run);
    }

    /// The actions asked for, made by f a slice at a time.
    template <class F>
    std::unique_ptr<std::int32_t[]> choose(int threads, F const& f) const {
        std::unique_ptr<std::int32_t[]> actions(new std::int32_t[size()]);  // left unset, for all are written
        std::atomic<std::size_t> refused = size();
        slices(threads, [&](Slice const& games) {
            std::size_t const good = f(games, actions.get() + games.first);
            if (good == games.count) return;
            std::size_t const place = games.first + good;
            for (std::size_t least = refused; place < least && !refused.compare_exchange_weak(least, place);) continue;
        });
        if (refused < size()) throw Refused{refused};
        return actions;
    }

    void act(std::int32_t const* actions, bool auto_reset, Rows const& rows, int threads) {
        slices(threads, [&](Slice const& games) {
            kernel_->act(games, actions + games.first, auto_reset ? &start_ : nullptr, from(rows, games.first));
        });
    }

    /// The rows from that game on.
    Rows from(Rows rows, std::size_t game) const {
        auto const [planes, actions] = kernel_->shape();
        if (rows.observations) rows.observations += game * std::size_t(planes) * cells();
        if (rows.legal) rows.legal += game * std::size_t(actions);
        if (rows.sides) rows.sides += game;
        if (rows.rewards) rows.rewards += 2 * game;
        if (rows.done) rows.done += game;
        return rows;
    }

    std::shared_ptr<Kernel const> kernel_;
    State start_;
    std::vector<State> states_;
    std::vector<std::int32_t> played_;
};

}  // namespace turncoat
