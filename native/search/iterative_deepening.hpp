// The whole search: iterative deepening with aspiration windows, several lines, several threads on one table.
#pragma once

#include <memory>
#include <vector>

#include "core/grid.hpp"
#include "search/endgame_prover.hpp"
#include "search/worker.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class IterativeDeepening final : public Search {
  public:
    using Position = typename Rules::State;
    using Thread = Worker<Rules>;

  private:
    Rules const rules_;
    typename Thread::Patterns patterns_;
    TranspositionTable table_;
    Reductions const reductions_;
    std::vector<std::unique_ptr<Thread>> workers_;
    EndgameProver<Rules> prover_;
    Stop deepening_;  // ends the part of the helpers in the search before a proof

    static Position in(State const& state) {
        Position position;
        __builtin_memcpy(&position, state.bytes, sizeof position);
        return position;
    }

  public:
    IterativeDeepening(Rules const& rules, std::size_t bytes, Weights const* weights)
        : rules_(rules), table_(EndgameProver<Rules>::available ? bytes / 2 : bytes), prover_(rules_, bytes / 2) {
        if (weights) patterns_.load(rules_.grid, *weights);
        make_workers(1);
    }

    void clear() override {
        table_.clear();
        std::size_t const size = workers_.size();
        workers_.clear();
        make_workers(size);
        if constexpr (EndgameProver<Rules>::available) {
            prover_.clear();
            prover_.prepare(int(size), *workers_[0]);
        }
    }

    void next_generation() {
        table_.next_generation();
        for (auto& worker : workers_) worker->clear_history();
        if constexpr (EndgameProver<Rules>::available) prover_.next_generation();
    }

    double scale() const override { return SearchTraits<Rules>::kScale; }
    Value evaluate(State const& state) const override { return workers_[0]->evaluator().evaluate(in(state)); }

    void prepare(int threads) override {
        make_workers(std::size_t(threads));
        for (auto& worker : workers_) worker->reset_nodes();
        table_.next_search();
        deepening_ = Stop{};
        if constexpr (EndgameProver<Rules>::available) prover_.prepare(threads, *workers_[0]);
    }

    void run(State const& state, Limits const& limits, Control const& control, Listener& listener,
             int number) override {
        Position const at = in(state);
        std::vector<RootMove> roots = root_moves(at);
        if (roots.empty()) return;
        if (number == 0) {
            deepen(at, roots, limits, control, listener);
            deepening_.ask();
        } else
            help(at, roots, number, control);
    }

    bool solve_outcome(State const& state, Control const& control, int& winner, std::uint64_t& nodes) override {
        if constexpr (EndgameProver<Rules>::available) {
            prepare(1);
            Clock const clock;
            Limits const limits;
            Deadline deadline(limits, control, clock, 0);
            bool const done = prover_.solve_outcome(in(state), deadline, winner);
            nodes = prover_.nodes();
            return done;
        }
        return false;
    }

    std::vector<RootMove> root_moves(Position const& at) const {
        std::vector<RootMove> roots;
        rules_.each_move(at, [&](Move move) { roots.push_back({.move = move, .length = 1, .line = {move}}); });
        return roots;
    }

    /// The thread whose findings are told: one depth after another until a limit is reached or all is proved.
    void deepen(Position const& at, std::vector<RootMove>& roots, Limits limits, Control const& control,
                Listener& listener) {
        Clock const clock;
        limits.nodes = share(limits);
        Thread& worker = *workers_[0];
        worker.begin(control.stop, control, clock, limits);
        // The better the guess, the shorter the proof that follows.
        if constexpr (EndgameProver<Rules>::available) worker.allow_probcut(!prover_.pays(at, limits, control));
        int const lines = std::clamp(limits.lines, 1, int(roots.size()));
        for (int depth = 1; depth <= std::min(limits.depth, kMaxPly - 1); ++depth) {
            bool all_proved = true;
            for (int rank = 0; rank < lines; ++rank) {
                search_window(worker, at, roots, rank, depth);
                if (worker.stopped()) return;
                all_proved &= roots[std::size_t(rank)].proved;
            }
            std::stable_sort(roots.begin(), roots.begin() + lines,
                             [](RootMove const& a, RootMove const& b) { return a.value > b.value; });
            for (int rank = 0; rank < lines; ++rank)
                listener.found(line_of(roots[std::size_t(rank)], rank, depth, worker, limits, clock));
            worker.allow_stop();
            if (all_proved || control.stop.asked()) return;
            if (roots.size() == 1 && limits.soft_us && !control.ponders()) return;
            if (past(limits.soft_us, control, clock)) return;
            if (limits.nodes && worker.nodes() >= limits.nodes) return;
            if (prove(at, roots, lines, depth, limits, control, clock, listener)) return;
            disable_pruning_beyond(worker, depth);
        }
    }

  private:
    void make_workers(std::size_t size) {
        while (workers_.size() < size)
            workers_.push_back(
                std::make_unique<Thread>(typename Thread::Shared{rules_, patterns_, table_, reductions_}));
    }

    std::uint64_t nodes(int threads) const {
        std::uint64_t sum = 0;
        for (int i = 0; i < threads; ++i) sum += workers_[std::size_t(i)]->nodes();
        if constexpr (EndgameProver<Rules>::available) sum += prover_.nodes();
        return sum;
    }

    static bool past(std::int64_t micros, Control const& control, Clock const& clock) {
        return micros && !control.ponders() && clock.micros() >= micros;
    }

    /// Of the nodes that all threads together may look at, those of one.
    static std::uint64_t share(Limits const& limits) {
        std::uint64_t const threads = std::uint64_t(std::max(1, limits.threads));
        return (limits.nodes + threads - 1) / threads;
    }

    int empties(Position const& at) const {
        return popcount(typename Rules::Bits(rules_.grid.cells & ~(at.own | at.opp)));
    }

    /// After a short search the exact end, where that pays; whether it was tried.
    bool prove(Position const& at, std::vector<RootMove>& roots, int lines, int depth, Limits const& limits,
               Control const& control, Clock const& clock, Listener& listener) {
        if constexpr (EndgameProver<Rules>::available) {
            Thread const& worker = *workers_[0];
            if (!prover_.is_ready(at, depth, limits, control, worker.nodes(), clock)) return false;
            deepening_.ask();
            Deadline deadline(limits, control, clock, worker.nodes());
            int const left = empties(at);
            prover_.prove(at, roots.data(), int(roots.size()), lines, deadline, [&] {
                for (int rank = 0; rank < lines; ++rank) {
                    Line line = line_of(roots[std::size_t(rank)], rank, left, worker, limits, clock);
                    line.deepest = std::max(line.deepest, left);
                    listener.found(line);
                }
                return !past(limits.soft_us, control, clock) || prover_.ends(at, limits, control);
            });
            return true;
        }
        return false;
    }

    /// Where no line went as deep as it might, they came to ends of the game or were pruned.
    static void disable_pruning_beyond(Thread& worker, int depth) {
        if (worker.deepest() + 3 < depth) worker.disable_pruning();
    }

    /// The other threads search the same position at other depths: what they leave in the table is their help.
    void help(Position const& at, std::vector<RootMove>& roots, int number, Control const& control) {
        Clock const clock;
        Thread& worker = *workers_[std::size_t(number)];
        worker.begin(deepening_, control, clock, Limits{});
        worker.allow_stop();
        for (int depth = 1 + number % 2; depth < kMaxPly && !worker.stopped(); ++depth) {
            search_window(worker, at, roots, 0, depth);
            disable_pruning_beyond(worker, depth);
        }
        if constexpr (EndgameProver<Rules>::available) prover_.help(number, control.helpers);
    }

    /// Aspiration: one line at one depth, in a window around its last value that grows until the value lies inside.
    void search_window(Thread& worker, Position const& at, std::vector<RootMove>& roots, int rank, int depth) {
        RootMove& root = roots[std::size_t(rank)];
        Value const before = root.value;
        Value below = 60, above = 60;
        bool const known = depth > 3 && before > -kInfinite && std::abs(before) < kProvedWin;
        while (true) {
            Value const alpha = known ? std::max(before - below, -kInfinite) : -kInfinite;
            Value const beta = known ? std::min(before + above, kInfinite) : kInfinite;
            Value const value = worker.search_root(at, roots.data(), rank, int(roots.size()), depth, alpha, beta);
            if (worker.stopped() || (value > alpha && value < beta)) return;
            if (value <= alpha)
                below = below > 2000 ? 2 * kInfinite : below * 3;
            else
                above = above > 2000 ? 2 * kInfinite : above * 3;
            if (alpha <= -kInfinite && beta >= kInfinite) return;
        }
    }

    Line line_of(RootMove const& root, int rank, int depth, Thread const& worker, Limits const& limits,
                 Clock const& clock) const {
        Line line;
        line.rank = rank;
        line.depth = depth;
        line.deepest = worker.deepest();
        line.value = root.value;
        line.proved = root.proved;
        line.nodes = nodes(std::max(1, limits.threads));
        line.micros = clock.micros();
        line.length = root.length;
        for (int i = 0; i < root.length; ++i) {
            Move const move = root.line[i];
            auto const cell = [&](std::uint8_t bit) {
                return bit == kNoCell ? bit : std::uint8_t(cell_of(rules_.grid, bit));
            };
            line.moves[i] = {move.kind, cell(move.from), cell(move.to)};
        }
        return line;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
