// One thread of the search: principal-variation alpha-beta over single decisions, so the same side may move twice
// running.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "../rules/hash.hpp"
#include "candidates.hpp"
#include "evaluate.hpp"
#include "sense.hpp"
#include "table.hpp"

namespace turncoat::TURNCOAT_CPU {

/// The end of its time as seen by all threads.
class Clock {
    using Steady = std::chrono::steady_clock;
    Steady::time_point const start_ = Steady::now();

  public:
    std::int64_t micros() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Steady::now() - start_).count();
    }
};

/// How many plies shallower the number-th move is tried first.
struct Reductions {
    std::uint8_t by[64][64];
    Reductions() {
        for (int depth = 0; depth < 64; ++depth)
            for (int number = 0; number < 64; ++number)
                by[depth][number] = depth < 3 || number < 3
                                        ? 0
                                        : std::uint8_t(0.4 + std::log(depth) * std::log(number) / 2.4 + (number >= 5));
    }
};

template <class Rules>
class Worker {
  public:
    using State = typename Rules::State;
    using Know = Sense<Rules>;

    struct Shared {
        Rules const& rules;
        Patterns<decltype(Rules::grid)> const& patterns;
        Table& table;
        Reductions const& reductions;
    };
    struct Root {
        Move move;
        Value value = -kInfinite;
        bool proved = false;
        int length = 0;
        Move line[kMostLine];
    };

  private:
    Shared const shared_;
    Stop const* stop_ = nullptr;
    Control const* control_ = nullptr;
    Clock const* clock_ = nullptr;
    std::int64_t hard_us_ = 0;
    std::uint64_t node_limit_ = 0, nodes_ = 0;
    bool proved_ = false;  // whether the value just returned rests on ends of games alone
    bool stopped_ = false, may_stop_ = false, believes_ = true, exhausts_ = false;
    int deepest_ = 0;
    unsigned calls_ = 0;
    std::int16_t history_[2][kMostCells + 1][kMostCells + 1] = {};
    Move killers_[kMostPly + 2][2] = {};
    int line_length_[kMostPly + 2] = {};
    Move line_[kMostPly + 2][kMostLine];
    Numbers numbers_[kMostPly + 3];  // what the patterns show at every ply
    Value worth_[kMostPly + 3];      // the estimate there, as soon as somebody asked
    typename Candidates<State>::Room room_;
    static constexpr Value kUnasked = kInfinite + 1;

    static constexpr int kFarAheadDepth = 4;
    static constexpr Value kFarAhead = 120;                          // for every ply of the depth
    static constexpr std::uint64_t kExhausted = 0xd1b54a32d192ed03;  // on keys of what was searched so
    static constexpr double kSure = 1.4;  // how many times the usual error a shallow search must be clear of the window

  public:
    explicit Worker(Shared const& shared) : shared_(shared) {}

    std::uint64_t nodes() const { return __atomic_load_n(&nodes_, __ATOMIC_RELAXED); }
    int deepest() const { return deepest_; }
    bool stopped() const { return stopped_; }

    void begin(Stop const& stop, Control const& control, Clock const& clock, Limits const& limits) {
        stop_ = &stop;
        control_ = &control;
        clock_ = &clock;
        hard_us_ = limits.hard_us;
        node_limit_ = limits.nodes;
        nodes_ = 0;
        deepest_ = 0;
        stopped_ = may_stop_ = exhausts_ = false;
        for (auto& killers : killers_) killers[0] = killers[1] = Move{};
        for (auto& side : history_)
            for (auto& from : side)
                for (auto& to : from) to = std::int16_t(to / 4);
    }

    void forget() { __builtin_memset(history_, 0, sizeof history_); }

    /// Whether a shallower search may stand for a full one.
    void believe(bool yes) { believes_ = yes; }

    /// From now on every move is searched to the full depth, as a proof needs it, and no value counts that was found
    /// otherwise.
    void exhaust() { exhausts_ = true; }

    /// Before a search: what is told of it begins at nothing, though this thread may begin late.
    void rest() { __atomic_store_n(&nodes_, 0, __ATOMIC_RELAXED); }

    /// From the first finished iteration on, limits are obeyed.
    void allow_stop() { may_stop_ = true; }

    /// Searches the root moves from number `from` on and puts the best of them first among those.
    Value search_root(State const& at, Root* roots, int from, int count, int depth, Value alpha, Value beta) {
        read(numbers_[0], at);
        Value best = -kInfinite;
        int best_at = from;
        bool all_proved = true, best_proved = false;
        for (int i = from; i < count; ++i) {
            State const after = rules().play(at, roots[i].move);
            Value const value = search_child(at, after, key_for(after), kUnasked, roots[i].move, i > from, depth, alpha,
                                             beta, 0, i - from, count == 1);
            if (stopped_) return best;
            bool const proved = proved_;
            all_proved &= proved;
            roots[i].value = i == from || value > alpha ? value : -kInfinite;
            if (value > best) {
                best = value;
                best_at = i;
                best_proved = proved;
                if (value > alpha) copy_line(roots[i]);
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
    static std::uint64_t key_for(State const& at) { return mixed(at.own, at.opp, Know::word(at)); }

    void copy_line(Root& root) const {
        root.line[0] = root.move;
        root.length = std::min(line_length_[1] + 1, kMostLine);
        std::copy_n(line_[1], root.length - 1, root.line + 1);
    }

    bool time_to_stop() {
        if (stopped_) return true;
        if (!may_stop_) return false;
        if (node_limit_ && nodes_ >= node_limit_) return stopped_ = true;
        if (++calls_ & 255) return false;
        if (stop_->asked() || (hard_us_ && !control_->ponders() && clock_->micros() >= hard_us_)) stopped_ = true;
        return stopped_;
    }

    /// Whether the move makes it the other player's turn; a swap leaves the side to move but gives it to the other.
    static bool turns(State const& at, State const& after, Move move) {
        return after.side() != at.side() || move.kind == Kind::Swap;
    }

    /// The value of one move; late ones are tried shallower and with an empty window first.
    Value search_child(State const& at, State const& after, std::uint64_t after_key, Value worth, Move move,
                       bool narrow, int depth, Value alpha, Value beta, int ply, int number, bool forced) {
        if (depth > Know::kTabled) shared_.table.expect(after_key);
        follow(numbers_[ply + 1], numbers_[ply], at, after);
        worth_[ply + 1] = worth;
        if (worth != kUnasked) nodes_ = nodes_ - 1;  // it was counted when it was estimated
        bool const turned = turns(at, after, move);
        int const next = forced ? depth : depth - 1;  // a forced move costs nothing
        auto const look = [&](int d, Value low, Value high) {
            return turned ? -search(after, after_key, d, -high, -low, ply + 1)
                          : search(after, after_key, d, low, high, ply + 1);
        };
        if (!narrow) return look(next, alpha, beta);
        int const reduced = exhausts_ ? 0 : shared_.reductions.by[std::min(depth, 63)][std::min(number, 63)];
        Value value = look(next - reduced, alpha, alpha + 1);
        if (reduced && value > alpha && !stopped_) value = look(next, alpha, alpha + 1);
        if (value > alpha && value < beta && !stopped_) value = look(next, alpha, beta);
        return value;
    }

    Value leaf(State const& at, int ply) {
        if (Know::finished(rules(), at)) {
            proved_ = true;
            return Know::final_value(rules(), at, ply);
        }
        proved_ = false;
        return estimate(at, numbers_[ply]);
    }

    Value estimate_once(State const& at, int ply) {
        if (worth_[ply] == kUnasked) worth_[ply] = estimate(at, numbers_[ply]);
        return worth_[ply];
    }

  public:
    /// What patterns learnt, what the game knows on any board, or both.
    Value estimate(State const& at, Numbers const& numbers) const {
        if (!shared_.patterns.loaded()) return untrained(at);
        Value value = shared_.patterns.worth(numbers, at, Rules::mid_turn(at));
        if (Know::corrected) value += Know::general(rules(), at);
        return std::clamp(value, -15000, 15000);
    }

    Value estimate(State const& at) const {
        Numbers numbers;
        read(numbers, at);
        return estimate(at, numbers);
    }

    /// What the patterns show, from nothing.
    void read(Numbers& numbers, State const& at) const {
        if (shared_.patterns.loaded()) shared_.patterns.shapes().read(numbers, first_of(at), second_of(at));
    }
    /// And after a move.
    void follow(Numbers& numbers, Numbers const& old, State const& at, State const& after) const {
        if (shared_.patterns.loaded())
            shared_.patterns.shapes().template follow<Know::kTurned>(numbers, old, at, after);
    }

  private:
    [[gnu::noinline]] Value untrained(State const& at) const {
        return std::clamp(Know::general(rules(), at), -15000, 15000);
    }

    static Value to_table(Value value, int ply) {
        return value >= kProvedWin ? value + ply : value <= -kProvedWin ? value - ply : value;
    }
    static Value from_table(Value value, int ply) {
        return value >= kProvedWin ? value - ply : value <= -kProvedWin ? value + ply : value;
    }

    bool cuts_off(Entry const& entry, int depth, Value alpha, Value beta, Value value) const {
        if (entry.depth < depth) return false;
        return entry.bound == kExact || (entry.bound == kLower && value >= beta) ||
               (entry.bound == kUpper && value <= alpha);
    }

    Value search(State const& at, std::uint64_t key, int depth, Value alpha, Value beta, int ply) {
        nodes_ = nodes_ + 1;
        line_length_[ply] = 0;
        if (time_to_stop()) return 0;
        if (ply > deepest_) deepest_ = ply;
        if (depth <= 0 || ply >= kMostPly) return leaf(at, ply);

        bool const narrow = beta - alpha == 1;
        if (narrow && depth >= Know::kTabled) estimate_once(at, ply);  // while the table's answer is on its way
        Entry entry;
        bool known = depth >= Know::kTabled && shared_.table.find(key, entry), counts = true;
        if (exhausts_ && depth >= Know::kTabled && !(known && entry.proved())) {
            Entry own;
            counts = shared_.table.find(key ^ kExhausted, own);
            if (counts) entry = own;
            known |= counts;
        }
        if (known && counts) {
            Value const value = from_table(entry.value, ply);
            // In a wide window the line is kept whole, for it will be shown.
            if ((narrow || entry.proved()) && cuts_off(entry, depth, alpha, beta, value)) {
                proved_ = entry.proved();
                return value;
            }
        }

        if (narrow && std::abs(beta) < 15000 && !exhausts_) {
            Value value;
            if (believes_now(at, depth, beta, ply, value) || believes_soon(at, key, depth, beta, ply, value)) {
                proved_ = false;
                return value;
            }
            if (stopped_) return 0;
        }
        if (depth == 1) return frontier(at, key, alpha, beta, ply);
        return try_moves(at, key, depth, alpha, beta, ply, known ? &entry : nullptr);
    }

    /// So far ahead that a shallow search will hardly change it.
    bool believes_now(State const& at, int depth, Value beta, int ply, Value& value) {
        if (depth > kFarAheadDepth || Rules::mid_turn(at)) return false;
        value = estimate_once(at, ply);
        return value - kFarAhead * depth >= beta && !Know::finished(rules(), at);
    }

    /// A shallower search is so clear of the window, above or below, that the full one would hardly come back.
    bool believes_soon(State const& at, std::uint64_t key, int depth, Value beta, int ply, Value& value) {
        if (!believes_ || depth <= kFarAheadDepth) return false;
        int const shallow = depth / 2 - 1;
        auto const margin = Value(kSure * Know::error(depth, shallow));
        Value const now = estimate_once(at, ply);
        // Tried only where it may succeed.
        if (now >= beta - margin / 2) {
            value = beta;
            if (search(at, key, shallow, beta + margin - 1, beta + margin, ply) >= beta + margin) return !stopped_;
        }
        if (!stopped_ && now < beta + margin / 2) {
            value = beta - 1;
            if (search(at, key, shallow, beta - 1 - margin, beta - margin, ply) < beta - margin) return !stopped_;
        }
        return false;
    }

    /// The last ply before the leaves, where most time goes: no table, no looking ahead to order the moves.
    Value frontier(State const& at, std::uint64_t key, Value alpha, Value beta, int ply) {
        Glances glances;
        rules().each_move(at, [&](Move move) {
            int const haste = Know::haste(rules(), at, move);
            if constexpr (Know::kSorted)
                glances.add(move, history(at, move) + haste);
            else  // the one that refuted last, then those in haste
                glances.put(move, move == killers_[ply][0] ? 0 : haste ? glances.queue.size > 0 : glances.queue.size);
        });
        if (glances.queue.size < 2) {  // over, or forced
            if (glances.queue.size) return try_moves(at, key, 1, alpha, beta, ply, nullptr);
            proved_ = true;
            return Know::final_value(rules(), at, ply);
        }
        Value best = -kInfinite;
        bool all_proved = true, best_proved = false;
        for (int i = 0; i < glances.queue.size; ++i) {
            Move const move = Know::kSorted ? glances.take_best(i) : glances.move(i);
            State const after = rules().play(at, move);
            nodes_ = nodes_ + 1;
            follow(numbers_[ply + 1], numbers_[ply], at, after);
            Value const value = turns(at, after, move) ? -leaf(after, ply + 1) : leaf(after, ply + 1);
            all_proved &= proved_;
            if (value <= best) continue;
            best = value;
            best_proved = proved_;
            if (value <= alpha) continue;
            alpha = value;
            line_[ply][0] = move;
            line_length_[ply] = 1;
            if (alpha >= beta) {
                reward(at, move, 1, ply, Know::kSorted ? i : 0, [&](int tried) { return glances.move(tried); });
                proved_ = best_proved;
                return best;
            }
        }
        proved_ = all_proved || (best_proved && best >= kProvedWin);
        return best;
    }

    /// All moves: first the one the table knows, and only if it does not refute are the others made.
    Value try_moves(State const& at, std::uint64_t key, int depth, Value alpha, Value beta, int ply,
                    Entry const* known) {
        Value const floor = alpha;
        Value best = -kInfinite;
        Move best_move;
        bool all_proved = true, best_proved = false, forced = false, failed = false;
        /// Whether the move refutes.
        auto const take = [&](Move move, State const& after, std::uint64_t after_key, Value worth, int number) {
            Value const value =
                search_child(at, after, after_key, worth, move, number > 0, depth, alpha, beta, ply, number, forced);
            if (stopped_) return true;
            all_proved &= proved_;
            if (value <= best) return false;
            best = value;
            best_move = move;
            best_proved = proved_;
            if (value <= alpha) return false;
            alpha = value;
            if (beta - floor > 1) {  // in an empty window there is no line to tell
                line_[ply][0] = move;
                line_length_[ply] = std::min(line_length_[ply + 1] + 1, kMostLine);
                std::copy_n(line_[ply + 1], line_length_[ply] - 1, line_[ply] + 1);
            }
            return alpha >= beta;
        };
        int number = 0;  // of those searched: reductions count no others
        if (known) {
            forced = known->forced;
            State const after = rules().play(at, known->move);
            if (take(known->move, after, key_for(after), kUnasked, number++))
                if (!stopped_) reward(at, known->move, depth, ply, 0, [](int) { return Move{}; });
        }
        if (!stopped_ && best < beta && !forced) {
            Candidates<State> candidates(room_);
            if (depth < 2 || depth > Know::kJudged)  // below 2 it is a forced move, which costs no depth
                gather_moves(at, known ? known->move : kNoMove, depth, ply, candidates);
            else
                judge_moves(at, known ? known->move : kNoMove, depth, alpha, beta, ply, candidates,
                            [&](Move move, Value value) {
                                failed = true;
                                all_proved = false;
                                if (value <= best) return;
                                best = value;
                                best_move = move;
                                best_proved = false;
                            });
            if (!number && !failed && !candidates.queue.size) {
                proved_ = true;
                return Know::final_value(rules(), at, ply);
            }
            forced = !number && !failed && candidates.queue.size == 1;
            for (int i = 0; i < candidates.queue.size; ++i) {
                auto const& next = candidates.take_best(i);
                if (!take(next.move, next.after, next.key, next.worth, number++)) continue;
                if (!stopped_) reward(at, best_move, depth, ply, i, [&](int tried) { return candidates.move(tried); });
                break;
            }
        }
        if (stopped_) return 0;
        bool const high = best >= beta;
        // A bound holds for good if what it rests on does: one move for "at least", all of them for "at most".
        proved_ = high ? best_proved : all_proved || (best_proved && best >= kProvedWin);
        Bound const bound = high ? kLower : best > floor ? kExact : kUpper;
        if (depth >= Know::kTabled)
            shared_.table.keep(exhausts_ && !proved_ ? key ^ kExhausted : key,
                               {to_table(best, ply), proved_ ? kProvedDepth : depth, bound, best_move, forced});
        return best;
    }

    static int place(std::uint8_t cell) { return cell == kNoCell ? kMostCells : cell; }
    std::int16_t& history(State const& at, Move move) { return history_[at.side()][place(move.from)][place(move.to)]; }

    static constexpr Move kNoMove{Kind::Pass, 0, 0};

    /// All moves but the one that was tried already.
    void gather_moves(State const& at, Move tried, int depth, int ply, Candidates<State>& candidates) {
        rules().each_move(at, [&](Move move) {
            if (move == tried) return;
            State const after = rules().play(at, move);
            int const promise = move == killers_[ply][0] || move == killers_[ply][1]
                                    ? 1 << 20
                                    : 16 * Know::promise(rules(), at, move, after, depth);
            std::uint64_t const key = depth >= Know::kTabled ? key_for(after) : 0;  // a forced move keeps the depth
            if (depth > Know::kTabled) shared_.table.expect(key);
            candidates.add(move, after, key, kUnasked, promise + history(at, move));
        });
    }

    /// The same near the leaves, where each is estimated as it is made: `fails` hears of those after which the other
    /// player is far ahead, the others are put in order by it.
    template <class Fails>
    void judge_moves(State const& at, Move tried, int depth, Value alpha, Value beta, int ply,
                     Candidates<State>& candidates, Fails const& fails) {
        bool const may_fail = beta - alpha == 1 && std::abs(beta) < 15000 && !exhausts_;
        Value const far = may_fail ? kFarAhead * (depth - 1) - alpha : kInfinite;
        std::uint64_t made = 0;
        rules().each_move(at, [&](Move move) __attribute__((always_inline)) {
            if (move == tried) return;
            State const after = rules().play(at, move);
            follow(numbers_[ply + 1], numbers_[ply], at, after);
            bool const turned = turns(at, after, move), over = Know::finished(rules(), after);
            made += !over;
            Value const worth = over ? kUnasked : estimate(after, numbers_[ply + 1]);
            if (worth >= far && !over && turned && !Rules::mid_turn(after)) return fails(move, -worth);
            std::uint64_t const key = depth >= Know::kTabled ? key_for(after) : 0;
            if (depth > Know::kTabled) shared_.table.expect(key);
            candidates.add(move, after, key, worth, over ? kInfinite : turned ? -worth : worth);
        });
        nodes_ = nodes_ + made;
    }

    /// Remembers a move that refuted, and that those tried before it did not.
    template <class Tried>
    void reward(State const& at, Move move, int depth, int ply, int number, Tried const& tried) {
        if (!(killers_[ply][0] == move)) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = move;
        }
        int const bonus = std::min(depth * depth * 8, 1200);
        auto const add = [&](Move which, int amount) {
            std::int16_t& value = history(at, which);
            value = std::int16_t(value + amount - value * std::abs(amount) / 16384);
        };
        add(move, bonus);
        for (int i = 0; i < number; ++i) add(tried(i), -bonus);
    }
};

}  // namespace turncoat::TURNCOAT_CPU
