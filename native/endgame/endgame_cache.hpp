// What one thread of the exact search knows of positions too small for the table that all share, kept in the
// processor's cache.
#pragma once

#include <memory>

#include "endgame/bounds_table.hpp"

namespace turncoat::TURNCOAT_CPU {

class EndgameCache {
    struct Entry {
        Bits64 own = 0, opp = 0;
        std::int8_t low = Bounds{}.low, high = Bounds{}.high;
        std::uint8_t move = kNoCell;
    };
    static constexpr int kSize = 1 << 13;
    std::unique_ptr<Entry[]> const entries_{new Entry[kSize]};

    Entry& at(Bits64 key) const { return entries_[key & (kSize - 1)]; }

  public:
    void clear() {
        for (int i = 0; i < kSize; ++i) entries_[i] = Entry{};
    }

    Bounds probe(Bits64 own, Bits64 opp, Bits64 key) const {
        Entry const& entry = at(key);
        if (entry.own != own || entry.opp != opp) return {};
        return {entry.low, entry.high, entry.move, kNoCell};
    }

    void store_low(Bits64 own, Bits64 opp, Bits64 key, int low, std::uint8_t move) {
        Entry& entry = of(own, opp, key);
        entry.low = std::int8_t(low);
        entry.move = move;
    }
    void store_high(Bits64 own, Bits64 opp, Bits64 key, int high) { of(own, opp, key).high = std::int8_t(high); }

  private:
    Entry& of(Bits64 own, Bits64 opp, Bits64 key) {
        Entry& entry = at(key);
        if (entry.own != own || entry.opp != opp) entry = {own, opp};
        return entry;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
