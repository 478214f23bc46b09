// What the exact search knows of positions: bounds on their value, and the move that set them.  Shared without locks.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

#include "core/random.hpp"

namespace turncoat::TURNCOAT_CPU {

struct Bounds {
    std::int8_t low = -100, high = 100;
    std::uint8_t move = 255, second = 255;
};

class BoundsTable {
    // The key is stored crossed with the data, so that a torn pair is not taken for an entry.
    struct Slot {
        Bits64 key, data;
    };
    static constexpr int kWays = 4;  // one cache line
    struct alignas(64) Bucket {
        Slot slot[kWays];
    };
    static constexpr std::size_t kMinBuckets = 1024;  // buckets
    static constexpr std::size_t kPage = 1 << 21;  // of the large kind: look-ups jump about, and would miss small pages

    void* memory_;
    Bucket* buckets_;
    std::size_t mask_, most_, size_;  // mask_ is that of the part in use, most_ of all
    std::uint8_t age_ = 1;
    Bits64 generation_ = 0;

    static Bits64 read(Bits64 const& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void write(Bits64& word, Bits64 value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

    static Bits64 pack(Bounds const& bounds, int empties, std::uint8_t age) {
        return Bits64(std::uint8_t(bounds.low)) | Bits64(std::uint8_t(bounds.high)) << 8 | Bits64(bounds.move) << 16 |
               Bits64(bounds.second) << 24 | Bits64(empties) << 32 | Bits64(age) << 40;
    }

  public:
    explicit BoundsTable(std::size_t bytes) {
        std::size_t buckets = kMinBuckets;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        mask_ = kMinBuckets - 1;
        most_ = buckets - 1;
        size_ = (buckets * sizeof(Bucket) + kPage - 1) / kPage * kPage + kPage;
        // Zeroed by the system, when and if it is used.
        memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        std::size_t const over = reinterpret_cast<std::uintptr_t>(memory_) % kPage;
        buckets_ = reinterpret_cast<Bucket*>(static_cast<char*>(memory_) + (over ? kPage - over : 0));
#if defined(MADV_HUGEPAGE)
        madvise(buckets_, size_ - kPage, MADV_HUGEPAGE);
#endif
    }
    ~BoundsTable() { munmap(memory_, size_); }
    BoundsTable(BoundsTable const&) = delete;
    BoundsTable& operator=(BoundsTable const&) = delete;

    Bits64 key(Bits64 own, Bits64 opp) const {
        Bits64 const mixed = own * 0x9e3779b97f4a7c15 ^ __builtin_bswap64(opp * 0xc2b2ae3d27d4eb4f);
        return scramble(mixed ^ (opp >> 23) ^ generation_);
    }

    void clear() {
        for (std::size_t i = 0; i <= mask_; ++i)
            for (Slot& slot : buckets_[i].slot) slot = {};
        mask_ = kMinBuckets - 1;
        age_ = 1;
        generation_ = 0;
    }

    /// Spreads what will be kept over as much of the memory as so many entries need, and no further: look-ups in a
    /// small part are faster.  Between searches only.  The part grows until all is cleared; half of what it knew is no
    /// longer found each time it doubles.
    void make_room(double entries) {
        while (mask_ < most_ && double(mask_ + 1) * kWays < entries) mask_ = 2 * mask_ + 1;
    }

    /// Later entries drive out those of earlier searches first.
    void next_search() { age_ = std::uint8_t(age_ == 255 ? 1 : age_ + 1); }

    /// Keys mean something else from now on, so that nothing kept before is found.
    void next_generation() { generation_ += 0x9e3779b97f4a7c15; }

    void prefetch(Bits64 key) const { __builtin_prefetch(&buckets_[key & mask_]); }

    bool probe(Bits64 key, Bounds& bounds) const {
        for (Slot const& slot : buckets_[key & mask_].slot) {
            Bits64 const data = read(slot.data);
            if (data && (read(slot.key) ^ data) == key) {
                bounds = {std::int8_t(data), std::int8_t(data >> 8), std::uint8_t(data >> 16),
                          std::uint8_t(data >> 24)};
                return true;
            }
        }
        return false;
    }

    /// Adds what is new to what is known; a move only where there is one.
    void store(Bits64 key, int empties, int low, int high, std::uint8_t move) {
        Slot* victim = nullptr;
        int least = 1 << 30;
        Bounds bounds{std::int8_t(low), std::int8_t(high), move, 255};
        for (Slot& slot : buckets_[key & mask_].slot) {
            Bits64 const data = read(slot.data);
            if (data && (read(slot.key) ^ data) == key) {
                victim = &slot;
                if (std::int8_t(data) > low) bounds.low = std::int8_t(data);
                if (std::int8_t(data >> 8) < high) bounds.high = std::int8_t(data >> 8);
                std::uint8_t const before = std::uint8_t(data >> 16);
                if (move == 255) bounds.move = before;
                bounds.second = bounds.move == before ? std::uint8_t(data >> 24) : before;
                break;
            }
            int const rank = data ? int(data >> 32 & 255) - (std::uint8_t(data >> 40) != age_ ? 64 : 0) : -1000;
            if (rank < least) {
                least = rank;
                victim = &slot;
            }
        }
        Bits64 const data = pack(bounds, empties, age_);
        write(victim->key, key ^ data);
        write(victim->data, data);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
