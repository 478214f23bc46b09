// Moves in the order in which a search tries them.
#pragma once

#include <cstdlib>
#include <memory>
#include <new>

#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Things to take one after another, the most promising first, each found only when its turn comes.
struct Queue {
    std::int64_t* const list;  // promise above the thing, so that one comparison orders them
    int size = 0;
    explicit Queue(std::int64_t* room) : list(room) {}
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
class Candidates {
    struct Candidate {
        State after;
        std::uint64_t key;
        Value worth;  // the estimate, if somebody asked
        Move move;
    };

  public:
    /// Where the lists of all plies lie, one behind the other: a stack has no room for the longest line there may be.
    class Room {
        struct Release {
            void operator()(void* memory) const { std::free(memory); }
        };
        template <class T>
        static T* take(std::size_t count) {
            void* const memory = std::malloc(count * sizeof(T));  // only what is written to will cost memory
            if (!memory) throw std::bad_alloc();
            return static_cast<T*>(memory);
        }
        static constexpr std::size_t kAll = std::size_t(kMostPly + 1) * Moves::kMost;
        std::unique_ptr<Candidate[], Release> const list_{take<Candidate>(kAll)};
        std::unique_ptr<std::int64_t[], Release> const order_{take<std::int64_t>(kAll)};
        std::size_t used_ = 0;
        friend Candidates;
    };

    explicit Candidates(Room& room)
        : queue(room.order_.get() + room.used_), room_(room), list_(room.list_.get() + room.used_) {}
    ~Candidates() { room_.used_ -= std::size_t(queue.size); }
    Candidates(Candidates const&) = delete;
    Candidates& operator=(Candidates const&) = delete;

    Queue queue;

    void add(Move move, State const& after, std::uint64_t key, Value worth, int promise) {
        new (list_ + queue.size) Candidate{after, key, worth, move};
        queue.add(promise, queue.size);
        ++room_.used_;
    }
    Candidate const& take_best(int to) { return list_[queue.take_best(to)]; }
    Move move(int i) const { return list_[queue.thing(i)].move; }

  private:
    Room& room_;
    Candidate* const list_;
};

/// Moves of the last ply, where positions are made only if their turn comes.
struct Glances {
    std::int64_t room[Moves::kMost];
    Queue queue{room};
    Glances() {}  // not an empty list of defaults, which would clear the room
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
