// Any head of a trained evaluation, and weights for it; what is taken evaluates positions from the start to the end.

#include "search/weights.hpp"

#include "fuzz/target.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

constexpr std::size_t kMostWeights = 1 << 16;

std::string seed(int ruleset, int mid_turn, int sets, int stage, std::vector<std::vector<int>> const& patterns) {
    std::string bytes{char(ruleset), char(mid_turn), char(sets), char(81 * sets & 255), char(81 * sets >> 8), char(1)};
    bytes += char(stage);
    bytes += char(patterns.size());
    for (auto const& cells : patterns) {
        bytes += char(0);
        bytes += char(cells.size());
        for (int const cell : cells) bytes += char(cell);
    }
    return bytes;
}

std::vector<std::string> seeds() {
    std::vector<std::string> heads;
    for (int ruleset = 0; ruleset < 4; ++ruleset)
        for (int mid_turn = 0; mid_turn < 2; ++mid_turn)
            heads.push_back(seed(ruleset, mid_turn, 4, 1, {{0, 1, 2, 3}, {5, 4, 3, 2}, {1, 2}}));
    return heads;
}

/// The rulesets that are their games' own, each with positions from the start to the end of a game.
struct Board {
    Listed const& ruleset;
    std::vector<State> states;
};

std::vector<Board> const& boards() {
    static std::vector<Board> const all = [] {
        std::vector<Board> found;
        for (auto const& one : listed()) {
            if (one.text != one.game) continue;
            auto const kernel = kernel_for(one.ruleset, "portable");
            State state;
            kernel->start(state);
            found.push_back({one, {state}});
            for (std::uint64_t i = 0; kernel->play_random(state, 3, i); ++i)
                if (i % 5 == 0 || kernel->mid_turn(state)) found.back().states.push_back(state);
            found.back().states.push_back(state);
        }
        return found;
    }();
    return all;
}

std::vector<int> read_list(Bytes& bytes, int length) {
    std::vector<int> list;
    for (int i = 0; i < length; ++i) list.push_back(bytes.number());
    return list;
}

void run(std::string_view input) {
    Bytes bytes(input);
    auto const& board = boards()[std::size_t(bytes.byte()) % boards().size()];
    bool const mid_turn = bytes.byte() & 1;
    std::int32_t const sets = bytes.number();
    std::size_t const count = bytes.take<std::uint16_t>();
    // Stages are the same for a while and then others: as many stretches as the bytes say.
    std::vector<int> stages;
    for (int stretches = bytes.byte() % 4 + 1, i = 0; i < stretches; ++i)
        stages.resize(i + 1 < stretches ? stages.size() + 128u / unsigned(stretches) : kMaxCells + 1u, bytes.number());
    PatternList patterns;
    for (int left = bytes.number() % 200; left > 0 && !bytes.empty(); --left) {
        auto const table = std::uint32_t(bytes.number());
        patterns.push_back({table, read_list(bytes, bytes.byte() % 12)});
    }
    static std::vector<std::int16_t> const values = [] {
        std::vector<std::int16_t> all(kMostWeights);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::int16_t(i * 40503);
        return all;
    }();
    auto const weights = std::make_unique<Weights>();
    try {
        // Of exactly that size, so that what is read behind it is found.
        std::vector<std::int16_t> const exact(values.begin(), values.begin() + std::ptrdiff_t(count));
        auto const kernel = kernel_for(board.ruleset.ruleset, "portable");
        read_head(*weights, kernel->size(), patterns, stages, sets, mid_turn, exact.size());
        weights->weights = exact.data();
        for (auto const cpu : cpus()) {
            auto const search = search_for(board.ruleset.ruleset, cpu, 1 << 12, weights.get());
            for (State const& state : board.states) search->evaluate(state);
        }
    } catch (BadText const&) {  // refused, as garbage should be
    } catch (std::length_error const&) {
    }
}

}  // namespace

FuzzTarget const kWeightsTarget{"weights", seeds, run};

}  // namespace turncoat
