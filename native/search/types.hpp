// What a search is asked and what it answers.  Only data and pure interfaces, as rules/types.hpp.
#pragma once

#include "core/types.hpp"

namespace turncoat {

/// Worth of a position for the side to move.  Estimates stay well below kProvedWin; what a value means beside that is
/// the game's own affair (see the game's header in this folder).
using Value = int;
inline constexpr Value kWin = 30000;        // won now; one less for every move it takes
inline constexpr Value kProvedWin = 29000;  // from here on a forced win
inline constexpr Value kInfinite = 32000;
inline constexpr int kMaxPly = 240;
inline constexpr int kMaxLine = 64;

struct Limits {
    int depth = kMaxPly;
    std::uint64_t nodes = 0;   // 0: no limit, as with the times
    std::int64_t soft_us = 0;  // no new iteration after this, though a proof that is about to end may go on
    std::int64_t hard_us = 0;  // stop at once after this
    int lines = 1;
    int threads = 1;
};

/// One line of an analysis.
struct Line {
    int rank = 0, depth = 0, deepest = 0, length = 0;
    Value value = 0;
    bool proved = false;  // every leaf was an end of the game
    std::uint64_t nodes = 0;
    std::int64_t micros = 0;
    Move moves[kMaxLine];  // cells in reading order
};

/// How anyone speaks to a running search; safe from any thread.
struct Control {
    Stop stop;               // ends the search
    Stop helpers;            // ends the threads that help it, once it has ended
    bool pondering = false;  // while set, the time limits do not count
    // Called now and then, where a search has the only thread there is and nothing else could ask it to stop.
    void (*look_up)() = nullptr;

    bool ponders() const { return __atomic_load_n(&pondering, __ATOMIC_RELAXED); }
    void ponder(bool on) { __atomic_store_n(&pondering, on, __ATOMIC_RELAXED); }
};

/// Hears of every finished line.
class Listener {
  public:
    virtual void found(Line const&) = 0;

  protected:
    ~Listener() = default;
};

/// A trained evaluation as it lies in memory: patterns of cells, and a weight for every way they can be filled.
struct Weights {
    static constexpr int kMaxPatterns = 128, kMaxPatternCells = 10;
    struct Pattern {
        int cells = 0;
        std::uint8_t cell[kMaxPatternCells] = {};  // reading order, as the table was trained
        std::uint32_t table = 0;                   // where its first weight lies
    };
    int sets = 0, patterns = 0;  // sets of weights: stages of the game, doubled for mid-turn
    bool mid_turn_sets = false;
    std::uint8_t stage[kMaxCells + 1] = {};  // by stones on the board
    Pattern pattern[kMaxPatterns];
    std::uint32_t set_size = 0;  // weights in a set
    int step = 0;                // all are multiples of it; 0: of nothing known
    std::int16_t const* weights = nullptr;
};

/// Searches positions of one ruleset; keeps what it learnt from one search to the next.
class Search {
  public:
    virtual ~Search() = default;
    virtual void clear() = 0;
    /// Called before a search, by one thread: makes room for that many threads.
    virtual void prepare(int threads) = 0;
    /// One thread's part.  Number 0 leads: it returns when a limit is reached or it is told to stop, but always
    /// finishes depth 1.  The others help it until it returns, and with a proof until Control::helpers ends them.
    virtual void run(State const&, Limits const&, Control const&, Listener&, int number) = 0;
    /// Who wins with best play, as far as games with a solver of endgames go: 1 the side to move, 0 nobody, -1 the
    /// other. False without a solver, or told to stop.
    virtual bool solve_outcome(State const&, Control const&, int& winner, std::uint64_t& nodes) = 0;
    /// How much value makes the odds of winning e to 1.
    virtual double scale() const = 0;
    virtual Value evaluate(State const&) const = 0;
};

}  // namespace turncoat
