// A prover of one ruleset: tests on one workbench, by either way of searching.
#pragma once

#include "numbers.hpp"
#include "window.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class TestingProver final : public Prover {
    using Bench = Workbench<Rules>;
    using Inner = typename Rules::State;

    Bench bench_;
    Method const method_;

    bool settled(Inner const& at, Bits64 key, Worth target, Verdict& verdict) const {
        Note const note = known_of(at, key);
        verdict = note.low >= target ? Verdict::Yes : Verdict::No;
        return note.low >= target || note.high < target;
    }

    Note known_of(Inner const& at, Bits64 key) const {
        Note note{Bench::out(at), std::int16_t(-bench_.most), std::int16_t(bench_.most)};
        if (!bench_.rules.count(at)) {
            note.low = note.high = std::int16_t(worth_of(bench_.rules, at));
            return note;
        }
        if (Fact const* fact = bench_.table.find(key)) {
            note.low = fact->low;
            note.high = fact->high;
        }
        if (Note const* line = bench_.ledger.find(key)) {
            note.low = line->low > note.low ? line->low : note.low;
            note.high = line->high < note.high ? line->high : note.high;
        }
        return note;
    }

  public:
    TestingProver(Rules const& rules, Method method, std::size_t bytes) : bench_(rules, bytes), method_(method) {}

    bool usable() const { return bench_.table.usable() && bench_.candidates.size(); }

    Worth most() const override { return bench_.most; }
    bool exact() const override { return bench_.number.fits() && !(bench_.ending.used() && method_ == Method::Window); }

    Verdict test(State const& state, Worth target, std::uint64_t nodes, Stop const& stop) override {
        Inner const at = Bench::in(state);
        Bits64 const key = bench_.key_of_state(at);
        Verdict verdict = Verdict::Stopped;
        if (settled(at, key, target, verdict)) return verdict;
        bench_.stop = &stop;
        bench_.stopped = false;
        bench_.node_limit = nodes ? bench_.nodes + nodes : 0;
        bench_.used = 0;
        if (method_ == Method::Window) {
            std::uint64_t const before = bench_.nodes;
            Worth const value = WindowSearch<Rules>(bench_).search(at, key, true, target, 0, 0.0, 1.0);
            if (bench_.stopped) return Verdict::Stopped;
            bool const reached = value >= target;
            if (!bench_.table.find(key))  // so near the end that the search keeps nothing
                bench_.keep(key, reached ? value : -bench_.most, reached ? bench_.most : value, Move{},
                            bench_.nodes - before);
            return reached ? Verdict::Yes : Verdict::No;
        }
        using Numbers = NumberSearch<Rules>;
        auto const pair = Numbers(bench_).search(at, key, target, {Numbers::kSettled, Numbers::kSettled}, 0);
        return !pair.proof ? Verdict::Yes : !pair.disproof ? Verdict::No : Verdict::Stopped;
    }

    Note known(State const& state) const override {
        Inner const at = Bench::in(state);
        return known_of(at, bench_.key_of_state(at));
    }

    void learn(Note const& note) override {
        Inner const at = bench_.canonical_of(Bench::in(note.state));
        bench_.ledger.add(bench_.number(at), {Bench::out(at), note.low, note.high});
        bench_.deepest_note = kMostCells;
    }

    void tell(Notebook& book) const override { bench_.ledger.tell(book); }

    Headway headway() const override {
        Headway headway;
        headway.nodes = __atomic_load_n(&bench_.nodes, __ATOMIC_RELAXED);
        __atomic_load(&bench_.part, &headway.part, __ATOMIC_RELAXED);
        headway.proof = __atomic_load_n(&bench_.proof, __ATOMIC_RELAXED);
        headway.disproof = __atomic_load_n(&bench_.disproof, __ATOMIC_RELAXED);
        headway.notes = bench_.ledger.size();
        return headway;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
