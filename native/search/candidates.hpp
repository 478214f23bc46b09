// Moves in the order in which a search tries them.
#pragma once

#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Things to take one after another, the most promising first, each found only when its turn comes.
struct Queue {
    int size = 0;
    std::int64_t list[Moves::kMost];  // promise above the thing, so that one comparison orders them
    Queue() {}
    void add(int promise, int thing) { list[size++] = std::int64_t(promise) << 24 | thing; }
    int thing(int i) const { return int(list[i] & 0xffffff); }
    int take_best(int to) {
        // Whoever comes so late rarely matters, and looking for the best of the rest costs more than that.
        if (to < kSorted) {
            std::int64_t best = list[to];
            int where = to;
            for (int i = to + 1; i < size; ++i)
                if (list[i] > best) {
                    best = list[i];
                    where = i;
                }
            list[where] = list[to];
            list[to] = best;
        }
        return thing(to);
    }

  private:
    static constexpr int kSorted = 16;
};

/// Moves with the positions they lead to.
template <class State>
struct Candidates {
    struct Candidate {
        State after;
        std::uint64_t key;
        Value worth;                  // the estimate, if somebody asked
        std::uint8_t kind, from, to;  // no Move, whose defaults would be written a thousand times for every list
        Move move() const { return {Kind(kind), from, to}; }
    };
    Queue queue;
    Candidate list[Moves::kMost];
    Candidates() {}
    void add(Move move, State const& after, std::uint64_t key, Value worth, int promise) {
        list[queue.size] = {after, key, worth, std::uint8_t(move.kind), move.from, move.to};
        queue.add(promise, queue.size);
    }
    Candidate const& take_best(int to) { return list[queue.take_best(to)]; }
    Move move(int i) const { return list[queue.thing(i)].move(); }
};

/// Moves of the last ply, where positions are made only if their turn comes.
struct Glances {
    Queue queue;
    static int code(Move move) { return int(move.kind) << 16 | move.from << 8 | move.to; }
    static Move read(int thing) { return {Kind(thing >> 16), std::uint8_t(thing >> 8), std::uint8_t(thing)}; }
    void add(Move move, int promise) { queue.add(promise, code(move)); }
    /// At that place, or at the end; what stood there goes to the end.
    void put(Move move, int place) {
        queue.list[queue.size] = code(move);
        std::int64_t const other = queue.list[place];
        queue.list[place] = code(move);
        queue.list[queue.size++] = other;
    }
    Move take_best(int to) { return read(queue.take_best(to)); }
    Move move(int i) const { return read(queue.thing(i)); }
};

}  // namespace turncoat::TURNCOAT_CPU
