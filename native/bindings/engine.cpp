#include "engine.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <stdexcept>

#include "../kernels.hpp"
#include "../search/engine.hpp"
#include "../searchers.hpp"
#include "../text.hpp"
#include "../uct.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

/// Patterns as Python has them: for each its table's first weight and its cells.
using PatternList = std::vector<std::pair<std::uint32_t, std::vector<int>>>;
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void read_head(Weights& head, Size const& board, PatternList const& patterns, std::vector<int> const& stages, int sets,
               bool mid_turn, std::size_t weights) {
    if (sets < 1 || weights % std::size_t(sets)) throw BadText("the weights do not divide into their sets");
    std::size_t const set_size = weights / std::size_t(sets);
    if (patterns.size() > Weights::kMostPatterns) throw BadText("too many patterns");
    if (stages.size() != kMostCells + 1) throw BadText("a stage is needed for every number of stones");
    head.sets = sets;
    head.mid_turn_sets = mid_turn;
    head.set_size = std::uint32_t(set_size);
    head.patterns = int(patterns.size());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (stages[i] < 0 || stages[i] * (mid_turn ? 2 : 1) >= sets) throw BadText("there is no such stage");
        head.stage[i] = std::uint8_t(stages[i]);
    }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        auto const& [table, cells] = patterns[i];
        auto& pattern = head.pattern[i];
        if (cells.empty() || cells.size() > Weights::kMostPatternCells) throw BadText("a pattern has 1 to 10 cells");
        std::size_t entries = 1;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c] < 0 || cells[c] >= board.width * board.height)
                throw BadText("a pattern's cell is off the board");
            pattern.cell[c] = std::uint8_t(cells[c]);
            entries *= 3;
        }
        if (table + entries > set_size) throw BadText("a pattern's table lies outside the weights");
        pattern.cells = int(cells.size());
        pattern.table = table;
    }
}

struct Ground {  // a ruleset on one processor
    std::string text;
    Ruleset ruleset;
    std::string cpu;
    std::shared_ptr<Kernel const> kernel;
    Size size{};

    Ground(std::string name, std::string_view processor)
        : text(std::move(name)), ruleset(read_ruleset(text)), cpu(processor), kernel(kernel_for(ruleset, cpu)) {
        if (!kernel) throw BadText("this machine cannot run " + cpu);
        size = kernel->size();
    }

    State read(std::string_view position) const {
        State state;
        if (char const* problem = kernel->load(read_picture(size, position), state)) throw BadText(problem);
        return state;
    }
};

using LineTuple = std::tuple<int, int, int, int, bool, std::uint64_t, std::int64_t, std::vector<std::string>>;

class Thinker {
    Ground ground_;
    std::unique_ptr<Engine> engine_;

    LineTuple tell(Line const& line) const {
        std::vector<std::string> moves;
        for (int i = 0; i < line.length; ++i) moves.push_back(write_move(ground_.size, line.moves[i]));
        return {line.rank,   line.depth, line.deepest, line.value,
                line.proved, line.nodes, line.micros,  std::move(moves)};
    }

  public:
    Thinker(std::string text, std::string_view cpu, std::size_t bytes)
        : ground_(std::move(text), cpu),
          engine_(std::make_unique<Engine>(searcher_for(ground_.ruleset, ground_.cpu, bytes, nullptr))) {}

    Thinker(std::string text, std::string_view cpu, std::size_t bytes, PatternList const& patterns,
            std::vector<int> const& stages, int sets, bool mid_turn, Column<std::int16_t const> const& weights)
        : ground_(std::move(text), cpu) {
        auto head = std::make_unique<Weights>();
        read_head(*head, ground_.size, patterns, stages, sets, mid_turn, weights.shape(0));
        head->weights = weights.data();
        engine_ = std::make_unique<Engine>(searcher_for(ground_.ruleset, ground_.cpu, bytes, head.get()));
    }

    void start(std::string_view position, int depth, std::uint64_t nodes, std::int64_t soft_us, std::int64_t hard_us,
               int lines, int threads, bool ponder) {
        State const state = ground_.read(position);
        nb::gil_scoped_release const release;
        engine_->start(state, {depth, nodes, soft_us, hard_us, lines, threads}, ponder);
    }

    std::pair<std::vector<LineTuple>, bool> wait(std::int64_t micros) {
        std::pair<std::vector<Line>, bool> news;
        {
            nb::gil_scoped_release const release;
            news = engine_->wait(micros);
        }
        std::vector<LineTuple> told;
        for (Line const& line : news.first) told.push_back(tell(line));
        return {std::move(told), news.second};
    }

    void stop() {
        nb::gil_scoped_release const release;
        engine_->stop();
    }
    void forget() {
        nb::gil_scoped_release const release;
        engine_->forget();
    }
    /// Who wins (1 the side to move, 0 nobody, -1 the other) and in how many nodes it was proved.
    std::optional<std::pair<int, std::uint64_t>> settle(std::string_view position) {
        State const state = ground_.read(position);
        nb::gil_scoped_release const release;
        std::pair<int, std::uint64_t> found;
        if (!engine_->settle(state, found.first, found.second)) return std::nullopt;
        return found;
    }
    void ponder_hit() { engine_->ponder_hit(); }
    double scale() const { return engine_->scale(); }
    Value evaluate(std::string_view position) const { return engine_->evaluate(ground_.read(position)); }
};

/// Many games of self-play, and fits of weights to their samples.
class School {
    Ground ground_;
    std::vector<Sample> samples_;
    std::size_t bytes_;

  public:
    School(std::string text, std::string_view cpu, std::size_t bytes) : ground_(std::move(text), cpu), bytes_(bytes) {}

    std::size_t size() const { return samples_.size(); }
    void keep_last(std::size_t count) {
        if (count < samples_.size()) samples_.erase(samples_.begin(), samples_.end() - std::ptrdiff_t(count));
    }

    /// Plays games first .. first + count - 1 of the seed; the samples noted.
    std::size_t play(std::uint64_t seed, std::uint64_t first, std::uint64_t count, int random_from, int random_to,
                     int depth, int exact, int threads, PatternList const& patterns, std::vector<int> const& stages,
                     int sets, bool mid_turn, Column<std::int16_t const> const& weights) {
        auto head = std::make_unique<Weights>();
        bool const trained = weights.shape(0) > 0;
        if (trained) {
            read_head(*head, ground_.size, patterns, stages, sets, mid_turn, weights.shape(0));
            head->weights = weights.data();
        }
        nb::gil_scoped_release const release;
        std::atomic<std::uint64_t> next{0};
        std::vector<std::vector<Sample>> found(count);
        // Made here, where whoever asked hears what goes wrong.
        std::vector<std::unique_ptr<Searcher>> searchers;
        for (int t = 0; t < std::max(1, threads); ++t) {
            searchers.emplace_back(searcher_for(ground_.ruleset, ground_.cpu, bytes_, trained ? head.get() : nullptr));
            searchers.back()->prepare(1);
        }
        std::vector<std::thread> crew;
        for (auto& each : searchers)
            crew.emplace_back([&, searcher = each.get()] {
                std::vector<Sample> room(512);
                for (std::uint64_t i = next++; i < count; i = next++) {
                    searcher->forget_quickly();  // so that a game does not depend on the games before it
                    int const noted = searcher->learn({random_from, random_to, depth, exact}, seed, first + i,
                                                      room.data(), int(room.size()));
                    found[i].assign(room.begin(), room.begin() + noted);
                }
            });
        for (auto& each : crew) each.join();
        std::size_t added = 0;
        for (auto& game : found) {
            samples_.insert(samples_.end(), game.begin(), game.end());
            added += game.size();
        }
        return added;
    }

    /// One pass over the samples first .. first + count - 1; the mean loss.
    double fit(std::size_t first, std::size_t count, float rate, float scale, float trust, int threads,
               PatternList const& patterns, std::vector<int> const& stages, int sets, bool mid_turn,
               Column<float> const& weights, Column<float> const& seen) {
        if (first + count > samples_.size() || weights.shape(0) != seen.shape(0)) throw BadText("out of range");
        auto lessons = std::make_unique<Lessons>();
        read_head(lessons->head, ground_.size, patterns, stages, sets, mid_turn, weights.shape(0));
        lessons->weights = weights.data();
        lessons->seen = seen.data();
        lessons->scale = scale;
        lessons->trust = trust;
        nb::gil_scoped_release const release;
        std::unique_ptr<Searcher> const searcher(searcher_for(ground_.ruleset, ground_.cpu, 1 << 16, nullptr));
        auto const workers = std::size_t(std::max(1, threads));
        std::vector<double> losses(workers);
        std::vector<std::thread> crew;
        for (std::size_t t = 0; t < workers; ++t)
            crew.emplace_back([&, t] {
                std::size_t const from = first + count * t / workers, to = first + count * (t + 1) / workers;
                losses[t] = searcher->fit(*lessons, samples_.data() + from, to - from, rate) * double(to - from);
            });
        for (auto& each : crew) each.join();
        double total = 0;
        for (double loss : losses) total += loss;
        return total / double(std::max<std::size_t>(count, 1));
    }

    /// Puts the samples in another order, the same for the same seed.
    void shuffle(std::uint64_t seed) {
        for (std::size_t i = samples_.size(); i > 1; --i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            std::swap(samples_[i - 1], samples_[(seed >> 20) % i]);
        }
    }
};

/// Plain UCT: a tree of random games for every move, and nothing kept between moves.
class Gambler {
    Ground ground_;
    std::unique_ptr<Uct> tree_;

  public:
    Gambler(std::string text, std::string_view cpu, std::size_t bytes)
        : ground_(std::move(text), cpu), tree_(uct_for(ground_.ruleset, ground_.cpu, bytes)) {}

    /// Every legal move in reading order with its visits and value.
    std::vector<std::tuple<std::string, std::uint32_t, double>> weigh(std::string_view position, std::uint64_t playouts,
                                                                      double exploration, std::uint64_t seed) {
        State const state = ground_.read(position);
        tree_->begin(state, exploration, seed);
        constexpr std::uint64_t kBatch = 1000;  // how many games Ctrl-C may wait for
        for (std::uint64_t done = 0; done < playouts; done += kBatch) {
            {
                nb::gil_scoped_release const release;
                tree_->run(std::min(kBatch, playouts - done));
            }
            if (PyErr_CheckSignals()) throw nb::python_error();
        }
        auto const room = std::make_unique<Choice[]>(Moves::kMost);
        int const count = tree_->choices(room.get(), Moves::kMost);
        std::vector<std::tuple<std::string, std::uint32_t, double>> found;
        for (int i = 0; i < count; ++i)
            found.emplace_back(write_move(ground_.size, room[i].move), room[i].visits, room[i].value);
        return found;
    }
};

}  // namespace

void bind_engine(nb::module_& m) {
    nb::class_<Thinker>(m, "Thinker")
        .def(nb::init<std::string, std::string_view, std::size_t>(), "ruleset"_a, "cpu"_a, "memory"_a)
        .def(nb::init<std::string, std::string_view, std::size_t, PatternList const&, std::vector<int> const&, int,
                      bool, Column<std::int16_t const> const&>(),
             "ruleset"_a, "cpu"_a, "memory"_a, "patterns"_a, "stages"_a, "sets"_a, "mid_turn"_a, "weights"_a)
        .def("start", &Thinker::start, "position"_a, "depth"_a, "nodes"_a, "soft_us"_a, "hard_us"_a, "lines"_a,
             "threads"_a, "ponder"_a)
        .def("wait", &Thinker::wait, "micros"_a)
        .def("stop", &Thinker::stop)
        .def("settle", &Thinker::settle, "position"_a)
        .def("ponder_hit", &Thinker::ponder_hit)
        .def("forget", &Thinker::forget)
        .def_prop_ro("scale", &Thinker::scale)
        .def("evaluate", &Thinker::evaluate, "position"_a);
    nb::class_<School>(m, "School")
        .def(nb::init<std::string, std::string_view, std::size_t>(), "ruleset"_a, "cpu"_a, "memory"_a)
        .def("__len__", &School::size)
        .def("keep_last", &School::keep_last, "count"_a)
        .def("shuffle", &School::shuffle, "seed"_a)
        .def("play", &School::play, "seed"_a, "first"_a, "count"_a, "random_from"_a, "random_to"_a, "depth"_a,
             "exact"_a, "threads"_a, "patterns"_a, "stages"_a, "sets"_a, "mid_turn"_a, "weights"_a)
        .def("fit", &School::fit, "first"_a, "count"_a, "rate"_a, "scale"_a, "trust"_a, "threads"_a, "patterns"_a,
             "stages"_a, "sets"_a, "mid_turn"_a, "weights"_a, "seen"_a);
    nb::class_<Gambler>(m, "Gambler")
        .def(nb::init<std::string, std::string_view, std::size_t>(), "ruleset"_a, "cpu"_a, "memory"_a)
        .def("weigh", &Gambler::weigh, "position"_a, "playouts"_a, "exploration"_a, "seed"_a);
}

}  // namespace turncoat
