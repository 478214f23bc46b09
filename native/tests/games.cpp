// Fast games of the real search, for the sanitizers: every kind of ruleset, every kernel, with the handcrafted
// evaluation and with the trained ones in the folder that is named.  Every move and every line must be legal, and no
// proof may contradict another.

#include <algorithm>
#include <filesystem>

#include "games/registry.hpp"
#include "search/engine.hpp"
#include "tests/rulesets.hpp"
#include "tests/weights.hpp"

namespace turncoat {
namespace {

int played = 0;

/// One side of a game: thinks in this thread or, as programs do, in threads of its own.
class Player {
    struct BestLine final : Listener {
        Line best;
        void found(Line const& line) override {
            if (!line.rank) best = line;
        }
    };

    Limits limits_;
    std::unique_ptr<Search> search_;
    std::unique_ptr<Engine> engine_;

  public:
    Player(Ruleset const& ruleset, std::string_view cpu, Weights const* weights, Limits const& limits, bool apart)
        : limits_(limits) {
        if (apart)
            engine_ = std::make_unique<Engine>(search_for(ruleset, cpu, std::size_t(1) << 20, weights));
        else
            search_ = search_for(ruleset, cpu, std::size_t(1) << 14, weights);
    }

    Line think(State const& state) {
        if (!engine_) {
            BestLine listener;
            search_->prepare(1);
            search_->run(state, limits_, Control{}, listener, 0);
            return listener.best;
        }
        Line best;
        engine_->start(state, limits_, false);
        for (bool busy = true; busy;) {
            auto const found = engine_->wait(100'000);
            for (Line const& line : found.first)
                if (!line.rank) best = line;
            busy = found.second;
        }
        return best;
    }
};

bool is_legal(Kernel const& kernel, State const& state, Move move) {
    Moves moves;
    kernel.moves(state, moves);
    return std::find(moves.list, moves.list + moves.size, move) != moves.list + moves.size;
}

bool hands_over(Kernel const& kernel, State const& before, State const& after, Move move) {
    return kernel.side(before) != kernel.side(after) || move.kind == MoveKind::Swap;
}

int sign(int value) { return (value > 0) - (value < 0); }

void play(std::string const& text, std::string_view cpu, Weights const* weights, std::uint64_t seed) {
    auto const ruleset = ruleset_of(text);
    auto const kernel = kernel_for(ruleset, cpu);
    auto const where = text + " " + std::string(cpu) + " game " + std::to_string(seed);
    bool const threads = seed % 3 == 2;
    Player players[] = {{ruleset, cpu, weights, {.nodes = 30, .lines = 1 + int(seed % 3)}, false},
                        {ruleset, cpu, nullptr, {.nodes = 90, .threads = threads ? 2 : 1}, threads}};
    State state;
    kernel->start(state);
    for (std::uint64_t ply = 0; ply < seed % 5; ++ply) kernel->play_random(state, seed, ply);

    int proved = 0;  // what the last search has proved of the present position: 1 or -1, 0 if nothing is known
    int ply = 0;
    for (; kernel->count(state); ++ply) {
        check(ply < 4096, "a game without end", where);
        Line const line = players[(std::uint64_t(ply) + seed) % 2].think(state);
        check(line.length > 0, "no move is chosen", where);
        State at = state;
        for (int i = 0; i < line.length; ++i) {
            check(is_legal(*kernel, at, line.moves[i]), i ? "a line goes on with an illegal move" : "an illegal move",
                  where);
            kernel->play(at, line.moves[i]);
        }
        if (line.proved && proved) check(sign(line.value) == proved, "a proof contradicts the one before it", where);
        State after = state;
        kernel->play(after, line.moves[0]);
        // The value of the best move is the value of what it leads to; another's proof of less would be a fault.
        if (line.proved) proved = sign(line.value);
        if (hands_over(*kernel, state, after, line.moves[0])) proved = -proved;
        if (!line.proved) proved = 0;
        state = after;
    }
    auto const outcome = kernel->outcome(state);
    check(outcome.over, "neither over nor to be played on", where);
    if (proved && outcome.winner >= 0)
        check((kernel->side(state) == outcome.winner) == (proved > 0), "the end contradicts a proof", where);
    ++played;
}

/// The rulesets the weights fit.
std::vector<std::string> rulesets_for(Trained const& trained) {
    std::vector<std::string> found;
    for (auto const& one : listed())
        if (one.game == trained.game &&
            std::all_of(trained.options.begin(), trained.options.end(),
                        [&](auto const& fit) { return one.options.find("," + fit + ",") != std::string::npos; }))
            found.push_back(one.text);
    check(!found.empty(), "weights that fit no ruleset", trained.game);
    return found;
}

}  // namespace
}  // namespace turncoat

int main(int count, char** words) {
    using namespace turncoat;
    for (auto const& text : rulesets())
        for (auto const cpu : cpus())
            for (std::uint64_t seed = 0; seed < 6; ++seed) play(text, cpu, nullptr, seed);
    int trained = 0;
    if (count > 1)
        for (auto const& entry : std::filesystem::directory_iterator(words[1])) {
            if (entry.path().extension() != ".weights") continue;
            auto const weights = read_weights(entry.path().string());
            ++trained;
            for (auto const& text : rulesets_for(*weights))
                for (auto const cpu : cpus())
                    for (std::uint64_t seed = 0; seed < 12; ++seed) play(text, cpu, &weights->head, seed);
        }
    check(count < 2 || trained, "there are no weights", words[count - 1]);
    std::printf("%d games, %d trained evaluations, %d checks\n", played, trained, checks);
}
