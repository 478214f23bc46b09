// Alpha-beta to the very end with an empty window: is a position worth at least so much?
#pragma once

#include "bench.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class WindowSearch {
    using Bench = Workbench<Rules>;
    using Inner = typename Rules::State;
    using Know = Sense<Rules>;
    using Candidate = typename Bench::Candidate;

    Bench& bench_;
    Hall<Rules>& hall_;
    static constexpr int kShownPlies = 6;  // plies whose progress adds up to the part done

    /// In games that fill the board, how many cells are left; the others never count as nearly over.
    int left(Inner const& at) const {
        if constexpr (Know::counts_lead)
            return members(typename Rules::Bits(bench_.rules.grid.cells & ~(at.own | at.opp)));
        return kMostCells;
    }

  public:
    explicit WindowSearch(Bench& bench) : bench_(bench), hall_(bench.hall) {}

    /// At least `target`: a lower bound on the worth comes back.  Less: an upper bound.  Worthless once stopped.
    Worth search(Inner const& at, Bits64 key, Worth target, int ply, double from, double share) {
        bench_.count_node();
        if (bench_.time_to_stop()) return 0;
        if (Know::finished(bench_.rules, at)) return worth_of(bench_.rules, at);
        Worth low = -bench_.most, high = bench_.most;
        if constexpr (Insight<Rules>::able)
            if (!ply && judged(at, target, low)) return low;  // with the others that was seen when they were gathered
        int const empty = left(at);
        if (empty <= kLast) return search_last(at, target, empty);
        Fact fact;
        bool const met = hall_.table.find(key, fact);
        if (met) narrow(fact, low, high);
        hall_.consult(at, key, ply, low, high);
        if (low >= target) return low;
        if (high < target) return high;
        if constexpr (Ending<Rules>::able)
            if (bench_.ending.suits(empty) && bench_.rules.placements(at.own, at.opp))
                return finish(at, key, target, ply, low, high);
        std::uint64_t const before = bench_.nodes;
        std::size_t const mark = bench_.used;
        int count = 0;
        Worth best = -bench_.most - 1;
        Bits64 best_key = 0;
        Candidate* const list = gather(at, target, count, best);
        if (!count && best < -bench_.most) {
            bench_.used = mark;
            return bench_.stopped ? 0 : worth_of(bench_.rules, at);
        }
        if (best < target && count) {
            bench_.give_keys(list, count);
            if (!quick_cut(list, count, target, best, best_key)) {
                bench_.rank(at, list, count, met ? &fact : nullptr);
                try_all(at, key, list, count, target, ply, from, share, empty, best, best_key);
            }
        }
        bench_.used = mark;
        if (bench_.stopped) return 0;
        std::uint64_t const cost = bench_.nodes - before;
        if (best >= target)
            low = best > low ? best : low;
        else
            high = best < high ? best : high;
        hall_.table.keep(key, low, high, Fact::mark_of(best_key), cost);
        hall_.write_down(at, key, ply, low, high, cost);
        return best;
    }

  private:
    static constexpr int kLast = 3;    // with so few cells left, looking things up costs more than playing on
    static constexpr int kShared = 8;  // cells left from which threads mind what the others do

    static void narrow(Fact const& fact, Worth& low, Worth& high) {
        low = fact.low > low ? fact.low : low;
        high = fact.high < high ? fact.high : high;
    }

    /// Whether a look at the position answers the question; then what search() would say.
    bool judged(Inner const& at, Worth target, Worth& worth) const {
        auto const view = hall_.insight.view(at);
        if (view.low < target && view.high >= target) return false;
        worth = view.low >= target ? view.low : view.high;
        return true;
    }

    /// Leaves the rest to the game's solver of endgames.
    Worth finish(Inner const& at, Bits64 key, Worth target, int ply, Worth low, Worth high) {
        bool reached = false;
        std::uint64_t cost = 0;
        std::uint64_t const limit = bench_.node_limit ? bench_.node_limit - bench_.nodes : 0;
        if (!bench_.ending.test(at, target, *bench_.stop, hall_.done, limit, reached, cost)) bench_.stopped = true;
        __atomic_store_n(&bench_.nodes, bench_.nodes + cost, __ATOMIC_RELAXED);
        if (bench_.stopped) return 0;
        (reached ? low : high) = reached ? target : target - 1;
        hall_.table.keep(key, low, high, 0, cost);
        hall_.write_down(at, key, ply, low, high, cost);
        return reached ? low : high;
    }

    /// The moves of which it takes a search to know whether they reach the target; the best of the others in `best`.
    Candidate* gather(Inner const& at, Worth target, int& count, Worth& best) {
        return bench_.gather(at, count, [&](Candidate& candidate) {
            if constexpr (Insight<Rules>::able) {
                if (best >= target) return false;
                auto const view = hall_.insight.view(candidate.after);
                Worth const low = candidate.over ? -view.high : view.low, high = candidate.over ? -view.low : view.high;
                candidate.promise = candidate.over ? -view.promise : view.promise;
                if (low < target && high >= target) return true;
                bench_.count_node();
                Worth const bound = low >= target ? low : high;
                best = bound > best ? bound : best;
                return false;
            }
            return true;
        });
    }

    /// Whether a move leads where the table already says enough.
    bool quick_cut(Candidate* list, int count, Worth target, Worth& best, Bits64& best_key) const {
        for (int i = 0; i < count; ++i) {
            Fact fact;
            if (!hall_.table.find(list[i].key, fact)) continue;
            Worth const bound = list[i].over ? -fact.high : fact.low;
            if (bound < target) continue;
            best = bound;
            best_key = list[i].key;
            return true;
        }
        return false;
    }

    /// Whether another thread has settled the position meanwhile.
    bool settled(Bits64 key, Worth target, Worth& worth) const {
        Fact fact;
        if (!hall_.table.find(key, fact) || (fact.low < target && fact.high >= target)) return false;
        worth = fact.low >= target ? fact.low : fact.high;
        return true;
    }

    void try_all(Inner const& at, Bits64 key, Candidate* list, int count, Worth target, int ply, double from,
                 double share, int empty, Worth& best, Bits64& best_key) {
        bool const together = hall_.threads > 1 && empty >= kShared;
        int tried = 0, rest = count;  // from `rest` on: what others were busy with
        for (bool late = false; tried < count;) {
            if (tried == rest) {
                late = true;
                rest = count;
            }
            Bench::bring_best(list, tried, rest);
            if (together && !late && tried && hall_.agenda.has(list[tried].key)) {
                Candidate const busy = list[tried];
                list[tried] = list[--rest];
                list[rest] = busy;
                continue;
            }
            Candidate const& candidate = list[tried];
            double const piece = share / count;
            double start = from + tried * piece;
            if (ply < kShownPlies) __atomic_store(&bench_.part, &start, __ATOMIC_RELAXED);
            if (together) hall_.agenda.enter(candidate.key);
            Worth const value = candidate.over
                                    ? -search(candidate.after, candidate.key, 1 - target, ply + 1, start, piece)
                                    : search(candidate.after, candidate.key, target, ply + 1, start, piece);
            if (together) hall_.agenda.leave(candidate.key);
            if (bench_.stopped) return;
            if (value > best) {
                best = value;
                best_key = candidate.key;
                if (best >= target) {
                    reward(at, list, tried);
                    break;
                }
            }
            ++tried;
            if (together && tried < count && settled(key, target, best)) return;
        }
    }

    void reward(Inner const& at, Candidate const* list, int number) {
        auto const add = [&](Move move, int amount) {
            std::int16_t& habit = bench_.habit(at.side(), move);
            habit = std::int16_t(habit + amount - habit * (amount < 0 ? -amount : amount) / 8192);
        };
        add(list[number].move, 64);
        for (int i = 0; i < number; ++i) add(list[i].move, -64);
    }

    /// The last cells: no table, moves as they come.
    Worth search_last(Inner const& at, Worth target, int empty) {
        if constexpr (Insight<Rules>::able) {
            if (empty == 1) return hall_.insight.final_move(at);
            Worth worth;
            if (empty < kLast && judged(at, target, worth)) return worth;
        }
        Worth best = -bench_.most - 1;
        bool any = false;
        bench_.each_way(at, [&](Inner const& after, Move, bool over) {
            if (any && best >= target) return;
            any = true;
            bench_.count_node();
            Worth const value = Know::finished(bench_.rules, after) ? (over ? -1 : 1) * worth_of(bench_.rules, after)
                                : over                              ? -search_last(after, 1 - target, left(after))
                                                                    : search_last(after, target, left(after));
            best = value > best ? value : best;
        });
        return any ? best : worth_of(bench_.rules, at);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
