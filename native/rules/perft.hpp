// Perft: the number of sequences of exactly so many moves or turns; games that end earlier add nothing.
#pragma once

#include <vector>

#include "hash.hpp"
#include "types.hpp"

namespace turncoat::TURNCOAT_CPU {

inline Count plus(Count a, Count b) {
    Count sum;
    return __builtin_add_overflow(a, b, &sum) ? kTooMany : sum;
}
inline Count times(Count a, Count b) {
    Count product;
    return __builtin_mul_overflow(a, b, &product) ? kTooMany : product;
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

/// Distinct positions with the number of ways to each.
template <class State>
class Tally {
  public:
    struct Entry {
        State at;
        Count ways;
        std::size_t slot;
    };

    void add(State const& at, Count ways) {
        if (2 * entries_.size() >= slots_.size()) grow();
        std::size_t slot = find(at);
        if (slots_[slot].number) {
            auto& known = entries_[slots_[slot].number - 1];
            known.ways = plus(known.ways, ways);
        } else {
            entries_.push_back({at, ways, slot});
            slots_[slot].number = entries_.size();
        }
    }

    void clear() {
        for (auto const& entry : entries_) slots_[entry.slot].number = 0;
        entries_.clear();
    }

    auto const& entries() const { return entries_; }

  private:
    struct Slot {
        std::size_t number = 0;  // of the entry, from 1
    };

    std::size_t find(State const& at) const {
        std::size_t const mask = slots_.size() - 1;
        std::size_t slot = hash_of(at) & mask;
        while (slots_[slot].number && !(entries_[slots_[slot].number - 1].at == at)) slot = (slot + 1) & mask;
        return slot;
    }

    void grow() {
        slots_.assign(slots_.empty() ? 64 : slots_.size() * 4, Slot{});
        std::size_t number = 0;
        for (auto& entry : entries_) {
            entry.slot = find(entry.at);
            slots_[entry.slot].number = ++number;
        }
    }

    std::vector<Entry> entries_;
    std::vector<Slot> slots_;
};

/// Counts turns.  Within a turn the same position is reached in very many ways (a VECT-REVERSE turn can have billions
/// of sequences and few ends), so a turn is walked layer by layer and every distinct position is looked at once.
template <class Rules>
class TurnCounter {
  public:
    using State = typename Rules::State;

    TurnCounter(Rules const& rules, Stop const& stop) : rules_(rules), stop_(stop) {}

    Count count(State const& at, int depth) {
        if (depth == 0) return 1;
        if constexpr (Rules::single) return count_moves<true>(rules_, at, depth, stop_);
        if (levels_.size() < std::size_t(depth)) levels_.resize(std::size_t(depth));
        Count total = 0;
        if (depth == 1) {
            walk(at, levels_[0], [&](State const&, Count ways) { total = plus(total, ways); });
            return total;
        }
        std::size_t const level = std::size_t(depth) - 1;
        walk(at, levels_[level], [&](State const& end, Count ways) { levels_[level].ends.add(end, ways); });
        for (std::size_t i = 0; i < levels_[level].ends.entries().size() && !stop_.asked(); ++i) {
            auto const entry = levels_[level].ends.entries()[i];
            total = plus(total, times(entry.ways, count(entry.at, depth - 1)));
        }
        levels_[level].ends.clear();
        return total;
    }

    /// Every distinct end of the present turn.
    template <class F>
    void ends(State const& at, F&& f) {
        if (levels_.empty()) levels_.resize(1);
        walk(at, levels_[0], [&](State const& end, Count ways) { levels_[0].ends.add(end, ways); });
        for (auto const& entry : levels_[0].ends.entries()) f(entry.at, entry.ways);
        levels_[0].ends.clear();
    }

  private:
    struct Level {
        Tally<State> now, next, ends;
    };

    template <class F>
    void walk(State const& at, Level& level, F&& end) {
        step(at, 1, level, end);
        while (!level.next.entries().empty() && !stop_.asked()) {
            Tally<State>& now = level.now;
            std::swap(now, level.next);
            for (auto const& entry : now.entries()) step(entry.at, entry.ways, level, end);
            now.clear();
        }
        level.next.clear();
    }

    template <class F>
    void step(State const& at, Count ways, Level& level, F&& end) {
        rules_.each_move(at, [&](Move move) {
            State const after = rules_.play(at, move);
            if (Rules::mid_turn(after))
                level.next.add(after, ways);
            else
                end(after, ways);
        });
    }

    Rules const& rules_;
    Stop const& stop_;
    std::vector<Level> levels_;
};

}  // namespace turncoat::TURNCOAT_CPU
