// A prover of one ruleset: tests by either way of searching, on a workbench for each thread.
#pragma once

#include <memory>
#include <vector>

#include "numbers.hpp"
#include "window.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class TestingProver final : public Prover {
    using Bench = Workbench<Rules>;
    using Inner = typename Rules::State;

    static constexpr std::uint64_t kLittle = 200'000;  // nodes that are not worth waking other threads for

    Hall<Rules> hall_;
    Method const method_;
    Crew& crew_;
    Room<Tally> tallies_;
    std::vector<std::unique_ptr<Bench>> benches_;

    /// One test, at which every thread works until one has the answer.
    struct Test final : Job {
        TestingProver& prover;
        Inner const& at;
        Bits64 const key;
        Worth const target;
        Verdict verdict = Verdict::Stopped;

        Test(TestingProver& p, Inner const& position, Bits64 number, Worth least)
            : prover(p), at(position), key(number), target(least) {}

        void work(int number) override {
            Bench& bench = *prover.benches_[std::size_t(number)];
            std::uint64_t const before = bench.nodes;
            Worth const value = WindowSearch<Rules>(bench).search(at, key, target, 0, 0.0, 1.0);
            if (bench.stopped) return;
            Verdict const found = value >= target ? Verdict::Yes : Verdict::No;
            __atomic_store_n(&verdict, found, __ATOMIC_RELAXED);  // the same, whoever comes first
            prover.hall_.done.ask();
            prover.keep_root(key, value, target, bench.nodes - before);
        }
    };

    /// So near the end the search keeps nothing.
    void keep_root(Bits64 key, Worth value, Worth target, std::uint64_t cost) {
        Fact fact;
        if (hall_.table.find(key, fact)) return;
        bool const reached = value >= target;
        hall_.table.keep(key, reached ? value : -hall_.most, reached ? hall_.most : value, 0, cost);
    }

    bool settled(Inner const& at, Bits64 key, Worth target, Verdict& verdict) const {
        Note const note = known_of(at, key);
        verdict = note.low >= target ? Verdict::Yes : Verdict::No;
        return note.low >= target || note.high < target;
    }

    Note known_of(Inner const& at, Bits64 key) const {
        Note note{Hall<Rules>::out(at), std::int16_t(-hall_.most), std::int16_t(hall_.most)};
        if (!hall_.rules.count(at)) {
            note.low = note.high = std::int16_t(worth_of(hall_.rules, at));
            return note;
        }
        Fact fact;
        if (hall_.table.find(key, fact)) {
            note.low = fact.low;
            note.high = fact.high;
        }
        Note line;
        if (hall_.ledger.find(key, line)) {
            note.low = line.low > note.low ? line.low : note.low;
            note.high = line.high < note.high ? line.high : note.high;
        }
        return note;
    }

    void prepare(std::uint64_t nodes, Stop const& stop, int hands) {
        hall_.done = Stop{};
        for (auto const& bench : benches_) {
            bench->stop = &stop;
            bench->stopped = false;
            bench->node_limit = nodes ? bench->nodes + (nodes + std::uint64_t(hands) - 1) / std::uint64_t(hands) : 0;
            bench->used = 0;
        }
    }

  public:
    TestingProver(Rules const& rules, Plan const& plan, Crew& crew)
        : hall_(rules, plan.method == Method::Numbers || Ending<Rules>::uses(rules) ? plan.bytes / 2 : plan.bytes,
                plan.threads),
          method_(plan.method),
          crew_(crew),
          tallies_(plan.method == Method::Numbers ? hall_.table.size() : 0) {
        for (int i = 0; i < plan.threads; ++i)
            benches_.push_back(std::make_unique<Bench>(
                hall_, plan.method == Method::Window ? plan.bytes / 2 / unsigned(plan.threads) : 1));
    }

    bool usable() const {
        bool enough = hall_.usable() && (method_ == Method::Window || tallies_.size());
        for (auto const& bench : benches_) enough = enough && bench->usable();
        return enough;
    }

    Worth most() const override { return hall_.most; }
    bool exact() const override {
        return hall_.key.fits() && !(Ending<Rules>::uses(hall_.rules) && method_ == Method::Window);
    }

    Verdict test(State const& state, Worth target, std::uint64_t nodes, Stop const& stop) override {
        Inner const at = Bench::in(state);
        Bits64 const key = hall_.key(at);
        Verdict verdict = Verdict::Stopped;
        if (settled(at, key, target, verdict)) return verdict;
        int const hands = nodes && nodes < kLittle ? 1 : hall_.threads;
        prepare(nodes, stop, hands);
        if (method_ == Method::Window) {
            Test test(*this, at, key, target);
            if (hands == 1)
                test.work(0);
            else
                crew_.run(hands, test);
            return test.verdict;
        }
        using Numbers = NumberSearch<Rules>;
        auto const pair =
            Numbers(*benches_[0], tallies_).search(at, key, target, {Numbers::kSettled, Numbers::kSettled}, 0);
        return !pair.proof ? Verdict::Yes : !pair.disproof ? Verdict::No : Verdict::Stopped;
    }

    Note known(State const& state) const override {
        Inner const at = Bench::in(state);
        return known_of(at, hall_.key(at));
    }

    void learn(Note const& note) override {
        Inner const at = Bench::in(note.state);
        hall_.note(at, hall_.key(at), kMostCells, note.low, note.high);
    }

    void tell(Notebook& book) const override { hall_.ledger.tell(book); }

    Headway headway() const override {
        Headway headway;
        for (auto const& bench : benches_) headway.nodes += __atomic_load_n(&bench->nodes, __ATOMIC_RELAXED);
        __atomic_load(&benches_[0]->part, &headway.part, __ATOMIC_RELAXED);
        headway.proof = __atomic_load_n(&benches_[0]->proof, __ATOMIC_RELAXED);
        headway.disproof = __atomic_load_n(&benches_[0]->disproof, __ATOMIC_RELAXED);
        headway.notes = hall_.ledger.size();
        return headway;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
