// Batches of games as Python sees them.

#include "core/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/rules.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

template <class T, int Dimensions>
using Given = nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

/// Arrays of the caller's to write in, a row for each game: observations, legal actions, sides, rewards, done.
using Into = std::tuple<Given<bool, 4>, Given<bool, 2>, Given<std::int8_t, 1>, Given<float, 2>, Given<bool, 1>>;

struct Games {
    SharedRules rules;
    Batch batch;

    Games(SharedRules shared, Batch games) : rules(std::move(shared)), batch(std::move(games)) {}
    Games(PositionHandle const& position, std::size_t games)
        : rules(position.rules), batch(position.rules->kernel, position.state, games) {}

    /// Games that begin as `start` did and stand where the texts say, after so many moves each.
    Games(PositionHandle const& start, std::vector<std::string> const& texts,
          Given<std::int32_t const, 1> const& played)
        : Games(start, std::size_t(0)) {
        if (played.shape(0) != texts.size()) throw BadText("as many texts as numbers of moves are wanted");
        for (std::size_t i = 0; i < texts.size(); ++i) batch.add(rules->read(texts[i]), played.data()[i]);
    }

    PositionHandle at(std::size_t i) const {
        if (i >= batch.size()) throw nb::index_error();
        return {rules, batch[i]};
    }

    Games select(Given<std::int64_t const, 1> const& places) const {
        for (std::size_t i = 0; i < places.shape(0); ++i)
            if (places.data()[i] < 0 || std::size_t(places.data()[i]) >= batch.size()) throw nb::index_error();
        return {rules, batch.select({places.data(), places.data() + places.shape(0)})};
    }

    std::vector<std::string> texts() const {
        std::vector<std::string> found;
        for (std::size_t i = 0; i < batch.size(); ++i) found.push_back(rules->write(batch[i]));
        return found;
    }

    /// An array with one number for each game.
    template <class T, class Get>
    Array<T> numbers(int threads, Get const& get) const {
        return make_array<T>({batch.size()}, [&](T* data) {
            batch.each(threads, [&](std::size_t i) { data[i] = static_cast<T>(get(batch.kernel(), batch[i])); });
        });
    }

    Array<std::int8_t> boards(int threads) const {
        auto const cells = std::size_t(rules->size.width * rules->size.height);
        return make_array<std::int8_t>({batch.size(), cells}, [&](std::int8_t* data) { batch.boards(data, threads); });
    }

    /// Nothing, or the place, the index and the number of moves of the first game that cannot be stepped so.
    std::optional<std::tuple<std::size_t, std::int64_t, int>> step(Given<std::int64_t const, 1> const& indices,
                                                                   int threads) {
        check(indices.shape(0));
        std::int64_t const* const data = indices.data();
        nb::gil_scoped_release const release;
        try {
            batch.step(data, threads);
        } catch (Refused const& bad) {
            return std::tuple(bad.game, data[bad.game], batch.kernel().count(batch[bad.game]));
        }
        return std::nullopt;
    }

    /// Nothing, or the place of the first game in which the action is not legal.
    std::optional<std::size_t> step_actions(Given<std::int32_t const, 1> const& actions, bool auto_reset,
                                            Into const& into, int threads) {
        check(actions.shape(0));
        Rows const to = rows(into);
        std::int32_t const* const data = actions.data();
        nb::gil_scoped_release const release;
        try {
            batch.step_actions(data, auto_reset, to, threads);
        } catch (Refused const& bad) {
            return bad.game;
        }
        return std::nullopt;
    }

    void observe(Into const& into, int threads) const {
        Rows const to = rows(into);
        nb::gil_scoped_release const release;
        batch.observe(to, threads);
    }

    Array<std::int32_t> sample(std::uint64_t seed, int threads) const {
        return make_array<std::int32_t>({batch.size()},
                                        [&](std::int32_t* actions) { batch.sample(seed, actions, threads); });
    }

    std::size_t step_random(std::uint64_t seed, int threads) {
        nb::gil_scoped_release const release;
        return batch.step_random(seed, threads);
    }

  private:
    void check(std::size_t games) const {
        if (games != batch.size()) throw BadText("one number for each game is wanted");
    }

    Rows rows(Into const& into) const {
        auto const& [observations, legal, sides, rewards, done] = into;
        auto const [planes, actions] = batch.kernel().shape();
        for (std::size_t const games :
             {observations.shape(0), legal.shape(0), sides.shape(0), rewards.shape(0), done.shape(0)})
            check(games);
        if (observations.shape(1) != std::size_t(planes) || observations.shape(2) != std::size_t(rules->size.height) ||
            observations.shape(3) != std::size_t(rules->size.width) || legal.shape(1) != std::size_t(actions) ||
            rewards.shape(1) != 2)
            throw BadText("an array of another shape is wanted");
        return {reinterpret_cast<std::uint8_t*>(observations.data()), reinterpret_cast<std::uint8_t*>(legal.data()),
                sides.data(), rewards.data(), reinterpret_cast<std::uint8_t*>(done.data())};
    }
};

}  // namespace

void bind_batch(nb::module_& m) {
    nb::class_<Games>(m, "Games")
        .def(nb::init<PositionHandle const&, std::size_t>(), "start"_a, "games"_a)
        .def(nb::init<PositionHandle const&, std::vector<std::string> const&, Given<std::int32_t const, 1> const&>(),
             "start"_a, "texts"_a, "played"_a)
        .def("__len__", [](Games const& g) { return g.batch.size(); })
        .def_prop_ro("rules", [](Games const& g) { return g.rules; })
        .def_prop_ro("start", [](Games const& g) { return PositionHandle{g.rules, g.batch.start()}; })
        .def("at", &Games::at, "place"_a)
        .def("select", &Games::select, "places"_a)
        .def("copy", [](Games const& g) { return Games(g); })
        .def("texts", &Games::texts)
        .def(
            "sides",
            [](Games const& g, int threads) {
                return g.numbers<std::int8_t>(threads, [](Kernel const& k, State const& s) { return k.side(s); });
            },
            "threads"_a)
        .def(
            "counts",
            [](Games const& g, int threads) {
                return g.numbers<std::int32_t>(threads, [](Kernel const& k, State const& s) { return k.count(s); });
            },
            "threads"_a)
        .def(
            "done",
            [](Games const& g, int threads) {
                return g.numbers<bool>(threads, [](Kernel const& k, State const& s) { return k.outcome(s).over; });
            },
            "threads"_a)
        .def(
            "winners",
            [](Games const& g, int threads) {
                return g.numbers<std::int8_t>(threads,
                                              [](Kernel const& k, State const& s) { return k.outcome(s).winner; });
            },
            "threads"_a)
        .def(
            "hashes",
            [](Games const& g, int threads) {
                return g.numbers<std::uint64_t>(threads, [](Kernel const& k, State const& s) { return k.hash(s); });
            },
            "threads"_a)
        .def("played",
             [](Games const& g) {
                 return make_array<std::int32_t>({g.batch.size()}, [&](std::int32_t* data) {
                     std::copy(g.batch.played().begin(), g.batch.played().end(), data);
                 });
             })
        .def("boards", &Games::boards, "threads"_a)
        .def("step", &Games::step, "indices"_a, "threads"_a)
        .def("step_actions", &Games::step_actions, "actions"_a, "auto_reset"_a, "into"_a.noconvert(), "threads"_a)
        .def("observe", &Games::observe, "into"_a.noconvert(), "threads"_a)
        .def("sample", &Games::sample, "seed"_a, "threads"_a)
        .def("step_random", &Games::step_random, "seed"_a, "threads"_a)
        .def("reset_finished", [](Games& g) { return g.batch.reset_finished(); });
}

}  // namespace turncoat
