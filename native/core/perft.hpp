// Perft: the number of sequences of exactly so many moves or turns; games that end earlier add nothing.
#pragma once

#include <cstdlib>

#include "core/hash.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

inline Count saturating_add(Count a, Count b) {
    Count sum;
    return __builtin_add_overflow(a, b, &sum) ? kTooMany : sum;
}

/// Makes the compiler believe that somebody reads the position, so that a benchmark makes it in full.
template <class State>
inline void read(State const& at) {
    asm volatile("" : : "r"(Bits64(at.own)), "r"(Bits64(at.opp)), "r"(at.word));
}

template <bool Bulk, class Rules>
std::uint64_t count_moves(Rules const& rules, typename Rules::State const& at, int depth, Stop const& stop) {
    if (depth == 0) return 1;
    if (depth == 1) {
        if constexpr (Bulk) return std::uint64_t(rules.count(at));
        std::uint64_t total = 0;
        rules.each_move(at, [&](Move move) {
            read(rules.play(at, move));
            ++total;
        });
        return total;
    }
    if (depth >= 3 && stop.asked()) return 0;
    std::uint64_t total = 0;
    rules.each_move(at, [&](Move move) { total += count_moves<Bulk>(rules, rules.play(at, move), depth - 1, stop); });
    return total;
}

/// Counts turns.  Within a turn of many moves the same position is often reached in other orders, so what was counted
/// from a position in mid-turn is remembered, in a table of fixed size.  Keeping every distinct position of a turn took
/// 4.2 GB and about twice the processor time for one of 363 million ways.
template <class Rules>
class TurnCounter {
  public:
    using State = typename Rules::State;

    TurnCounter(Rules const& rules, Stop const& stop)
        : rules_(rules),
          stop_(stop),
          table_(static_cast<Entry*>(std::calloc(std::size_t(1) << kBits, sizeof(Entry)))) {}
    ~TurnCounter() { std::free(table_); }
    TurnCounter(TurnCounter const&) = delete;
    TurnCounter& operator=(TurnCounter const&) = delete;

    /// The ways to play on until that many turns are finished, the present one included.
    Count count(State const& at, int depth) {
        if (depth == 0) return 1;
        if (!Rules::mid_turn(at) || !table_) return sum(at, depth);
        Entry& entry = table_[place(at, depth)];
        if (entry.depth == depth && entry.at == at) return entry.ways;
        Count const ways = sum(at, depth);
        entry = {at, depth, ways};
        return ways;
    }

  private:
    static constexpr int kBits = 16;  // small enough to stay in the cache, which pays more than remembering more

    struct Entry {
        State at;
        int depth;  // 0 in an entry never used
        Count ways;
    };

    Count sum(State const& at, int depth) {
        Count total = 0;
        if (stop_.asked()) return total;
        rules_.each_move(at, [&](Move move) {
            State const after = rules_.play(at, move);
            total = saturating_add(total, count(after, depth - !Rules::mid_turn(after)));
        });
        return total;
    }

    static std::size_t place(State const& at, int depth) {
        auto const fold = [](auto set) {
            return sizeof set == 8 ? Bits64(set) : Bits64(set) ^ Bits64(set >> 32 >> 32) * 3;
        };
        Bits64 const mixed = fold(at.own) * 0x9e3779b97f4a7c15 ^ scramble(fold(at.opp) + at.word * 0xd6e8feb86659fd93);
        return (mixed + Bits64(depth)) * 0xd6e8feb86659fd93 >> (64 - kBits);
    }

    Rules const& rules_;
    Stop const& stop_;
    Entry* table_;
};

}  // namespace turncoat::TURNCOAT_CPU
