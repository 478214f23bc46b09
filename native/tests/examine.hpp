// Everything that a kernel can be asked of one position, compared.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/kernel.hpp"
#include "core/text.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {

/// What a move does, as the kernel tells it.
struct ListedMoves final : MoveSink {
    std::vector<Move> moves;
    std::vector<bool> ends;
    void take(Move move, Event const* events, int count, bool ends_turn) override {
        moves.push_back(move);
        ends.push_back(ends_turn);
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < i; ++j) check(events[i] != events[j], "a change twice", "");
    }
};

/// Compares what moves, actions and indices say of a position, and what they lead to.
inline void examine_actions(Kernel const& kernel, State const& state, std::string const& where) {
    Moves moves;
    kernel.moves(state, moves);
    ListedMoves listed;
    kernel.legal(state, listed);
    check(listed.moves.size() == std::size_t(moves.size), "other moves are listed", where);
    State at = state;
    std::int32_t played = 0;
    Slice const game{&at, &played, 1, 0};
    auto const [planes, actions] = kernel.shape();
    std::vector<std::uint8_t> legal(std::size_t(actions) + 1, 7);
    kernel.observe(game, {.legal = legal.data()});
    check(legal.back() == 7, "written past the end", where);
    legal.pop_back();
    check(std::count(legal.begin(), legal.end(), 1) == moves.size, "another number of actions", where);
    std::int32_t chosen = 0;
    for (int i = 0; i < moves.size; ++i) {
        std::int32_t const action = kernel.action(moves.list[i]);
        std::int64_t const index = i;
        check(listed.moves[std::size_t(i)] == moves.list[i], "listed in another order", where);
        check(legal.at(std::size_t(action)) == 1, "a legal action is left out", where);
        check(kernel.from_indices(game, &index, &chosen) == 1 && chosen == action, "an index leads elsewhere", where);
        check(kernel.from_actions(game, &action, &chosen) == 1 && chosen == action, "an action is refused", where);
        State next = state;
        kernel.play(next, moves.list[i]);
        kernel.act(game, &action, nullptr, {});
        check(kernel.equal(at, next), "an action leads elsewhere", where);
        check(listed.ends[std::size_t(i)] == !kernel.mid_turn(next), "the turn ends otherwise", where);
        at = state;
    }
    for (std::int32_t action = -2; action < actions + 2 && moves.size; ++action)
        if (action < 0 || action >= actions || !legal[std::size_t(action)])
            check(!kernel.from_actions(game, &action, &chosen), "an illegal action is taken", where);
    for (std::int64_t const index : {std::int64_t(-1), std::int64_t(moves.size), std::int64_t(1) << 40})
        if (moves.size) check(!kernel.from_indices(game, &index, &chosen), "a wrong index is taken", where);
    kernel.sample(game, 5, &chosen);
    check((chosen == kNoAction) == !moves.size, "no action where there are some, or one where there is none", where);
    if (!moves.size) return;
    State next = state;
    kernel.play_random(next, 5, std::uint32_t(played));
    kernel.act(game, &chosen, nullptr, {});
    check(kernel.equal(at, next), "another move is drawn", where);
}

/// Asks a position everything and compares the answers.
inline void examine(Kernel const& kernel, State const& state, std::string const& where) {
    Moves moves;
    kernel.moves(state, moves);
    check(moves.size == kernel.count(state), "count is not the number of moves", where);
    check((moves.size == 0) == kernel.outcome(state).over, "over and yet moves, or neither", where);
    State const again = read_position(kernel, write_position(kernel, state));
    check(kernel.equal(state, again) && kernel.hash(state) == kernel.hash(again), "text loses something", where);
    for (int i = 0; i < moves.size; ++i) {
        State next = state;
        kernel.play(next, moves.list[i]);
        check(kernel.hash_after(kernel.hash(state), state, next) == kernel.hash(next), "the hash drifts", where);
        for (int j = 0; j < i; ++j) check(moves.list[i] != moves.list[j], "a move twice", where);
    }
    examine_actions(kernel, state, where);
    State least = state;
    kernel.canonical(least);
    for (int i = 0; i < kernel.symmetries(); ++i) {
        State other = state;
        kernel.transform(other, i);
        check(kernel.count(other) == moves.size, "a mirror image has other moves", where);
        kernel.canonical(other);
        check(kernel.equal(other, least), "symmetric positions differ in canonical form", where);
    }
}

}  // namespace turncoat
