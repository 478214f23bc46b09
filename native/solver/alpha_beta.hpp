// Alpha-beta to the very end with a zero window: is a position worth at least so much?
#pragma once

#include "solver/solver_thread.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class ZeroWindowSearch {
    using Thread = SolverThread<Rules>;
    using Position = typename Rules::State;
    using Traits = SearchTraits<Rules>;
    using Candidate = typename Thread::Candidate;

    Thread& thread_;
    ProofStore<Rules>& store_;
    static constexpr int kShownPlies = 6;  // plies whose progress adds up to the part done

    /// In games that fill the board, how many cells are left; the others never count as nearly over.
    int left(Position const& at) const {
        if constexpr (Traits::counts_lead)
            return popcount(typename Rules::Bits(thread_.rules.grid.cells & ~(at.own | at.opp)));
        return kMaxCells;
    }

  public:
    explicit ZeroWindowSearch(Thread& thread) : thread_(thread), store_(thread.store) {}

    /// At least `target`: a lower bound on the value comes back.  Less: an upper bound.  Worthless once stopped.
    GameValue search(Position const& at, Bits64 key, GameValue target, int ply, double from, double share) {
        // Step 1. Count the node, and stop where that is wanted.
        thread_.count_node();
        if (thread_.time_to_stop()) return 0;

        // Step 2. An ended game is worth what it is.
        if (Traits::finished(thread_.rules, at)) return game_value(thread_.rules, at);

        // Step 3. What the stones alone say; below the root that was seen when the moves were gathered.
        GameValue low = -thread_.most, high = thread_.most;
        if constexpr (StaticBounds<Rules>::available)
            if (!ply && decided_at_once(at, target, low)) return low;

        // Step 4. The last cells, without table.
        int const empty = left(at);
        if (empty <= kLast) return search_last(at, target, empty);

        // Step 5. Bounds known from the table and the log.
        ProofEntry entry;
        bool const known = store_.table.probe(key, entry);
        if (known) narrow(entry, low, high);
        store_.narrow_by_log(at, key, ply, low, high);
        if (low >= target) return low;
        if (high < target) return high;

        // Step 6. Near the end the game's solver of endgames, where there is one.
        if constexpr (EndgameAdapter<Rules>::available)
            if (thread_.endgame.suits(empty) && thread_.rules.placements(at.own, at.opp))
                return finish(at, key, target, ply, low, high);
        return search_moves(at, key, target, ply, from, share, empty, low, high, known ? &entry : nullptr);
    }

  private:
    static constexpr int kLast = 3;    // with so few cells left, looking things up costs more than playing on
    static constexpr int kShared = 8;  // cells left from which threads mind what the others do

    static void narrow(ProofEntry const& entry, GameValue& low, GameValue& high) {
        low = entry.low > low ? entry.low : low;
        high = entry.high < high ? entry.high : high;
    }

    /// Steps 7 to 10.
    GameValue search_moves(Position const& at, Bits64 key, GameValue target, int ply, double from, double share,
                           int empty, GameValue low, GameValue high, ProofEntry const* known) {
        std::uint64_t const before = thread_.nodes;
        std::size_t const mark = thread_.used;

        // Step 7. The moves that need a search; the game may be over, or one of the others decide.
        int count = 0;
        GameValue best = -thread_.most - 1;
        Bits64 best_key = 0;
        Candidate* const list = gather(at, target, count, best);
        if (!count && best < -thread_.most) {
            thread_.used = mark;
            return thread_.stopped ? 0 : game_value(thread_.rules, at);
        }

        // Steps 8 and 9. Enhanced transposition cutoff; else the moves one after another.
        if (best < target && count) {
            thread_.set_keys(list, count);
            if (!transposition_cutoff(list, count, target, best, best_key)) {
                thread_.rank(at, list, count, known);
                try_all(at, key, list, count, target, ply, from, share, empty, best, best_key);
            }
        }
        thread_.used = mark;
        if (thread_.stopped) return 0;

        // Step 10. Store the bound, for good where it was costly.
        std::uint64_t const cost = thread_.nodes - before;
        if (best >= target)
            low = best > low ? best : low;
        else
            high = best < high ? best : high;
        store_.table.store(key, low, high, ProofEntry::mark_of(best_key), cost);
        store_.log_if_costly(at, key, ply, low, high, cost);
        return best;
    }

    /// Whether a look at the position answers the question; then what search() would say.
    bool decided_at_once(Position const& at, GameValue target, GameValue& value) const {
        auto const seen = store_.static_bounds.of(at);
        if (seen.low < target && seen.high >= target) return false;
        value = seen.low >= target ? seen.low : seen.high;
        return true;
    }

    /// Leaves the rest to the game's solver of endgames.
    GameValue finish(Position const& at, Bits64 key, GameValue target, int ply, GameValue low, GameValue high) {
        bool reached = false;
        std::uint64_t cost = 0;
        std::uint64_t const limit = thread_.node_limit ? thread_.node_limit - thread_.nodes : 0;
        if (!thread_.endgame.test(at, target, *thread_.stop, store_.done, limit, reached, cost)) thread_.stopped = true;
        __atomic_store_n(&thread_.nodes, thread_.nodes + cost, __ATOMIC_RELAXED);
        if (thread_.stopped) return 0;
        (reached ? low : high) = reached ? target : target - 1;
        store_.table.store(key, low, high, 0, cost);
        store_.log_if_costly(at, key, ply, low, high, cost);
        return reached ? low : high;
    }

    /// The moves of which it takes a search to know whether they reach the target; the best of the others in `best`.
    Candidate* gather(Position const& at, GameValue target, int& count, GameValue& best) {
        return thread_.gather(at, count, [&](Candidate& candidate) {
            if constexpr (StaticBounds<Rules>::available) {
                if (best >= target) return false;
                auto const seen = store_.static_bounds.of(candidate.after);
                GameValue const low = candidate.hands_over ? -seen.high : seen.low,
                                high = candidate.hands_over ? -seen.low : seen.high;
                candidate.order_score = candidate.hands_over ? -seen.order_score : seen.order_score;
                if (low < target && high >= target) return true;
                thread_.count_node();
                GameValue const bound = low >= target ? low : high;
                best = bound > best ? bound : best;
                return false;
            }
            return true;
        });
    }

    /// Step 8. Whether a move leads where the table already says enough.
    bool transposition_cutoff(Candidate* list, int count, GameValue target, GameValue& best, Bits64& best_key) const {
        for (int i = 0; i < count; ++i) {
            ProofEntry entry;
            if (!store_.table.probe(list[i].key, entry)) continue;
            GameValue const bound = list[i].hands_over ? -entry.high : entry.low;
            if (bound < target) continue;
            best = bound;
            best_key = list[i].key;
            return true;
        }
        return false;
    }

    /// Whether another thread has decided the position meanwhile.
    bool decided(Bits64 key, GameValue target, GameValue& value) const {
        ProofEntry entry;
        if (!store_.table.probe(key, entry) || (entry.low < target && entry.high >= target)) return false;
        value = entry.low >= target ? entry.low : entry.high;
        return true;
    }

    /// Step 9. The moves, the best first, until one reaches the target.
    void try_all(Position const& at, Bits64 key, Candidate* list, int count, GameValue target, int ply, double from,
                 double share, int empty, GameValue& best, Bits64& best_key) {
        bool const together = store_.threads > 1 && empty >= kShared;
        int tried = 0, rest = count;  // from `rest` on: what others were busy with
        for (bool late = false; tried < count;) {
            if (tried == rest) {
                late = true;
                rest = count;
            }
            Thread::pick_best(list, tried, rest);
            if (together && !late && tried && store_.busy.has(list[tried].key)) {
                Candidate const busy = list[tried];
                list[tried] = list[--rest];
                list[rest] = busy;
                continue;
            }
            Candidate const& candidate = list[tried];
            double const piece = share / count;
            double start = from + tried * piece;
            if (ply < kShownPlies) __atomic_store(&thread_.part, &start, __ATOMIC_RELAXED);
            if (together) store_.busy.enter(candidate.key);
            GameValue const value = candidate.hands_over
                                        ? -search(candidate.after, candidate.key, 1 - target, ply + 1, start, piece)
                                        : search(candidate.after, candidate.key, target, ply + 1, start, piece);
            if (together) store_.busy.leave(candidate.key);
            if (thread_.stopped) return;
            if (value > best) {
                best = value;
                best_key = candidate.key;
                if (best >= target) {
                    reward(at, list, tried);
                    break;
                }
            }
            ++tried;
            if (together && tried < count && decided(key, target, best)) return;
        }
    }

    void reward(Position const& at, Candidate const* list, int number) {
        auto const add = [&](Move move, int amount) {
            std::int16_t& history_of = thread_.history_of(at.side(), move);
            history_of = std::int16_t(history_of + amount - history_of * (amount < 0 ? -amount : amount) / 8192);
        };
        add(list[number].move, 64);
        for (int i = 0; i < number; ++i) add(list[i].move, -64);
    }

    /// The last cells: no table, moves as they come.
    GameValue search_last(Position const& at, GameValue target, int empty) {
        if constexpr (StaticBounds<Rules>::available) {
            if (empty == 1) return store_.static_bounds.last_cell(at);
            GameValue value;
            if (empty < kLast && decided_at_once(at, target, value)) return value;
        }
        GameValue best = -thread_.most - 1;
        bool any = false;
        thread_.each_way(at, [&](Position const& after, Move, bool hands_over) {
            if (any && best >= target) return;
            any = true;
            thread_.count_node();
            GameValue const value = Traits::finished(thread_.rules, after)
                                        ? (hands_over ? -1 : 1) * game_value(thread_.rules, after)
                                    : hands_over ? -search_last(after, 1 - target, left(after))
                                                 : search_last(after, target, left(after));
            best = value > best ? value : best;
        });
        return any ? best : game_value(thread_.rules, at);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
