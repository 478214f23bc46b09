// What every game's state has in common: the stones of both sides, seen from the side to move.
#pragma once

#include "core/bits.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Small numbers as the bytes of one word, the side to move always the lowest.  One word and not four members, because
/// a copy of the whole would have to wait for bytes stored one by one.
constexpr std::uint32_t pack(int side, int a = 0, int b = 0, int c = 0) {
    return std::uint32_t(side) | std::uint32_t(a) << 8 | std::uint32_t(b) << 16 | std::uint32_t(c) << 24;
}
constexpr int unpack(std::uint32_t word, int place) { return word >> (8 * place) & 255; }

template <class State>
inline auto first_of(State const& at) {
    return at.side() ? at.opp : at.own;
}
template <class State>
inline auto second_of(State const& at) {
    return at.side() ? at.own : at.opp;
}

/// Stones of each side on the board.
template <class State>
inline Score stones_of(State const& at) {
    return {popcount(first_of(at)), popcount(second_of(at))};
}

/// A count for the side to move and one for the other side, as first and second.
inline Score by_side(int side, int own, int opp) { return side ? Score{opp, own} : Score{own, opp}; }

}  // namespace turncoat::TURNCOAT_CPU
