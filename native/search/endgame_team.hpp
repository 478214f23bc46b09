// Several threads on one exact search: a fork whose first move did not settle it is offered to whoever is idle.
#pragma once

#include <sched.h>

#include "../rules/bits.hpp"
#include "../rules/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// A move of a fork in the exact search.
struct Choice {
    Bits64 own, opp;  // after it, for the side to move then
    Bits64 key;
    int cell, promise;
};

/// A fork at work: is its value above alpha?
struct Fork {
    static constexpr int kMostChoices = 64;
    int alpha, empties, count = 0, best = -100;
    std::uint8_t move = kNoCell;  // one that answers yes
    Choice choices[kMostChoices];

    /// Notes a move's value; whether it settles the fork.
    bool note(Choice const& choice, int value) {
        if (value <= best) return false;
        best = value;
        if (value <= alpha) return false;
        move = std::uint8_t(choice.cell);
        return true;
    }

    void bring_best(int to) {
        int top = to;
        for (int i = to + 1; i < count; ++i)
            if (choices[i].promise > choices[top].promise) top = i;
        Choice const found = choices[top];
        choices[top] = choices[to];
        choices[to] = found;
    }
};

class SpinLock {
    bool held_ = false;

  public:
    void take() {
        while (__atomic_test_and_set(&held_, __ATOMIC_ACQUIRE)) sched_yield();
    }
    void give() { __atomic_clear(&held_, __ATOMIC_RELEASE); }
};

/// A fork shared out, on the stack of the thread that owns it.
struct Split {
    Split* const above;
    Fork& fork;
    int next, workers = 0;
    bool cut = false;
    SpinLock lock;

    Split(Split* parent, Fork& shared, int from) : above(parent), fork(shared), next(from) {}

    bool is_cut() const {
        for (Split const* at = this; at; at = at->above)
            if (__atomic_load_n(&at->cut, __ATOMIC_RELAXED)) return true;
        return false;
    }
    bool lies_below(Split const* other) const {
        for (Split const* at = this; at; at = at->above)
            if (at == other) return true;
        return false;
    }

    /// The next move nobody has taken, or none.
    Choice const* take() {
        lock.take();
        Choice const* const choice = !cut && next < fork.count ? &fork.choices[next++] : nullptr;
        lock.give();
        return choice;
    }
    void note(Choice const& choice, int value) {
        lock.take();
        if (fork.note(choice, value)) __atomic_store_n(&cut, true, __ATOMIC_RELAXED);
        lock.give();
    }
};

class Team {
    static constexpr int kMostSplits = 256;
    SpinLock lock_;
    Split* open_[kMostSplits];
    int size_ = 0, idle_ = 0;
    bool stopped_ = false;

  public:
    bool hungry() const {
        return __atomic_load_n(&idle_, __ATOMIC_RELAXED) > 0 && __atomic_load_n(&size_, __ATOMIC_RELAXED) < kMostSplits;
    }
    bool stopped() const { return __atomic_load_n(&stopped_, __ATOMIC_RELAXED); }
    void stop(bool on) { __atomic_store_n(&stopped_, on, __ATOMIC_RELAXED); }
    void idle(int change) { __atomic_fetch_add(&idle_, change, __ATOMIC_RELAXED); }

    bool open(Split& split) {
        lock_.take();
        bool const room = size_ < kMostSplits;
        if (room) open_[__atomic_fetch_add(&size_, 1, __ATOMIC_RELAXED)] = &split;
        lock_.give();
        return room;
    }
    /// From now on nobody joins it.
    void close(Split& split) {
        lock_.take();
        for (int i = 0; i < size_; ++i)
            if (open_[i] == &split) {
                open_[i] = open_[size_ - 1];
                __atomic_fetch_sub(&size_, 1, __ATOMIC_RELAXED);
                break;
            }
        lock_.give();
    }
    /// Work under `above`, or anywhere: the largest there is.
    Split* join(Split const* above) {
        if (!__atomic_load_n(&size_, __ATOMIC_RELAXED)) return nullptr;
        Split* found = nullptr;
        lock_.take();
        for (int i = 0; i < size_; ++i)
            if (has_work(*open_[i], above) && (!found || open_[i]->fork.empties > found->fork.empties))
                found = open_[i];
        if (found) ++found->workers;
        lock_.give();
        return found;
    }
    void leave(Split& split) {
        lock_.take();
        --split.workers;
        lock_.give();
    }
    bool is_done(Split const& split) {
        lock_.take();
        bool const done = !split.workers;
        lock_.give();
        return done;
    }

  private:
    static bool has_work(Split& split, Split const* above) {
        if (above && !split.lies_below(above)) return false;
        split.lock.take();
        bool const some = !split.cut && split.next < split.fork.count;
        split.lock.give();
        return some && !split.is_cut();
    }
};

}  // namespace turncoat::TURNCOAT_CPU
