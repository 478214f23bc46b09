// Stones that can never be turned again, of one side: a bound on the other side's lead.
#pragma once

#include "core/grid.hpp"

namespace turncoat::TURNCOAT_CPU {

/// For every way an edge of some length can be filled, the stones of the mover that no play along it can turn.
class EdgeStability {
    static constexpr int kWays = 6561;
    std::uint8_t stable_[kWays];
    std::uint16_t ternary_[256];
    int length_ = 0;

    std::uint8_t find(unsigned own, unsigned opp, bool* done) {
        unsigned const at = ternary_[own] + 2u * ternary_[opp];
        if (done[at]) return stable_[at];
        unsigned stable = own;
        for (int place = 0; place < length_ && stable; ++place) {
            if ((own | opp) >> place & 1) continue;
            // Either side may place here, turning or not: stones beyond the edge may have turned instead.
            stable &= find(own | 1u << place | turns(own, opp, place), opp & ~turns(own, opp, place), done);
            unsigned const lost = turns(opp, own, place);
            stable &= find(own & ~lost, opp | 1u << place | lost, done);
        }
        done[at] = true;
        return stable_[at] = std::uint8_t(stable);
    }

    unsigned turns(unsigned own, unsigned opp, int place) const {
        unsigned all = 0;
        for (int step : {1, -1}) {
            unsigned line = 0;
            int i = place + step;
            for (; i >= 0 && i < length_ && opp >> i & 1; i += step) line |= 1u << i;
            if (i >= 0 && i < length_ && own >> i & 1) all |= line;
        }
        return all;
    }

  public:
    explicit EdgeStability(int length) : length_(length) {
        for (unsigned n = 0; n < 256; ++n) {
            ternary_[n] = 0;
            for (int bit = 7; bit >= 0; --bit) ternary_[n] = std::uint16_t(ternary_[n] * 3 + (n >> bit & 1));
        }
        bool done[kWays] = {};
        unsigned const all = (1u << length) - 1;
        for (unsigned own = 0; own <= all; ++own)
            for (unsigned opp = 0; opp <= all; ++opp)
                if (!(own & opp)) find(own, opp, done);
    }

    unsigned of(unsigned own, unsigned opp) const { return stable_[ternary_[own] + 2u * ternary_[opp]]; }
};

class Stability {
    Bits64 const off_;  // cells that do not exist count as filled
    Bits64 const inside_;
    int const right_, bottom_;
    EdgeStability const rows_, columns_;

    static unsigned column(Bits64 set, int x) {
#if defined(__BMI2__)
        return unsigned(_pext_u64(set, Bits64(0x0101010101010101) << x));
#else
        return unsigned((set >> x & 0x0101010101010101) * 0x0102040810204080 >> 56);
#endif
    }
    static Bits64 spread(unsigned column) {
#if defined(__BMI2__)
        return _pdep_u64(column, 0x0101010101010101);
#else
        // Bits 0 and 7 would meet in the product, so the last goes its own way.
        return ((column & 127) * Bits64(0x0002040810204081) & 0x0101010101010101) | Bits64(column & 128) << 49;
#endif
    }

  public:
    Bits64 edges(Bits64 own, Bits64 opp) const {
        auto const row = [&](int y) {
            return Bits64(rows_.of(unsigned(own >> 8 * y & 255), unsigned(opp >> 8 * y & 255))) << 8 * y;
        };
        auto const side = [&](int x) { return spread(columns_.of(column(own, x), column(opp, x))) << x; };
        return row(0) | row(bottom_) | side(0) | side(right_);
    }

  private:
    /// Cells of lines without any empty cell, for each of the four ways a line can run.
    struct Full {
        Bits64 rows, columns, diagonals, antidiagonals;
    };
    static Full full_lines(Bits64 filled) {
        Full full;
        Bits64 row = filled;
        row &= row >> 1;
        row &= row >> 2;
        row &= row >> 4;
        full.rows = (row & 0x0101010101010101) * 255;
        Bits64 column = filled;
        column &= column >> 8 | column << 56;
        column &= column >> 16 | column << 48;
        column &= column >> 32 | column << 32;
        full.columns = column;
        // A diagonal that leaves the board is met by cells beyond it, which count as filled.
        Bits64 down = filled, up = filled;
        down &= (down >> 9 | 0xff80808080808080) & (down << 9 | 0x01010101010101ff);
        down &= (down >> 18 | 0xffffc0c0c0c0c0c0) & (down << 18 | 0x030303030303ffff);
        full.diagonals = down & (down >> 36 | 0xfffffffff0f0f0f0) & (down << 36 | 0x0f0f0f0fffffffff);
        up &= (up >> 7 | 0xff01010101010101) & (up << 7 | 0x80808080808080ff);
        up &= (up >> 14 | 0xffff030303030303) & (up << 14 | 0xc0c0c0c0c0c0ffff);
        full.antidiagonals = up & (up >> 28 | 0xffffffff0f0f0f0f) & (up << 28 | 0xf0f0f0f0ffffffff);
        return full;
    }

  public:
    explicit Stability(Grid64 const& grid)
        : off_(~grid.cells),
          inside_(inner(grid)),
          right_(grid.width - 1),
          bottom_(grid.height - 1),
          rows_(grid.width),
          columns_(grid.height) {}

    /// Stones of `own` that are surely stable; not all that are.
    Bits64 of(Bits64 own, Bits64 opp) const {
        Full const full = full_lines(own | opp | off_);
        Bits64 stable = edges(own, opp) | (own & full.rows & full.columns & full.diagonals & full.antidiagonals);
        Bits64 const candidates = own & inside_;
        while (true) {  // a stone beside a stable one, or on a full line, each of the four ways
            Bits64 const more = candidates & ~stable & (stable << 1 | stable >> 1 | full.rows) &
                                (stable << 8 | stable >> 8 | full.columns) &
                                (stable << 9 | stable >> 9 | full.diagonals) &
                                (stable << 7 | stable >> 7 | full.antidiagonals);
            if (!more) return stable;
            stable |= more;
        }
    }

  private:
    /// Cells with all eight neighbours: the others are the edges' affair.
    static Bits64 inner(Grid64 const& grid) {
        Bits64 set = 0;
        for (int y = 1; y < grid.height - 1; ++y)
            for (int x = 1; x < grid.width - 1; ++x) set |= one<Bits64>(8 * y + x);
        return set;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
