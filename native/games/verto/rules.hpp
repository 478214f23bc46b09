// Verto, the fast twin of games/verto; that file decides where they differ.
#pragma once

#include "core/actions.hpp"
#include "core/grid.hpp"
#include "core/random.hpp"
#include "core/stones.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Grid>
struct Verto {
    using Bits = typename Grid::Bits;
    static constexpr bool one_move_turns = false;

    struct State {
        Bits own, opp;
        std::uint32_t word;  // side, chain: the newest stone while a chain of captures goes on (R6)
        int side() const { return unpack(word, 0); }
        int chain() const { return unpack(word, 1); }
        bool operator==(State const&) const = default;
    };

    static constexpr char const* name = "verto";
    enum { Chain };  // what its texts say besides board and side
    static constexpr Field kFields[] = {{"chain", Field::Cell}};
    enum Reason : std::uint8_t { Draw, Majority };
    static constexpr char const* kReasons[] = {"draw", "majority"};
    enum { Side, Quiet, kOptions };  // the options as numbers

    static bool supports(int const* values) { return within(values[Side], 2, 11) && within(values[Quiet], 0, 1); }
    static Size size(Ruleset const& ruleset) { return {ruleset.values[Side], ruleset.values[Side]}; }

    Grid grid;
    Bits corner_cells;
    bool quiet;

    explicit Verto(Ruleset const& ruleset)
        : grid(size(ruleset)), corner_cells(corners(grid)), quiet(ruleset.values[Quiet]) {}

    State start() const { return {0, 0, pack(0, kNoCell)}; }  // R1

    Bits empty(State const& at) const { return grid.cells & ~(at.own | at.opp); }

    /// R3: where a stone may be entered at all.
    Bits enterable(State const& at) const {
        return empty(at) & (neighbours(grid, at.opp) | ~(neighbours(grid, at.own) | corner_cells));
    }

    /// R4: the empty cells from which the stone next to it in that direction can be captured.
    template <int D>
    Bits capturing(State const& at, Bits open) const {
        constexpr int back = opposite(D);
        return open & grid.template shift<back>(at.opp & grid.template shift<back>(at.own));
    }

    /// R6: the cells behind stones that can be jumped from the newest stone in that direction, one or none.
    template <int D>
    Bits jump(State const& at, Bits open) const {
        return open & grid.template shift<D>(at.opp & grid.template shift<D>(one<Bits>(at.chain())));
    }

    int amount(int direction) const { return kDy[direction] * grid.stride + kDx[direction]; }

    /// All ways to go on: a set of entered cells for each direction of the captured stone, and the quiet entries.
    struct Ways {
        Bits capture[kDirections], quiet;
    };

    Ways ways(State const& at) const {
        Ways found;
        Bits const open = empty(at);
        if (mid_turn(at)) {
            each_direction([&](auto d) { found.capture[opposite(d)] = jump<d>(at, open); });
            found.quiet = 0;
            return found;
        }
        Bits any = 0;
        each_direction([&](auto d) { any |= found.capture[d] = capturing<d>(at, open); });
        found.quiet = enterable(at);
        if (!quiet) found.quiet &= ~any;  // R7
        return found;
    }

    int count(State const& at) const {
        Ways const found = ways(at);
        int total = popcount(found.quiet);
        for (Bits cells : found.capture) total += popcount(cells);
        return total ? total : empty(at) != 0;  // R8, R9
    }

    template <class F>
    void each_move(State const& at, F&& f) const {
        Ways const found = ways(at);
        Bits all = found.quiet;
        for (Bits cells : found.capture) all |= cells;
        if (!all && empty(at)) f(Move{});  // R8
        each(all, [&](int cell) {
            if (has(found.quiet, cell)) f(Move{MoveKind::Place, kNoCell, std::uint8_t(cell)});
            for (int d : kReadingOrder)
                if (has(found.capture[d], cell))
                    f(Move{MoveKind::Capture, std::uint8_t(cell), std::uint8_t(cell + amount(d))});
        });
    }

    bool pick(State const& at, Random& random, Move& move) const {
        // Action by direction, quiet entries last.
        Ways const found = ways(at);
        int upto[kDirections], total = 0;
        for (int d = 0; d < kDirections; ++d) upto[d] = total += popcount(found.capture[d]);
        total += popcount(found.quiet);
        if (!total) {
            move = Move{};  // R8
            return empty(at) != 0;
        }
        int const chosen = random.below(total);
        if (chosen >= upto[kDirections - 1]) {
            int const cell = nth(found.quiet, chosen - upto[kDirections - 1]);
            move = {MoveKind::Place, kNoCell, std::uint8_t(cell)};
            return true;
        }
        int way = 0;
        for (int d = 0; d < kDirections; ++d) way += chosen >= upto[d];
        int const cell = nth(found.capture[way], chosen - (way ? upto[way - 1] : 0));
        move = {MoveKind::Capture, std::uint8_t(cell), std::uint8_t(cell + amount(way))};
        return true;
    }

    State play(State at, Move move) const {
        if (move.kind == MoveKind::Capture) {  // R4: turned at once
            at.own |= one<Bits>(move.from) | one<Bits>(move.to);
            at.opp ^= one<Bits>(move.to);
            at.word = pack(at.side(), move.from);
            if (goes_on(at)) return at;
        } else if (move.kind == MoveKind::Place) {
            at.own |= one<Bits>(move.to);  // R7: no chain after a quiet entry
        }
        return {at.opp, at.own, pack(at.side() ^ 1, kNoCell)};
    }

    static bool mid_turn(State const& at) { return at.chain() != kNoCell; }

    /// Quiet entries, and entries that capture each of the neighbours.
    using Actions = turncoat::TURNCOAT_CPU::Actions<Bits, kDirections + 1>;

    Actions actions(State const& at) const {
        Ways const found = ways(at);
        Actions actions{};
        actions.plane[0] = found.quiet;
        each_direction([&](auto i) { actions.plane[1 + i] = found.capture[kReadingOrder[i]]; });
        actions.pass = empty(at) && !actions.any();  // R8
        return actions;
    }
    Move move_of(State const&, Action action) const {
        auto const [plane, cell] = action;
        if (!plane) return {MoveKind::Place, kNoCell, std::uint8_t(cell)};
        return {MoveKind::Capture, std::uint8_t(cell), std::uint8_t(cell + amount(kReadingOrder[plane - 1]))};
    }
    Action action_of(Move move) const {
        if (move.kind == MoveKind::Place) return {0, move.to};
        int plane = 1;
        while (move.from + amount(kReadingOrder[plane - 1]) != move.to) ++plane;
        return {plane, move.from};
    }

    /// What there is to see, plane by plane: the newest stone while a chain of captures goes on.
    static constexpr int kPlanes = 3;
    template <class F>
    void observe(State const& at, F&& f) const {
        f(at.own);
        f(at.opp);
        f(mid_turn(at) ? one<Bits>(at.chain()) : 0);
    }

    template <class F>
    void events(State const& at, Move move, F&& f) const {
        auto const side = std::uint8_t(at.side());
        if (move.kind == MoveKind::Pass) return f(Event{EventKind::Passed, side});
        f(Event{EventKind::Placed, side, move.kind == MoveKind::Place ? move.to : move.from});
        if (move.kind == MoveKind::Capture) f(Event{EventKind::Turned, side, move.to});
    }

    Outcome outcome(State const& at) const {  // R9
        if (empty(at)) return {};
        auto const [first, second] = score(at);
        if (first == second) return {true, -1, 9, Reason::Draw, 9};
        return {true, std::int8_t(first < second), 9, Reason::Majority, 9};
    }

    Score score(State const& at) const { return stones_of(at); }

    char const* load(PositionData const& data, State& at) const {
        int const chain = data.fields[Chain].value;
        at.word = pack(at.side(), kNoCell);
        if (chain != kNoCell) {
            at.word = pack(at.side(), bit_of(grid, chain));
            if (!has(at.own, at.chain()) || !goes_on(at)) return "no turn can go on from that stone";
        }
        return nullptr;
    }

    void store(State const& at, PositionData& data) const {
        data.fields[Chain].value = mid_turn(at) ? cell_of(grid, at.chain()) : kNoCell;
    }

    /// The same with colours exchanged where it takes that to have the first side decide; no rule tells them apart.
    static State as_first(State at) {
        at.word = pack(0, at.chain());
        return at;
    }

    template <class Map>
    static State transform(State at, Map const& map) {
        at.own = map.set(at.own);
        at.opp = map.set(at.opp);
        if (mid_turn(at)) at.word = pack(at.side(), map.cell(at.chain()));
        return at;
    }

  private:
    /// R6: it must go on while it can.
    bool goes_on(State const& at) const {
        Bits const open = empty(at);
        Bits any = 0;
        each_direction([&](auto d) { any |= jump<d>(at, open); });
        return any != 0;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
