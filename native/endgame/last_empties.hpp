// The last four cells of a game of outflanking that fills its board: no tables, no lists, only what a leaf needs.
#pragma once

#include "core/node_counter.hpp"
#include "core/outflanking.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Stones turned on one line by a stone at a place of it, where every other cell of the line is filled.
struct LineTurns {
    std::uint8_t of[8][256];  // by the place and the mover's stones; on a shorter line the upper bits are clear
    constexpr LineTurns() : of{} {
        for (int place = 0; place < 8; ++place)
            for (int own = 0; own < 256; ++own) {
                int up = place + 1, down = place - 1;
                while (up < 8 && !(own >> up & 1)) ++up;
                while (down >= 0 && !(own >> down & 1)) --down;
                of[place][own] = std::uint8_t((up < 8 ? up - place - 1 : 0) + (down >= 0 ? place - down - 1 : 0));
            }
    }
};
inline constexpr LineTurns kLineTurns;

/// The lines through every cell, for gathering their stones.
struct CellLines {
    struct Of {
        Bits64 diagonal, antidiagonal;       // with the cell itself
        std::uint8_t const *along, *across;  // turns at the cell's place on these two, as they are gathered
        Bits64 near;                         // the neighbours
    };
    Of cell[64];
    constexpr CellLines() : cell{} {
        for (int at = 0; at < 64; ++at) {
            auto const* rays = Grid64::kRays.from[at];
            Bits64 const self = one<Bits64>(at);
            Of& of = cell[at];
            of.diagonal = rays[2] | rays[6] | self;
            of.antidiagonal = rays[3] | rays[7] | self;
            of.near = 0;
            for (int d = 0; d < kDirections; ++d) {
                int const x = at % 8 + kDx[d], y = at / 8 + kDy[d];
                if (x >= 0 && x < 8 && y >= 0 && y < 8) of.near |= one<Bits64>(8 * y + x);
            }
#if defined(__BMI2__)
            of.along = kLineTurns.of[__builtin_popcountll(rays[6])];
            of.across = kLineTurns.of[__builtin_popcountll(rays[7])];
#else
            of.along = of.across = kLineTurns.of[at % 8];
#endif
        }
    }
};
inline constexpr CellLines kCellLines;

[[gnu::always_inline]] inline Bits64 near(int cell) { return kCellLines.cell[cell].near; }

/// How many stones a stone of `own` on the only empty cell turns.  Cells off a smaller board are nobody's: a line that
/// runs into them meets no own stone any more, as it should.
[[gnu::always_inline]] inline int last_turns(Bits64 own, int cell) {
    auto const& lines = kCellLines.cell[cell];
    int const x = cell & 7, y = cell >> 3;
#if defined(__BMI2__)
    auto const column = _pext_u64(own, Bits64(0x0101010101010101) << x);
    auto const diagonal = _pext_u64(own, lines.diagonal), antidiagonal = _pext_u64(own, lines.antidiagonal);
#else
    auto const column = (own >> x & 0x0101010101010101) * 0x0102040810204080 >> 56;
    auto const diagonal = (own & lines.diagonal) * 0x0101010101010101 >> 56;
    auto const antidiagonal = (own & lines.antidiagonal) * 0x0101010101010101 >> 56;
#endif
    return kLineTurns.of[x][own >> (cell & 56) & 255] + kLineTurns.of[y][column] + lines.along[diagonal] +
           lines.across[antidiagonal];
}

/// Values with one to four cells empty, each a lead of the side to move; above alpha they may be too low and below
/// it too high, but never across it.
class LastEmpties {
    Grid64 const grid_;
    Bits64 const cells_;
    int const size_;
    Bits64 quarter_[64];  // the cells of a cell's quarter of the board

  public:
    NodeCounter nodes;

    explicit LastEmpties(Grid64 const& grid) : grid_(grid), cells_(grid.cells), size_(popcount(grid.cells)) {
        int const right = (grid.width + 1) / 2, low = (grid.height + 1) / 2;
        for (int cell = 0; cell < 64; ++cell) {
            quarter_[cell] = 0;
            for (int other = 0; other < 64; ++other)
                if ((other % 8 < right) == (cell % 8 < right) && (other / 8 < low) == (cell / 8 < low))
                    quarter_[cell] |= one<Bits64>(other);
        }
    }

    Grid64 const& grid() const { return grid_; }
    int size() const { return size_; }
    Bits64 quarter(int cell) const { return quarter_[cell]; }

    [[gnu::always_inline]] Bits64 turned(Bits64 own, Bits64 opp, int cell) const {
        return near(cell) & opp ? outflanked(grid_, own, opp, cell) : 0;
    }

    [[gnu::always_inline]] int one_left(Bits64 own, int cell) {
        nodes.add();
        int const lead = 2 * popcount(own) - size_;
        if (int const turns = last_turns(own, cell)) return lead + 2 + 2 * turns;
        if (int const turns = last_turns(cells_ ^ own ^ one<Bits64>(cell), cell)) return lead - 2 * turns;
        return lead + 1;  // the cell stays empty
    }

    [[gnu::always_inline]] int two_left(Bits64 own, Bits64 opp, int alpha, int a, int b) {
        nodes.add();
        int best = kNone;
        if (Bits64 const turns = turned(own, opp, a)) {
            best = -one_left(opp ^ turns, b);
            if (best > alpha) return best;
        }
        if (Bits64 const turns = turned(own, opp, b)) best = most(best, -one_left(opp ^ turns, a));
        if (best > kNone) return best;
        best = -kNone;
        if (Bits64 const turns = turned(opp, own, a)) {
            best = one_left(own ^ turns, b);
            if (best <= alpha) return best;
        }
        if (Bits64 const turns = turned(opp, own, b)) best = least(best, one_left(own ^ turns, a));
        return best < -kNone ? best : popcount(own) - popcount(opp);
    }

    int three_left(Bits64 own, Bits64 opp, int alpha, int a, int b, int c, bool passed = false) {
        nodes.add();
        int best = kNone;
        if (Bits64 const turns = turned(own, opp, a)) {
            best = -two_left(opp ^ turns, own | turns | one<Bits64>(a), -alpha - 1, b, c);
            if (best > alpha) return best;
        }
        if (Bits64 const turns = turned(own, opp, b)) {
            best = most(best, -two_left(opp ^ turns, own | turns | one<Bits64>(b), -alpha - 1, a, c));
            if (best > alpha) return best;
        }
        if (Bits64 const turns = turned(own, opp, c))
            best = most(best, -two_left(opp ^ turns, own | turns | one<Bits64>(c), -alpha - 1, a, b));
        if (best > kNone) return best;
        return passed ? popcount(own) - popcount(opp) : -three_left(opp, own, -alpha - 1, a, b, c, true);
    }

    int four_left(Bits64 own, Bits64 opp, int alpha, Bits64 empty, bool passed = false) {
        nodes.add();
        Order const order = order_of(empty);
        auto const [a, b, c, d] = order.cells;
        int best = kNone;
        auto const play = [&](int cell, int x, int y, int z) {
            Bits64 const turns = turned(own, opp, cell);
            if (!turns) return false;
            best = most(best, -three_left(opp ^ turns, own | turns | one<Bits64>(cell), -alpha - 1, x, y, z));
            return best > alpha;
        };
        if (play(a, b, c, d) || play(b, a, c, d)) return best;
        // Two pairs: what is left of the broken pair comes first.
        if (order.pairs ? play(c, d, a, b) || play(d, c, a, b) : play(c, a, b, d) || play(d, a, b, c)) return best;
        if (best > kNone) return best;
        return passed ? popcount(own) - popcount(opp) : -four_left(opp, own, -alpha - 1, empty, true);
    }

    static constexpr int kNone = -100;  // below any lead
    static int most(int a, int b) { return a > b ? a : b; }
    static int least(int a, int b) { return a < b ? a : b; }

  private:
    struct Order {
        int cells[4];
        bool pairs;
    };

    /// Lone cells of a quarter first: who fills them moves last there.
    [[gnu::always_inline]] Order order_of(Bits64 empty) const {
        Bits64 const group = empty & quarter_[lsb(empty)], rest = empty ^ group;
        Bits64 first = group, second = rest;
        bool pairs = false;
        switch (popcount(group)) {
            case 4:
                first = second = empty;
                break;
            case 3:
                first = rest, second = group;
                break;
            case 2:
                pairs = !(rest & ~quarter_[lsb(rest)]);
                if (!pairs) first = rest, second = group;
                break;
            default: {
                Bits64 const other = rest & quarter_[lsb(rest)];
                if (popcount(other) == 2)
                    first = group | (rest ^ other), second = other;
                else if (popcount(other) == 1)  // then the two others may be a pair
                    first = group | other, second = rest ^ other;
            }
        }
        Order order{{}, pairs};
        int place = 0;
        for (; first; first &= first - 1) order.cells[place++] = lsb(first);
        for (; second && place < 4; second &= second - 1) order.cells[place++] = lsb(second);
        return order;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
