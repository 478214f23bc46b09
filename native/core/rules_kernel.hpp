// The rules of a game behind the interface of kernel.hpp.
#pragma once

#include "core/actions.hpp"
#include "core/byte_masks.hpp"
#include "core/hash.hpp"
#include "core/kernel.hpp"
#include "core/perft.hpp"
#include "core/playouts.hpp"
#include "core/symmetry.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class RulesKernel final : public Kernel {
    using Inner = typename Rules::State;
    using Bits = typename Rules::Bits;
    static_assert(sizeof(Inner) <= sizeof(State));
    static_assert(__is_trivially_copyable(Inner));

    Rules const rules_;

    static Inner in(State const& state) {
        Inner inner;
        __builtin_memcpy(&inner, state.bytes, sizeof inner);
        return inner;
    }
    static void out(Inner const& inner, State& state) { __builtin_memcpy(state.bytes, &inner, sizeof inner); }

    std::uint8_t cell(std::uint8_t bit) const { return bit == kNoCell ? bit : std::uint8_t(cell_of(rules_.grid, bit)); }
    std::uint8_t bit(std::uint8_t cell) const {
        return cell == kNoCell ? cell : std::uint8_t(bit_of(rules_.grid, cell));
    }
    Move outside(Move move) const { return {move.kind, cell(move.from), cell(move.to)}; }
    Move inside(Move move) const { return {move.kind, bit(move.from), bit(move.to)}; }

  public:
    explicit RulesKernel(Rules const& rules) : rules_(rules) {
        for (int cell = 0; cell < cells_; ++cell) {
            bits_of_[cell] = std::uint8_t(bit_of(rules_.grid, cell));
            cells_at_[bits_of_[cell]] = std::uint8_t(cell);
        }
    }

    Size size() const override { return {rules_.grid.width, rules_.grid.height}; }
    void start(State& state) const override { out(rules_.start(), state); }

    FieldList fields() const override { return list_of<FieldList>(Rules::kFields); }
    NameList reasons() const override { return list_of<NameList>(Rules::kReasons); }

    char const* load(PositionData const& data, State& state) const override {
        if (data.side > 1) return "the side must be 0 or 1";
        int const cells = rules_.grid.width * rules_.grid.height;
        for (int i = 0; i < fields().size; ++i) {
            int const value = data.fields[i].value;
            if (Rules::kFields[i].kind == Field::Cell && value != kNoCell && value >= cells)
                return "a cell is off the board";
        }
        Inner at{};
        at.word = pack(data.side);
        for (int i = 0; i < cells; ++i) {
            Bits const here = one<Bits>(bit_of(rules_.grid, i));
            bool const exists = rules_.grid.cells & here;
            if (exists != (data.cells[i] != -2)) return "the board has holes in the wrong places";
            if (data.cells[i] >= 0) (data.cells[i] == data.side ? at.own : at.opp) |= here;
        }
        char const* const problem = rules_.load(data, at);
        if (!problem) out(at, state);
        return problem;
    }

    void store(State const& state, PositionData& data) const override {
        Inner const at = in(state);
        data.side = std::uint8_t(at.side());
        for (int i = 0; i < rules_.grid.width * rules_.grid.height; ++i) {
            Bits const here = one<Bits>(bit_of(rules_.grid, i));
            bool const own = at.own & here, opp = at.opp & here;
            data.cells[i] = std::int8_t(own ? at.side() : opp ? at.side() ^ 1 : (rules_.grid.cells & here) ? -1 : -2);
        }
        rules_.store(at, data);
    }

    int side(State const& state) const override { return in(state).side(); }
    bool mid_turn(State const& state) const override { return Rules::mid_turn(in(state)); }
    int count(State const& state) const override { return rules_.count(in(state)); }
    Outcome outcome(State const& state) const override { return rules_.outcome(in(state)); }
    Score score(State const& state) const override { return rules_.score(in(state)); }
    bool equal(State const& a, State const& b) const override { return in(a) == in(b); }
    std::uint64_t hash(State const& state) const override { return hash_of(in(state)); }
    std::uint64_t hash_after(std::uint64_t hash, State const& before, State const& after) const override {
        return turncoat::TURNCOAT_CPU::hash_after(hash, in(before), in(after));
    }

    void moves(State const& state, Moves& moves) const override {
        moves.size = 0;
        rules_.each_move(in(state), [&](Move move) { moves.add(outside(move)); });
    }

    void legal(State const& state, MoveSink& sink) const override {
        Inner const at = in(state);
        rules_.each_move(at, [&](Move move) {
            Event events[kMaxCells];
            int count = 0;
            rules_.events(at, move, [&](Event event) {
                events[count++] = {event.kind, event.side, cell(event.cell), cell(event.to)};
            });
            sink.take(outside(move), events, count, !Rules::mid_turn(rules_.play(at, move)));
        });
    }

    void play(State& state, Move move) const override { out(rules_.play(in(state), inside(move)), state); }

    bool play_random(State& state, std::uint64_t seed, std::uint64_t index) const override {
        Random random(seed, index);
        Move move;
        Inner const at = in(state);
        if (!rules_.pick(at, random, move)) return false;
        out(rules_.play(at, move), state);
        return true;
    }

    int symmetries() const override { return turncoat::TURNCOAT_CPU::symmetries(rules_.grid); }
    void transform(State& state, int number) const override {
        out(Rules::transform(in(state), Symmetry<decltype(rules_.grid)>{rules_.grid, number}), state);
    }
    void canonical(State& state) const override { out(turncoat::TURNCOAT_CPU::canonical(rules_, in(state)), state); }

    Count perft(State const& state, int depth, Unit unit, bool bulk, Stop const& stop) const override {
        if (unit == Unit::Turn && !Rules::one_move_turns)
            return TurnCounter<Rules>(rules_, stop).count(in(state), depth);
        return bulk ? count_moves<true>(rules_, in(state), depth, stop)
                    : count_moves<false>(rules_, in(state), depth, stop);
    }

    void expand(State const& state, StateSink& sink) const override {
        Inner const at = in(state);
        rules_.each_move(at, [&](Move move) {
            State next;
            out(rules_.play(at, move), next);
            sink.take(next);
        });
    }

    void playouts(State const& state, std::uint64_t seed, std::uint64_t first, int count, PlayoutResult* results,
                  Stop const& stop) const override {
        play_out(rules_, in(state), seed, first, count, results, stop);
    }

    int playout(State const& state, std::uint64_t seed, std::uint64_t index, Move* moves, int most) const override {
        Inner at = in(state);
        Random random(seed, index);
        Move move;
        int played = 0;
        for (; rules_.pick(at, random, move); ++played) {
            if (played < most) moves[played] = outside(move);
            at = rules_.play(at, move);
        }
        return played;
    }

    Shape shape() const override { return {Rules::kPlanes, pass_ + 1 + Actions::kSwaps}; }

    std::int32_t action(Move move) const override { return action_number(inside(move)); }

    void observe(Slice const& games, Rows const& rows) const override {
        for (std::size_t i = 0; i < games.count; ++i) {
            Inner const at = in(games.states[i]);
            auto const actions = rules_.actions(at);
            write_row(at, actions, !actions.any(), i, rows);
            if (rows.rewards) rows.rewards[2 * i] = rows.rewards[2 * i + 1] = 0;
        }
    }

    std::size_t from_actions(Slice const& games, std::int32_t const* asked, std::int32_t* chosen) const override {
        for (std::size_t i = 0; i < games.count; ++i) {
            auto const actions = rules_.actions(in(games.states[i]));
            bool const over = !actions.any();
            if (!over && !allows(actions, asked[i])) return i;
            chosen[i] = over ? kNoAction : asked[i];
        }
        return games.count;
    }

    std::size_t from_indices(Slice const& games, std::int64_t const* asked, std::int32_t* chosen) const override {
        for (std::size_t i = 0; i < games.count; ++i) {
            auto const actions = rules_.actions(in(games.states[i]));
            std::int64_t const index = asked[i], on_cells = actions.count();
            if (index >= 0 && index < on_cells)
                chosen[i] = action_number(actions.nth(int(index)));
            else if (!on_cells && !actions.pass && !actions.swap)
                chosen[i] = kNoAction;
            else if (index >= 0 && index < on_cells + actions.pass + actions.swap)
                chosen[i] = index == on_cells && actions.pass ? pass_ : swap_;
            else
                return i;
        }
        return games.count;
    }

    void sample(Slice const& games, std::uint64_t seed, std::int32_t* chosen) const override {
        for (std::size_t i = 0; i < games.count; ++i) {
            Random random(seed, draw_of(games, i));
            Move move;
            chosen[i] = rules_.pick(in(games.states[i]), random, move) ? action_number(move) : kNoAction;
        }
    }

    void act(Slice const& games, std::int32_t const* chosen, State const* restart, Rows const& rows) const override {
        bool const looks = restart || rows.observations || rows.legal || rows.sides || rows.rewards || rows.done;
        for (std::size_t i = 0; i < games.count; ++i) {
            Inner at = in(games.states[i]);
            bool const plays = chosen[i] != kNoAction;
            if (plays) {
                at = rules_.play(at, move_of(at, chosen[i]));
                ++games.played[i];
                out(at, games.states[i]);
            }
            if (!looks) continue;
            auto actions = rules_.actions(at);
            bool const over = !actions.any();
            if (rows.rewards) {
                int const winner = over && plays ? rules_.outcome(at).winner : -1;
                rows.rewards[2 * i] = winner < 0 ? 0.f : winner ? -1.f : 1.f;
                rows.rewards[2 * i + 1] = winner < 0 ? 0.f : winner ? 1.f : -1.f;
            }
            if (over && restart) {
                games.states[i] = *restart;
                games.played[i] = 0;
                at = in(*restart);
                actions = rules_.actions(at);
            }
            write_row(at, actions, over, i, rows);
        }
    }

    std::size_t step_random(Slice const& games, std::uint64_t seed) const override {
        std::size_t moved = 0;
        for (std::size_t i = 0; i < games.count; ++i) {
            Random random(seed, draw_of(games, i));
            Move move;
            Inner const at = in(games.states[i]);
            if (!rules_.pick(at, random, move)) continue;
            out(rules_.play(at, move), games.states[i]);
            ++games.played[i];
            ++moved;
        }
        return moved;
    }

    void boards(Slice const& games, std::int8_t* rows) const override {
        for (std::size_t i = 0; i < games.count; ++i) {
            Inner const at = in(games.states[i]);
            write_sets(rules_.grid, first_of(at), second_of(at), rows + i * std::size_t(cells_));
        }
    }

  private:
    using Actions = typename Rules::Actions;

    template <class List, class Item, std::size_t Size>
    static List list_of(Item const (&items)[Size]) {
        return {items, int(Size)};
    }

    int const cells_ = rules_.grid.width * rules_.grid.height;
    std::int32_t const pass_ = Actions::kPlanes * cells_, swap_ = pass_ + 1;
    std::uint8_t bits_of_[kMaxCells], cells_at_[kMaxCells];  // of each cell its bit and back: divisions take longer

    /// What is drawn for a game depends on its place and on how many moves it has seen.
    static std::uint64_t draw_of(Slice const& games, std::size_t i) {
        return (games.first + i) << 32 | std::uint32_t(games.played[i]);
    }

    std::int32_t action_number(Action action) const { return action.plane * cells_ + cells_at_[action.cell]; }
    std::int32_t action_number(Move move) const {
        return move.kind == MoveKind::Pass   ? pass_
               : move.kind == MoveKind::Swap ? swap_
                                             : action_number(rules_.action_of(move));
    }
    Action action_at(std::int32_t action) const {
        int const plane = Actions::kPlanes == 1 ? 0 : action / cells_, cell = action - plane * cells_;
        return {plane, bits_of_[cell]};
    }

    bool allows(Actions const& actions, std::int32_t action) const {
        if (action < 0 || action > swap_) return false;
        if (action >= pass_) return action == pass_ ? actions.pass : actions.swap;
        auto const [plane, cell] = action_at(action);
        return has(actions.plane[plane], cell);
    }

    Move move_of(Inner const& at, std::int32_t action) const {
        if (action >= pass_) return {action == pass_ ? MoveKind::Pass : MoveKind::Swap, kNoCell, kNoCell};
        return rules_.move_of(at, action_at(action));
    }

    void write_row(Inner const& at, Actions const& actions, bool over, std::size_t i, Rows const& rows) const {
        auto const cells = std::size_t(cells_);
        if (rows.observations) {
            auto* to = rows.observations + i * Rules::kPlanes * cells;
            rules_.observe(at, [&](Bits set) {
                write_set(rules_.grid, set, to);
                to += cells;
            });
        }
        if (rows.legal) {
            auto* to = rows.legal + i * std::size_t(pass_ + 1 + Actions::kSwaps);
            for (Bits set : actions.plane) {
                write_set(rules_.grid, set, to);
                to += cells;
            }
            to[0] = actions.pass;
            if constexpr (Actions::kSwaps) to[1] = actions.swap;
        }
        if (rows.sides) rows.sides[i] = std::int8_t(at.side());
        if (rows.done) rows.done[i] = over;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
