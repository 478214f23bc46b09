// What the native rules of a game must offer.
#pragma once

#include <concepts>

#include "core/random.hpp"
#include "core/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Rules of one ruleset, made from its numbers.  Cells in states and moves are bits of `grid`.
template <class Rules>
concept GameRules = requires(Rules const& rules, Ruleset const& ruleset, int const* values, typename Rules::State at,
                             Move move, Random& random, PositionData& data) {
    // The game: its name, how many options it has, what it can hold (the plain rules say what is allowed), and the
    // fields and reasons that its texts name.
    { Rules::name } -> std::convertible_to<char const*>;
    { Rules::kOptions } -> std::convertible_to<int>;
    { Rules::supports(values) } -> std::same_as<bool>;
    { Rules::size(ruleset) } -> std::same_as<Size>;
    { *Rules::kFields } -> std::convertible_to<Field>;
    { *Rules::kReasons } -> std::convertible_to<char const*>;
    { Rules::one_move_turns } -> std::convertible_to<bool>;
    Rules(ruleset);
    rules.grid.cells;  // Grid64 or Grid128

    // A position: the stones of the side to move and of the other, and all else in one word (`pack` in stones.hpp).
    // Three things are looked for and may be missing: chain(), the stone that an unfinished turn goes on from; extra(),
    // a number below Rules::kExtras that tells positions apart; Rules::as_first, for games even for both colours.
    at.own, at.opp, at.word;
    { at.side() } -> std::same_as<int>;
    { at == at } -> std::same_as<bool>;

    // The moves, in reading order; over is a game without any.
    { rules.start() } -> std::same_as<typename Rules::State>;
    { rules.count(at) } -> std::same_as<int>;
    rules.each_move(at, [](Move) {});
    { rules.pick(at, random, move) } -> std::same_as<bool>;  // one of them, all equally likely; false when over
    { rules.play(at, move) } -> std::same_as<typename Rules::State>;
    { Rules::mid_turn(at) } -> std::same_as<bool>;
    { rules.outcome(at) } -> std::same_as<Outcome>;
    { rules.score(at) } -> std::same_as<Score>;
    rules.events(at, move, [](Event) {});

    // The same moves as planes of cells (actions.hpp), and what a learning program sees.
    { rules.actions(at).any() } -> std::same_as<bool>;
    rules.move_of(at, rules.action_of(move));
    { Rules::kPlanes } -> std::convertible_to<int>;
    rules.observe(at, [](typename Rules::Bits) {});

    // To text and back: `load` is given stones and side, and says what is wrong or null.
    { rules.load(data, at) } -> std::same_as<char const*>;
    rules.store(at, data);
};

}  // namespace turncoat::TURNCOAT_CPU
