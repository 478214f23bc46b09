// Depth-first proof-number search: is a position worth at least so much?  It goes where least is left to prove.
//
// The positions of all our games form no cycles, so a proof can be used wherever its position turns up.  Many lines
// meet again, though, and sums of disproof numbers would count the same work twice: the largest stands for all, and one
// more for every other.
#pragma once

#include "solver/solver_thread.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The numbers of a position, and the test that they belong to.
struct ProofNumbers {
    std::uint32_t proof = 0, disproof = 0;
    GameValue target = 0;
};

template <class Rules>
class DfPnSearch {
    using Thread = SolverThread<Rules>;
    using Position = typename Rules::State;
    using Traits = SearchTraits<Rules>;
    using Candidate = typename Thread::Candidate;

    Thread& thread_;
    ProofStore<Rules>& store_;
    ZeroedArray<ProofNumbers>& numbers_;  // by slot of the table

  public:
    using Number = std::uint32_t;
    static constexpr Number kInfinity = 1'000'000'000;

    /// For the side to move: what it takes to prove "at least the target", and what to disprove it.
    struct Pair {
        Number proof, disproof;
    };

    DfPnSearch(Thread& thread, ZeroedArray<ProofNumbers>& numbers)
        : thread_(thread), store_(thread.store), numbers_(numbers) {}

    /// Works until one of the numbers reaches its limit.
    Pair search(Position const& at, Bits64 key, GameValue target, Pair limit, int ply) {
        thread_.count_node();
        std::uint64_t const before = thread_.nodes;
        std::size_t const mark = thread_.used;
        int count = 0;
        ProofEntry entry;
        bool const met = store_.table.probe(key, entry);
        Candidate* const list = thread_.gather(at, count, [](Candidate const&) { return true; });
        thread_.set_keys(list, count);
        thread_.rank(at, list, count, met ? &entry : nullptr);
        if (!count) {
            thread_.used = mark;
            return of_value(game_value(thread_.rules, at), target);
        }
        Look look;
        while (true) {
            look = look_at(list, count, target, ply);
            Pair const now = look.sum;
            if (ply == 0) {
                __atomic_store_n(&thread_.proof, now.proof, __ATOMIC_RELAXED);
                __atomic_store_n(&thread_.disproof, now.disproof, __ATOMIC_RELAXED);
            }
            if (now.proof >= limit.proof || now.disproof >= limit.disproof || thread_.time_to_stop()) break;
            Candidate const& candidate = list[look.best];
            Number const proof = least(limit.proof, look.second + look.second / 4 + 1);
            Number const disproof = limit.disproof - Number(look.open - 1);
            Pair const next = candidate.hands_over ? Pair{disproof, proof} : Pair{proof, disproof};
            search(candidate.after, candidate.key, candidate.hands_over ? 1 - target : target, next, ply + 1);
        }
        Bits64 const best = list[look.best].key;
        thread_.used = mark;
        store(at, key, target, look, best, ply, thread_.nodes - before + 1);
        return look.sum;
    }

  private:
    struct Look {
        Pair sum;
        Number second;  // the proof number of the second best
        int best, open;
        GameValue low, high;  // bounds that the moves give together
    };

    /// What is known of a child: its numbers and its bounds.
    struct Child {
        Pair pair;
        GameValue low, high;
        void change_side() {
            pair = {pair.disproof, pair.proof};
            GameValue const was = low;
            low = -high;
            high = -was;
        }
    };

    static Number least(Number a, Number b) { return a < b ? a : b; }

    static Pair of_value(GameValue value, GameValue target) {
        return value >= target ? Pair{0, kInfinity} : Pair{kInfinity, 0};
    }

    /// For the side that moves there.
    Child child_of(Candidate const& candidate, GameValue target, int ply) const {
        Child child{{1, 1}, -thread_.most, thread_.most};
        ProofEntry entry;
        std::size_t slot = 0;
        bool const met = store_.table.probe(candidate.key, entry, &slot);
        if (met) {
            child.low = entry.low;
            child.high = entry.high;
        }
        store_.narrow_by_log(candidate.after, candidate.key, ply, child.low, child.high);
        if (child.low >= target)
            child.pair = {0, kInfinity};
        else if (child.high < target)
            child.pair = {kInfinity, 0};
        else if (met && numbers_[slot].target == target && numbers_[slot].proof)
            child.pair = {numbers_[slot].proof, numbers_[slot].disproof};
        else if (int const count = thread_.rules.count(candidate.after))
            child.pair.disproof = Number(count);
        else
            child.pair = of_value(child.low = child.high = game_value(thread_.rules, candidate.after), target);
        return child;
    }

    Look look_at(Candidate const* list, int count, GameValue target, int ply) const {
        Look look{{kInfinity, 0}, kInfinity, 0, 0, -thread_.most, -thread_.most};
        Number largest = 0;
        for (int i = 0; i < count; ++i) {
            Child child = child_of(list[i], list[i].hands_over ? 1 - target : target, ply + 1);
            if (list[i].hands_over) child.change_side();
            Pair const pair = child.pair;
            look.low = child.low > look.low ? child.low : look.low;
            look.high = child.high > look.high ? child.high : look.high;
            if (pair.disproof) ++look.open;
            largest = pair.disproof > largest ? pair.disproof : largest;
            bool const better = pair.proof < look.sum.proof ||
                                (pair.proof == look.sum.proof && list[i].order_score > list[look.best].order_score);
            if (better) {
                look.second = look.sum.proof;
                look.sum.proof = pair.proof;
                look.best = i;
            } else if (pair.proof < look.second) {
                look.second = pair.proof;
            }
        }
        look.sum.disproof = look.open ? least(largest + Number(look.open - 1), kInfinity) : 0;
        if (!look.sum.proof) look.sum.disproof = kInfinity;
        return look;
    }

    void store(Position const& at, Bits64 key, GameValue target, Look const& look, Bits64 best, int ply,
               std::uint64_t cost) {
        std::size_t const slot = store_.table.store(key, look.low, look.high, ProofEntry::mark_of(best), cost);
        numbers_[slot] = {look.sum.proof, look.sum.disproof, target};
        ProofEntry entry;
        if ((!look.sum.proof || !look.sum.disproof) && store_.table.probe(key, entry))
            store_.log_if_costly(at, key, ply, look.low, look.high, nodes_of(entry.work));
    }
};

}  // namespace turncoat::TURNCOAT_CPU
