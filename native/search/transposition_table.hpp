// The transposition table: what earlier searches found about a position, shared by all threads without locks.
#pragma once

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

enum Bound : std::uint8_t { kNoBound, kUpper, kLower, kExact };
inline constexpr int kProvedDepth = 255;  // deeper than any search: the bound holds for good

struct Entry {
    Value value = 0;
    int depth = 0;
    Bound bound = kNoBound;
    Move move;
    bool forced = false;  // it was the only one
    bool proved() const { return depth == kProvedDepth; }
    /// Whether it stands for a search that deep in that window; the value is its own at the present ply.
    bool answers(int wanted, Value alpha, Value beta, Value found) const {
        if (depth < wanted) return false;
        return bound == kExact || (bound == kLower && found >= beta) || (bound == kUpper && found <= alpha);
    }
};

/// A forced win is as far from the end in the table as from the position itself, not from the root.
inline Value to_table(Value value, int ply) {
    return value >= kProvedWin ? value + ply : value <= -kProvedWin ? value - ply : value;
}
inline Value from_table(Value value, int ply) {
    return value >= kProvedWin ? value - ply : value <= -kProvedWin ? value + ply : value;
}

class TranspositionTable {
    // Two words; the key is stored crossed with the data, so that a torn pair is not taken for an entry.
    struct Slot {
        std::atomic<std::uint64_t> key{0}, data{0};
    };
    static constexpr int kWays = 4;  // one cache line
    struct alignas(64) Bucket {
        Slot slot[kWays];
    };

    struct Release {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };
    static constexpr std::size_t kPage = 1 << 21;  // of the large kind: look-ups jump about, and would miss small pages

    std::unique_ptr<Bucket[], Release> buckets_;
    std::size_t mask_ = 0;
    std::uint64_t age_ = 0, generation_ = 0;

    static std::uint64_t pack(Entry const& e, std::uint64_t age) {
        return std::uint64_t(std::uint16_t(std::int16_t(e.value))) | std::uint64_t(e.depth) << 16 |
               std::uint64_t(e.bound) << 24 | (age & 63) << 26 | std::uint64_t(e.move.kind) << 32 |
               std::uint64_t(e.move.from) << 40 | std::uint64_t(e.move.to) << 48 | std::uint64_t(e.forced) << 56;
    }
    static Entry unpack(std::uint64_t d) {
        return {std::int16_t(d), int(d >> 16 & 255), Bound(d >> 24 & 3),
                Move{MoveKind(d >> 32 & 255), std::uint8_t(d >> 40), std::uint8_t(d >> 48)}, bool(d >> 56 & 1)};
    }

    Bucket& bucket(std::uint64_t key) const { return buckets_[key & mask_]; }

  public:
    explicit TranspositionTable(std::size_t bytes) {
        std::size_t buckets = 1024;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        std::size_t const size = (buckets * sizeof(Bucket) + kPage - 1) / kPage * kPage;
        auto* const memory = static_cast<Bucket*>(std::aligned_alloc(kPage, size));
        if (!memory) throw std::bad_alloc();
        buckets_.reset(memory);
#if defined(MADV_HUGEPAGE)
        madvise(memory, size, MADV_HUGEPAGE);
#endif
        __builtin_memset(static_cast<void*>(memory), 0, size);
        mask_ = buckets - 1;
    }

    void clear() {
        for (std::size_t i = 0; i <= mask_; ++i)
            for (Slot& slot : buckets_[i].slot) {
                slot.key.store(0, std::memory_order_relaxed);
                slot.data.store(0, std::memory_order_relaxed);
            }
        age_ = generation_ = 0;
    }

    void next_search() { ++age_; }
    /// Keys mean something else from now on, so that nothing kept before is found.
    void next_generation() { generation_ += 0x9e3779b97f4a7c15; }

    /// Fetches what probe will look at, while there is other work to do.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key ^ generation_)); }

    bool probe(std::uint64_t key, Entry& entry) const {
        key ^= generation_;
        for (Slot const& slot : bucket(key).slot) {
            std::uint64_t const data = slot.data.load(std::memory_order_relaxed);
            if (data && (slot.key.load(std::memory_order_relaxed) ^ data) == key) {
                entry = unpack(data);
                return true;
            }
        }
        return false;
    }

    void store(std::uint64_t key, Entry const& entry) {
        key ^= generation_;
        Bucket& here = bucket(key);
        Slot* victim = nullptr;
        int least = 1 << 30;
        for (Slot& slot : here.slot) {
            std::uint64_t const data = slot.data.load(std::memory_order_relaxed);
            if (!data || (slot.key.load(std::memory_order_relaxed) ^ data) == key) {
                victim = &slot;
                break;
            }
            // Old entries go first, then shallow ones.
            int const rank = int(data >> 16 & 255) - 8 * int((age_ - (data >> 26)) & 63);
            if (rank < least) {
                least = rank;
                victim = &slot;
            }
        }
        std::uint64_t const data = pack(entry, age_);
        victim->key.store(key ^ data, std::memory_order_relaxed);
        victim->data.store(data, std::memory_order_relaxed);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
