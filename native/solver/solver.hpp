// A solver of one ruleset: tests by either way of searching, on a memory for each thread.
#pragma once

#include <memory>
#include <vector>

#include "solver/alpha_beta.hpp"
#include "solver/df_pn.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class RulesetSolver final : public Solver {
    using Thread = SolverThread<Rules>;
    using Position = typename Rules::State;

    static constexpr std::uint64_t kLittle = 200'000;  // nodes that are not value waking other threads for

    ProofStore<Rules> store_;
    Method const method_;
    Threads& pool_;
    ZeroedArray<ProofNumbers> numbers_;
    std::vector<std::unique_ptr<Thread>> threads_;

    /// One test, at which every thread works until one has the answer.
    struct Test final : Task {
        RulesetSolver& solver;
        Position const& at;
        Bits64 const key;
        GameValue const target;
        Verdict verdict = Verdict::Stopped;

        Test(RulesetSolver& p, Position const& position, Bits64 number, GameValue least)
            : solver(p), at(position), key(number), target(least) {}

        void work(int number) override {
            Thread& thread = *solver.threads_[std::size_t(number)];
            std::uint64_t const before = thread.nodes;
            GameValue const value = ZeroWindowSearch<Rules>(thread).search(at, key, target, 0, 0.0, 1.0);
            if (thread.stopped) return;
            Verdict found = value >= target ? Verdict::Yes : Verdict::No;
            __atomic_store(&verdict, &found, __ATOMIC_RELAXED);  // the same, whoever comes first
            solver.store_.done.ask();
            solver.keep_root(key, value, target, thread.nodes - before);
        }
    };

    /// So near the end the search keeps nothing.
    void keep_root(Bits64 key, GameValue value, GameValue target, std::uint64_t cost) {
        ProofEntry entry;
        if (store_.table.probe(key, entry)) return;
        bool const reached = value >= target;
        store_.table.store(key, reached ? value : -store_.most, reached ? store_.most : value, 0, cost);
    }

    bool decided(Position const& at, Bits64 key, GameValue target, Verdict& verdict) const {
        ProvedBounds const bounds = known_of(at, key);
        verdict = bounds.low >= target ? Verdict::Yes : Verdict::No;
        return bounds.low >= target || bounds.high < target;
    }

    ProvedBounds known_of(Position const& at, Bits64 key) const {
        ProvedBounds bounds{ProofStore<Rules>::out(at), std::int16_t(-store_.most), std::int16_t(store_.most)};
        if (!store_.rules.count(at)) {
            bounds.low = bounds.high = std::int16_t(game_value(store_.rules, at));
            return bounds;
        }
        ProofEntry entry;
        if (store_.table.probe(key, entry)) {
            bounds.low = entry.low;
            bounds.high = entry.high;
        }
        ProvedBounds line;
        if (store_.log.find(key, line)) {
            bounds.low = line.low > bounds.low ? line.low : bounds.low;
            bounds.high = line.high < bounds.high ? line.high : bounds.high;
        }
        return bounds;
    }

    void prepare(std::uint64_t nodes, Stop const& stop, int count) {
        store_.done = Stop{};
        for (auto const& thread : threads_) {
            thread->stop = &stop;
            thread->stopped = false;
            thread->node_limit = nodes ? thread->nodes + (nodes + std::uint64_t(count) - 1) / std::uint64_t(count) : 0;
            thread->used = 0;
        }
    }

  public:
    RulesetSolver(Rules const& rules, SolverOptions const& options, Threads& pool)
        : store_(
              rules,
              options.method == Method::DfPn || EndgameAdapter<Rules>::uses(rules) ? options.bytes / 2 : options.bytes,
              options.threads),
          method_(options.method),
          pool_(pool),
          numbers_(options.method == Method::DfPn ? store_.table.size() : 0) {
        for (int i = 0; i < options.threads; ++i)
            threads_.push_back(std::make_unique<Thread>(
                store_, options.method == Method::AlphaBeta ? options.bytes / 2 / unsigned(options.threads) : 1));
    }

    bool usable() const {
        bool enough = store_.usable() && (method_ == Method::AlphaBeta || numbers_.size());
        for (auto const& thread : threads_) enough = enough && thread->usable();
        return enough;
    }

    GameValue most() const override { return store_.most; }
    bool exact() const override {
        return store_.key.fits() && !(EndgameAdapter<Rules>::uses(store_.rules) && method_ == Method::AlphaBeta);
    }

    Verdict test(State const& state, GameValue target, std::uint64_t nodes, Stop const& stop) override {
        Position const at = Thread::in(state);
        Bits64 const key = store_.key(at);
        Verdict verdict = Verdict::Stopped;
        if (decided(at, key, target, verdict)) return verdict;
        int const count = nodes && nodes < kLittle ? 1 : store_.threads;
        prepare(nodes, stop, count);
        if (method_ == Method::AlphaBeta) {
            Test test(*this, at, key, target);
            if (count == 1)
                test.work(0);
            else
                pool_.run(count, test);
            return test.verdict;
        }
        using DfPn = DfPnSearch<Rules>;
        auto const pair = DfPn(*threads_[0], numbers_).search(at, key, target, {DfPn::kInfinity, DfPn::kInfinity}, 0);
        return !pair.proof ? Verdict::Yes : !pair.disproof ? Verdict::No : Verdict::Stopped;
    }

    ProvedBounds known(State const& state) const override {
        Position const at = Thread::in(state);
        return known_of(at, store_.key(at));
    }

    void learn(ProvedBounds const& bounds) override {
        Position const at = Thread::in(bounds.state);
        store_.log_bounds(at, store_.key(at), kMaxCells, bounds.low, bounds.high);
    }

    void report_proofs(BoundsSink& sink) const override { store_.log.report_proofs(sink); }

    Progress progress() const override {
        Progress progress;
        for (auto const& thread : threads_) progress.nodes += __atomic_load_n(&thread->nodes, __ATOMIC_RELAXED);
        __atomic_load(&threads_[0]->part, &progress.part, __ATOMIC_RELAXED);
        progress.proof = __atomic_load_n(&threads_[0]->proof, __ATOMIC_RELAXED);
        progress.disproof = __atomic_load_n(&threads_[0]->disproof, __ATOMIC_RELAXED);
        progress.proofs = store_.log.size();
        return progress;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
