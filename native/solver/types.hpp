// What a solver is asked and what it answers.  Only data and pure interfaces, as rules/types.hpp.
#pragma once

#include "core/types.hpp"

namespace turncoat {

/// The game-theoretic value of a position for the side to move: the final lead where the game counts stones, else 1, 0
/// or -1.
using GameValue = int;

enum class Verdict : std::uint8_t { Stopped, Yes, No };
enum class Method : std::uint8_t { AlphaBeta, DfPn };  // alpha-beta with a zero window; depth-first proof numbers

/// A position, with the bounds between which its value is known to lie.
struct ProvedBounds {
    State state;
    std::int16_t low, high;
};

struct BoundsSink {  // receives proofs one by one
    virtual void take(ProvedBounds const& bounds) = 0;

  protected:
    ~BoundsSink() = default;
};

/// How far a test is; may be read while it runs.
struct Progress {
    std::uint64_t nodes = 0;
    double part = 0;                        // of the tree, as far as one can see (AlphaBeta)
    std::uint32_t proof = 0, disproof = 0;  // the root's numbers (DfPn)
    std::uint64_t proofs = 0;
};

/// How a solver works.
struct SolverOptions {
    Method method = Method::AlphaBeta;
    std::size_t bytes = 0;
    int threads = 1;  // more than one only with AlphaBeta
};

struct Task {  // done by several threads at once
    virtual void work(int number) = 0;

  protected:
    ~Task() = default;
};

/// Threads for a task: number 0 is the caller's own.
struct Threads {
    virtual void run(int count, Task& task) = 0;

  protected:
    ~Threads() = default;
};

/// Proves how much positions of one ruleset are worth; keeps what it learnt from one test to the next.
class Solver {
  public:
    virtual ~Solver() = default;
    /// No position is worth more.
    virtual GameValue most() const = 0;
    /// Whether a proof rests on positions themselves, or on 64-bit hashes of them because the board is too large.
    virtual bool exact() const = 0;
    /// Whether the position is worth at least that much.  At most so many nodes (0: no limit), then it is as if
    /// stopped.
    virtual Verdict test(State const&, GameValue target, std::uint64_t nodes, Stop const&) = 0;
    /// What is known of a position without searching.
    virtual ProvedBounds known(State const&) const = 0;
    /// Takes proved bounds from outside.
    virtual void learn(ProvedBounds const&) = 0;
    /// Tells every bound that cost much to prove; may be called while a test runs.
    virtual void report_proofs(BoundsSink&) const = 0;
    virtual Progress progress() const = 0;
};

/// Every position that can be reached, up to symmetry, with its value.
class Enumeration {
  public:
    virtual ~Enumeration() = default;
    /// False if the memory does not suffice or it was stopped.
    virtual bool build(State const&, Stop const&) = 0;
    virtual bool full() const = 0;           // whether memory ran out
    virtual std::uint64_t size() const = 0;  // may be read while it is built
    virtual void copy(std::uint64_t* keys, std::int8_t* values) const = 0;
    /// The number of a position and all its mirror images.
    virtual std::uint64_t number(State const&) const = 0;
    /// Whether positions of this board can be numbered in 64 bits at all.
    virtual bool possible() const = 0;
};

}  // namespace turncoat
