// The whole search: iterative deepening with aspiration windows, several lines, several threads on one table.
#pragma once

#include <memory>
#include <vector>

#include "../rules/games.hpp"
#include "prover.hpp"
#include "school.hpp"
#include "worker.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class DeepSearcher final : public Searcher {
    using Inner = typename Rules::State;
    using Crew = Worker<Rules>;
    using Root = typename Crew::Root;

    Rules const rules_;
    Patterns<decltype(Rules::grid)> patterns_;
    Table table_;
    Reductions const reductions_;
    std::vector<std::unique_ptr<Crew>> crew_;
    Prover<Rules> prover_;
    Stop deepening_;  // ends the part of those who help in the search before a proof

    static Inner in(State const& state) {
        Inner inner;
        __builtin_memcpy(&inner, state.bytes, sizeof inner);
        return inner;
    }

  public:
    DeepSearcher(Rules const& rules, std::size_t bytes, Weights const* weights)
        : rules_(rules), table_(Prover<Rules>::able ? bytes / 2 : bytes), prover_(rules_, bytes / 2) {
        if (weights) patterns_.load(rules_.grid, *weights);
        hire(1);
    }

    void forget() override {
        table_.clear();
        std::size_t const size = crew_.size();
        crew_.clear();
        hire(size);
        if constexpr (Prover<Rules>::able) {
            prover_.clear();
            prover_.prepare(int(size), *crew_[0]);
        }
    }

    void forget_quickly() override {
        table_.next_world();
        for (auto& crew : crew_) crew->forget();
        if constexpr (Prover<Rules>::able) prover_.next_world();
    }

    double scale() const override { return Sense<Rules>::kScale; }
    Value evaluate(State const& state) const override { return crew_[0]->estimate(in(state)); }

    void prepare(int threads) override {
        hire(std::size_t(threads));
        for (auto& crew : crew_) crew->rest();
        table_.next_search();
        deepening_ = Stop{};
        if constexpr (Prover<Rules>::able) prover_.prepare(threads, *crew_[0]);
    }

    void search(State const& state, Limits const& limits, Control const& control, Listener& listener,
                int number) override {
        Inner const at = in(state);
        std::vector<Root> roots = roots_of(at);
        if (roots.empty()) return;
        if (number == 0) {
            lead(at, roots, limits, control, listener);
            deepening_.ask();
        } else
            help(at, roots, number, control);
    }

    bool settle(State const& state, Control const& control, int& winner, std::uint64_t& nodes) override {
        if constexpr (Prover<Rules>::able) {
            prepare(1);
            Clock const clock;
            Limits const limits;
            Deadline deadline(limits, control, clock, 0);
            bool const done = prover_.settle(in(state), deadline, winner);
            nodes = prover_.nodes();
            return done;
        }
        return false;
    }

    double fit(Lessons const& lessons, Sample const* samples, std::size_t count, float rate) const override {
        return Fit(rules_.grid, lessons).pass(samples, count, rate);
    }

    int learn(Lesson const& lesson, std::uint64_t seed, std::uint64_t index, Sample* samples, int most) override {
        Random random(seed, index);
        Inner at = rules_.start();
        Move move;
        int const opening = lesson.random_from + random.below(lesson.random_to - lesson.random_from + 1);
        for (int i = 0; i < opening; ++i) {
            if (!rules_.pick(at, random, move)) return 0;
            at = rules_.play(at, move);
        }
        struct Deaf final : Listener {
            void hear(Line const&) override {}
        } deaf;
        Control const control;
        int noted = 0;
        std::uint8_t sides[kMostPly * 2];
        while (true) {
            std::vector<Root> roots = roots_of(at);
            if (roots.empty()) break;
            if (roots.size() > 1) {
                int const open = members(typename Rules::Bits(rules_.grid.cells & ~(at.own | at.opp)));
                lead(at, roots, {.depth = lesson.exact && open <= lesson.exact ? kMostPly : lesson.depth}, control,
                     deaf);
                if (noted < most && noted < kMostPly * 2) {
                    sides[noted] = std::uint8_t(at.side());
                    samples[noted++] = sample_of(at, roots[0].value);
                }
            }
            at = rules_.play(at, roots[0].move);
        }
        Value const end = Sense<Rules>::outcome(rules_, at);  // for the side to move at the end
        for (int i = 0; i < noted; ++i) samples[i].outcome = std::int16_t(sides[i] == at.side() ? end : -end);
        return noted;
    }

  private:
    std::vector<Root> roots_of(Inner const& at) const {
        std::vector<Root> roots;
        rules_.each_move(at, [&](Move move) { roots.push_back({.move = move, .length = 1, .line = {move}}); });
        return roots;
    }

    Sample sample_of(Inner const& at, Value value) const {
        Sample sample;
        sample.own[0] = std::uint64_t(at.own);
        sample.opp[0] = std::uint64_t(at.opp);
        if constexpr (sizeof at.own > 8) {
            sample.own[1] = std::uint64_t(at.own >> 64);
            sample.opp[1] = std::uint64_t(at.opp >> 64);
        }
        sample.value = std::int16_t(std::clamp(value, -kInfinite, kInfinite));
        if (Sense<Rules>::corrected)
            sample.ground = std::int16_t(std::clamp(Sense<Rules>::general(rules_, at), -15000, 15000));
        sample.mid_turn = Rules::mid_turn(at);
        return sample;
    }

    void hire(std::size_t size) {
        while (crew_.size() < size)
            crew_.push_back(std::make_unique<Crew>(typename Crew::Shared{rules_, patterns_, table_, reductions_}));
    }

    std::uint64_t nodes(int threads) const {
        std::uint64_t sum = 0;
        for (int i = 0; i < threads; ++i) sum += crew_[std::size_t(i)]->nodes();
        if constexpr (Prover<Rules>::able) sum += prover_.nodes();
        return sum;
    }

    static bool past(std::int64_t micros, Control const& control, Clock const& clock) {
        return micros && !control.ponders() && clock.micros() >= micros;
    }

    /// After a short search the exact end, where that pays; whether it was tried.
    bool prove(Inner const& at, std::vector<Root>& roots, int lines, int depth, Limits const& limits,
               Control const& control, Clock const& clock, Listener& listener) {
        if constexpr (Prover<Rules>::able) {
            Crew const& crew = *crew_[0];
            if (!prover_.is_ready(at, depth, limits, control, crew.nodes(), clock)) return false;
            deepening_.ask();
            Deadline deadline(limits, control, clock, crew.nodes());
            int const left = members(typename Rules::Bits(rules_.grid.cells & ~(at.own | at.opp)));
            prover_.prove(at, roots.data(), int(roots.size()), lines, deadline, [&] {
                for (int rank = 0; rank < lines; ++rank) {
                    Line line = line_of(roots[std::size_t(rank)], rank, left, crew, limits, clock);
                    line.deepest = std::max(line.deepest, left);
                    listener.hear(line);
                }
                return !past(limits.soft_us, control, clock) || prover_.ends(at, limits, control);
            });
            return true;
        }
        return false;
    }

    /// Of the nodes that all threads together may look at, those of one.
    static std::uint64_t share(Limits const& limits) {
        std::uint64_t const threads = std::uint64_t(std::max(1, limits.threads));
        return (limits.nodes + threads - 1) / threads;
    }

    /// The thread whose findings are told.
    void lead(Inner const& at, std::vector<Root>& roots, Limits limits, Control const& control, Listener& listener) {
        Clock const clock;
        limits.nodes = share(limits);
        Crew& crew = *crew_[0];
        crew.begin(control.stop, control, clock, limits);
        // The better the guess, the shorter the proof that follows.
        if constexpr (Prover<Rules>::able) crew.believe(!prover_.pays(at, limits, control));
        int const lines = std::clamp(limits.lines, 1, int(roots.size()));
        for (int depth = 1; depth <= std::min(limits.depth, kMostPly - 1); ++depth) {
            bool all_proved = true;
            for (int rank = 0; rank < lines; ++rank) {
                widen(crew, at, roots, rank, depth);
                if (crew.stopped()) return;
                all_proved &= roots[std::size_t(rank)].proved;
            }
            std::stable_sort(roots.begin(), roots.begin() + lines,
                             [](Root const& a, Root const& b) { return a.value > b.value; });
            for (int rank = 0; rank < lines; ++rank)
                listener.hear(line_of(roots[std::size_t(rank)], rank, depth, crew, limits, clock));
            crew.allow_stop();
            if (all_proved || control.stop.asked()) return;
            if (roots.size() == 1 && limits.soft_us && !control.ponders()) return;
            if (past(limits.soft_us, control, clock)) return;
            if (limits.nodes && crew.nodes() >= limits.nodes) return;
            if (prove(at, roots, lines, depth, limits, control, clock, listener)) return;
            exhaust_beyond(crew, depth);
        }
    }

    /// Where no line went as deep as it might, they came to ends of the game or were believed.
    static void exhaust_beyond(Crew& crew, int depth) {
        if (crew.deepest() + 3 < depth) crew.exhaust();
    }

    void help(Inner const& at, std::vector<Root>& roots, int number, Control const& control) {
        Clock const clock;
        Crew& crew = *crew_[std::size_t(number)];
        crew.begin(deepening_, control, clock, Limits{});
        crew.allow_stop();
        for (int depth = 1 + number % 2; depth < kMostPly && !crew.stopped(); ++depth) {
            widen(crew, at, roots, 0, depth);
            exhaust_beyond(crew, depth);
        }
        if constexpr (Prover<Rules>::able) prover_.assist(number, control.helpers);
    }

    /// One line at one depth, in a window around its last value that grows until the value lies inside.
    void widen(Crew& crew, Inner const& at, std::vector<Root>& roots, int rank, int depth) {
        Root& root = roots[std::size_t(rank)];
        Value const before = root.value;
        Value below = 60, above = 60;
        bool const known = depth > 3 && before > -kInfinite && std::abs(before) < kProvedWin;
        while (true) {
            Value const alpha = known ? std::max(before - below, -kInfinite) : -kInfinite;
            Value const beta = known ? std::min(before + above, kInfinite) : kInfinite;
            Value const value = crew.search_root(at, roots.data(), rank, int(roots.size()), depth, alpha, beta);
            if (crew.stopped() || (value > alpha && value < beta)) return;
            if (value <= alpha)
                below = below > 2000 ? 2 * kInfinite : below * 3;
            else
                above = above > 2000 ? 2 * kInfinite : above * 3;
            if (alpha <= -kInfinite && beta >= kInfinite) return;
        }
    }

    Line line_of(Root const& root, int rank, int depth, Crew const& crew, Limits const& limits,
                 Clock const& clock) const {
        Line line;
        line.rank = rank;
        line.depth = depth;
        line.deepest = crew.deepest();
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
