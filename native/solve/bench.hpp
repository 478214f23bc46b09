// The workbench of a proving search: moves at hand, the table, the ledger, the count of nodes.
#pragma once

#include "ending.hpp"
#include "key.hpp"
#include "memory.hpp"

namespace turncoat::TURNCOAT_CPU {

/// What both ways of proving share.
template <class Rules>
struct Workbench {
    using Inner = typename Rules::State;
    using Know = Sense<Rules>;

    static constexpr std::uint64_t kDear = 100'000;  // nodes: proofs that cost more are written down
    static constexpr int kLikeDeep = 8;              // the depth at which a game's promise looks closely

    struct Candidate {
        Inner after;
        Bits64 key;  // of the canonical form of `after`
        Move move;
        bool over;  // the other player decides next
        int promise;
    };

    Rules const rules;
    ExactKey<Rules> const number{rules};
    Worth const most = most_worth(rules);
    Ending<Rules> ending;
    FactTable table;
    Ledger ledger;
    Room<Candidate> candidates{std::size_t(Moves::kMost) * 64};
    std::size_t used = 0;  // candidates in use
    std::uint64_t nodes = 0, node_limit = 0;
    int deepest_note = -1;
    bool stopped = false;
    unsigned ticks = 0;
    Stop const* stop = nullptr;
    double part = 0;
    std::uint32_t proof = 0, disproof = 0;
    std::int16_t history[2][kMostCells + 1][kMostCells + 1] = {};

    Workbench(Rules const& r, std::size_t bytes)
        : rules(r), ending(rules, bytes / 2), table(ending.used() ? bytes / 2 : bytes) {}

    static Inner in(State const& state) {
        Inner inner;
        __builtin_memcpy(&inner, state.bytes, sizeof inner);
        return inner;
    }
    static State out(Inner const& inner) {
        State state{};
        __builtin_memcpy(state.bytes, &inner, sizeof inner);
        return state;
    }

    Inner canonical_of(Inner const& at) const { return canonical(rules, at); }
    Bits64 key_of_state(Inner const& at) const { return number(canonical_of(at)); }

    bool time_to_stop() {
        if (stopped) return true;
        if (node_limit && nodes >= node_limit) return stopped = true;
        if (!(++ticks & 255) && stop->asked()) stopped = true;
        return stopped;
    }

    void count_node() { __atomic_store_n(&nodes, nodes + 1, __ATOMIC_RELAXED); }

    static int place(std::uint8_t cell) { return cell == kNoCell ? kMostCells : cell; }
    std::int16_t& habit(int side, Move move) { return history[side][place(move.from)][place(move.to)]; }

    /// Few answers first: what is narrow is proved soon.  Where no stones are counted the game's own sense comes in
    /// too.
    int promise(Inner const& at, Candidate const& candidate) {
        int const answers = rules.count(candidate.after) * (candidate.over ? -1000 : 1000);
        int const own =
            Know::counts_lead ? 0 : 16 * Know::promise(rules, at, candidate.move, candidate.after, kLikeDeep);
        return answers + own + habit(at.side(), candidate.move);
    }

    /// Puts the moves on the bench; the first of them, or null when there is no room for more.
    Candidate* gather(Inner const& at, Fact const* fact, int& count, bool keyed) {
        if (used + Moves::kMost > candidates.size()) {
            stopped = true;
            count = 0;
            return nullptr;
        }
        Candidate* const list = candidates.begin() + used;
        Move const first = fact ? fact->move() : Move{Kind::Pass, 0, 0};
        int size = 0;
        rules.each_move(at, [&](Move move) {
            Candidate& candidate = list[size++];
            candidate.move = move;
            candidate.after = rules.play(at, move);
            candidate.over = hands_over(at, candidate.after, move);
            candidate.promise = move == first ? 1 << 30 : promise(at, candidate);
            if (keyed) {
                candidate.key = key_of_state(candidate.after);
                table.fetch(candidate.key);
            }
        });
        count = size;
        used += std::size_t(size);
        return list;
    }

    static void bring_best(Candidate* list, int to, int count) {
        int best = to;
        for (int i = to + 1; i < count; ++i)
            if (list[i].promise > list[best].promise) best = i;
        Candidate const found = list[best];
        list[best] = list[to];
        list[to] = found;
    }

    /// Narrows the bounds by what the ledger says.
    void consult(Bits64 key, int ply, Worth& low, Worth& high) const {
        if (ply > deepest_note) return;
        if (Note const* note = ledger.find(key)) {
            low = note->low > low ? note->low : low;
            high = note->high < high ? note->high : high;
        }
    }

    void write_down(Inner const& at, Bits64 key, int ply, Worth low, Worth high, std::uint64_t cost) {
        if (cost < kDear) return;
        ledger.add(key, {out(canonical_of(at)), std::int16_t(low), std::int16_t(high)});
        if (ply > deepest_note) deepest_note = ply;
    }

    /// Adds a proved bound to the table.
    void keep(Bits64 key, Worth low, Worth high, Move best, std::uint64_t cost) {
        Fact* const fact = table.place(key);
        if (!fact->used() || fact->key != key) {
            *fact = Fact{};
            fact->key = key;
            fact->low = std::int8_t(-most);
            fact->high = std::int8_t(most);
        }
        if (low > fact->low) fact->low = std::int8_t(low);
        if (high < fact->high) fact->high = std::int8_t(high);
        fact->move(best);
        std::uint64_t const work = fact->work + cost / 16;
        fact->work = work > 0xffffffff ? 0xffffffff : std::uint32_t(work);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
