// The engine and the UCT player as Python sees them.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/rules.hpp"
#include "games/registry.hpp"
#include "search/engine.hpp"
#include "search/weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

using LineTuple = std::tuple<int, int, int, int, bool, std::uint64_t, std::int64_t, std::vector<std::string>>;

class NativeEngine {
    SharedRules rules_;
    std::unique_ptr<Engine> engine_;

    std::unique_ptr<Engine> make_engine(Weights const* weights, std::size_t bytes) const {
        return std::make_unique<Engine>(search_for(rules_->ruleset, rules_->cpu, bytes, weights));
    }

    LineTuple tuple_of(Line const& line) const {
        std::vector<std::string> moves;
        for (int i = 0; i < line.length; ++i) moves.push_back(write_move(rules_->size, line.moves[i]));
        return {line.rank,   line.depth, line.deepest, line.value,
                line.proved, line.nodes, line.micros,  std::move(moves)};
    }

  public:
    NativeEngine(std::shared_ptr<Rules> rules, std::size_t bytes)
        : rules_(std::move(rules)), engine_(make_engine(nullptr, bytes)) {}

    NativeEngine(std::shared_ptr<Rules> rules, std::size_t bytes, PatternList const& patterns,
                 std::vector<int> const& stages, int sets, bool mid_turn, Lent<std::int16_t const> const& weights)
        : rules_(std::move(rules)) {
        auto head = std::make_unique<Weights>();
        read_head(*head, rules_->size, patterns, stages, sets, mid_turn, weights.shape(0));
        head->weights = weights.data();
        engine_ = make_engine(head.get(), bytes);
    }

    void start(PositionHandle const& position, int depth, std::uint64_t nodes, std::int64_t soft_us,
               std::int64_t hard_us, int lines, int threads, bool ponder) {
        State const state = state_under(*rules_, position);
        nb::gil_scoped_release const release;
        engine_->start(state, {depth, nodes, soft_us, hard_us, lines, threads}, ponder);
    }

    std::pair<std::vector<LineTuple>, bool> wait(std::int64_t micros) {
        std::pair<std::vector<Line>, bool> found;
        {
            nb::gil_scoped_release const release;
            found = engine_->wait(micros);
        }
        std::vector<LineTuple> tuples;
        for (Line const& line : found.first) tuples.push_back(tuple_of(line));
        return {std::move(tuples), found.second};
    }

    void stop() {
        nb::gil_scoped_release const release;
        engine_->stop();
    }
    void clear() {
        nb::gil_scoped_release const release;
        engine_->clear();
    }
    /// Who wins (1 the side to move, 0 nobody, -1 the other) and in how many nodes it was proved.
    std::optional<std::pair<int, std::uint64_t>> solve_outcome(PositionHandle const& position) {
        State const state = state_under(*rules_, position);
        nb::gil_scoped_release const release;
        std::pair<int, std::uint64_t> found;
        if (!engine_->solve_outcome(state, found.first, found.second)) return std::nullopt;
        return found;
    }
    void ponder_hit() { engine_->ponder_hit(); }
    double scale() const { return engine_->scale(); }
    Value evaluate(PositionHandle const& position) const { return engine_->evaluate(state_under(*rules_, position)); }
};

/// Plain UCT: a tree of random games for every move, and nothing kept between moves.
class NativeUct {
    SharedRules rules_;
    std::unique_ptr<Uct> tree_;

  public:
    NativeUct(std::shared_ptr<Rules> rules, std::size_t bytes)
        : rules_(std::move(rules)), tree_(uct_for(rules_->ruleset, rules_->cpu, bytes)) {}

    /// Every legal move in reading order with its visits and value.
    std::vector<std::tuple<std::string, std::uint32_t, double>> search(PositionHandle const& position,
                                                                       std::uint64_t playouts, double exploration,
                                                                       std::uint64_t seed) {
        State const state = state_under(*rules_, position);
        tree_->begin(state, exploration, seed);
        constexpr std::uint64_t kBatch = 1000;  // how many games Ctrl-C may wait for
        for (std::uint64_t done = 0; done < playouts; done += kBatch) {
            {
                nb::gil_scoped_release const release;
                tree_->run(std::min(kBatch, playouts - done));
            }
            if (PyErr_CheckSignals()) throw nb::python_error();
        }
        auto const room = std::make_unique<UctMove[]>(Moves::kMax);
        int const count = tree_->moves(room.get(), Moves::kMax);
        std::vector<std::tuple<std::string, std::uint32_t, double>> found;
        for (int i = 0; i < count; ++i)
            found.emplace_back(write_move(rules_->size, room[i].move), room[i].visits, room[i].value);
        return found;
    }
};

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<NativeEngine>(m, "NativeEngine")
        .def(nb::init<std::shared_ptr<Rules>, std::size_t>(), "rules"_a, "memory"_a)
        .def(nb::init<std::shared_ptr<Rules>, std::size_t, PatternList const&, std::vector<int> const&, int, bool,
                      Lent<std::int16_t const> const&>(),
             "rules"_a, "memory"_a, "patterns"_a, "stages"_a, "sets"_a, "mid_turn"_a, "weights"_a)
        .def("start", &NativeEngine::start, "position"_a, "depth"_a, "nodes"_a, "soft_us"_a, "hard_us"_a, "lines"_a,
             "threads"_a, "ponder"_a)
        .def("wait", &NativeEngine::wait, "micros"_a)
        .def("stop", &NativeEngine::stop)
        .def("solve_outcome", &NativeEngine::solve_outcome, "position"_a)
        .def("ponder_hit", &NativeEngine::ponder_hit)
        .def("clear", &NativeEngine::clear)
        .def_prop_ro("scale", &NativeEngine::scale)
        .def("evaluate", &NativeEngine::evaluate, "position"_a);
    nb::class_<NativeUct>(m, "NativeUct")
        .def(nb::init<std::shared_ptr<Rules>, std::size_t>(), "rules"_a, "memory"_a)
        .def("search", &NativeUct::search, "position"_a, "playouts"_a, "exploration"_a, "seed"_a);
}

}  // namespace turncoat
