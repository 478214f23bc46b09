// The solvers against trying every line to the end: both methods, one thread and several, every kernel, positions of
// small boards and the last moves of large ones; what one solver tells another; tables of every position.

#include <algorithm>
#include <memory>

#include "games/registry.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

constexpr long kMaxNodes = 20'000;  // of the plain search
int solved = 0;

/// Plain negamax over all moves.
struct Plain {
    Kernel const& kernel;
    bool counts;  // whether the lead is what counts, or only who wins
    long left = kMaxNodes;

    GameValue end(State const& state) const {
        int const side = kernel.side(state);
        if (!counts) {
            int const winner = kernel.outcome(state).winner;
            return winner < 0 ? 0 : winner == side ? 1 : -1;
        }
        Score const score = kernel.score(state);
        return side ? score.second - score.first : score.first - score.second;
    }

    GameValue best_value(State const& state) {
        if (--left < 0) return 0;  // too large: the answer will not be looked at
        Moves moves;
        kernel.moves(state, moves);
        if (!moves.size) return end(state);
        GameValue best = -kMaxCells;
        for (int i = 0; i < moves.size && left >= 0; ++i) {
            State after = state;
            kernel.play(after, moves.list[i]);
            bool const over = kernel.side(after) != kernel.side(state) || moves.list[i].kind == MoveKind::Swap;
            best = std::max(best, over ? -best_value(after) : best_value(after));
        }
        return best;
    }
};

struct Collector final : BoundsSink {
    std::vector<ProvedBounds> proofs;
    void take(ProvedBounds const& note) override { proofs.push_back(note); }
};

void check_value(Solver& solver, State const& state, GameValue value, std::string const& where) {
    Stop const stop;
    Verdict const few = solver.test(state, value, 1, stop);
    check(few != Verdict::No, "with one node: less than it is worth", where);
    check(solver.test(state, value, 0, stop) == Verdict::Yes, "not worth what it is worth", where);
    if (value < solver.most())
        check(solver.test(state, value + 1, 0, stop) == Verdict::No, "worth more than it is", where);
    ProvedBounds const note = solver.known(state);
    check(note.low <= value && value <= note.high, "what is known leaves out the truth", where);
}

void check_position(Ruleset const& ruleset, std::string_view cpu, State const& state, std::string const& where) {
    auto const kernel = kernel_for(ruleset, cpu);
    SolverOptions const choices[] = {
        {Method::AlphaBeta, 1 << 18, 1}, {Method::AlphaBeta, 1 << 10, 3}, {Method::DfPn, 1 << 18, 1}};
    for (SolverOptions const& options : choices) {
        std::unique_ptr<Solver> const solver(solver_for(ruleset, cpu, options));
        Plain plain{*kernel, solver->most() > 1};
        GameValue const value = plain.best_value(state);
        if (plain.left < 0) return;
        check_value(*solver, state, value, where);
        Collector sink;
        solver->report_proofs(sink);
        std::unique_ptr<Solver> const other(solver_for(ruleset, cpu, options));
        for (ProvedBounds const& note : sink.proofs) other->learn(note);
        check_value(*other, state, value, where + ", told by another");
        ++solved;
    }
}

void check_ruleset(std::string const& text, std::string_view cpu) {
    auto const ruleset = ruleset_of(text);
    auto const kernel = kernel_for(ruleset, cpu);
    std::vector<Move> moves(4096);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        State state;
        kernel->start(state);
        int const length = kernel->playout(state, seed, 0, moves.data(), int(moves.size()));
        int const left = 2 + 2 * int(seed);
        for (int i = 0; i < length - left; ++i) kernel->play(state, moves[std::size_t(i)]);
        check_position(ruleset, cpu, state, text + " " + std::string(cpu) + " game " + std::to_string(seed));
    }
}

void check_enumeration(std::string const& text, std::string_view cpu) {
    auto const ruleset = ruleset_of(text);
    auto const kernel = kernel_for(ruleset, cpu);
    auto const [width, height] = kernel->size();
    std::unique_ptr<Enumeration> const enumeration(enumeration_for(ruleset, cpu, 1 << 24));
    if (width * height > 12 || !enumeration->possible()) return;
    State state;
    kernel->start(state);
    Stop stop;
    if (!enumeration->build(state, stop)) return;  // more positions than there is room for
    std::vector<std::uint64_t> keys(enumeration->size());
    std::vector<std::int8_t> values(enumeration->size());
    enumeration->copy(keys.data(), values.data());
    std::sort(keys.begin(), keys.end());
    check(std::adjacent_find(keys.begin(), keys.end()) == keys.end(), "a position twice", text);
    Stop asked;
    asked.ask();
    std::unique_ptr<Enumeration> const broken(enumeration_for(ruleset, cpu, 1 << 24));
    check(!broken->build(state, asked), "a request to stop is ignored", text);
}

}  // namespace
}  // namespace turncoat

int main() {
    using namespace turncoat;
    for (auto const& text : rulesets())
        for (auto const cpu : cpus()) {
            check_ruleset(text, cpu);
            check_enumeration(text, cpu);
        }
    check(solved > 100, "hardly a position was small enough", "all rulesets");
    std::printf("%d positions, %d checks\n", solved, checks);
}
