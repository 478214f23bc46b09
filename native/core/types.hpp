// The words all games share.
//
// Only data: this header is included by code compiled for different processors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace turncoat {

inline constexpr int kMaxCells = 128;
inline constexpr std::uint8_t kNoCell = 255;

inline constexpr int kMaxOptions = 8;

/// A game and the values of its options: the numbers of `Options.numbers()` in games/options.
struct Ruleset {
    char const* game = nullptr;
    int values[kMaxOptions] = {};
    bool operator==(Ruleset const&) const = default;
};

struct Size {
    int width, height;
};

enum class MoveKind : std::uint8_t { Pass, Swap, Place, Stay, Step, Capture };

/// One decision.  Place: `to`.  Stay (a stuck stone is chosen): `from`.  Step and Capture: `from` and `to`; in Verto
/// the entered cell is `from` and the captured one `to`, as in its text.
struct Move {
    MoveKind kind = MoveKind::Pass;
    std::uint8_t from = kNoCell, to = kNoCell;
    bool operator==(Move const&) const = default;
};

/// Room for the moves of any position: entries of Verto on 11x11, quiet and in eight directions.
struct Moves {
    static constexpr int kMax = 121 * 9;
    int size = 0;
    Move list[kMax];
    [[gnu::always_inline]] void add(Move move) { list[size++] = move; }
};

/// What a change is: its place in EVENT_KINDS of games/moves.py, which names them.  A kind that only one game knows
/// stands in that game's rules.
enum class EventKind : std::uint8_t { Placed = 0, Turned = 1, Moved = 2, Passed = 5, Swapped = 6 };

/// One change a move makes; the side is whose stone it is afterwards, or was if it is gone.
struct Event {
    EventKind kind;
    std::uint8_t side;
    std::uint8_t cell = kNoCell, to = kNoCell;
    bool operator==(Event const&) const = default;
};

/// How a game stands; winner 0 first, 1 second, -1 nobody.  Rules are numbers: 9 for R9.
struct Outcome {
    bool over = false;
    std::int8_t winner = -1;
    std::uint8_t rule = 0;
    std::uint8_t reason = 0;  // a place in Rules::kReasons
    std::uint8_t ended = 0;
};

struct Score {
    int first = 0, second = 0;
};

inline constexpr int kMaxFields = 4;

/// What a position's text may say after board and side, such as `chain=d3`.  A game lists its fields in its rules.
struct Field {
    enum Kind : std::uint8_t {
        Cell,    // left out where there is none
        Number,  // left out at 0
        Word,    // left out at 0, which has no word
        Pair     // two numbers, such as `30/29`; never left out
    };
    char const* name;
    Kind kind;
    int high = kMaxCells;       // numbers run from 0 to this
    char const* words[4] = {};  // by value, for a Word
};

struct FieldList {
    Field const* list;
    int size;
};

struct FieldValue {
    int value = 0, second = 0;  // a Cell that is none is kNoCell
};

/// A position as its text tells it: cells in reading order (0 first, 1 second, -1 empty, -2 no such cell).
struct PositionData {
    std::int8_t cells[kMaxCells];
    std::uint8_t side = 0;
    FieldValue fields[kMaxFields];  // in the order of the game's list
};

struct NameList {
    char const* const* list;
    int size;
};

/// A position of any game, known only to the kernel of its ruleset.
struct alignas(8) State {
    unsigned char bytes[48];
};

/// What became of one random game.
struct PlayoutResult {
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
