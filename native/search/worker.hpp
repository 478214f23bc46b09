// One thread of the search: principal-variation alpha-beta over single decisions, so the same side may move twice
// running.
//
// The steps of a node carry their numbers below:
//   1 count and stop · 2 leaf · 3 transposition table · 4 reverse futility · 5 ProbCut · 6 frontier
//   7 table move · 8 order the others · 9 late move reductions · 10 beta cutoff · 11 end of the game · 12 store
#pragma once

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"
#include "core/node_counter.hpp"
#include "search/evaluator.hpp"
#include "search/history.hpp"
#include "search/move_picker.hpp"
#include "search/node_result.hpp"
#include "search/principal_variation.hpp"
#include "search/reductions.hpp"
#include "search/stop_check.hpp"
#include "search/transposition_table.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class Worker {
  public:
    using State = typename Rules::State;
    using Traits = SearchTraits<Rules>;
    using Patterns = PatternEvaluation<decltype(Rules::grid)>;

    /// What all threads of a search share.
    struct Shared {
        Rules const& rules;
        Patterns const& patterns;
        TranspositionTable& table;
        Reductions const& reductions;
    };

  private:
    Shared const shared_;
    Evaluator<Rules> const evaluator_;
    NodeCounter nodes_;
    StopCheck stop_;
    bool proved_ = false;  // whether the value just returned rests on ends of games alone
    bool probcut_allowed_ = true, pruning_ = true;
    int deepest_ = 0;
    MoveHistory history_;
    PrincipalVariation pv_;
    PatternIndices indices_[kMaxPly + 3];
    Value eval_[kMaxPly + 3];  // the static evaluation of every ply, once it was asked for
    typename ExpandedMoves<State>::Stack stack_;

    static constexpr Value kNotEvaluated = kInfinite + 1;
    static constexpr int kReverseFutilityDepth = 4;
    static constexpr Value kReverseFutilityMargin = 120;  // for every ply of the depth
    static constexpr double kProbCutMargin = 1.4;         // times the usual error of a shallow search
    // On keys of what was searched without pruning, which is kept apart.
    static constexpr std::uint64_t kWithoutPruning = 0xd1b54a32d192ed03;
    static constexpr Move kNoMove{MoveKind::Pass, 0, 0};

  public:
    explicit Worker(Shared const& shared) : shared_(shared), evaluator_(shared.rules, shared.patterns) {}

    std::uint64_t nodes() const { return nodes_.get(); }
    int deepest() const { return deepest_; }
    bool stopped() const { return stop_.stopped(); }
    Evaluator<Rules> const& evaluator() const { return evaluator_; }

    void begin(Stop const& stop, Control const& control, Clock const& clock, Limits const& limits) {
        stop_.begin(stop, control, clock, limits);
        nodes_.reset();
        deepest_ = 0;
        pruning_ = true;
        history_.age();
    }

    void clear_history() { history_.clear(); }
    void allow_probcut(bool yes) { probcut_allowed_ = yes; }
    /// From now on every move is searched to the full depth, as a proof needs it, and no value counts that was found
    /// otherwise.
    void disable_pruning() { pruning_ = false; }
    /// Before a search, for this thread may join it late and its nodes are reported from the start.
    void reset_nodes() { nodes_.reset(); }
    /// From the first finished iteration on, limits are obeyed.
    void allow_stop() { stop_.allow(); }

    /// Searches the root moves from number `from` on and puts the best of them first among those.
    Value search_root(State const& at, RootMove* roots, int from, int count, int depth, Value alpha, Value beta) {
        evaluator_.read(indices_[0], at);
        Value best = -kInfinite;
        int best_at = from;
        bool all_proved = true, best_proved = false;
        for (int i = from; i < count; ++i) {
            State const after = rules().play(at, roots[i].move);
            Value const value = search_move(at, after, key_for(after), kNotEvaluated, roots[i].move, i > from, depth,
                                            alpha, beta, 0, i - from, count == 1);
            if (stopped()) return best;
            bool const proved = proved_;
            all_proved &= proved;
            roots[i].value = i == from || value > alpha ? value : -kInfinite;
            if (value > best) {
                best = value;
                best_at = i;
                best_proved = proved;
                if (value > alpha) roots[i].set_line(pv_);
            }
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        roots[best_at].proved = proved_ = all_proved || (best_proved && std::abs(best) >= kProvedWin && best > 0);
        roots[best_at].value = best;
        std::rotate(roots + from, roots + best_at, roots + best_at + 1);
        return best;
    }

  private:
    Rules const& rules() const { return shared_.rules; }

    /// The table's key: made from the whole position, which costs less than following its stones one by one.
    static std::uint64_t key_for(State const& at) { return fast_key(at.own, at.opp, Traits::word(at)); }

    Value static_eval(State const& at, int ply) {
        if (eval_[ply] == kNotEvaluated) eval_[ply] = evaluator_.evaluate(at, indices_[ply]);
        return eval_[ply];
    }

    /// The value for the side to move.
    Value search(State const& at, std::uint64_t key, int depth, Value alpha, Value beta, int ply) {
        // Step 1. Count the node, and stop at a limit: every node is counted, so the same budget gives the same answer.
        nodes_.add();
        pv_.clear(ply);
        if (stop_.due(nodes_.get())) return 0;
        if (ply > deepest_) deepest_ = ply;

        // Step 2. Leaf: a finished game has its exact value, any other position its static evaluation.
        if (depth <= 0 || ply >= kMaxPly) return leaf(at, ply);

        bool const zero_window = beta - alpha == 1;
        if (zero_window && depth >= Traits::kTableDepth) static_eval(at, ply);  // while the entry is on its way

        // Step 3. Transposition table: a bound from a search at least as deep saves this one.
        Entry entry;
        bool usable = true;  // whether the entry's value counts, beside its move
        bool const known = probe(key, depth, entry, usable);
        if (known && usable) {
            Value const value = from_table(entry.value, ply);
            // In a wide window the line is kept whole, for it will be shown.
            if ((zero_window || entry.proved()) && entry.answers(depth, alpha, beta, value)) {
                proved_ = entry.proved();
                return value;
            }
        }

        if (zero_window && std::abs(beta) < Evaluator<Rules>::kGreatest && pruning_) {
            Value value;
            if (reverse_futility(at, depth, beta, ply, value) || probcut(at, key, depth, beta, ply, value)) {
                proved_ = false;
                return value;
            }
            if (stopped()) return 0;
        }
        if (depth == 1) return search_frontier(at, key, alpha, beta, ply);
        return search_moves(at, key, depth, alpha, beta, ply, known ? &entry : nullptr);
    }

    Value leaf(State const& at, int ply) {
        if (Traits::finished(rules(), at)) {
            proved_ = true;
            return Traits::final_value(rules(), at, ply);
        }
        proved_ = false;
        return evaluator_.evaluate(at, indices_[ply]);
    }

    bool probe(std::uint64_t key, int depth, Entry& entry, bool& usable) const {
        if (depth < Traits::kTableDepth) return false;
        bool known = shared_.table.probe(key, entry);
        if (!pruning_ && !(known && entry.proved())) {
            Entry unpruned;
            usable = shared_.table.probe(key ^ kWithoutPruning, unpruned);
            if (usable) entry = unpruned;
            known |= usable;
        }
        return known;
    }

    /// Step 4. Reverse futility: a static evaluation far above beta is trusted near the leaves, where a full search
    /// would hardly change it.
    bool reverse_futility(State const& at, int depth, Value beta, int ply, Value& value) {
        if (depth > kReverseFutilityDepth || Rules::mid_turn(at)) return false;
        value = static_eval(at, ply);
        return value - kReverseFutilityMargin * depth >= beta && !Traits::finished(rules(), at);
    }

    /// Step 5. ProbCut: a shallow search clear of the window by kProbCutMargin usual errors, above or below, stands for
    /// the full one.
    bool probcut(State const& at, std::uint64_t key, int depth, Value beta, int ply, Value& value) {
        if (!probcut_allowed_ || depth <= kReverseFutilityDepth) return false;
        int const shallow = depth / 2 - 1;
        auto const margin = Value(kProbCutMargin * Traits::probcut_error(depth, shallow));
        Value const eval = static_eval(at, ply);
        // Tried only where it may succeed.
        if (eval >= beta - margin / 2) {
            value = beta;
            if (search(at, key, shallow, beta + margin - 1, beta + margin, ply) >= beta + margin) return !stopped();
        }
        if (!stopped() && eval < beta + margin / 2) {
            value = beta - 1;
            if (search(at, key, shallow, beta - 1 - margin, beta - margin, ply) < beta - margin) return !stopped();
        }
        return false;
    }

    /// Step 6. Frontier: at depth 1, where most time goes, there is no table, and moves are ordered without the
    /// positions they lead to.
    Value search_frontier(State const& at, std::uint64_t key, Value alpha, Value beta, int ply) {
        OrderedMoves moves;
        rules().each_move(at, [&](Move move) {
            int const score = Traits::quick_order_score(rules(), at, move);
            if constexpr (Traits::kSortFrontier)
                moves.add(move, history_.score(at.side(), move) + score);
            else  // the one that refuted last, then those with a score
                moves.insert(move, move == history_.killer(ply) ? 0 : score ? moves.size() > 0 : moves.size());
        });
        if (moves.size() < 2) {  // over, or forced
            if (moves.size()) return search_moves(at, key, 1, alpha, beta, ply, nullptr);
            proved_ = true;
            return Traits::final_value(rules(), at, ply);
        }
        NodeResult found;
        for (int i = 0; i < moves.size(); ++i) {
            Move const move = Traits::kSortFrontier ? moves.pick_best(i) : moves.move(i);
            State const after = rules().play(at, move);
            nodes_.add();
            evaluator_.update(indices_[ply + 1], indices_[ply], at, after);
            Value const value = changes_player(at, after, move) ? -leaf(after, ply + 1) : leaf(after, ply + 1);
            found.all_proved &= proved_;
            if (!found.improves(value, move, proved_) || value <= alpha) continue;
            alpha = value;
            pv_.end_with(ply, move);
            if (alpha >= beta) {
                history_.update(at.side(), move, 1, ply, Traits::kSortFrontier ? i : 0,
                                [&](int tried) { return moves.move(tried); });
                break;
            }
        }
        proved_ = found.proved(beta);
        return found.best;
    }

    /// Steps 7 to 12.
    Value search_moves(State const& at, std::uint64_t key, int depth, Value alpha, Value beta, int ply,
                       Entry const* known) {
        Value const floor = alpha;
        NodeResult found;
        /// Whether the move refutes.
        auto const try_move = [&](Move move, State const& after, std::uint64_t after_key, Value eval) {
            int const number = found.searched++;
            Value const value = search_move(at, after, after_key, eval, move, number > 0, depth, alpha, beta, ply,
                                            number, found.forced);
            if (stopped()) return true;
            found.all_proved &= proved_;
            if (!found.improves(value, move, proved_) || value <= alpha) return false;
            alpha = value;
            if (beta - floor > 1) pv_.extend(ply, move);  // in a zero window there is no line to tell
            return alpha >= beta;
        };

        // Step 7. The table's move: searched before any other is made, for often it refutes.
        if (known) {
            found.forced = known->forced;
            State const after = rules().play(at, known->move);
            if (try_move(known->move, after, key_for(after), kNotEvaluated) && !stopped())
                history_.update(at.side(), known->move, depth, ply, 0, [](int) { return Move{}; });
        }
        if (!stopped() && found.best < beta && !found.forced) {
            // Step 8. Order the others: the sooner a good move is tried, the fewer the others cost.
            ExpandedMoves<State> moves(stack_);
            Move const tried = known ? known->move : kNoMove;
            if (depth < 2 || depth > Traits::kEvalOrderingDepth)  // below 2 it is a forced move, which costs no depth
                score_moves(at, tried, depth, ply, moves);
            else
                evaluate_for_ordering(at, tried, depth, alpha, beta, ply, moves, found);
            bool const first = !found.searched && !found.futility;

            // Step 11. End of the game: only the rules know what a position without moves is worth.
            if (first && !moves.size()) {
                proved_ = true;
                return Traits::final_value(rules(), at, ply);
            }
            found.forced = first && moves.size() == 1;
            for (int i = 0; i < moves.size(); ++i) {
                auto const& next = moves.pick_best(i);
                if (!try_move(next.move, next.after, next.key, next.eval)) continue;
                // Step 10. Beta cutoff: the opponent would avoid this node.  The move becomes a killer and gains
                // history, those before it lose some, for siblings are often refuted alike.
                if (!stopped())
                    history_.update(at.side(), found.move, depth, ply, i,
                                    [&](int before) { return moves.move(before); });
                break;
            }
        }
        if (stopped()) return 0;

        // Step 12. Store the value for other paths to this position, at every depth if it is proved.
        proved_ = found.proved(beta);
        Bound const bound = found.best >= beta ? kLower : found.best > floor ? kExact : kUpper;
        if (depth >= Traits::kTableDepth)
            shared_.table.store(
                !pruning_ && !proved_ ? key ^ kWithoutPruning : key,
                {to_table(found.best, ply), proved_ ? kProvedDepth : depth, bound, found.move, found.forced});
        return found.best;
    }

    /// All moves but the one that was tried already: killers first, then by the game's order score and history.
    void score_moves(State const& at, Move tried, int depth, int ply, ExpandedMoves<State>& moves) {
        rules().each_move(at, [&](Move move) {
            if (move == tried) return;
            State const after = rules().play(at, move);
            int const score =
                history_.is_killer(ply, move) ? 1 << 20 : 16 * Traits::order_score(rules(), at, move, after, depth);
            std::uint64_t const key =
                depth >= Traits::kTableDepth ? key_for(after) : 0;  // a forced move keeps the depth
            if (depth > Traits::kTableDepth) shared_.table.prefetch(key);
            moves.add(move, after, key, kNotEvaluated, score + history_.score(at.side(), move));
        });
    }

    /// The same near the leaves, where each is evaluated as it is made: the evaluation orders them, and a move after
    /// which the other player passes reverse futility (step 4) is not searched.
    void evaluate_for_ordering(State const& at, Move tried, int depth, Value alpha, Value beta, int ply,
                               ExpandedMoves<State>& moves, NodeResult& found) {
        bool const may_fail = beta - alpha == 1 && std::abs(beta) < Evaluator<Rules>::kGreatest && pruning_;
        Value const far = may_fail ? kReverseFutilityMargin * (depth - 1) - alpha : kInfinite;
        std::uint64_t made = 0;
        rules().each_move(at, [&](Move move) __attribute__((always_inline)) {
            if (move == tried) return;
            State const after = rules().play(at, move);
            evaluator_.update(indices_[ply + 1], indices_[ply], at, after);
            bool const changed = changes_player(at, after, move), over = Traits::finished(rules(), after);
            made += !over;
            Value const eval = over ? kNotEvaluated : evaluator_.evaluate(after, indices_[ply + 1]);
            if (eval >= far && !over && changed && !Rules::mid_turn(after)) {
                found.futility = true;
                found.all_proved = false;
                found.improves(-eval, move, false);
                return;
            }
            std::uint64_t const key = depth >= Traits::kTableDepth ? key_for(after) : 0;
            if (depth > Traits::kTableDepth) shared_.table.prefetch(key);
            moves.add(move, after, key, eval, over ? kInfinite : changed ? -eval : eval);
        });
        nodes_.add(made);
    }

    /// Step 9. Late move reductions: moves ordered late rarely raise alpha, so they are tried shallower and with a zero
    /// window first.
    Value search_move(State const& at, State const& after, std::uint64_t after_key, Value eval, Move move, bool late,
                      int depth, Value alpha, Value beta, int ply, int number, bool forced) {
        if (depth > Traits::kTableDepth) shared_.table.prefetch(after_key);
        evaluator_.update(indices_[ply + 1], indices_[ply], at, after);
        eval_[ply + 1] = eval;
        if (eval != kNotEvaluated) nodes_.take_back();  // it was counted when it was evaluated
        bool const changed = changes_player(at, after, move);
        int const next = forced ? depth : depth - 1;  // a forced move costs nothing
        auto const search_child = [&](int d, Value low, Value high) {
            return changed ? -search(after, after_key, d, -high, -low, ply + 1)
                           : search(after, after_key, d, low, high, ply + 1);
        };
        if (!late) return search_child(next, alpha, beta);
        int const reduced = pruning_ ? shared_.reductions.plies(depth, number) : 0;
        Value value = search_child(next - reduced, alpha, alpha + 1);
        if (reduced && value > alpha && !stopped()) value = search_child(next, alpha, alpha + 1);
        if (value > alpha && value < beta && !stopped()) value = search_child(next, alpha, beta);
        return value;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
