// The rules behind the interface of types.hpp.  Compiled once for each processor, with TURNCOAT_CPU naming it.

#include "kernels.hpp"

#include "rules/games.hpp"
#include "rules/hash.hpp"
#include "rules/perft.hpp"
#include "rules/playouts.hpp"
#include "rules/symmetry.hpp"

namespace turncoat::TURNCOAT_CPU {
namespace {

template <class Rules>
class Compiled final : public Kernel {
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
    explicit Compiled(Rules const& rules) : rules_(rules) {}

    Size size() const override { return {rules_.grid.width, rules_.grid.height}; }
    void start(State& state) const override { out(rules_.start(), state); }

    char const* load(Picture const& picture, State& state) const override {
        if (picture.side > 1) return "the side must be 0 or 1";
        int const cells = rules_.grid.width * rules_.grid.height;
        if (picture.chain != kNoCell && picture.chain >= cells) return "the chain is off the board";
        Inner at{};
        at.word = pack(picture.side);
        for (int i = 0; i < cells; ++i) {
            Bits const here = one<Bits>(bit_of(rules_.grid, i));
            bool const exists = rules_.grid.cells & here;
            if (exists != (picture.cells[i] != -2)) return "the board has holes in the wrong places";
            if (picture.cells[i] >= 0) (picture.cells[i] == picture.side ? at.own : at.opp) |= here;
        }
        char const* const problem = rules_.load(picture, at);
        if (!problem) out(at, state);
        return problem;
    }

    void store(State const& state, Picture& picture) const override {
        Inner const at = in(state);
        picture = Picture{};
        picture.side = std::uint8_t(at.side());
        for (int i = 0; i < rules_.grid.width * rules_.grid.height; ++i) {
            Bits const here = one<Bits>(bit_of(rules_.grid, i));
            bool const own = at.own & here, opp = at.opp & here;
            picture.cells[i] = std::int8_t(own                          ? at.side()
                                           : opp                        ? at.side() ^ 1
                                           : (rules_.grid.cells & here) ? -1
                                                                        : -2);
        }
        rules_.store(at, picture);
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
        if (unit == Unit::Turn && !Rules::single) return TurnCounter<Rules>(rules_, stop).count(in(state), depth);
        return bulk ? count_moves<true>(rules_, in(state), depth, stop)
                    : count_moves<false>(rules_, in(state), depth, stop);
    }

    void expand(State const& state, Sink& sink) const override {
        Inner const at = in(state);
        rules_.each_move(at, [&](Move move) {
            State next;
            out(rules_.play(at, move), next);
            sink.take(next);
        });
    }

    void playouts(State const& state, std::uint64_t seed, std::uint64_t first, int count, Record* records,
                  Stop const& stop) const override {
        play_out(rules_, in(state), seed, first, count, records, stop);
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
};

}  // namespace

GameInfo const* game_list(int& count) {
    count = int(sizeof kGames / sizeof *kGames);
    return kGames;
}

Kernel* make_kernel(Ruleset const& ruleset) {
    return with_rules(ruleset, []<class Rules>(Rules const& rules) -> Kernel* { return new Compiled<Rules>(rules); });
}

}  // namespace turncoat::TURNCOAT_CPU
