// A ruleset and the moves of a game, byte by byte: all kernels play it side by side and must agree on everything.

#include "fuzz/target.hpp"
#include "tests/examine.hpp"

namespace turncoat {
namespace {

constexpr std::size_t kLongest = 400;  // moves; longer games show nothing new

std::vector<std::string> seeds() {
    std::vector<std::string> games;
    for (std::size_t i = 0; i < listed().size(); i += 3) {
        games.push_back(std::string(1, char(i)));
        for (int move = 0; move < 40; ++move) games.back() += char((move * 37 + int(i)) & 127);
    }
    return games;
}

std::vector<std::shared_ptr<Kernel const>> const& kernels_of(std::size_t number) {
    static std::vector<std::vector<std::shared_ptr<Kernel const>>> known(listed().size());
    if (known[number].empty())
        for (auto const cpu : cpus()) known[number].push_back(kernel_for(listed()[number].ruleset, cpu));
    return known[number];
}

void run(std::string_view input) {
    Bytes bytes(input.substr(0, kLongest));
    std::size_t const number = std::size_t(bytes.byte()) % listed().size();
    auto const& kernels = kernels_of(number);
    std::vector<State> states(kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) kernels[i]->start(states[i]);
    static thread_local Moves moves, other;
    auto const& text = listed()[number].text;
    auto const hash = [&](std::size_t i) { return kernels[i]->hash(states[i]); };
    while (true) {
        kernels[0]->moves(states[0], moves);
        check(kernels[0]->outcome(states[0]).over == !moves.size, "over and yet moves, or neither", text);
        if (!moves.size || bytes.empty()) break;
        int const asked = moves.size > 256 ? bytes.take<std::uint16_t>() : bytes.byte();
        Move const move = moves.list[asked % moves.size];
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            kernels[i]->moves(states[i], other);
            check(std::equal(moves.list, moves.list + moves.size, other.list, other.list + other.size),
                  "kernels have other moves", text);
            State const before = states[i];
            auto const known = hash(i);
            kernels[i]->play(states[i], move);
            check(kernels[i]->hash_after(known, before, states[i]) == hash(i), "the hash drifts", text);
        }
    }
    auto const written = write_position(*kernels[0], states[0]);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        check(write_position(*kernels[i], states[i]) == written, "kernels differ", text);
        examine(*kernels[i], states[i], text);
    }
}

}  // namespace

FuzzTarget const kGameTarget{"game", seeds, run};

}  // namespace turncoat
