// What each thread of a proving search has, moves at hand and the count of its nodes, and what all of them share.
#pragma once

#include "solver/endgame_adapter.hpp"
#include "solver/key.hpp"
#include "solver/proof_table.hpp"
#include "solver/static_bounds.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Which positions are being searched just now, so that threads spread; a mark that is lost does no harm.
class BusyPositions {
    static constexpr std::size_t kSize = 1 << 14;
    ZeroedArray<Bits64> keys_{kSize};

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
struct ProofStore {
    using Position = typename Rules::State;

    static constexpr std::uint64_t kCostly = 100'000;  // nodes: proofs that cost more are written down

    Rules const rules;
    CanonicalKey<Rules> const key{rules};
    StaticBounds<Rules> const static_bounds{rules};
    GameValue const most = greatest_value(rules);
    int const threads;
    ProofTable table;
    ProofLog log;
    BusyPositions busy;
    Stop done;  // one thread has the answer
    int deepest_proof = -1, fullest_proof = -1;

    ProofStore(Rules const& r, std::size_t bytes, int count) : rules(r), threads(count), table(bytes) {}

    bool usable() const { return table.usable() && key.usable() && busy.usable(); }

    static State out(Position const& position) {
        State state{};
        __builtin_memcpy(state.bytes, &position, sizeof position);
        return state;
    }

    static int stones(Position const& at) { return popcount(typename Rules::Bits(at.own | at.opp)); }

    /// Narrows the bounds by what the log says.
    void narrow_by_log(Position const& at, Bits64 number, int ply, GameValue& low, GameValue& high) const {
        if (ply > __atomic_load_n(&deepest_proof, __ATOMIC_RELAXED)) return;
        if (stones(at) > __atomic_load_n(&fullest_proof, __ATOMIC_RELAXED)) return;
        ProvedBounds bounds;
        if (!log.find(number, bounds)) return;
        low = bounds.low > low ? bounds.low : low;
        high = bounds.high < high ? bounds.high : high;
    }

    void log_bounds(Position const& at, Bits64 number, int ply, GameValue low, GameValue high) {
        log.add(number, {out(normalised(rules, at)), std::int16_t(low), std::int16_t(high)});
        raise(deepest_proof, ply);
        raise(fullest_proof, stones(at));
    }

    void log_if_costly(Position const& at, Bits64 number, int ply, GameValue low, GameValue high, std::uint64_t cost) {
        if (cost >= kCostly) log_bounds(at, number, ply, low, high);
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
struct SolverThread {
    using Position = typename Rules::State;
    using Traits = SearchTraits<Rules>;

    static constexpr int kOrderDepth = 8;    // the depth at which a game's order_score looks closely
    static constexpr int kManyTurns = 1024;  // more of them are not put together from moves

    struct Candidate {
        Position after;
        Bits64 key;
        Move move;        // the first of a turn
        bool hands_over;  // the other player decides next
        int order_score;
    };

    ProofStore<Rules>& store;
    Rules const& rules = store.rules;
    GameValue const most = store.most;
    EndgameAdapter<Rules> endgame;
    ZeroedArray<Candidate> candidates{std::size_t(Moves::kMax) * 128};
    std::size_t used = 0;  // candidates in use
    std::uint64_t nodes = 0, node_limit = 0;
    bool stopped = false;
    unsigned ticks = 0;
    Stop const* stop = nullptr;
    double part = 0;
    std::uint32_t proof = 0, disproof = 0;
    std::int16_t history[2][kMaxCells + 1][kMaxCells + 1] = {};

    SolverThread(ProofStore<Rules>& h, std::size_t endgame_bytes) : store(h), endgame(rules, endgame_bytes) {}

    bool usable() const { return candidates.size() != 0; }

    static Position in(State const& state) {
        Position position;
        __builtin_memcpy(&position, state.bytes, sizeof position);
        return position;
    }

    bool time_to_stop() {
        if (stopped) return true;
        if (node_limit && nodes >= node_limit) return stopped = true;
        if (!(++ticks & 255) && (stop->asked() || store.done.asked())) stopped = true;
        return stopped;
    }

    void count_node() { __atomic_store_n(&nodes, nodes + 1, __ATOMIC_RELAXED); }

    static int place(std::uint8_t cell) { return cell == kNoCell ? kMaxCells : cell; }
    std::int16_t& history_of(int side, Move move) { return history[side][place(move.from)][place(move.to)]; }

    /// Few answers first: what is narrow is proved soon.  Where no stones are counted the game's own sense comes in
    /// too.
    int order_score(Position const& at, Candidate const& candidate) {
        if constexpr (StaticBounds<Rules>::available) {
            int const freedom = store.static_bounds.mobility(candidate.after);
            return (candidate.hands_over ? -freedom : freedom) + history_of(at.side(), candidate.move) / 8;
        }
        int const answers = rules.count(candidate.after) * (candidate.hands_over ? -1000 : 1000);
        int const own =
            Traits::counts_lead ? 0 : 16 * Traits::order_score(rules, at, candidate.move, candidate.after, kOrderDepth);
        return answers + own + history_of(at.side(), candidate.move);
    }

    /// Calls f(after, move, hands_over) with every move, or with every whole turn and its first move.
    template <class F>
    void each_way(Position const& at, F&& f) {
        [[maybe_unused]] int room = kManyTurns;
        rules.each_move(at, [&](Move move) {
            Position const after = rules.play(at, move);
            bool const hands_over = changes_player(at, after, move);
            if constexpr (StaticBounds<Rules>::whole_turns) {
                if (!hands_over && room > 0) {
                    finish_turn(after, move, room, f);
                    return;
                }
            }
            f(after, move, hands_over);
        });
    }

    /// Puts the moves on the thread that are `wanted(candidate)`; the first of them, or null when there is no room for
    /// more.
    template <class Wanted>
    Candidate* gather(Position const& at, int& count, Wanted&& wanted) {
        count = 0;
        if (used + 4 * Moves::kMax > candidates.size()) {
            stopped = true;
            return nullptr;
        }
        Candidate* const list = candidates.begin() + used;
        int size = 0;
        each_way(at, [&](Position const& after, Move move, bool hands_over) {
            Candidate& candidate = list[size];
            candidate.after = after;
            candidate.move = move;
            candidate.hands_over = hands_over;
            candidate.order_score = 0;
            size += wanted(candidate);
        });
        count = size;
        used += std::size_t(size);
        return list;
    }

    /// Numbers the positions after the moves; of those that are the same but for a mirror, one is left.
    void set_keys(Candidate* list, int& count) {
        int size = 0;
        for (int i = 0; i < count; ++i) {
            Bits64 const key = store.key(list[i].after);
            bool known = false;
            for (int j = 0; j < size && !known; ++j)
                known = list[j].key == key && list[j].hands_over == list[i].hands_over;
            if (known) continue;
            store.table.prefetch(key);
            if (i != size) list[size] = list[i];
            list[size++].key = key;
        }
        count = size;
    }

    void rank(Position const& at, Candidate* list, int count, ProofEntry const* entry) {
        for (int i = 0; i < count; ++i)
            if (entry && ProofEntry::mark_of(list[i].key) == entry->mark)
                list[i].order_score = 1 << 30;
            else
                list[i].order_score += order_score(at, list[i]);
    }

    static void pick_best(Candidate* list, int to, int count) {
        int best = to;
        for (int i = to + 1; i < count; ++i)
            if (list[i].order_score > list[best].order_score) best = i;
        Candidate const found = list[best];
        list[best] = list[to];
        list[to] = found;
    }

  private:
    template <class F>
    void finish_turn(Position const& at, Move first, int& room, F&& f) {
        rules.each_move(at, [&](Move move) {
            Position const after = rules.play(at, move);
            bool const hands_over = changes_player(at, after, move);
            if (hands_over || --room < 0)
                f(after, first, hands_over);
            else
                finish_turn(after, first, room, f);
        });
    }
};

}  // namespace turncoat::TURNCOAT_CPU
