// What a solver remembers: a table of bounds that forgets the cheapest first, and a log of proofs that cost much.
#pragma once

#include <sched.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>

#include "core/random.hpp"
#include "solver/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Plain memory that begins as zeros; the pages come when they are touched, large ones where the system has them.
template <class T>
class ZeroedArray {
    static constexpr std::size_t kPage = std::size_t(1) << 21;  // of the large ones, which save much looking up

    void* raw_ = nullptr;
    T* data_ = nullptr;
    std::size_t size_ = 0;

  public:
    explicit ZeroedArray(std::size_t size = 0) { renew(size); }
    ~ZeroedArray() { std::free(raw_); }
    ZeroedArray(ZeroedArray const&) = delete;
    ZeroedArray& operator=(ZeroedArray const&) = delete;

    /// False if there is no such memory; then it is empty.
    bool renew(std::size_t size) {
        std::free(raw_);
        std::size_t const bytes = size * sizeof(T), edge = bytes < 4 * kPage ? 64 : kPage;
        raw_ = std::calloc(bytes + edge, 1);
        auto const start = (reinterpret_cast<std::uintptr_t>(raw_) + edge - 1) / edge * edge;
        data_ = raw_ ? reinterpret_cast<T*>(start) : nullptr;
        size_ = data_ ? size : 0;
#if defined(MADV_HUGEPAGE)
        if (data_ && edge == kPage) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
        return data_ != nullptr;
    }
    void exchange(ZeroedArray& other) {
        swap(raw_, other.raw_);
        swap(data_, other.data_);
        swap(size_, other.size_);
    }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    T const& operator[](std::size_t i) const { return data_[i]; }
    T* begin() { return data_; }
    T const* begin() const { return data_; }

  private:
    template <class U>
    static void swap(U& a, U& b) {
        U const was = a;
        a = b;
        b = was;
    }
};

/// What is known of a position.
struct ProofEntry {
    std::int8_t low = 0, high = 0;
    std::uint8_t mark = 0;  // of the position after the best move, from its key
    std::uint8_t work = 0;  // how much was spent on it: its logarithm, in quarters

    static std::uint8_t mark_of(Bits64 key) { return std::uint8_t(scramble(key) >> 8); }
};

/// A count of nodes as a small number that grows with it, four steps for every doubling, and back.
inline std::uint8_t effort(std::uint64_t nodes) {
    if (nodes < 8) return std::uint8_t(nodes);
    int const top = 63 - __builtin_clzll(nodes);
    return std::uint8_t(4 * (top - 1) + int(nodes >> (top - 2) & 3));
}
inline std::uint64_t nodes_of(std::uint8_t effort) {
    return effort < 8 ? effort : std::uint64_t(4 + effort % 4) << (effort / 4 - 1);
}

/// Buckets of proofs in a memory budget, for several threads at once; the entry that cost least gives way.
class ProofTable {
    static constexpr std::size_t kWays = 4;  // a bucket is a line of the cache

    /// An entry, and how often the slot was written.  A reader who finds that number the same before and after has not
    /// read half of one entry and half of another.
    struct Slot {
        Bits64 key;
        Bits64 data;  // the entry below, then the number of writings; the highest bit while it is written
    };
    static constexpr Bits64 kHeld = Bits64(1) << 63, kOnce = Bits64(1) << 32;

    ZeroedArray<Slot> slots_;
    std::size_t buckets_;

    static ProofEntry entry_of(Bits64 data) {
        auto const low = std::uint32_t(data);
        ProofEntry entry;
        __builtin_memcpy(static_cast<void*>(&entry), &low, sizeof entry);
        return entry;
    }
    static Bits64 data_of(ProofEntry entry) {
        std::uint32_t low;
        __builtin_memcpy(&low, &entry, sizeof low);
        return low;
    }

    std::size_t bucket(Bits64 key) const { return kWays * std::size_t(Bits128(scramble(key)) * buckets_ >> 64); }

    /// Whether the slot can be read now, and what is in it; data 0 where nothing ever was.
    bool read(std::size_t at, Bits64& key, Bits64& data) const {
        Slot const& slot = slots_[at];
        data = __atomic_load_n(&slot.data, __ATOMIC_ACQUIRE);
        key = __atomic_load_n(&slot.key, __ATOMIC_ACQUIRE);
        return !(data & kHeld) && __atomic_load_n(&slot.data, __ATOMIC_RELAXED) == data;
    }

    /// Nothing happens where another thread has written meanwhile: what is not kept can be proved again.
    void write(std::size_t at, Bits64 key, ProofEntry entry, Bits64 was) {
        Slot& slot = slots_[at];
        Bits64 expected = was;
        if (!__atomic_compare_exchange_n(&slot.data, &expected, was | kHeld, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return;
        __atomic_thread_fence(__ATOMIC_RELEASE);
        __atomic_store_n(&slot.key, key, __ATOMIC_RELAXED);
        Bits64 const count = (was & ~Bits64(0xffffffff)) + kOnce;
        __atomic_store_n(&slot.data, (count & ~kHeld ? count & ~kHeld : kOnce) | data_of(entry), __ATOMIC_RELEASE);
    }

  public:
    explicit ProofTable(std::size_t bytes)
        : slots_(kWays * (bytes / sizeof(Slot) / kWays ? bytes / sizeof(Slot) / kWays : 1)),
          buckets_(slots_.size() / kWays) {}

    bool usable() const { return slots_.size() != 0; }
    std::size_t size() const { return slots_.size(); }

    void prefetch(Bits64 key) const { __builtin_prefetch(slots_.begin() + bucket(key)); }

    bool probe(Bits64 key, ProofEntry& entry, std::size_t* slot = nullptr) const {
        std::size_t const here = bucket(key);
        for (std::size_t i = 0; i < kWays; ++i) {
            Bits64 other, data;
            if (__atomic_load_n(&slots_[here + i].key, __ATOMIC_RELAXED) != key) continue;
            if (!read(here + i, other, data) || other != key || !data) continue;
            entry = entry_of(data);
            if (slot) *slot = here + i;
            return true;
        }
        return false;
    }

    /// Adds what was proved to what is known; the slot it lies in.
    std::size_t store(Bits64 key, GameValue low, GameValue high, std::uint8_t mark, std::uint64_t cost) {
        std::size_t const here = bucket(key);
        std::size_t victim = here;
        Bits64 victim_data = 0;
        bool chosen = false;
        for (std::size_t i = here; i < here + kWays; ++i) {
            Bits64 other, data;
            if (!read(i, other, data)) continue;
            if (data && other == key) {
                ProofEntry entry = entry_of(data);
                if (low > entry.low) entry.low = std::int8_t(low);
                if (high < entry.high) entry.high = std::int8_t(high);
                entry.mark = mark;
                entry.work = effort(nodes_of(entry.work) + cost);
                write(i, key, entry, data);
                return i;
            }
            if (!chosen || (victim_data && (!data || entry_of(data).work < entry_of(victim_data).work))) {
                victim = i;
                victim_data = data;
                chosen = true;
            }
        }
        if (chosen) write(victim, key, {std::int8_t(low), std::int8_t(high), mark, effort(cost)}, victim_data);
        return victim;
    }
};

/// Proofs by position, never forgotten; for several threads at once.
class ProofLog {
    struct Line {
        ProvedBounds bounds;
        Bits64 key;
        bool used;
    };
    ZeroedArray<Line> lines_{1 << 10};
    std::size_t size_ = 0;
    mutable bool lock_ = false;

    struct Hold {
        bool& lock;
        explicit Hold(bool& l) : lock(l) {
            while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) sched_yield();
        }
        ~Hold() { __atomic_clear(&lock, __ATOMIC_RELEASE); }
    };

    static std::size_t place(ZeroedArray<Line> const& lines, Bits64 key) {
        std::size_t at = scramble(key) & (lines.size() - 1);
        while (lines[at].used && lines[at].key != key) at = (at + 1) & (lines.size() - 1);
        return at;
    }

    void grow() {
        ZeroedArray<Line> more(lines_.size() * 2);
        if (!more.size()) return;
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (lines_[i].used) more[place(more, lines_[i].key)] = lines_[i];
        lines_.exchange(more);
    }

  public:
    std::size_t size() const { return __atomic_load_n(&size_, __ATOMIC_RELAXED); }

    bool find(Bits64 key, ProvedBounds& bounds) const {
        Hold const hold(lock_);
        Line const& line = lines_[place(lines_, key)];
        if (line.used) bounds = line.bounds;
        return line.used;
    }

    void add(Bits64 key, ProvedBounds const& bounds) {
        Hold const hold(lock_);
        if (2 * size_ >= lines_.size()) grow();
        if (size_ + 1 >= lines_.size()) return;  // no memory to grow: what is not kept can be proved again
        Line& line = lines_[place(lines_, key)];
        if (!line.used) {
            line = {bounds, key, true};
            __atomic_store_n(&size_, size_ + 1, __ATOMIC_RELAXED);
            return;
        }
        if (bounds.low > line.bounds.low) line.bounds.low = bounds.low;
        if (bounds.high < line.bounds.high) line.bounds.high = bounds.high;
    }

    void report_proofs(BoundsSink& sink) const {
        Hold const hold(lock_);
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (lines_[i].used) sink.take(lines_[i].bounds);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
