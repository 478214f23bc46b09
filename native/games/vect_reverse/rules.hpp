// VECT-REVERSE, the fast twin of games/vect_reverse; that file decides where they differ.
#pragma once

#include "core/actions.hpp"
#include "core/outflanking.hpp"
#include "core/random.hpp"
#include "core/stones.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

struct VectReverse {
    using Bits = Bits64;
    static constexpr bool one_move_turns = false;  // a turn may be several moves

    enum Ending : std::uint8_t { GoesOn, TargetHeld, CenterFull, TwoPasses };

    struct State {
        Bits own, opp;
        Bits flanked;        // in mid-turn the stones of which one must move (R6), else empty
        std::uint32_t word;  // side, chain: the stone the turn goes on from, passes, ending
        int side() const { return unpack(word, 0); }
        int chain() const { return unpack(word, 1); }
        int passes() const { return unpack(word, 2); }
        int extra() const { return passes(); }
        int ending() const { return unpack(word, 3); }
        bool operator==(State const&) const = default;
    };

    static constexpr Bits kCenterArea = 0x007e7e7e7e7e7e00;                                    // R1
    static constexpr Bits kCenterBase = 0x0000001818000000;                                    // R3
    static constexpr Bits kInnerBases = 0x0042000000004200, kOuterBases = 0x8100000000000081;  // R3

    enum { Lock, FirstTarget, SecondTarget, CornerBases, Stuck, kOptions };  // the options as numbers
    static constexpr char const* name = "vect-reverse";
    enum { Chain, Passes };  // what its texts say besides board and side
    static constexpr Field kFields[] = {{"chain", Field::Cell}, {"passes", Field::Number, 2}};
    enum Reason : std::uint8_t { Target, Points, Center, Stones, Draw };
    static constexpr char const* kReasons[] = {"target", "points", "center", "stones", "draw"};

    static constexpr int kExtras = 3;  // of State::extra()

    static bool supports(int const* values) {
        return within(values[Lock], 0, 1) && within(values[FirstTarget], 1, 5) && within(values[SecondTarget], 1, 5) &&
               within(values[CornerBases], 0, 1) && within(values[Stuck], 0, 1);
    }
    static Size size(Ruleset const&) { return {8, 8}; }  // R1

    Grid64 grid{{8, 8}};
    Bits bases;
    int target[2];
    bool stuck_free;

    explicit VectReverse(Ruleset const& ruleset)
        : bases(ruleset.values[CornerBases] ? kOuterBases : kInnerBases),
          target{ruleset.values[FirstTarget], ruleset.values[SecondTarget]},
          stuck_free(ruleset.values[Stuck]) {
        if (ruleset.values[Lock]) grid.cells &= ~kOuterBases;  // R13
    }

    State start() const { return {0x0000000810000000, 0x0000001008000000, 0, pack(0, kNoCell)}; }  // R2

    /// R3: the bases a side holds.
    int points(Bits own, Bits opp) const {
        return popcount(own & bases) + (popcount(own & kCenterBase) > popcount(opp & kCenterBase));
    }

    Bits empty(State const& at) const { return grid.cells & ~(at.own | at.opp); }

    /// R4
    Bits placements(State const& at) const { return behind_lines(grid, at.own, at.opp) & empty(at); }

    /// Those of the outflanked stones that have no empty neighbour.
    Bits stuck(State const& at) const { return at.flanked & ~neighbours(grid, empty(at)); }

    int count(State const& at) const {
        if (at.ending()) return 0;
        if (!mid_turn(at)) {
            int const cells = popcount(placements(at));
            return cells ? cells : 1;  // R5
        }
        Bits const open = empty(at);
        int steps = stuck_free ? popcount(stuck(at)) : 0;
        each_direction([&](auto d) { steps += popcount(grid.shift<d>(at.flanked) & open); });
        return steps;
    }

    template <class F>
    void each_move(State const& at, F&& f) const {
        if (at.ending()) return;
        if (!mid_turn(at)) {
            Bits const cells = placements(at);
            each(cells, [&](int cell) { f(Move{MoveKind::Place, kNoCell, std::uint8_t(cell)}); });
            if (!cells) f(Move{});  // R5
            return;
        }
        Bits const open = empty(at);
        each(at.flanked, [&](int stone) {  // R6
            Bits const cells = neighbours(grid, one<Bits>(stone)) & open;
            each(cells, [&](int cell) { f(Move{MoveKind::Step, std::uint8_t(stone), std::uint8_t(cell)}); });
            if (!cells && stuck_free) f(Move{MoveKind::Stay, std::uint8_t(stone), kNoCell});
        });
    }

    bool pick(State const& at, Random& random, Move& move) const {
        if (at.ending()) return false;
        if (!mid_turn(at)) {
            Bits const cells = placements(at);
            move = cells ? Move{MoveKind::Place, kNoCell, std::uint8_t(nth(cells, random.below(popcount(cells))))}
                         : Move{};
            return true;
        }
        // The steps are numbered by direction and cell, the choices of a stuck stone come last.
        Bits const open = empty(at);
        Bits ways[kDirections + 1];
        int upto[kDirections + 1], total = 0;
        each_direction([&](auto d) {
            ways[d] = grid.shift<d>(at.flanked) & open;
            upto[d] = total += popcount(ways[d]);
        });
        ways[kDirections] = stuck_free ? stuck(at) : 0;
        total += popcount(ways[kDirections]);
        int const chosen = random.below(total);
        int way = 0;
        for (int d = 0; d < kDirections; ++d) way += chosen >= upto[d];
        int const cell = nth(ways[way], chosen - (way ? upto[way - 1] : 0));
        if (way == kDirections)
            move = {MoveKind::Stay, std::uint8_t(cell), kNoCell};
        else
            move = {MoveKind::Step, std::uint8_t(cell - kDy[way] * 8 - kDx[way]), std::uint8_t(cell)};
        return true;
    }

    State play(State at, Move move) const {
        switch (move.kind) {
            case MoveKind::Place:
                at.own |= one<Bits>(move.to);  // R4
                return go_on(at, move.to);
            case MoveKind::Step:
                at.own |= one<Bits>(move.to);  // R6
                at.opp ^= one<Bits>(move.from);
                return go_on(at, move.to);
            case MoveKind::Stay:
                return turn_over(at, 0);
            default:
                return turn_over(at, at.passes() + 1);
        }
    }

    static bool mid_turn(State const& at) { return at.flanked != 0; }

    /// Placements, steps of the stone on a cell to each of its neighbours, choices of a stuck stone.
    using Actions = turncoat::TURNCOAT_CPU::Actions<Bits, kDirections + 2>;

    Actions actions(State const& at) const {
        Actions actions{};
        if (at.ending()) return actions;
        if (!mid_turn(at)) {
            actions.plane[0] = placements(at);
            actions.pass = !actions.plane[0];  // R5
            return actions;
        }
        Bits const open = empty(at);
        each_direction(
            [&](auto i) { actions.plane[1 + i] = at.flanked & grid.shift<opposite(kReadingOrder[i])>(open); });
        actions.plane[kDirections + 1] = stuck_free ? stuck(at) : 0;
        return actions;
    }
    Move move_of(State const&, Action action) const {
        auto const [plane, cell] = action;
        if (!plane) return {MoveKind::Place, kNoCell, std::uint8_t(cell)};
        if (plane > kDirections) return {MoveKind::Stay, std::uint8_t(cell), kNoCell};
        int const way = kReadingOrder[plane - 1];
        return {MoveKind::Step, std::uint8_t(cell), std::uint8_t(cell + kDy[way] * 8 + kDx[way])};
    }
    Action action_of(Move move) const {
        if (move.kind == MoveKind::Place) return {0, move.to};
        if (move.kind == MoveKind::Stay) return {kDirections + 1, move.from};
        int plane = 1;
        while (move_of({}, {plane, move.from}).to != move.to) ++plane;
        return {plane, move.from};
    }

    /// What there is to see, plane by plane: the stones of which one must move, and everywhere whether the last turn
    /// was a pass.
    static constexpr int kPlanes = 4;
    template <class F>
    void observe(State const& at, F&& f) const {
        f(at.own);
        f(at.opp);
        f(at.flanked);
        f(at.passes() ? grid.cells : 0);
    }

    template <class F>
    void events(State const& at, Move move, F&& f) const {
        auto const side = std::uint8_t(at.side());
        if (move.kind == MoveKind::Pass) f(Event{EventKind::Passed, side});
        if (move.kind == MoveKind::Place) f(Event{EventKind::Placed, side, move.to});
        if (move.kind != MoveKind::Step) return;  // a stuck stone stays as it is
        f(Event{EventKind::Moved, side, move.from, move.to});
        f(Event{EventKind::Turned, side, move.to});
    }

    Outcome outcome(State const& at) const {
        if (at.ending() == GoesOn) return {};
        if (at.ending() == TargetHeld) {
            bool const own = points(at.own, at.opp) >= target[at.side()];
            return {true, std::int8_t(at.side() ^ !own), 9, Reason::Target, 9};
        }
        std::uint8_t const ended = at.ending() == CenterFull ? 10 : 11;
        Reason reason = Reason::Points;  // R12
        int lead = points(at.own, at.opp) - points(at.opp, at.own);
        if (!lead) {
            reason = Reason::Center;
            lead = popcount(at.own & kCenterArea) - popcount(at.opp & kCenterArea);
        }
        if (!lead) {
            reason = Reason::Stones;
            lead = popcount(at.own) - popcount(at.opp);
        }
        if (!lead) return {true, -1, 12, Reason::Draw, ended};
        return {true, std::int8_t(at.side() ^ (lead < 0)), 12, reason, ended};
    }

    Score score(State const& at) const { return by_side(at.side(), points(at.own, at.opp), points(at.opp, at.own)); }

    char const* load(PositionData const& data, State& at) const {
        int const chain = data.fields[Chain].value, passes = data.fields[Passes].value;
        bool const won[2] = {points(at.own, at.opp) >= target[at.side()],
                             points(at.opp, at.own) >= target[at.side() ^ 1]};
        if (won[0] && won[1]) return "both sides hold their targets";
        bool const over = won[0] || won[1];
        if (chain != kNoCell) {
            int const stone = bit_of(grid, chain);
            if (over || passes || !has(at.own, stone)) return "no turn can go on from that stone";
            at = go_on(at, stone);
            return mid_turn(at) ? nullptr : "no turn can go on from that stone";
        }
        at.word = pack(at.side(), kNoCell, passes, over ? TargetHeld : ending(at.own | at.opp, passes));
        return nullptr;
    }

    void store(State const& at, PositionData& data) const {
        data.fields[Chain].value = mid_turn(at) ? at.chain() : kNoCell;
        data.fields[Passes].value = at.passes();
    }

    template <class Map>
    static State transform(State at, Map const& map) {
        at.own = map.set(at.own);
        at.opp = map.set(at.opp);
        at.flanked = map.set(at.flanked);
        if (mid_turn(at)) at.word = pack(at.side(), map.cell(at.chain()));
        return at;
    }

  private:
    /// R8: from the stone just placed or moved, if it outflanks a stone that can move, unless the game is won (R9).
    State go_on(State at, int stone) const {
        if (points(at.own, at.opp) >= target[at.side()])
            return {at.opp, at.own, 0, pack(at.side() ^ 1, kNoCell, 0, TargetHeld)};
        Bits const flanked = outflanked(grid, at.own, at.opp, stone);
        if (!(flanked & neighbours(grid, empty(at)))) return turn_over(at, 0);  // R7
        at.flanked = flanked;
        at.word = pack(at.side(), stone);
        return at;
    }

    State turn_over(State const& at, int passes) const {
        return {at.opp, at.own, 0, pack(at.side() ^ 1, kNoCell, passes, ending(at.own | at.opp, passes))};
    }

    /// R10, R11
    static Ending ending(Bits stones, int passes) {
        if (!(kCenterArea & ~stones)) return CenterFull;
        return passes == 2 ? TwoPasses : GoesOn;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
