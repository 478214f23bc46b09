// Invector, the fast twin of games/invector; that file decides where they differ.
#pragma once

#include "core/actions.hpp"
#include "core/grid.hpp"
#include "core/random.hpp"
#include "core/stones.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct Invector {
    using Bits = typename Grid::Bits;
    static constexpr bool one_move_turns = true;

    /// What became of the right to exchange colours (R7).
    enum class Pie : std::uint8_t { Kept, Open, Swapped };

    struct State {
        Bits own, opp;
        std::uint32_t word;  // side, pie
        int side() const { return unpack(word, 0); }
        Pie pie() const { return Pie(unpack(word, 1)); }
        int extra() const { return unpack(word, 1); }
        bool operator==(State const&) const = default;
    };

    // The four orthogonal directions in reading order: north, west, east, south.
    static constexpr int kWays = 4;
    static constexpr int kWay[kWays] = {5, 4, 0, 1};

    static constexpr char const* name = "invector";
    enum { PieField };  // what its texts say besides board and side
    static constexpr Field kFields[] = {{"pie", Field::Word, 2, {"", "open", "swapped"}}};
    enum Reason : std::uint8_t { Captured };
    static constexpr char const* kReasons[] = {"captured"};
    static constexpr EventKind kCaptured{3};
    enum { Columns, Rows, Exchange, kOptions };  // the options as numbers

    static constexpr int kExtras = 3;  // of State::extra()

    static bool supports(int const* values) {  // R1: one side even and one odd
        int const columns = values[Columns], rows = values[Rows];
        return within(columns, 2, 64) && within(rows, 2, 64) && columns * rows <= kMaxCells &&
               (columns + rows) % 2 == 1 && within(values[Exchange], 0, 1);
    }
    static Size size(Ruleset const& ruleset) { return {ruleset.values[Columns], ruleset.values[Rows]}; }

    Grid grid;
    bool pie;
    Bits closer[kWays] = {};  // R5: pits from which a step that way comes closer to the centre

    explicit Invector(Ruleset const& ruleset) : grid(size(ruleset)), pie(ruleset.values[Exchange]) {
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x)
                for (int way = 0; way < kWays; ++way)
                    if (distance(x + kDx[kWay[way]], y + kDy[kWay[way]]) < distance(x, y))
                        closer[way] |= one<Bits>(y * grid.stride + x);
    }

    State start() const {  // R2
        State at{0, 0, pack(0, int(pie ? Pie::Open : Pie::Kept))};
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x) ((x + y) % 2 ? at.opp : at.own) |= one<Bits>(y * grid.stride + x);
        return at;
    }

    struct Ways {
        Bits from[kWays];
    };

    /// The stones that can go each way, to capture (R4) or to step (R5).
    Ways ways(State const& at) const {
        Ways found;
        Bits const open = grid.cells & ~(at.own | at.opp);
        each_direction<0, kWays>([&](auto way) {
            constexpr int back = opposite(kWay[way]);
            found.from[way] =
                at.own & (grid.template shift<back>(at.opp) | (grid.template shift<back>(open) & closer[way]));
        });
        return found;
    }

    bool may_swap(State const& at) const { return at.word == pack(1, int(Pie::Open)); }  // R7

    static bool over(State const& at) { return !at.own || !at.opp; }  // R6

    int count(State const& at) const {
        if (over(at)) return 0;
        int total = 0;
        for (Bits stones : ways(at).from) total += popcount(stones);
        return (total ? total : 1) + may_swap(at);  // R3
    }

    Move move_of(State const& at, int from, int way) const {
        int const to = from + kDy[kWay[way]] * grid.stride + kDx[kWay[way]];
        return {has(at.opp, to) ? MoveKind::Capture : MoveKind::Step, std::uint8_t(from), std::uint8_t(to)};
    }

    template <class F>
    void each_move(State const& at, F&& f) const {
        if (over(at)) return;
        Ways const found = ways(at);
        Bits const all = found.from[0] | found.from[1] | found.from[2] | found.from[3];
        if (!all) f(Move{});  // R3
        each(all, [&](int cell) {
            for (int way = 0; way < kWays; ++way)
                if (has(found.from[way], cell)) f(move_of(at, cell, way));
        });
        if (may_swap(at)) f(Move{MoveKind::Swap, kNoCell, kNoCell});
    }

    bool pick(State const& at, Random& random, Move& move) const {
        if (over(at)) return false;
        Ways const found = ways(at);  // numbered by way, then pass, then swap
        int upto[kWays], total = 0;
        for (int way = 0; way < kWays; ++way) upto[way] = total += popcount(found.from[way]);
        int const chosen = random.below((total ? total : 1) + may_swap(at));
        if (chosen >= total) {
            move = {total || chosen ? MoveKind::Swap : MoveKind::Pass, kNoCell, kNoCell};
            return true;
        }
        int way = 0;
        for (int i = 0; i < kWays - 1; ++i) way += chosen >= upto[i];
        move = move_of(at, nth(found.from[way], chosen - (way ? upto[way - 1] : 0)), way);
        return true;
    }

    State play(State at, Move move) const {
        if (move.kind == MoveKind::Swap) {  // R7: the board stays, and White is to move
            at.word = pack(at.side(), int(Pie::Swapped));
            return at;
        }
        if (may_swap(at)) at.word = pack(at.side(), int(Pie::Kept));
        if (move.kind != MoveKind::Pass) {
            at.own ^= one<Bits>(move.from) | one<Bits>(move.to);
            at.opp &= ~one<Bits>(move.to);
        }
        return {at.opp, at.own, at.word ^ 1};
    }

    static bool mid_turn(State const&) { return false; }

    using Actions = turncoat::TURNCOAT_CPU::Actions<Bits, kWays, true>;  // a stone north, west, east, south

    Actions actions(State const& at) const {
        Actions actions{};
        if (over(at)) return actions;
        Ways const found = ways(at);
        for (int way = 0; way < kWays; ++way) actions.plane[way] = found.from[way];
        actions.pass = !actions.any();  // R3
        actions.swap = may_swap(at);
        return actions;
    }
    Move move_of(State const& at, Action action) const { return move_of(at, action.cell, action.plane); }
    Action action_of(Move move) const {
        int const step = move.to - move.from;
        return {step == -grid.stride ? 0 : step == grid.stride ? 3 : step < 0 ? 1 : 2, move.from};
    }

    /// What there is to see, plane by plane: everywhere whether the colours may still be exchanged (R7).
    static constexpr int kPlanes = 3;
    template <class F>
    void observe(State const& at, F&& f) const {
        f(at.own);
        f(at.opp);
        f(at.pie() == Pie::Open ? grid.cells : 0);
    }

    template <class F>
    void events(State const& at, Move move, F&& f) const {
        auto const side = std::uint8_t(at.side());
        if (move.kind == MoveKind::Swap) return f(Event{EventKind::Swapped, side});
        if (move.kind == MoveKind::Pass) return f(Event{EventKind::Passed, side});
        if (move.kind == MoveKind::Capture) f(Event{kCaptured, std::uint8_t(side ^ 1), move.to});
        f(Event{EventKind::Moved, side, move.from, move.to});
    }

    Outcome outcome(State const& at) const {  // R6
        if (!over(at)) return {};
        return {true, std::int8_t(at.side() ^ !at.own), 6, Reason::Captured, 6};
    }

    Score score(State const& at) const { return stones_of(at); }

    char const* load(PositionData const& data, State& at) const {
        int const right = data.fields[PieField].value;
        if (Pie(right) != Pie::Kept && !pie) return "the pie rule is off";
        if (!at.own && !at.opp) return "no side has a stone left";
        at.word = pack(at.side(), right);
        return nullptr;
    }

    void store(State const& at, PositionData& data) const { data.fields[PieField].value = int(at.pie()); }

    template <class Map>
    static State transform(State at, Map const& map) {
        at.own = map.set(at.own);
        at.opp = map.set(at.opp);
        return at;
    }

  private:
    /// R5: Manhattan distance to the nearer of the two centre pits.
    int distance(int x, int y) const {
        auto const gap = [](int a, int b) { return a < b ? b - a : a - b; };
        int const near = gap(x, (grid.width - 1) / 2) + gap(y, (grid.height - 1) / 2);
        int const far = gap(x, grid.width / 2) + gap(y, grid.height / 2);
        return near < far ? near : far;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
