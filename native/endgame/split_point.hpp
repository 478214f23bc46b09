// Several threads on one exact search: a node whose first move did not settle it is offered to whoever is idle.
#pragma once

#include <sched.h>

#include "core/bits.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// A move of a node in the exact search.
struct EndgameMove {
    Bits64 own, opp;  // after it, for the side to move then
    Bits64 key;
    int cell, score;
};

/// A node being searched: is its value above alpha?
struct EndgameNode {
    static constexpr int kMaxMoves = 64;
    int alpha, empties, count = 0, best = -100;
    std::uint8_t move = kNoCell;  // one above it
    EndgameMove moves[kMaxMoves];

    /// Notes a move's value; whether it settles the node.
    bool note(EndgameMove const& next_move, int value) {
        if (value <= best) return false;
        best = value;
        if (value <= alpha) return false;
        move = std::uint8_t(next_move.cell);
        return true;
    }

    void pick_best(int to) {
        int top = to;
        for (int i = to + 1; i < count; ++i)
            if (moves[i].score > moves[top].score) top = i;
        EndgameMove const found = moves[top];
        moves[top] = moves[to];
        moves[to] = found;
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

/// A node shared out, on the stack of the thread that owns it.
struct SplitPoint {
    SplitPoint* const above;
    EndgameNode& node;
    int next, workers = 0;
    bool cut = false;
    SpinLock lock;

    SplitPoint(SplitPoint* parent, EndgameNode& shared, int from) : above(parent), node(shared), next(from) {}

    bool is_cut() const {
        for (SplitPoint const* at = this; at; at = at->above)
            if (__atomic_load_n(&at->cut, __ATOMIC_RELAXED)) return true;
        return false;
    }
    bool lies_below(SplitPoint const* other) const {
        for (SplitPoint const* at = this; at; at = at->above)
            if (at == other) return true;
        return false;
    }

    /// The next move nobody has taken, or none.
    EndgameMove const* take() {
        lock.take();
        EndgameMove const* const next_move = !cut && next < node.count ? &node.moves[next++] : nullptr;
        lock.give();
        return next_move;
    }
    void note(EndgameMove const& next_move, int value) {
        lock.take();
        if (node.note(next_move, value)) __atomic_store_n(&cut, true, __ATOMIC_RELAXED);
        lock.give();
    }
};

class HelperThreads {
    static constexpr int kMaxSplitPoints = 256;
    SpinLock lock_;
    SplitPoint* open_[kMaxSplitPoints];
    int size_ = 0, idle_ = 0;
    bool stopped_ = false;

  public:
    bool has_idle() const {
        return __atomic_load_n(&idle_, __ATOMIC_RELAXED) > 0 &&
               __atomic_load_n(&size_, __ATOMIC_RELAXED) < kMaxSplitPoints;
    }
    bool stopped() const { return __atomic_load_n(&stopped_, __ATOMIC_RELAXED); }
    void stop(bool on) { __atomic_store_n(&stopped_, on, __ATOMIC_RELAXED); }
    void idle(int change) { __atomic_fetch_add(&idle_, change, __ATOMIC_RELAXED); }

    bool open(SplitPoint& split_point) {
        lock_.take();
        bool const room = size_ < kMaxSplitPoints;
        if (room) open_[__atomic_fetch_add(&size_, 1, __ATOMIC_RELAXED)] = &split_point;
        lock_.give();
        return room;
    }
    /// From now on nobody joins it.
    void close(SplitPoint& split_point) {
        lock_.take();
        for (int i = 0; i < size_; ++i)
            if (open_[i] == &split_point) {
                open_[i] = open_[size_ - 1];
                __atomic_fetch_sub(&size_, 1, __ATOMIC_RELAXED);
                break;
            }
        lock_.give();
    }
    /// Work under `above`, or anywhere: the largest there is.
    SplitPoint* join(SplitPoint const* above) {
        if (!__atomic_load_n(&size_, __ATOMIC_RELAXED)) return nullptr;
        SplitPoint* found = nullptr;
        lock_.take();
        for (int i = 0; i < size_; ++i)
            if (has_work(*open_[i], above) && (!found || open_[i]->node.empties > found->node.empties))
                found = open_[i];
        if (found) ++found->workers;
        lock_.give();
        return found;
    }
    void leave(SplitPoint& split_point) {
        lock_.take();
        --split_point.workers;
        lock_.give();
    }
    bool is_done(SplitPoint const& split_point) {
        lock_.take();
        bool const done = !split_point.workers;
        lock_.give();
        return done;
    }

  private:
    static bool has_work(SplitPoint& split_point, SplitPoint const* above) {
        if (above && !split_point.lies_below(above)) return false;
        split_point.lock.take();
        bool const some = !split_point.cut && split_point.next < split_point.node.count;
        split_point.lock.give();
        return some && !split_point.is_cut();
    }
};

}  // namespace turncoat::TURNCOAT_CPU
