// What the stones on the board say of the end, in games such as Verto that turn one stone between a new one and an old.
#pragma once

#include "core/grid.hpp"
#include "core/stones.hpp"

namespace turncoat::TURNCOAT_CPU {

/// A stone is turned along a line of three cells: one end is entered, at the other stands the enemy.  Where both ends
/// are taken, or one of them is off the board or taken for ever by the stone's own colour, nobody turns it that way.
template <class Rules>
class StableStones {
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;

  public:
    static constexpr bool available = true, whole_turns = true;

    /// Bounds of the final lead of the side to move, and a score to order moves by.
    struct Bounds {
        int low, high, order_score;
    };

    explicit StableStones(Rules const& rules) : rules_(rules), cells_(popcount(rules.grid.cells)) {
        each_direction<0, 4>([&](auto d) {
            Bits const inner = shift<d>(rules.grid.cells) & shift<d ^ 4>(rules.grid.cells);
            rim_[d] = rules.grid.cells & ~inner;
        });
    }

    Bounds of(State const& at) const {
        Bits const filled = at.own | at.opp, open = rules_.empty(at);
        Bits closed[4], all = filled;
        each_direction<0, 4>([&](auto d) {
            closed[d] = rim_[d] | (shift<d>(filled) & shift<d ^ 4>(filled));
            all &= closed[d];
        });
        Stability const mine = stability(at.own, all, closed), theirs = stability(at.opp, all, closed);
        int const own = popcount(at.own), opp = popcount(at.opp), left = cells_ - own - opp;
        int const safe = popcount(mine.safe), safe_opp = popcount(theirs.safe);
        int const lost = least(own - safe, popcount(mine.exposed & open));
        int const won = least(opp - safe_opp, popcount(theirs.exposed & open));
        return {cells_ - 2 * (opp + left + lost), 2 * (own + left + won) - cells_,
                450 * (own - opp) + 700 * safe - 1800 * safe_opp};
    }

    int mobility(State const& at) const {
        State const turned{at.opp, at.own, pack(0, kNoCell)};
        return 1000 * rules_.count(at) - 600 * popcount(rules_.enterable(turned));
    }

    /// Whoever enters the cell takes a stone if he can.
    int last_cell(State const& at) const {
        int const lead = popcount(at.own) - popcount(at.opp);
        if (takes(at)) return lead + 3;
        if (rules_.enterable(at)) return lead + 1;
        return takes({at.opp, at.own, at.word}) ? lead - 3 : lead - 1;
    }

  private:
    Rules const& rules_;
    int const cells_;
    Bits rim_[4];  // by axis: the cells that lack a neighbour on it

    struct Stability {
        Bits safe;     // stones that keep their colour to the end
        Bits exposed;  // where somebody must enter to turn one of the others; each entry turns one
    };

    template <int D>
    Bits shift(Bits set) const {
        return rules_.grid.template shift<D>(set);
    }
    static int least(int a, int b) { return a < b ? a : b; }

    /// What one side holds; `closed` by axis: where nobody turns a stone that way, `all`: in no way.
    Stability stability(Bits stones, Bits all, Bits const (&closed)[4]) const {
        for (Bits safe = stones & all;;) {
            Bits more = stones, exposed = 0;
            each_direction<0, 4>([&](auto d) {
                Bits const fast = closed[d] | shift<d>(safe) | shift<d ^ 4>(safe);
                Bits const loose = stones & ~fast;
                more &= fast;
                exposed |= shift<d>(loose) | shift<d ^ 4>(loose);
            });
            if (more == safe) return {safe, exposed};
            safe = more;
        }
    }

    bool takes(State const& at) const {
        Bits const open = rules_.empty(at);
        Bits any = 0;
        each_direction([&](auto d) { any |= rules_.template capturing<d>(at, open); });
        return any != 0;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
