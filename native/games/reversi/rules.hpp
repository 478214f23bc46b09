// Reversi, the fast twin of games/reversi; that file decides where they differ.
#pragma once

#include "core/actions.hpp"
#include "core/outflanking.hpp"
#include "core/random.hpp"
#include "core/stones.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct Reversi {
    using Bits = typename Grid::Bits;
    static constexpr bool one_move_turns = true;  // a turn is one move

    struct State {
        Bits own, opp;       // of the side to move, of the other side
        std::uint32_t word;  // side, coins of the first side, coins of the second
        int side() const { return unpack(word, 0); }
        int coins(int side) const { return unpack(word, 1 + side); }
        bool operator==(State const&) const = default;
    };

    static constexpr char const* name = "reversi";
    enum { Coins };  // what its texts say besides board and side
    static constexpr Field kFields[] = {{"coins", Field::Pair}};
    enum Reason : std::uint8_t { Draw, Majority };
    static constexpr char const* kReasons[] = {"draw", "majority"};
    static constexpr EventKind kGiven{4};
    enum { Columns, Rows, kOptions };  // the options as numbers

    static bool supports(int const* values) {  // R1: tiles of 2x2 cells
        int const columns = values[Columns], rows = values[Rows];
        return within(columns, 2, 64) && within(rows, 2, 64) && columns * rows <= kMaxCells && columns % 2 == 0 &&
               rows % 2 == 0;
    }
    static Size size(Ruleset const& ruleset) { return {ruleset.values[Columns], ruleset.values[Rows]}; }

    Grid grid;
    int half;  // R1: coins of a side at the start, before the four in the middle

    explicit Reversi(Ruleset const& ruleset) : grid(size(ruleset)) {
        int const cells = grid.width * grid.height;
        half = (cells == 16 ? 18 : cells) / 2;
    }

    State start() const {  // R2
        int const middle = (grid.height / 2 - 1) * grid.stride + grid.width / 2 - 1;
        Bits const own = one<Bits>(middle + 1) | one<Bits>(middle + grid.stride);
        Bits const opp = one<Bits>(middle) | one<Bits>(middle + grid.stride + 1);
        return {own, opp, pack(0, half - 2, half - 2)};
    }

    /// R3: the empty cells from which something is outflanked.
    Bits placements(Bits own, Bits opp) const { return behind_lines(grid, own, opp) & grid.cells & ~(own | opp); }

    int count(State const& at) const {
        if (Bits const cells = placements(at.own, at.opp)) return popcount(cells);
        return placements(at.opp, at.own) ? 1 : 0;  // R5, R8
    }

    template <class F>
    void each_move(State const& at, F&& f) const {
        if (Bits const cells = placements(at.own, at.opp))
            each(cells, [&](int cell) { f(Move{MoveKind::Place, kNoCell, std::uint8_t(cell)}); });
        else if (placements(at.opp, at.own))
            f(Move{});  // R5
    }

    bool pick(State const& at, Random& random, Move& move) const {
        Bits const cells = placements(at.own, at.opp);
        if (!cells) {
            move = Move{};
            return placements(at.opp, at.own) != 0;
        }
        move = {MoveKind::Place, kNoCell, std::uint8_t(nth(cells, random.below(popcount(cells))))};
        return true;
    }

    [[gnu::always_inline]] State play(State const& at, Move move) const {
        if (move.kind == MoveKind::Pass) return {at.opp, at.own, at.word ^ 1};
        Bits const turned = outflanked(grid, at.own, at.opp, move.to);  // R4
        int const giver = at.side() ^ (at.coins(at.side()) == 0);       // R7
        return {at.opp ^ turned, at.own | turned | one<Bits>(move.to), (at.word ^ 1) - (256u << 8 * giver)};
    }

    static bool mid_turn(State const&) { return false; }

    using Actions = turncoat::TURNCOAT_CPU::Actions<Bits, 1>;  // placements

    Actions actions(State const& at) const {
        Bits const cells = placements(at.own, at.opp);
        return {{cells}, !cells && placements(at.opp, at.own)};
    }
    Move move_of(State const&, Action action) const { return {MoveKind::Place, kNoCell, std::uint8_t(action.cell)}; }
    Action action_of(Move move) const { return {0, move.to}; }

    /// What there is to see, plane by plane; reserves decide nothing, for together they last to the end.
    static constexpr int kPlanes = 2;
    template <class F>
    void observe(State const& at, F&& f) const {
        f(at.own);
        f(at.opp);
    }

    template <class F>
    void events(State const& at, Move move, F&& f) const {
        auto const side = std::uint8_t(at.side());
        if (move.kind == MoveKind::Pass) return f(Event{EventKind::Passed, side});
        if (!at.coins(side)) f(Event{kGiven, side});  // R7
        f(Event{EventKind::Placed, side, move.to});
        each(outflanked(grid, at.own, at.opp, move.to),
             [&](int cell) { f(Event{EventKind::Turned, side, std::uint8_t(cell)}); });  // R4
    }

    Outcome outcome(State const& at) const {  // R8
        if (placements(at.own, at.opp) || placements(at.opp, at.own)) return {};
        auto const [first, second] = score(at);
        if (first == second) return {true, -1, 8, Reason::Draw, 8};
        return {true, std::int8_t(first < second), 8, Reason::Majority, 8};
    }

    Score score(State const& at) const { return stones_of(at); }

    char const* load(PositionData const& data, State& at) const {
        auto const [first, second] = data.fields[Coins];
        int const placed = popcount(at.own | at.opp);
        if (first > half || second > half) return "a side cannot hold that many coins";
        if (first + second + placed != 2 * half) return "the coins do not add up";
        at.word = pack(at.side(), first, second);
        return nullptr;
    }

    void store(State const& at, PositionData& data) const { data.fields[Coins] = {at.coins(0), at.coins(1)}; }

    /// The same with colours exchanged where it takes that to have the first side decide; no rule tells them apart.
    static State as_first(State at) {
        at.word = pack(0, at.coins(at.side()), at.coins(at.side() ^ 1));
        return at;
    }

    template <class Map>
    static State transform(State at, Map const& map) {
        at.own = map.set(at.own);
        at.opp = map.set(at.opp);
        return at;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
