// A batch of games asked for any indices and actions: what is refused must have changed nothing.

#include "core/batch.hpp"

#include "fuzz/target.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

constexpr std::size_t kGames = 3;

std::vector<std::string> seeds() {
    std::vector<std::string> asked;
    for (std::size_t i = 0; i < listed().size(); i += 9)
        asked.push_back(std::string(1, char(i)) + std::string("\0\0\1\2\1\3\4\5\2\3\0\1\1\3", 14));
    return asked;
}

/// Arrays of exactly the size that is promised.
struct Arrays {
    std::vector<std::uint8_t> observations, legal, done;
    std::vector<std::int8_t> sides, boards;
    std::vector<float> rewards;

    explicit Arrays(Kernel const& kernel)
        : observations(kGames * std::size_t(kernel.shape().planes) * cells(kernel)),
          legal(kGames * std::size_t(kernel.shape().actions)),
          done(kGames),
          sides(kGames),
          boards(kGames * cells(kernel)),
          rewards(2 * kGames) {}

    static std::size_t cells(Kernel const& kernel) {
        return std::size_t(kernel.size().width) * std::size_t(kernel.size().height);
    }
    Rows rows() { return {observations.data(), legal.data(), sides.data(), rewards.data(), done.data()}; }
};

std::vector<State> states_of(Batch const& batch) {
    std::vector<State> states;
    for (std::size_t i = 0; i < batch.size(); ++i) states.push_back(batch[i]);
    return states;
}

/// One call with numbers from the bytes.
void ask(Batch& batch, Arrays& arrays, Bytes& bytes, int what) {
    std::int64_t indices[kGames];
    std::int32_t actions[kGames];
    for (std::size_t i = 0; i < kGames; ++i) {
        indices[i] = what & 4 ? bytes.take<std::int64_t>() : bytes.byte();
        actions[i] = what & 4 ? bytes.take<std::int32_t>() : bytes.byte();
    }
    if (what % 4 == 0) batch.step(indices, 1);
    if (what % 4 == 1) batch.step_actions(actions, what & 8, arrays.rows(), 1);
    if (what % 4 == 2) {
        batch.sample(std::uint64_t(what), actions, 1);
        batch.step_actions(actions, what & 8, {}, 1);
    }
    if (what % 4 == 3) batch.step_random(std::uint64_t(what), 1);
}

void run(std::string_view input) {
    Bytes bytes(input.substr(0, 400));
    auto const& one = listed()[std::size_t(bytes.byte()) % listed().size()];
    std::shared_ptr<Kernel const> const kernel = kernel_for(one.ruleset, cpus()[input.size() % cpus().size()]);
    State start;
    kernel->start(start);
    Batch batch(kernel, start, kGames);
    Arrays arrays(*kernel);
    while (!bytes.empty()) {
        auto const before = states_of(batch);
        int const what = bytes.byte();
        try {
            ask(batch, arrays, bytes, what);
        } catch (Refused const& bad) {
            check(bad.game < kGames && what % 4 < 2, "no such game was asked anything wrong", one.text);
            for (std::size_t i = 0; i < kGames; ++i)
                check(kernel->equal(before[i], batch[i]), "something was played all the same", one.text);
        }
        batch.observe(arrays.rows(), 1);
        batch.boards(arrays.boards.data(), 1);
    }
}

}  // namespace

FuzzTarget const kBatchTarget{"batch", seeds, run};

}  // namespace turncoat
