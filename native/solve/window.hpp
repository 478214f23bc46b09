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
    static constexpr int kShownPlies = 6;  // plies whose progress adds up to the part done

    /// In games that fill the board, how many cells are left; the others never count as nearly over.
    int left(Inner const& at) const {
        if constexpr (Know::counts_lead)
            return members(typename Rules::Bits(bench_.rules.grid.cells & ~(at.own | at.opp)));
        return kMostCells;
    }

  public:
    explicit WindowSearch(Bench& bench) : bench_(bench) {}

    /// At least `target`: a lower bound on the worth comes back.  Less: an upper bound.  Worthless once stopped.
    Worth search(Inner const& at, Bits64 known_key, bool keyed, Worth target, int ply, double from, double share) {
        bench_.count_node();
        if (bench_.time_to_stop()) return 0;
        if (Know::finished(bench_.rules, at)) return worth_of(bench_.rules, at);
        int const empty = left(at);
        if (empty <= kLast) return search_last(at, target);
        Bits64 const key = keyed ? known_key : bench_.key_of_state(at);
        Worth low = -bench_.most, high = bench_.most;
        Fact const* const fact = bench_.table.find(key);
        if (fact) {
            low = fact->low;
            high = fact->high;
        }
        bench_.consult(key, ply, low, high);
        if (low >= target) return low;
        if (high < target) return high;
        if constexpr (Ending<Rules>::able)
            if (bench_.ending.suits(empty) && bench_.rules.placements(at.own, at.opp))
                return finish(at, key, target, ply, low, high);
        std::uint64_t const before = bench_.nodes;
        std::size_t const mark = bench_.used;
        int count = 0;
        Candidate* const list = bench_.gather(at, fact, count, empty > kLast + 2);
        if (!count) {
            bench_.used = mark;
            return bench_.stopped ? 0 : worth_of(bench_.rules, at);
        }
        Worth best = -bench_.most - 1;
        Move best_move = list[0].move;
        if (empty <= kLast + 2 || !quick_cut(list, count, target, best, best_move))
            best = try_all(at, list, count, target, ply, from, share, empty > kLast + 2, best_move);
        bench_.used = mark;
        if (bench_.stopped) return 0;
        std::uint64_t const cost = bench_.nodes - before;
        if (best >= target)
            low = best > low ? best : low;
        else
            high = best < high ? best : high;
        bench_.keep(key, low, high, best_move, cost);
        bench_.write_down(at, key, ply, low, high, cost);
        return best;
    }

  private:
    static constexpr int kLast = 3;  // with so few cells left, looking things up costs more than playing on

    /// Leaves the rest to the game's solver of endgames.
    Worth finish(Inner const& at, Bits64 key, Worth target, int ply, Worth low, Worth high) {
        bool reached = false;
        std::uint64_t cost = 0;
        std::uint64_t const limit = bench_.node_limit ? bench_.node_limit - bench_.nodes : 0;
        if (!bench_.ending.test(at, target, *bench_.stop, limit, reached, cost)) bench_.stopped = true;
        __atomic_store_n(&bench_.nodes, bench_.nodes + cost, __ATOMIC_RELAXED);
        if (bench_.stopped) return 0;
        (reached ? low : high) = reached ? target : target - 1;
        bench_.keep(key, low, high, Move{Kind::Pass, 0, 0}, cost);
        bench_.write_down(at, key, ply, low, high, cost);
        return reached ? low : high;
    }

    /// Whether a move leads where the table already says enough.
    bool quick_cut(Candidate* list, int count, Worth target, Worth& best, Move& best_move) const {
        for (int i = 0; i < count; ++i) {
            Fact const* const fact = bench_.table.find(list[i].key);
            if (!fact) continue;
            Worth const bound = list[i].over ? -fact->high : fact->low;
            if (bound < target) continue;
            best = bound;
            best_move = list[i].move;
            return true;
        }
        return false;
    }

    Worth try_all(Inner const& at, Candidate* list, int count, Worth target, int ply, double from, double share,
                  bool keyed, Move& best_move) {
        Worth best = -bench_.most - 1;
        for (int i = 0; i < count; ++i) {
            Bench::bring_best(list, i, count);
            Candidate const& candidate = list[i];
            double const piece = share / count;
            double start = from + i * piece;
            if (ply < kShownPlies) __atomic_store(&bench_.part, &start, __ATOMIC_RELAXED);
            Worth const value = candidate.over
                                    ? -search(candidate.after, candidate.key, keyed, 1 - target, ply + 1, start, piece)
                                    : search(candidate.after, candidate.key, keyed, target, ply + 1, start, piece);
            if (bench_.stopped) return 0;
            if (value <= best) continue;
            best = value;
            best_move = candidate.move;
            if (best < target) continue;
            reward(at, list, i);
            break;
        }
        return best;
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
    Worth search_last(Inner const& at, Worth target) {
        Worth best = -bench_.most - 1;
        bool any = false;
        bench_.rules.each_move(at, [&](Move move) {
            if (any && best >= target) return;
            any = true;
            Inner const after = bench_.rules.play(at, move);
            bench_.count_node();
            bool const over = hands_over(at, after, move);
            Worth const value = Know::finished(bench_.rules, after) ? (over ? -1 : 1) * worth_of(bench_.rules, after)
                                : over                              ? -search_last(after, 1 - target)
                                                                    : search_last(after, target);
            best = value > best ? value : best;
        });
        return any ? best : worth_of(bench_.rules, at);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
