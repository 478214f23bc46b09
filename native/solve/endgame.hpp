// Where a game has a solver of endgames, the last cells of large boards are left to it.
#pragma once

#include "key.hpp"

namespace turncoat::TURNCOAT_CPU {

/// For a game without one: never.
template <class Rules>
class EndgameSolver {
  public:
    static constexpr bool available = false;
    static bool uses(Rules const&) { return false; }
    EndgameSolver(Rules const&, std::size_t) {}
    bool used() const { return false; }
};

template <class Rules>
    requires requires { typename SearchTraits<Rules>::Exact; }
class EndgameSolver<Rules> {
    using State = typename Rules::State;

    static constexpr int kLarge = 28;             // cells; smaller boards are proved without its hashes
    static constexpr int kLeast = 8, kMost = 20;  // empty cells from and up to which it is called

    struct ThreadsStop final : StopCondition {
        Stop const *stop = nullptr, *done = nullptr;
        std::uint64_t limit = 0;
        bool reached(std::uint64_t nodes) override {
            return stop->asked() || done->asked() || (limit && nodes >= limit);
        }
    };

    Rules const& rules_;
    bool const used_;
    typename SearchTraits<Rules>::Exact exact_;

  public:
    static constexpr bool available = true;
    static bool uses(Rules const& rules) { return rules.grid.width * rules.grid.height >= kLarge; }

    EndgameSolver(Rules const& rules, std::size_t bytes)
        : rules_(rules), used_(uses(rules)), exact_(rules.grid, used_ ? bytes : 1) {}

    bool used() const { return used_; }
    bool suits(int empties) const { return used_ && empties >= kLeast && empties <= kMost; }

    /// Whether the position is value at least the target, and the nodes it took; false once stopped by either.
    bool test(State const& at, GameValue target, Stop const& stop, Stop const& done, std::uint64_t limit, bool& reached,
              std::uint64_t& nodes) {
        ThreadsStop condition;
        condition.stop = &stop;
        condition.done = &done;
        condition.limit = limit;
        exact_.begin(nullptr);
        typename SearchTraits<Rules>::Exact::Answer answer;
        bool const whole = exact_.solve({.own = at.own,
                                         .opp = at.opp,
                                         .among = rules_.placements(at.own, at.opp),
                                         .low = target - 1,
                                         .high = target,
                                         .guess = target,
                                         .line = false},
                                        condition, answer);
        nodes = exact_.nodes();
        reached = answer.value >= target;
        return whole;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
