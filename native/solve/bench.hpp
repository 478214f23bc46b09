// The workbench of a proving search, one for each thread: moves at hand, the count of nodes; and what all share.
#pragma once

#include "ending.hpp"
#include "insight.hpp"
#include "key.hpp"
#include "memory.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Which positions are being searched just now, so that threads spread; a mark that is lost does no harm.
class Agenda {
    static constexpr std::size_t kSize = 1 << 14;
    Room<Bits64> keys_{kSize};

    Bits64& slot(Bits64 key) { return keys_[scramble(key) >> 20 & (kSize - 1)]; }

  public:
    bool usable() const { return keys_.size() != 0; }
    bool has(Bits64 key) { return __atomic_load_n(&slot(key), __ATOMIC_RELAXED) == key + 1; }
    void enter(Bits64 key) { __atomic_store_n(&slot(key), key + 1, __ATOMIC_RELAXED); }
    void leave(Bits64 key) {
        if (has(key)) __atomic_store_n(&slot(key), Bits64(0), __ATOMIC_RELAXED);
    }
};

/// What the threads of a proof share.
template <class Rules>
struct Hall {
    using Inner = typename Rules::State;

    static constexpr std::uint64_t kDear = 100'000;  // nodes: proofs that cost more are written down

    Rules const rules;
    ImageKey<Rules> const key{rules};
    Insight<Rules> const insight{rules};
    Worth const most = most_worth(rules);
    int const threads;
    FactTable table;
    Ledger ledger;
    Agenda agenda;
    Stop done;  // one thread has the answer
    int deepest_note = -1, fullest_note = -1;

    Hall(Rules const& r, std::size_t bytes, int hands) : rules(r), threads(hands), table(bytes) {}

    bool usable() const { return table.usable() && key.usable() && agenda.usable(); }

    static State out(Inner const& inner) {
        State state{};
        __builtin_memcpy(state.bytes, &inner, sizeof inner);
        return state;
    }

    static int stones(Inner const& at) { return members(typename Rules::Bits(at.own | at.opp)); }

    /// Narrows the bounds by what the ledger says.
    void consult(Inner const& at, Bits64 number, int ply, Worth& low, Worth& high) const {
        if (ply > __atomic_load_n(&deepest_note, __ATOMIC_RELAXED)) return;
        if (stones(at) > __atomic_load_n(&fullest_note, __ATOMIC_RELAXED)) return;
        Note note;
        if (!ledger.find(number, note)) return;
        low = note.low > low ? note.low : low;
        high = note.high < high ? note.high : high;
    }

    void note(Inner const& at, Bits64 number, int ply, Worth low, Worth high) {
        ledger.add(number, {out(normal(rules, at)), std::int16_t(low), std::int16_t(high)});
        raise(deepest_note, ply);
        raise(fullest_note, stones(at));
    }

    void write_down(Inner const& at, Bits64 number, int ply, Worth low, Worth high, std::uint64_t cost) {
        if (cost >= kDear) note(at, number, ply, low, high);
    }

  private:
    static void raise(int& mark, int to) {
        int was = __atomic_load_n(&mark, __ATOMIC_RELAXED);
        while (was < to && !__atomic_compare_exchange_n(&mark, &was, to, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
};

/// What both ways of proving need at hand.
template <class Rules>
struct Workbench {
    using Inner = typename Rules::State;
    using Know = Sense<Rules>;

    static constexpr int kLikeDeep = 8;      // the depth at which a game's promise looks closely
    static constexpr int kManyTurns = 1024;  // more of them are not put together from moves

    struct Candidate {
        Inner after;
        Bits64 key;
        Move move;  // the first of a turn
        bool over;  // the other player decides next
        int promise;
    };

    Hall<Rules>& hall;
    Rules const& rules = hall.rules;
    Worth const most = hall.most;
    Ending<Rules> ending;
    Room<Candidate> candidates{std::size_t(Moves::kMost) * 128};
    std::size_t used = 0;  // candidates in use
    std::uint64_t nodes = 0, node_limit = 0;
    bool stopped = false;
    unsigned ticks = 0;
    Stop const* stop = nullptr;
    double part = 0;
    std::uint32_t proof = 0, disproof = 0;
    std::int16_t history[2][kMostCells + 1][kMostCells + 1] = {};

    Workbench(Hall<Rules>& h, std::size_t ending_bytes) : hall(h), ending(rules, ending_bytes) {}

    bool usable() const { return candidates.size() != 0; }

    static Inner in(State const& state) {
        Inner inner;
        __builtin_memcpy(&inner, state.bytes, sizeof inner);
        return inner;
    }

    bool time_to_stop() {
        if (stopped) return true;
        if (node_limit && nodes >= node_limit) return stopped = true;
        if (!(++ticks & 255) && (stop->asked() || hall.done.asked())) stopped = true;
        return stopped;
    }

    void count_node() { __atomic_store_n(&nodes, nodes + 1, __ATOMIC_RELAXED); }

    static int place(std::uint8_t cell) { return cell == kNoCell ? kMostCells : cell; }
    std::int16_t& habit(int side, Move move) { return history[side][place(move.from)][place(move.to)]; }

    /// Few answers first: what is narrow is proved soon.  Where no stones are counted the game's own sense comes in
    /// too.
    int promise(Inner const& at, Candidate const& candidate) {
        if constexpr (Insight<Rules>::able) {
            int const freedom = hall.insight.freedom(candidate.after);
            return (candidate.over ? -freedom : freedom) + habit(at.side(), candidate.move) / 8;
        }
        int const answers = rules.count(candidate.after) * (candidate.over ? -1000 : 1000);
        int const own =
            Know::counts_lead ? 0 : 16 * Know::promise(rules, at, candidate.move, candidate.after, kLikeDeep);
        return answers + own + habit(at.side(), candidate.move);
    }

    /// Calls f(after, move, over) with every move, or with every whole turn and its first move.
    template <class F>
    void each_way(Inner const& at, F&& f) {
        [[maybe_unused]] int room = kManyTurns;
        rules.each_move(at, [&](Move move) {
            Inner const after = rules.play(at, move);
            bool const over = hands_over(at, after, move);
            if constexpr (Insight<Rules>::whole_turns) {
                if (!over && room > 0) {
                    finish_turn(after, move, room, f);
                    return;
                }
            }
            f(after, move, over);
        });
    }

    /// Puts the moves on the bench that are `wanted(candidate)`; the first of them, or null when there is no room for
    /// more.
    template <class Wanted>
    Candidate* gather(Inner const& at, int& count, Wanted&& wanted) {
        count = 0;
        if (used + 4 * Moves::kMost > candidates.size()) {
            stopped = true;
            return nullptr;
        }
        Candidate* const list = candidates.begin() + used;
        int size = 0;
        each_way(at, [&](Inner const& after, Move move, bool over) {
            Candidate& candidate = list[size];
            candidate.after = after;
            candidate.move = move;
            candidate.over = over;
            candidate.promise = 0;
            size += wanted(candidate);
        });
        count = size;
        used += std::size_t(size);
        return list;
    }

    /// Numbers the positions after the moves; of those that are the same but for a mirror, one is left.
    void give_keys(Candidate* list, int& count) {
        int size = 0;
        for (int i = 0; i < count; ++i) {
            Bits64 const key = hall.key(list[i].after);
            bool known = false;
            for (int j = 0; j < size && !known; ++j) known = list[j].key == key && list[j].over == list[i].over;
            if (known) continue;
            hall.table.fetch(key);
            if (i != size) list[size] = list[i];
            list[size++].key = key;
        }
        count = size;
    }

    void rank(Inner const& at, Candidate* list, int count, Fact const* fact) {
        for (int i = 0; i < count; ++i)
            if (fact && Fact::mark_of(list[i].key) == fact->mark)
                list[i].promise = 1 << 30;
            else
                list[i].promise += promise(at, list[i]);
    }

    static void bring_best(Candidate* list, int to, int count) {
        int best = to;
        for (int i = to + 1; i < count; ++i)
            if (list[i].promise > list[best].promise) best = i;
        Candidate const found = list[best];
        list[best] = list[to];
        list[to] = found;
    }

  private:
    template <class F>
    void finish_turn(Inner const& at, Move first, int& room, F&& f) {
        rules.each_move(at, [&](Move move) {
            Inner const after = rules.play(at, move);
            bool const over = hands_over(at, after, move);
            if (over || --room < 0)
                f(after, first, over);
            else
                finish_turn(after, first, room, f);
        });
    }
};

}  // namespace turncoat::TURNCOAT_CPU
