// The table of functions through which the rest of the program calls a compiled game.
//
// Only data and pure interfaces: this header is included by code compiled for different processors.
#pragma once

#include "core/types.hpp"

namespace turncoat {

struct StateSink {  // receives positions one by one
    virtual void take(State const& state) = 0;

  protected:
    ~StateSink() = default;
};

struct MoveSink {  // receives legal moves one by one, each with what it changes
    virtual void take(Move, Event const* events, int count, bool ends_turn) = 0;

  protected:
    ~MoveSink() = default;
};

/// Some games of a batch, side by side.
struct Slice {
    State* states;
    std::int32_t* played;  // moves in each since its start
    std::size_t count;
    std::uint64_t first;  // the place of the first in the whole batch
};

inline constexpr std::int32_t kNoAction = -1;  // of a game that is over

/// The sizes of one game's row in the arrays below.
struct Shape {
    int planes, actions;
};

/// Arrays with a row for each game; one that is not wanted is null.
struct Rows {
    std::uint8_t* observations = nullptr;  // planes of cells in reading order, 1 or 0
    std::uint8_t* legal = nullptr;         // actions, 1 or 0
    std::int8_t* sides = nullptr;          // who decides next
    float* rewards = nullptr;              // two: what the step brought the first side and the second
    std::uint8_t* done = nullptr;          // 1 where the step ended the game
};

/// The rules of one ruleset, compiled for one processor.  Cells in moves are numbered in reading order.
class Kernel {
  public:
    virtual ~Kernel() = default;
    virtual Size size() const = 0;
    virtual void start(State&) const = 0;
    virtual FieldList fields() const = 0;
    virtual NameList reasons() const = 0;
    /// Takes what a text says; the reason if it cannot be a position, else null.
    virtual char const* load(PositionData const&, State&) const = 0;
    virtual void store(State const&, PositionData&) const = 0;
    virtual int side(State const&) const = 0;
    virtual bool mid_turn(State const&) const = 0;
    virtual void moves(State const&, Moves&) const = 0;  // in reading order
    virtual int count(State const&) const = 0;
    virtual void legal(State const&, MoveSink&) const = 0;                                // the same, and what they do
    virtual void play(State&, Move) const = 0;                                            // the move must be legal
    virtual bool play_random(State&, std::uint64_t seed, std::uint64_t index) const = 0;  // false when over
    virtual Outcome outcome(State const&) const = 0;
    virtual Score score(State const&) const = 0;
    virtual bool equal(State const&, State const&) const = 0;
    virtual std::uint64_t hash(State const&) const = 0;
    virtual std::uint64_t hash_after(std::uint64_t hash, State const& before, State const& after) const = 0;
    virtual int symmetries() const = 0;
    virtual void transform(State&, int symmetry) const = 0;
    virtual void canonical(State&) const = 0;
    /// Sequences of exactly `depth` moves or turns; bulk counts the last ply without making its moves.
    virtual Count perft(State const&, int depth, Unit, bool bulk, Stop const&) const = 0;
    /// The positions one move further.
    virtual void expand(State const&, StateSink&) const = 0;
    /// Games number first, first + 1, ... of the stream that belongs to the seed.
    virtual void playouts(State const&, std::uint64_t seed, std::uint64_t first, int count, PlayoutResult*,
                          Stop const&) const = 0;
    /// The moves of one such game; at most `most` are written, the number played comes back.
    virtual int playout(State const&, std::uint64_t seed, std::uint64_t index, Move*, int most) const = 0;

    virtual Shape shape() const = 0;
    /// The fixed number of a move: its plane times the cells plus its cell, then pass, then swap.
    virtual std::int32_t action(Move) const = 0;
    /// Writes how the games stand.
    virtual void observe(Slice const&, Rows const&) const = 0;
    /// Turns what is asked of each game into an action, kNoAction where it is over.  What comes back is the number of
    /// games before the first that was asked for something illegal.
    virtual std::size_t from_actions(Slice const&, std::int32_t const* asked, std::int32_t* actions) const = 0;
    virtual std::size_t from_indices(Slice const&, std::int64_t const* asked, std::int32_t* actions) const = 0;
    /// The actions that step_random would take.
    virtual void sample(Slice const&, std::uint64_t seed, std::int32_t* actions) const = 0;
    /// Plays legal actions.  Where that ended a game it begins again from `restart`, if that is not null.
    virtual void act(Slice const&, std::int32_t const* actions, State const* restart, Rows const&) const = 0;
    /// Plays a random move in every game that is not over; the number of those.
    virtual std::size_t step_random(Slice const&, std::uint64_t seed) const = 0;
    /// 1 for the first side, -1 for the second, 0 for no stone, in reading order.
    virtual void boards(Slice const&, std::int8_t*) const = 0;
};

}  // namespace turncoat
