// The words all games share.
//
// Only data: this header is included by code compiled for different processors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace turncoat {

inline constexpr int kMostCells = 128;
inline constexpr std::uint8_t kNoCell = 255;

inline constexpr int kMostValues = 8;

/// A game and the values of its options: the numbers of `Options.numbers()` in games/options.
struct Ruleset {
    int game = 0;
    int values[kMostValues] = {};
};

/// What must be known of a game to take its rulesets.
struct GameInfo {
    char const* name;
    int values;                 // how many there are
    bool (*holds)(int const*);  // whether there is room for a game with these; the plain rules say what is allowed
};

struct Size {
    int width, height;
};

enum class Kind : std::uint8_t { Pass, Swap, Place, Stay, Step, Capture };

/// One decision.  Place: `to`.  Stay (a stuck stone is chosen): `from`.  Step and Capture: `from` and `to`; in Verto
/// the entered cell is `from` and the captured one `to`, as in its text.
struct Move {
    Kind kind = Kind::Pass;
    std::uint8_t from = kNoCell, to = kNoCell;
    bool operator==(Move const&) const = default;
};

/// Room for the moves of any position: entries of Verto on 11x11, quiet and in eight directions.
struct Moves {
    static constexpr int kMost = 121 * 9;
    int size = 0;
    Move list[kMost];
    [[gnu::always_inline]] void add(Move move) { list[size++] = move; }
};

/// What a move does to the board and the reserves, as games/kit names it.
enum class Change : std::uint8_t { Placed, Turned, Moved, Captured, Given, Passed, Swapped };

/// One change a move makes; the side is whose stone it is afterwards, of a captured one whose it was.
struct Event {
    Change kind;
    std::uint8_t side;
    std::uint8_t cell = kNoCell, to = kNoCell;
    bool operator==(Event const&) const = default;
};

enum class Reason : std::uint8_t { None, Target, Points, Center, Stones, Draw, Majority, Captured };

/// How a game stands; winner 0 first, 1 second, -1 nobody.  Rules are numbers: 9 for R9.
struct Outcome {
    bool over = false;
    std::int8_t winner = -1;
    std::uint8_t rule = 0;
    Reason reason = Reason::None;
    std::uint8_t ended = 0;
};

struct Score {
    int first = 0, second = 0;
};

/// What became of the right to exchange colours.
enum class Pie : std::uint8_t { Kept, Open, Swapped };

/// A position as anyone can read it: cells in reading order (0 first, 1 second, -1 empty, -2 no such cell).
struct Picture {
    std::int8_t cells[kMostCells];
    std::uint8_t side = 0, chain = kNoCell, passes = 0;
    Pie pie = Pie::Kept;
    int coins[2] = {-1, -1};  // below zero in games without reserves
};

/// A position of any game, known only to the kernel of its ruleset.
struct alignas(8) State {
    unsigned char bytes[48];
};

/// What became of one random game.
struct Record {
    std::int32_t moves = 0, turns = 0, first = 0, second = 0;
    Outcome outcome;
};

/// Set from outside to end long work early; its result is then worthless.
struct Stop {
    bool flag = false;
    [[gnu::always_inline]] void ask() { __atomic_store_n(&flag, true, __ATOMIC_RELAXED); }
    [[gnu::always_inline]] bool asked() const { return __atomic_load_n(&flag, __ATOMIC_RELAXED); }
};

__extension__ typedef unsigned __int128 Count;
inline constexpr Count kTooMany = ~Count(0);  // sums and products stay here once they get here

enum class Unit : std::uint8_t { Turn, Move };

}  // namespace turncoat
