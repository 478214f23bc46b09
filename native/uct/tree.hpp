// Plain UCT: a tree grown by random games, each branch chosen by the upper bound of what it may be worth (UCB1).
#pragma once

#include <cmath>
#include <vector>

#include "core/grid.hpp"
#include "core/random.hpp"
#include "uct/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class UctTree final : public Uct {
    using Position = typename Rules::State;

    struct Node {
        std::uint32_t visits = 0, half_points = 0;  // half points of who moved here: two for a win, one for a draw
        std::uint32_t first = 0;                    // its children lie side by side from here
        std::uint16_t children = 0, tried = 0;
        Move move;
    };

    struct Step {
        std::uint32_t node;
        int player;  // by the side that he had at the root
    };

    Rules const rules_;
    std::size_t const most_;  // nodes
    std::vector<Node> nodes_;
    std::vector<Step> path_;
    Position root_{};
    Random random_;
    double exploration_ = 1;

    static Position in(State const& state) {
        Position inner;
        __builtin_memcpy(&inner, state.bytes, sizeof inner);
        return inner;
    }

    std::uint8_t cell(std::uint8_t bit) const { return bit == kNoCell ? bit : std::uint8_t(cell_of(rules_.grid, bit)); }

    /// Gives the node its children, in an order drawn by lot, so that none is favoured when few are tried.
    void expand(std::uint32_t at, Position const& state) {
        std::size_t const first = nodes_.size();
        if (first + Moves::kMax > most_) return;
        rules_.each_move(state, [&](Move move) { nodes_.push_back({.move = move}); });
        int const count = int(nodes_.size() - first);
        nodes_[at].first = std::uint32_t(first);
        nodes_[at].children = std::uint16_t(count);
        for (int i = count - 1; i > 0; --i) {
            Node const other = nodes_[first + std::size_t(i)];
            std::size_t const drawn = first + std::size_t(random_.below(i + 1));
            nodes_[first + std::size_t(i)] = nodes_[drawn];
            nodes_[drawn] = other;
        }
    }

    std::uint32_t select(std::uint32_t at) {
        Node& node = nodes_[at];
        if (node.tried < node.children) return node.first + node.tried++;
        double const bonus = exploration_ * exploration_ * std::log(double(node.visits));
        std::uint32_t best = node.first;
        double best_bound = -1;
        for (std::uint32_t i = node.first; i < node.first + node.children; ++i) {
            double const visits = nodes_[i].visits;
            double const bound = 0.5 * nodes_[i].half_points / visits + std::sqrt(bonus / visits);
            if (bound > best_bound) {
                best_bound = bound;
                best = i;
            }
        }
        return best;
    }

    void simulate() {
        path_.clear();
        Position state = root_;
        std::uint32_t at = 0;
        int swapped = 0;  // whether the players have exchanged sides since the root
        while (true) {
            // A leaf grows when it is met for the second time: most are never met again.
            if (!nodes_[at].children && (nodes_[at].visits || !at)) expand(at, state);
            if (!nodes_[at].children) break;
            at = select(at);
            path_.push_back({at, state.side() ^ swapped});
            swapped ^= nodes_[at].move.kind == MoveKind::Swap;
            state = rules_.play(state, nodes_[at].move);
        }
        for (Move move; rules_.pick(state, random_, move);) {
            swapped ^= move.kind == MoveKind::Swap;
            state = rules_.play(state, move);
        }
        int const side = rules_.outcome(state).winner, winner = side < 0 ? side : side ^ swapped;
        ++nodes_[0].visits;
        for (Step const& step : path_) {
            Node& node = nodes_[step.node];
            ++node.visits;
            node.half_points += winner < 0 ? 1 : winner == step.player ? 2 : 0;
        }
    }

  public:
    UctTree(Rules const& rules, std::size_t bytes)
        : rules_(rules), most_(bytes / sizeof(Node) > 2 * Moves::kMax ? bytes / sizeof(Node) : 2 * Moves::kMax) {
        nodes_.reserve(most_);  // growing by doubling would take more than the budget for a moment
    }

    void begin(State const& state, double exploration, std::uint64_t seed) override {
        root_ = in(state);
        exploration_ = exploration;
        random_ = Random(seed, 0);
        nodes_.clear();
        nodes_.push_back({});
    }

    void run(std::uint64_t playouts) override {
        for (std::uint64_t i = 0; i < playouts; ++i) simulate();
    }

    int moves(UctMove* found, int most) const override {
        int size = 0;
        Node const& root = nodes_[0];
        rules_.each_move(root_, [&](Move move) {  // in reading order
            for (std::uint32_t i = root.first; i < root.first + root.children && size < most; ++i) {
                Node const& node = nodes_[i];
                if (!(node.move == move)) continue;
                double const value = node.visits ? 0.5 * node.half_points / node.visits : 0.0;
                found[size++] = {{move.kind, cell(move.from), cell(move.to)}, node.visits, value};
                break;
            }
        });
        return size;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
