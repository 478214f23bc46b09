// The proofs of a checkpoint, true or not: a solver that has learnt them is asked what it now knows.

#include <charconv>

#include "fuzz/target.hpp"
#include "solver/learning.hpp"
#include "tests/rulesets.hpp"

namespace turncoat {
namespace {

/// Small boards, some with an endgame solver of their own: on large ones nothing is proved so quickly.
std::vector<Listed const*> const& boards() {
    static std::vector<Listed const*> const found = [] {
        std::vector<Listed const*> all;
        for (auto const& one : listed()) {
            auto const size = kernel_for(one.ruleset, "portable")->size();
            if (size.width * size.height <= 25) all.push_back(&one);
        }
        return all;
    }();
    return found;
}

std::vector<std::string> seeds() {
    std::vector<std::string> lists;
    for (std::size_t i = 0; i < boards().size(); i += 2) {
        auto const kernel = kernel_for(boards()[i]->ruleset, "portable");
        lists.push_back(std::string(1, char(i)) + char(i & 1));
        State state;
        kernel->start(state);
        for (std::uint64_t move = 0; move < 8 && kernel->play_random(state, i, move); ++move)
            if (move > 4) lists.back() += "\n-1 1 " + write_position(*kernel, state);
    }
    return lists;
}

std::string_view cut(std::string_view& text, char separator) {
    auto const end = text.find(separator);
    auto const part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

std::int64_t number_of(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void run(std::string_view input) {
    Bytes bytes(input);
    auto const& one = *boards()[std::size_t(bytes.byte()) % boards().size()];
    int const how = bytes.byte();
    auto const cpu = cpus()[std::size_t(how >> 1) % cpus().size()];
    auto const kernel = kernel_for(one.ruleset, cpu);
    auto const method = how & 1 ? Method::DfPn : Method::AlphaBeta;
    auto const solver = solver_for(one.ruleset, cpu, {.method = method, .bytes = 1 << 14, .threads = 1});
    State at;
    kernel->start(at);
    Stop const stop;
    for (auto text = bytes.rest(); !text.empty();) {
        auto line = cut(text, '\n');
        auto const low = number_of(cut(line, ' ')), high = number_of(cut(line, ' '));
        try {
            auto const bounds = read_bounds(*kernel, solver->most(), line, low, high);
            solver->learn(bounds);
            at = bounds.state;
        } catch (BadText const&) {  // refused, as garbage should be
        }
        solver->known(at);
    }
    solver->test(at, 1, 40, stop);
    struct Count final : BoundsSink {
        void take(ProvedBounds const&) override {}
    } sink;
    solver->report_proofs(sink);
}

}  // namespace

FuzzTarget const kProofsTarget{"proofs", seeds, run};

}  // namespace turncoat
