// A game that nothing knows but this file, with native rules alone: engine, solvers, UCT, batches and texts are there.

#include <memory>

#include "core/actions.hpp"
#include "core/grid.hpp"
#include "core/parallel.hpp"
#include "core/text.hpp"
#include "games/game_unit.hpp"
#include "games/registry.hpp"
#include "tests/rulesets.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Three in a row wins, as everybody knows it.
struct TicTacToe {
    using Bits = Bits64;
    static constexpr bool one_move_turns = true;

    struct State {
        Bits own, opp;
        std::uint32_t word;
        int side() const { return unpack(word, 0); }
        bool operator==(State const&) const = default;
    };

    static constexpr char const* name = "tic-tac-toe";
    enum { Draws, kOptions };  // the option, whether there are draws at all, is of no use but to be read
    static constexpr Field kFields[] = {{"moves", Field::Number, 9}};
    enum Reason : std::uint8_t { Full, Row };
    static constexpr char const* kReasons[] = {"full", "row"};

    static bool supports(int const* values) { return values[Draws] == 1; }
    static Size size(Ruleset const&) { return {3, 3}; }

    Grid64 grid{{3, 3}};

    explicit TicTacToe(Ruleset const&) {}

    static State start() { return {0, 0, pack(0)}; }

    static bool row(Bits stones) {
        for (Bits const line :
             {0x7ull, 0x700ull, 0x70000ull, 0x10101ull, 0x20202ull, 0x40404ull, 0x40201ull, 0x10204ull})
            if (!(line & ~stones)) return true;
        return false;
    }

    /// Empty cells, as long as nobody has won.
    Bits open(State const& at) const { return row(at.opp) ? 0 : grid.cells & ~(at.own | at.opp); }

    int count(State const& at) const { return popcount(open(at)); }
    template <class F>
    void each_move(State const& at, F&& f) const {
        each(open(at), [&](int cell) { f(Move{MoveKind::Place, kNoCell, std::uint8_t(cell)}); });
    }
    bool pick(State const& at, Random& random, Move& move) const {
        Bits const cells = open(at);
        if (cells) move = {MoveKind::Place, kNoCell, std::uint8_t(nth(cells, random.below(popcount(cells))))};
        return cells != 0;
    }
    static State play(State const& at, Move move) { return {at.opp, at.own | one<Bits>(move.to), at.word ^ 1}; }
    static bool mid_turn(State const&) { return false; }

    using Actions = turncoat::TURNCOAT_CPU::Actions<Bits, 1>;
    Actions actions(State const& at) const { return {{open(at)}}; }
    static Move move_of(State const&, Action action) { return {MoveKind::Place, kNoCell, std::uint8_t(action.cell)}; }
    static Action action_of(Move move) { return {0, move.to}; }

    static constexpr int kPlanes = 2;
    template <class F>
    void observe(State const& at, F&& f) const {
        f(at.own);
        f(at.opp);
    }
    template <class F>
    static void events(State const& at, Move move, F&& f) {
        f(Event{EventKind::Placed, std::uint8_t(at.side()), move.to});
    }

    Outcome outcome(State const& at) const {
        if (open(at)) return {};
        if (row(at.opp)) return {true, std::int8_t(at.side() ^ 1), 2, Row, 2};
        return {true, -1, 3, Full, 3};
    }
    static Score score(State const& at) { return stones_of(at); }

    static char const* load(PositionData const& data, State& at) {
        return data.fields[0].value == popcount(at.own | at.opp) ? nullptr : "the moves do not add up";
    }
    static void store(State const& at, PositionData& data) { data.fields[0].value = popcount(at.own | at.opp); }

    template <class Map>
    static State transform(State at, Map const& map) {
        return {map.set(at.own), map.set(at.opp), at.word};
    }
};

static Registration const registration(unit<OnBoard<TicTacToe>>);

}  // namespace turncoat::TURNCOAT_CPU

namespace turncoat {
namespace {

int const kDraws[] = {1};
Ruleset const ruleset = ruleset_of("tic-tac-toe", kDraws);
char const* const kForced = "xx./oo./... x moves=4";  // whoever is to move wins

struct Last final : Listener {
    Line line;
    void found(Line const& found_line) override { line = found_line; }
};

Line searched(State const& state) {
    Last last;
    auto const search = search_for(ruleset, "portable", 1 << 16, nullptr);
    search->prepare(1);
    search->run(state, Limits{}, Control{}, last, 0);
    return last.line;
}

void check_rules(Kernel const& kernel, State const& start) {
    // The well-known numbers of games that are still going on, or just over, after so many moves.
    static constexpr int kGames[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    for (int depth = 0; depth < 10; ++depth)
        check(perft(kernel, start, depth, Unit::Turn, true, 2, nullptr) == Count(kGames[depth]), "other games",
              std::to_string(depth));
    State const forced = read_position(kernel, kForced);
    check(write_position(kernel, forced) == kForced, "other text", kForced);
    for (char const* const wrong : {"xx./oo./... x", "xx./oo./... x moves=3", "xx./oo./... x coins=1/2"}) try {
            read_position(kernel, wrong);
            check(false, "a wrong text is taken", wrong);
        } catch (BadText const&) {
        }
}

void check_search(Kernel const& kernel, State const& start) {
    Line const line = searched(start);
    check(line.proved && line.value == 0, "not a draw", "search");
    Line const win = searched(read_position(kernel, kForced));
    check(win.proved && win.value > kProvedWin && win.moves[0].to == 2, "not won at once", "search");
}

void check_solvers(Kernel const& kernel, State const& start) {
    Stop const stop;
    for (Method const method : {Method::AlphaBeta, Method::DfPn}) {
        auto const solver = solver_for(ruleset, "portable", {.method = method, .bytes = 1 << 20});
        check(solver->test(start, 0, 0, stop) == Verdict::Yes, "lost", "solver");
        check(solver->test(start, 1, 0, stop) == Verdict::No, "won", "solver");
        check(solver->test(read_position(kernel, kForced), 1, 0, stop) == Verdict::Yes, "not won", "solver");
    }
    auto const enumeration = enumeration_for(ruleset, "portable", 1 << 24);
    check(enumeration->build(start, stop) && enumeration->size() == 765, "other positions", "enumeration");
}

void check_uct(Kernel const& kernel) {
    auto const tree = uct_for(ruleset, "portable", 1 << 20);
    tree->begin(read_position(kernel, kForced), 1.0, 7);
    tree->run(2000);
    UctMove moves[9];
    check(tree->moves(moves, 9) == 5, "other moves", "uct");
    for (UctMove const& move : moves)
        check(move.visits <= moves[0].visits && (move.move.to != 2 || move.value == 1), "another is preferred", "uct");
}

}  // namespace
}  // namespace turncoat

int main() {
    using namespace turncoat;
    check(games().size() > 1 && games().back() != "" && kernel_for(ruleset, "portable"), "not among the games",
          "registry");
    auto const kernel = kernel_for(ruleset, "portable");
    State start;
    kernel->start(start);
    check_rules(*kernel, start);
    check_search(*kernel, start);
    check_solvers(*kernel, start);
    check_uct(*kernel);
    std::printf("%d checks\n", checks);
}
