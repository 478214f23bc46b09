// Which moves refuted before: two killers for every ply, and a history by side, from and to.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

class MoveHistory {
    std::int16_t history_[2][kMaxCells + 1][kMaxCells + 1] = {};
    Move killers_[kMaxPly + 2][2] = {};

    static int place(std::uint8_t cell) { return cell == kNoCell ? kMaxCells : cell; }
    std::int16_t& entry(int side, Move move) { return history_[side][place(move.from)][place(move.to)]; }

  public:
    /// Before a search: killers belong to its plies alone, and history fades.
    void age() {
        for (auto& killers : killers_) killers[0] = killers[1] = Move{};
        for (auto& side : history_)
            for (auto& from : side)
                for (auto& to : from) to = std::int16_t(to / 4);
    }
    void clear() { __builtin_memset(history_, 0, sizeof history_); }

    int score(int side, Move move) const { return history_[side][place(move.from)][place(move.to)]; }
    Move killer(int ply) const { return killers_[ply][0]; }
    bool is_killer(int ply, Move move) const { return move == killers_[ply][0] || move == killers_[ply][1]; }

    /// Remembers a move that refuted, and that the `count` moves tried before it did not.
    template <class Tried>
    void update(int side, Move move, int depth, int ply, int count, Tried const& tried) {
        if (!(killers_[ply][0] == move)) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = move;
        }
        int const bonus = std::min(depth * depth * 8, 1200);
        auto const add = [&](Move which, int amount) {
            std::int16_t& value = entry(side, which);
            value = std::int16_t(value + amount - value * std::abs(amount) / 16384);
        };
        add(move, bonus);
        for (int i = 0; i < count; ++i) add(tried(i), -bonus);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
