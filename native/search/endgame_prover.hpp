// From the search to the exact end: where a game has an endgame solver, when it pays to call it, and its answer as
// lines.
#pragma once

#include "endgame/endgame_solver.hpp"
#include "search/worker.hpp"

namespace turncoat::TURNCOAT_CPU {

/// When a search must end at once.
class Deadline final : public StopCondition {
    Limits const& limits_;
    Control const& control_;
    Clock const& clock_;
    std::uint64_t const spent_;

  public:
    Deadline(Limits const& limits, Control const& control, Clock const& clock, std::uint64_t spent)
        : limits_(limits), control_(control), clock_(clock), spent_(spent) {}

    bool reached(std::uint64_t nodes) override {
        if (control_.look_up) control_.look_up();
        if (control_.stop.asked() || (limits_.nodes && spent_ + nodes >= limits_.nodes)) return true;
        return limits_.hard_us && !control_.ponders() && clock_.micros() >= limits_.hard_us;
    }
};

/// For a game without a solver of its own: never.
template <class Rules>
class EndgameProver {
  public:
    static constexpr bool available = false;
    EndgameProver(Rules const&, std::size_t) {}
};

template <class Rules>
    requires requires { typename SearchTraits<Rules>::Endgame; }
class EndgameProver<Rules> {
    using Position = typename Rules::State;
    using Thread = Worker<Rules>;
    using Endgame = typename SearchTraits<Rules>::Endgame;

    /// The thread's evaluation, for ordering the moves of an endgame.
    struct ThreadEvaluator final : OrderingEvaluator {
        Evaluator<Rules> const* evaluator = nullptr;
        static Position in(EvaluatedPosition const& at) { return {at.own, at.opp, std::uint32_t(at.side)}; }
        void read(EvaluatedPosition& at) const override { evaluator->read(at.indices, in(at)); }
        void update(EvaluatedPosition& at, EvaluatedPosition const& before) const override {
            evaluator->update(at.indices, before.indices, in(before), in(at));
        }
        int evaluate(EvaluatedPosition const& at) const override { return evaluator->evaluate(in(at), at.indices); }
    };

    static constexpr double kMaxNodes = 3e9;  // nodes worth proving without any limit
    static constexpr double kNodesPerMicro = 30;
    static constexpr double kReach =
        2;  // how far beyond the limits a proof may lie whose selective searches are worth making

    Rules const& rules_;
    Endgame endgame_;
    ThreadEvaluator evaluator_;

    int empties(Position const& at) const { return popcount(rules_.grid.cells & ~(at.own | at.opp)); }

  public:
    static constexpr bool available = true;

    EndgameProver(Rules const& rules, std::size_t bytes) : rules_(rules), endgame_(rules.grid, bytes) {}

    void clear() { endgame_.clear(); }
    void next_generation() { endgame_.next_generation(); }
    std::uint64_t nodes() const { return endgame_.nodes(); }
    void help(int number, Stop const& until) { endgame_.help(number, until); }

    /// Before a search; the thread's evaluation helps to order moves.
    void prepare(int threads, Thread const& thread) {
        endgame_.set_threads(threads);
        endgame_.next_search();
        evaluator_.evaluator = &thread.evaluator();
        endgame_.begin(&evaluator_);
    }

    /// Whether a proof, or at least its selective searches, will most likely be found within the limits.
    bool pays(Position const& at, Limits const& limits, Control const& control) const {
        int const open = empties(at);
        if (limits.depth < open) return false;
        bool const selective = endgame_.first_stage(open) < Endgame::kProof;
        return endgame_.expected_nodes(open) <= least(kMaxNodes, (selective ? kReach : 0.7) * room(limits, control));
    }

    /// Whether it will most likely come to its end.
    bool ends(Position const& at, Limits const& limits, Control const& control) const {
        return endgame_.expected_nodes(empties(at)) <= 0.7 * room(limits, control);
    }

    /// Whether the search has looked deep enough before: the guess and the order of the moves save more than that
    /// costs. Of given limits it may use up a seventh, for its word counts should there be no proof in time.
    bool is_ready(Position const& at, int depth, Limits const& limits, Control const& control, std::uint64_t nodes,
                  Clock const& clock) const {
        int const open = empties(at);
        if (depth >= open) return true;
        if (depth < LastEmpties::least(16, open - 7) || !pays(at, limits, control)) return false;
        if (depth >= open - 6) return true;
        if (limits.nodes && nodes < limits.nodes / 7) return false;
        return !limits.hard_us || clock.micros() >= limits.hard_us / 7;
    }

    /// Proves the best lines, each the best of what the ones before left, in stages; after each stage `go_on` is told
    /// and asked.
    template <class GoOn>
    void prove(Position const& at, RootMove* roots, int count, int lines, StopCondition& condition, GoOn const& go_on) {
        for (int rank = 0; rank < lines; ++rank)
            for (int stage = endgame_.first_stage(empties(at)); stage <= Endgame::kProof; ++stage) {
                bool const done = run_stage(at, roots, count, rank, stage, condition);
                for (int i = rank + 1; i < lines; ++i)
                    if (roots[i].value > roots[rank].value) {  // what is told of the others never exceeds the best
                        roots[i].value = roots[rank].value;
                        roots[i].proved = false;
                    }
                if (!go_on() || !done) return;
            }
    }

    /// Who wins: 1 the side to move, 0 nobody, -1 the other; false when it had to stop.
    bool solve_outcome(Position const& at, StopCondition& condition, int& winner) {
        Bits64 const moves = rules_.placements(at.own, at.opp), answers = rules_.placements(at.opp, at.own);
        typename Endgame::Answer answer;
        bool done = true;
        if (moves)
            done = endgame_.solve(
                {.own = at.own, .opp = at.opp, .moves = moves, .low = -1, .high = 1, .wants_line = false}, condition,
                answer);
        else if (answers)
            done = endgame_.solve(
                {.own = at.opp, .opp = at.own, .moves = answers, .low = -1, .high = 1, .wants_line = false}, condition,
                answer);
        int const lead = moves ? answer.value : answers ? -answer.value : popcount(at.own) - popcount(at.opp);
        winner = (lead > 0) - (lead < 0);
        return done;
    }

  private:
    static double least(double a, double b) { return a < b ? a : b; }

    /// How many nodes the limits leave room for.
    static double room(Limits const& limits, Control const& control) {
        double nodes = kMaxNodes;
        if (limits.nodes) nodes = least(nodes, double(limits.nodes));
        if (limits.hard_us && !control.ponders()) nodes = least(nodes, double(limits.hard_us) * kNodesPerMicro);
        return nodes;
    }

    /// One stage for the best of the moves from number `rank` on, which it puts there; false when it had to stop.
    bool run_stage(Position const& at, RootMove* roots, int count, int rank, int stage, StopCondition& condition) {
        bool const passes = roots[rank].move.kind == MoveKind::Pass;  // then it is the only move
        Position const from = passes ? rules_.play(at, Move{}) : at;
        Bits64 among = passes ? rules_.placements(from.own, from.opp) : 0;
        for (int i = rank; i < count && !passes; ++i) among |= one<Bits64>(roots[i].move.to);
        Value const before = roots[rank].value;
        int const guess = (before > -kProvedWin ? before : rank ? roots[rank - 1].value : 0) / 100;
        int const most = popcount(rules_.grid.cells);
        int const high = rank ? roots[rank - 1].value / 100
                              : most;  // which is proved: selective searches over the rest may err above
        typename Endgame::Answer answer;
        bool const done = endgame_.run_stage(
            {from.own, from.opp, among, -most, high, passes ? -guess : guess, passes ? kNoCell : roots[rank].move.to},
            stage, condition, answer);
        if (!answer.length) return false;
        int chosen = rank;
        for (int i = rank; i < count && !passes; ++i)
            if (roots[i].move.to == answer.cells[0]) chosen = i;
        RootMove root = roots[chosen];
        for (int i = chosen; i > rank; --i) roots[i] = roots[i - 1];
        root.value = 100 * (passes ? -answer.value : answer.value);
        root.proved = done && stage == Endgame::kProof;
        if (done) root.length = passes;
        for (int i = 0; i < answer.length && done && root.length < kMaxLine; ++i)
            root.line[root.length++] =
                answer.cells[i] == kNoCell ? Move{} : Move{MoveKind::Place, kNoCell, answer.cells[i]};
        roots[rank] = root;
        return done;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
