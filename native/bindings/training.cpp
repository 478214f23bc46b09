// Self-play and fits as Python sees them: samples in memory, games that add to them, passes over them.

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/rules.hpp"
#include "games/registry.hpp"
#include "search/weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

struct Samples {
    std::vector<Sample> list;

    std::size_t size() const { return list.size(); }
    void keep_last(std::size_t count) {
        if (count < list.size()) list.erase(list.begin(), list.end() - std::ptrdiff_t(count));
    }
    /// Puts them in another order, the same for the same seed.
    void shuffle(std::uint64_t seed) {
        for (std::size_t i = list.size(); i > 1; --i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            std::swap(list[i - 1], list[(seed >> 20) % i]);
        }
    }
};

/// Plays games first .. first + count - 1 of the seed and adds their samples; how many those are.
std::size_t self_play(Samples& samples, Rules const& compiled, std::size_t bytes, std::uint64_t seed,
                      std::uint64_t first, std::uint64_t count, int random_from, int random_to, int depth, int exact,
                      int threads, PatternList const& patterns, std::vector<int> const& stages, int sets, bool mid_turn,
                      Lent<std::int16_t const> const& weights) {
    auto head = std::make_unique<Weights>();
    bool const trained = weights.shape(0) > 0;
    if (trained) {
        read_head(*head, compiled.size, patterns, stages, sets, mid_turn, weights.shape(0));
        head->weights = weights.data();
    }
    nb::gil_scoped_release const release;
    SelfPlayOptions const options{random_from, random_to, depth, exact};
    std::atomic<std::uint64_t> next{0};
    std::vector<std::vector<Sample>> found(count);
    // Made here, where whoever asked hears what goes wrong.
    std::vector<std::unique_ptr<SelfPlay>> players;
    for (int t = 0; t < std::max(1, threads); ++t)
        players.push_back(self_play_for(compiled.ruleset, compiled.cpu, bytes, trained ? head.get() : nullptr));
    std::vector<std::thread> workers;
    for (auto& player : players)
        workers.emplace_back([&, player = player.get()] {
            std::vector<Sample> room(512);
            for (std::uint64_t i = next++; i < count; i = next++) {
                int const noted = player->play(options, seed, first + i, room.data(), int(room.size()));
                found[i].assign(room.begin(), room.begin() + noted);
            }
        });
    for (auto& worker : workers) worker.join();
    std::size_t added = 0;
    for (auto& game : found) {
        samples.list.insert(samples.list.end(), game.begin(), game.end());
        added += game.size();
    }
    return added;
}

/// One pass over the samples first .. first + count - 1; the mean loss.
double fit(Samples const& samples, Rules const& compiled, std::size_t first, std::size_t count, float rate, float scale,
           float trust, int threads, PatternList const& patterns, std::vector<int> const& stages, int sets,
           bool mid_turn, Lent<float> const& weights, Lent<float> const& seen) {
    if (first + count > samples.size() || weights.shape(0) != seen.shape(0)) throw BadText("out of range");
    auto data = std::make_unique<FitData>();
    read_head(data->head, compiled.size, patterns, stages, sets, mid_turn, weights.shape(0));
    data->weights = weights.data();
    data->seen = seen.data();
    data->scale = scale;
    data->trust = trust;
    nb::gil_scoped_release const release;
    auto const fit = fit_for(compiled.ruleset, compiled.cpu, *data);
    auto const parts = std::size_t(std::max(1, threads));
    std::vector<double> losses(parts);
    std::vector<std::thread> workers;
    for (std::size_t t = 0; t < parts; ++t)
        workers.emplace_back([&, t] {
            std::size_t const from = first + count * t / parts, to = first + count * (t + 1) / parts;
            losses[t] = fit->pass(samples.list.data() + from, to - from, rate) * double(to - from);
        });
    for (auto& worker : workers) worker.join();
    double total = 0;
    for (double loss : losses) total += loss;
    return total / double(std::max<std::size_t>(count, 1));
}

}  // namespace

void bind_training(nb::module_& m) {
    nb::class_<Samples>(m, "Samples")
        .def(nb::init<>())
        .def("__len__", &Samples::size)
        .def("keep_last", &Samples::keep_last, "count"_a)
        .def("shuffle", &Samples::shuffle, "seed"_a);
    m.def("self_play", &self_play, "samples"_a, "rules"_a, "memory"_a, "seed"_a, "first"_a, "count"_a, "random_from"_a,
          "random_to"_a, "depth"_a, "exact"_a, "threads"_a, "patterns"_a, "stages"_a, "sets"_a, "mid_turn"_a,
          "weights"_a);
    m.def("fit", &fit, "samples"_a, "rules"_a, "first"_a, "count"_a, "rate"_a, "scale"_a, "trust"_a, "threads"_a,
          "patterns"_a, "stages"_a, "sets"_a, "mid_turn"_a, "weights"_a, "seen"_a);
}

}  // namespace turncoat
