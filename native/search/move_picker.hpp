// Moves in the order in which a search tries them.
#pragma once

#include <cstdlib>
#include <memory>
#include <new>

#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Items picked one after another, the highest score first, each found only when its turn comes.
struct MovePicker {
    std::int64_t* const list;  // the score above the item, so that one comparison orders them
    int size = 0;
    explicit MovePicker(std::int64_t* room) : list(room) {}
    void add(int score, int item) { list[size++] = std::int64_t(score) << 24 | item; }
    int item(int i) const { return int(list[i] & 0xffffff); }
    int pick_best(int to) {
        // A move that comes so late rarely matters, and looking for the best of the rest costs more than that.
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
        return item(to);
    }

  private:
    static constexpr int kSorted = 16;
};

/// Moves with the positions they lead to.
template <class State>
class ExpandedMoves {
    struct Expanded {
        State after;
        std::uint64_t key;
        Value eval;  // the static evaluation after it, if it was asked for
        Move move;
    };

  public:
    /// Where the lists of all plies lie, one behind the other: a stack has no room for the longest line there may be.
    class Stack {
        struct Release {
            void operator()(void* memory) const { std::free(memory); }
        };
        template <class T>
        static T* take(std::size_t count) {
            void* const memory = std::malloc(count * sizeof(T));  // only what is written to will cost memory
            if (!memory) throw std::bad_alloc();
            return static_cast<T*>(memory);
        }
        static constexpr std::size_t kAll = std::size_t(kMaxPly + 1) * Moves::kMax;
        std::unique_ptr<Expanded[], Release> const list_{take<Expanded>(kAll)};
        std::unique_ptr<std::int64_t[], Release> const order_{take<std::int64_t>(kAll)};
        std::size_t used_ = 0;
        friend ExpandedMoves;
    };

    explicit ExpandedMoves(Stack& stack)
        : picker(stack.order_.get() + stack.used_), stack_(stack), list_(stack.list_.get() + stack.used_) {}
    ~ExpandedMoves() { stack_.used_ -= std::size_t(picker.size); }
    ExpandedMoves(ExpandedMoves const&) = delete;
    ExpandedMoves& operator=(ExpandedMoves const&) = delete;

    MovePicker picker;

    int size() const { return picker.size; }
    void add(Move move, State const& after, std::uint64_t key, Value eval, int score) {
        new (list_ + picker.size) Expanded{after, key, eval, move};
        picker.add(score, picker.size);
        ++stack_.used_;
    }
    Expanded const& pick_best(int to) { return list_[picker.pick_best(to)]; }
    Move move(int i) const { return list_[picker.item(i)].move; }

  private:
    Stack& stack_;
    Expanded* const list_;
};

/// Moves alone, for depth 1, where positions are made only if their turn comes.
struct OrderedMoves {
    std::int64_t room[Moves::kMax];
    MovePicker picker{room};
    OrderedMoves() {}  // not an empty list of defaults, which would clear the room
    static int code(Move move) { return int(move.kind) << 16 | move.from << 8 | move.to; }
    static Move read(int item) { return {MoveKind(item >> 16), std::uint8_t(item >> 8), std::uint8_t(item)}; }
    int size() const { return picker.size; }
    void add(Move move, int score) { picker.add(score, code(move)); }
    /// At that place, or at the end; what stood there goes to the end.
    void insert(Move move, int place) {
        picker.list[picker.size] = code(move);
        std::int64_t const other = picker.list[place];
        picker.list[place] = code(move);
        picker.list[picker.size++] = other;
    }
    Move pick_best(int to) { return read(picker.pick_best(to)); }
    Move move(int i) const { return read(picker.item(i)); }
};

}  // namespace turncoat::TURNCOAT_CPU
