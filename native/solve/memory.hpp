// What a solver remembers: a table of bounds that forgets the cheapest first, and a ledger of proofs that cost much.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "../rules/random.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Plain memory that begins as zeros; the pages come when they are touched.
template <class T>
class Room {
    T* data_ = nullptr;
    std::size_t size_ = 0;

  public:
    explicit Room(std::size_t size = 0) { renew(size); }
    ~Room() { std::free(data_); }
    Room(Room const&) = delete;
    Room& operator=(Room const&) = delete;

    /// False if there is no such memory; then it is empty.
    bool renew(std::size_t size) {
        std::free(data_);
        data_ = static_cast<T*>(std::calloc(size ? size : 1, sizeof(T)));
        size_ = data_ ? size : 0;
        return data_ != nullptr;
    }
    void exchange(Room& other) {
        T* const data = data_;
        std::size_t const size = size_;
        data_ = other.data_;
        size_ = other.size_;
        other.data_ = data;
        other.size_ = size;
    }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    T const& operator[](std::size_t i) const { return data_[i]; }
    T* begin() { return data_; }
    T const* begin() const { return data_; }
};

/// One slot of a table: a position and what is known of it.
struct Fact {
    Bits64 key = 0;
    std::int8_t low = 0, high = 0;
    std::int8_t target = 0;  // the test that the numbers belong to
    std::uint8_t kind = 0;   // of the best move; 0 in an empty slot, else one more than Kind
    std::uint8_t from = 0, to = 0;
    std::uint16_t spare = 0;
    std::uint32_t proof = 0, disproof = 0;
    std::uint32_t work = 0;  // nodes spent on it, in sixteens

    bool used() const { return kind != 0; }
    Move move() const { return {Kind(kind - 1), from, to}; }
    void move(Move best) {
        kind = std::uint8_t(int(best.kind) + 1);
        from = best.from;
        to = best.to;
    }
};

/// Buckets of facts in a memory budget; the fact that cost least gives way.
class FactTable {
    static constexpr std::size_t kWays = 4;
    Room<Fact> slots_;
    std::size_t buckets_;

    Fact* bucket(Bits64 key) { return slots_.begin() + kWays * std::size_t(Bits128(scramble(key)) * buckets_ >> 64); }
    Fact const* bucket(Bits64 key) const {
        return slots_.begin() + kWays * std::size_t(Bits128(scramble(key)) * buckets_ >> 64);
    }

  public:
    explicit FactTable(std::size_t bytes)
        : slots_(kWays * (bytes / sizeof(Fact) / kWays ? bytes / sizeof(Fact) / kWays : 1)),
          buckets_(slots_.size() / kWays) {}

    bool usable() const { return slots_.size() != 0; }

    void fetch(Bits64 key) const { __builtin_prefetch(bucket(key)); }

    Fact const* find(Bits64 key) const {
        Fact const* const here = bucket(key);
        for (std::size_t i = 0; i < kWays; ++i)
            if (here[i].used() && here[i].key == key) return here + i;
        return nullptr;
    }

    /// The slot of the key, or the one that gives way to it.
    Fact* place(Bits64 key) {
        Fact* const here = bucket(key);
        Fact* victim = here;
        for (std::size_t i = 0; i < kWays; ++i) {
            if (here[i].used() && here[i].key == key) return here + i;
            if (!here[i].used())
                victim = victim->used() ? here + i : victim;
            else if (victim->used() && here[i].work < victim->work)
                victim = here + i;
        }
        return victim;
    }
};

/// Proofs by position, never forgotten; may be read by another thread while it grows.
class Ledger {
    struct Line {
        Note note;
        Bits64 key;
        bool used;
    };
    Room<Line> lines_{1 << 10};
    std::size_t size_ = 0;
    mutable bool lock_ = false;

    struct Hold {
        bool& lock;
        explicit Hold(bool& l) : lock(l) {
            while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
            }
        }
        ~Hold() { __atomic_clear(&lock, __ATOMIC_RELEASE); }
    };

    static std::size_t place(Room<Line> const& lines, Bits64 key) {
        std::size_t at = scramble(key) & (lines.size() - 1);
        while (lines[at].used && lines[at].key != key) at = (at + 1) & (lines.size() - 1);
        return at;
    }

    void grow() {
        Room<Line> more(lines_.size() * 2);
        if (!more.size()) return;
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (lines_[i].used) more[place(more, lines_[i].key)] = lines_[i];
        lines_.exchange(more);
    }

  public:
    std::size_t size() const { return __atomic_load_n(&size_, __ATOMIC_RELAXED); }

    /// Only for the thread that adds.
    Note const* find(Bits64 key) const {
        Line const& line = lines_[place(lines_, key)];
        return line.used ? &line.note : nullptr;
    }

    void add(Bits64 key, Note const& note) {
        Hold const hold(lock_);
        if (2 * size_ >= lines_.size()) grow();
        if (size_ + 1 >= lines_.size()) return;  // no memory to grow: what is not kept can be proved again
        Line& line = lines_[place(lines_, key)];
        if (!line.used) {
            line = {note, key, true};
            __atomic_store_n(&size_, size_ + 1, __ATOMIC_RELAXED);
            return;
        }
        if (note.low > line.note.low) line.note.low = note.low;
        if (note.high < line.note.high) line.note.high = note.high;
    }

    void tell(Notebook& book) const {
        Hold const hold(lock_);
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (lines_[i].used) book.take(lines_[i].note);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
