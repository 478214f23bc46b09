// The words all games share, and the table of functions through which the rest of the program calls a compiled game.
//
// Only data and pure interfaces: this header is included by code compiled for different processors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace turncoat {

inline constexpr int kMostCells = 128;
inline constexpr std::uint8_t kNoCell = 255;

/// An option of a game: one of two words, or a number, or two numbers with a sign between them (one stands for both).
struct Option {
    char const* name;
    char const* words[2] = {nullptr, nullptr};
    char between = 0;
    int low = 0, high = 0;
    int standard[2] = {0, 0};
};

inline constexpr int kMostOptions = 4;

/// A game and the values of its options, in the order the game declares them; of two words the second is 1.
struct Ruleset {
    int game = 0;
    int values[kMostOptions][2] = {};
};

/// What must be known of a game to read its rulesets.
struct GameInfo {
    char const* name;
    Option const* options;
    int option_count;
    bool (*allows)(Ruleset const&);  // whether values allowed one by one go together
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

struct Sink {  // receives positions one by one
    virtual void take(State const& state) = 0;

  protected:
    ~Sink() = default;
};

/// The rules of one ruleset, compiled for one processor.  Cells in moves are numbered in reading order.
class Kernel {
  public:
    virtual ~Kernel() = default;
    virtual Size size() const = 0;
    virtual void start(State&) const = 0;
    /// Takes a picture; the reason if it cannot be a position, else null.
    virtual char const* load(Picture const&, State&) const = 0;
    virtual void store(State const&, Picture&) const = 0;
    virtual int side(State const&) const = 0;
    virtual bool mid_turn(State const&) const = 0;
    virtual void moves(State const&, Moves&) const = 0;  // in reading order
    virtual int count(State const&) const = 0;
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
    virtual void expand(State const&, Sink&) const = 0;
    /// Games number first, first + 1, ... of the stream that belongs to the seed.
    virtual void playouts(State const&, std::uint64_t seed, std::uint64_t first, int count, Record*,
                          Stop const&) const = 0;
    /// The moves of one such game; at most `most` are written, the number played comes back.
    virtual int playout(State const&, std::uint64_t seed, std::uint64_t index, Move*, int most) const = 0;
};

}  // namespace turncoat
