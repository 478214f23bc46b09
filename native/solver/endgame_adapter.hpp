// Where a game has a solver of endgames, the last cells of large boards are left to it.
#pragma once

#include "endgame/endgame_solver.hpp"
#include "solver/key.hpp"

namespace turncoat::TURNCOAT_CPU {

/// For a game without one: never.
template <class Rules>
class EndgameAdapter {
  public:
    static constexpr bool available = false;
    static bool uses(Rules const&) { return false; }
    EndgameAdapter(Rules const&, std::size_t) {}
    bool used() const { return false; }
};

template <class Rules>
    requires requires { typename SearchTraits<Rules>::Endgame; }
class EndgameAdapter<Rules> {
    using State = typename Rules::State;

    static constexpr int kLarge = 28;                        // cells; smaller boards are proved without its hashes
    static constexpr int kMinEmpties = 8, kMaxEmpties = 20;  // empty cells from and up to which it is called

    struct ThreadsStop final : StopCondition {
        Stop const *stop = nullptr, *done = nullptr;
        std::uint64_t limit = 0;
        bool reached(std::uint64_t nodes) override {
            return stop->asked() || done->asked() || (limit && nodes >= limit);
        }
    };

    Rules const& rules_;
    bool const used_;
    typename SearchTraits<Rules>::Endgame endgame_;

  public:
    static constexpr bool available = true;
    static bool uses(Rules const& rules) { return rules.grid.width * rules.grid.height >= kLarge; }

    EndgameAdapter(Rules const& rules, std::size_t bytes)
        : rules_(rules), used_(uses(rules)), endgame_(rules.grid, used_ ? bytes : 1) {}

    bool used() const { return used_; }
    bool suits(int empties) const { return used_ && empties >= kMinEmpties && empties <= kMaxEmpties; }

    /// Whether the position is worth at least the target, and the nodes it took; false once stopped by either.
    bool test(State const& at, GameValue target, Stop const& stop, Stop const& done, std::uint64_t limit, bool& reached,
              std::uint64_t& nodes) {
        ThreadsStop condition;
        condition.stop = &stop;
        condition.done = &done;
        condition.limit = limit;
        endgame_.begin(nullptr);
        typename SearchTraits<Rules>::Endgame::Answer answer;
        bool const whole = endgame_.solve({.own = at.own,
                                           .opp = at.opp,
                                           .moves = rules_.placements(at.own, at.opp),
                                           .low = target - 1,
                                           .high = target,
                                           .guess = target,
                                           .wants_line = false},
                                          condition, answer);
        nodes = endgame_.nodes();
        reached = answer.value >= target;
        return whole;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
