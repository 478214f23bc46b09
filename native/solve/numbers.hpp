// Depth-first proof-number search: is a position worth at least so much?  It goes where least is left to prove.
//
// The positions of all our games form no cycles, so a proof can be used wherever its position turns up.  Many lines
// meet again, though, and sums of disproof numbers would count the same work twice: the largest stands for all, and one
// more for every other.
#pragma once

#include "bench.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The numbers of a position, and the test that they belong to.
struct Tally {
    std::uint32_t proof = 0, disproof = 0;
    Worth target = 0;
};

template <class Rules>
class NumberSearch {
    using Bench = Workbench<Rules>;
    using Inner = typename Rules::State;
    using Know = Sense<Rules>;
    using Candidate = typename Bench::Candidate;

    Bench& bench_;
    Hall<Rules>& hall_;
    Room<Tally>& tallies_;  // by slot of the table

  public:
    using Number = std::uint32_t;
    static constexpr Number kSettled = 1'000'000'000;

    /// For the side to move: what it takes to prove "at least the target", and what to disprove it.
    struct Pair {
        Number proof, disproof;
    };

    NumberSearch(Bench& bench, Room<Tally>& tallies) : bench_(bench), hall_(bench.hall), tallies_(tallies) {}

    /// Works until one of the numbers reaches its limit.
    Pair search(Inner const& at, Bits64 key, Worth target, Pair limit, int ply) {
        bench_.count_node();
        std::uint64_t const before = bench_.nodes;
        std::size_t const mark = bench_.used;
        int count = 0;
        Fact fact;
        bool const met = hall_.table.find(key, fact);
        Candidate* const list = bench_.gather(at, count, [](Candidate const&) { return true; });
        bench_.give_keys(list, count);
        bench_.rank(at, list, count, met ? &fact : nullptr);
        if (!count) {
            bench_.used = mark;
            return judge(worth_of(bench_.rules, at), target);
        }
        Look look;
        while (true) {
            look = look_at(list, count, target, ply);
            Pair const now = look.sum;
            if (ply == 0) {
                __atomic_store_n(&bench_.proof, now.proof, __ATOMIC_RELAXED);
                __atomic_store_n(&bench_.disproof, now.disproof, __ATOMIC_RELAXED);
            }
            if (now.proof >= limit.proof || now.disproof >= limit.disproof || bench_.time_to_stop()) break;
            Candidate const& candidate = list[look.best];
            Number const proof = least(limit.proof, look.second + look.second / 4 + 1);
            Number const disproof = limit.disproof - Number(look.open - 1);
            Pair const next = candidate.over ? Pair{disproof, proof} : Pair{proof, disproof};
            search(candidate.after, candidate.key, candidate.over ? 1 - target : target, next, ply + 1);
        }
        Bits64 const best = list[look.best].key;
        bench_.used = mark;
        settle(at, key, target, look, best, ply, bench_.nodes - before + 1);
        return look.sum;
    }

  private:
    struct Look {
        Pair sum;
        Number second;  // the proof number of the second best
        int best, open;
        Worth low, high;  // bounds that the moves give together
    };

    /// What is known of a child: its numbers and its bounds.
    struct Child {
        Pair pair;
        Worth low, high;
        void turn_round() {
            pair = {pair.disproof, pair.proof};
            Worth const was = low;
            low = -high;
            high = -was;
        }
    };

    static Number least(Number a, Number b) { return a < b ? a : b; }

    static Pair judge(Worth worth, Worth target) { return worth >= target ? Pair{0, kSettled} : Pair{kSettled, 0}; }

    /// For the side that moves there.
    Child child_of(Candidate const& candidate, Worth target, int ply) const {
        Child child{{1, 1}, -bench_.most, bench_.most};
        Fact fact;
        std::size_t slot = 0;
        bool const met = hall_.table.find(candidate.key, fact, &slot);
        if (met) {
            child.low = fact.low;
            child.high = fact.high;
        }
        hall_.consult(candidate.after, candidate.key, ply, child.low, child.high);
        if (child.low >= target)
            child.pair = {0, kSettled};
        else if (child.high < target)
            child.pair = {kSettled, 0};
        else if (met && tallies_[slot].target == target && tallies_[slot].proof)
            child.pair = {tallies_[slot].proof, tallies_[slot].disproof};
        else if (int const count = bench_.rules.count(candidate.after))
            child.pair.disproof = Number(count);
        else
            child.pair = judge(child.low = child.high = worth_of(bench_.rules, candidate.after), target);
        return child;
    }

    Look look_at(Candidate const* list, int count, Worth target, int ply) const {
        Look look{{kSettled, 0}, kSettled, 0, 0, -bench_.most, -bench_.most};
        Number largest = 0;
        for (int i = 0; i < count; ++i) {
            Child child = child_of(list[i], list[i].over ? 1 - target : target, ply + 1);
            if (list[i].over) child.turn_round();
            Pair const pair = child.pair;
            look.low = child.low > look.low ? child.low : look.low;
            look.high = child.high > look.high ? child.high : look.high;
            if (pair.disproof) ++look.open;
            largest = pair.disproof > largest ? pair.disproof : largest;
            bool const better = pair.proof < look.sum.proof ||
                                (pair.proof == look.sum.proof && list[i].promise > list[look.best].promise);
            if (better) {
                look.second = look.sum.proof;
                look.sum.proof = pair.proof;
                look.best = i;
            } else if (pair.proof < look.second) {
                look.second = pair.proof;
            }
        }
        look.sum.disproof = look.open ? least(largest + Number(look.open - 1), kSettled) : 0;
        if (!look.sum.proof) look.sum.disproof = kSettled;
        return look;
    }

    void settle(Inner const& at, Bits64 key, Worth target, Look const& look, Bits64 best, int ply, std::uint64_t cost) {
        std::size_t const slot = hall_.table.keep(key, look.low, look.high, Fact::mark_of(best), cost);
        tallies_[slot] = {look.sum.proof, look.sum.disproof, target};
        Fact fact;
        if ((!look.sum.proof || !look.sum.disproof) && hall_.table.find(key, fact))
            hall_.write_down(at, key, ply, look.low, look.high, nodes_of(fact.work));
    }
};

}  // namespace turncoat::TURNCOAT_CPU
