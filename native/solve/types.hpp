// What a solver is asked and what it answers.  Only data and pure interfaces, as rules/types.hpp.
#pragma once

#include "../rules/types.hpp"

namespace turncoat {

/// The worth of a position for the side to move: the final lead where the game counts stones, else 1, 0 or -1.
using Worth = int;

enum class Verdict : std::uint8_t { Stopped, Yes, No };
enum class Method : std::uint8_t { Window, Numbers };  // alpha-beta with an empty window; depth-first proof numbers

/// A position, with the bounds between which its worth is known to lie.
struct Note {
    State state;
    std::int16_t low, high;
};

struct Notebook {  // receives notes one by one
    virtual void take(Note const& note) = 0;

  protected:
    ~Notebook() = default;
};

/// How far a test is; may be read while it runs.
struct Headway {
    std::uint64_t nodes = 0;
    double part = 0;                        // of the tree, as far as one can see (Window)
    std::uint32_t proof = 0, disproof = 0;  // the root's numbers (Numbers)
    std::uint64_t notes = 0;
};

/// How a prover works.
struct Plan {
    Method method = Method::Window;
    std::size_t bytes = 0;
    int threads = 1;  // more than one only with Window
};

struct Job {  // done by several threads at once
    virtual void work(int number) = 0;

  protected:
    ~Job() = default;
};

/// Threads for a job: number 0 is the caller's own.
struct Crew {
    virtual void run(int hands, Job& job) = 0;

  protected:
    ~Crew() = default;
};

/// Proves how much positions of one ruleset are worth; keeps what it learnt from one test to the next.
class Prover {
  public:
    virtual ~Prover() = default;
    /// No position is worth more.
    virtual Worth most() const = 0;
    /// Whether a proof rests on positions themselves, or on 64-bit hashes of them because the board is too large.
    virtual bool exact() const = 0;
    /// Whether the position is worth at least that much.  At most so many nodes (0: no limit), then it is as if
    /// stopped.
    virtual Verdict test(State const&, Worth target, std::uint64_t nodes, Stop const&) = 0;
    /// What is known of a position without searching.
    virtual Note known(State const&) const = 0;
    /// Takes a proved fact from outside.
    virtual void learn(Note const&) = 0;
    /// Tells every fact that cost much to prove; may be called while a test runs.
    virtual void tell(Notebook&) const = 0;
    virtual Headway headway() const = 0;
};

/// Every position that can be reached, up to symmetry, with its worth.
class Atlas {
  public:
    virtual ~Atlas() = default;
    /// False if the memory does not suffice or it was stopped.
    virtual bool build(State const&, Stop const&) = 0;
    virtual bool full() const = 0;           // whether memory ran out
    virtual std::uint64_t size() const = 0;  // may be read while it is built
    virtual void copy(std::uint64_t* keys, std::int8_t* worths) const = 0;
    /// Whether positions of this board can be numbered in 64 bits at all.
    virtual bool possible() const = 0;
};

}  // namespace turncoat
