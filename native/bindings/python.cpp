// The bindings of the rules: turncoat.native._native, wrapped by turncoat.native.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdio>

#include "../batch.hpp"
#include "../kernels.hpp"
#include "../text.hpp"
#include "../work.hpp"
#include "engine.hpp"
#include "solve.hpp"
#include "training.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

/// A ruleset ready to play, on one processor.
struct Rules {
    std::string text;
    std::shared_ptr<Kernel const> kernel;
    Size size{};

    Rules(std::string name, std::string_view cpu) : text(std::move(name)), kernel(kernel_for(read_ruleset(text), cpu)) {
        if (!kernel) throw BadText("this machine cannot run " + std::string(cpu));
        size = kernel->size();
    }
};
using Shared = std::shared_ptr<Rules const>;

struct Place {
    Shared rules;
    State state;

    Kernel const& kernel() const { return *rules->kernel; }
};

Place start(Shared const& rules) {
    Place place{rules, {}};
    rules->kernel->start(place.state);
    return place;
}

Place parse(Shared const& rules, std::string_view text) {
    Place place{rules, {}};
    if (char const* problem = rules->kernel->load(read_picture(rules->size, text), place.state)) throw BadText(problem);
    return place;
}

std::string write(Place const& place) {
    Picture picture;
    place.kernel().store(place.state, picture);
    return place.rules->text + " " + write_picture(place.rules->size, picture);
}

std::vector<std::string> move_texts(Place const& place) {
    Moves moves;
    place.kernel().moves(place.state, moves);
    std::vector<std::string> texts;
    texts.reserve(std::size_t(moves.size));
    for (int i = 0; i < moves.size; ++i) texts.push_back(write_move(place.rules->size, moves.list[i]));
    return texts;
}

/// Nothing where the move is not legal.
std::optional<Place> play(Place const& place, std::string_view text) {
    Moves moves;
    place.kernel().moves(place.state, moves);
    for (int i = 0; i < moves.size; ++i)
        if (write_move(place.rules->size, moves.list[i]) == text) {
            Place next = place;
            place.kernel().play(next.state, moves.list[i]);
            return next;
        }
    return std::nullopt;
}

using ResultTuple = std::tuple<int, int, std::string, int>;

std::optional<ResultTuple> result(Place const& place) {
    Outcome const outcome = place.kernel().outcome(place.state);
    if (!outcome.over) return std::nullopt;
    return ResultTuple(outcome.winner, outcome.rule, reason_name(outcome.reason), outcome.ended);
}

std::vector<Place> symmetries(Place const& place) {
    std::vector<Place> all(std::size_t(place.kernel().symmetries()), place);
    for (std::size_t i = 0; i < all.size(); ++i) place.kernel().transform(all[i].state, int(i));
    return all;
}

Place canonical(Place place) {
    place.kernel().canonical(place.state);
    return place;
}

/// Looks for signals such as Ctrl-C and tells the caller how far the work is.
Watch watch_from(nb::object const& progress) {
    return [&progress](double part) {
        nb::gil_scoped_acquire const hold;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none()) progress(part);
        return true;
    };
}

nb::object count_perft(Place const& place, int depth, bool by_turn, bool bulk, int threads,
                       nb::object const& progress) {
    Count total;
    {
        nb::gil_scoped_release const release;
        total = perft(place.kernel(), place.state, depth, by_turn ? Unit::Turn : Unit::Move, bulk, threads,
                      watch_from(progress));
    }
    if (total == kTooMany) throw std::overflow_error("the count does not fit in 128 bits");
    char digits[40];
    std::snprintf(digits, sizeof digits, "%llx%016llx", static_cast<unsigned long long>(total >> 64),
                  static_cast<unsigned long long>(total));
    return nb::steal(PyLong_FromString(digits, nullptr, 16));
}

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::c_contig>;

/// A new array filled by fill(data), with the GIL released.
template <class T, class Fill>
Array<T> make_array(std::initializer_list<std::size_t> shape, Fill&& fill) {
    std::size_t total = 1;
    for (auto const side : shape) total *= side;
    auto data = std::make_unique<T[]>(std::max<std::size_t>(total, 1));
    {
        nb::gil_scoped_release const release;
        fill(data.get());
    }
    T* const raw = data.release();
    nb::capsule const owner(raw, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
    return Array<T>(raw, shape, owner);
}

/// One column of the records.
template <class T, class Get>
Array<T> column(std::vector<Record> const& records, Get const& get) {
    return make_array<T>({records.size()}, [&](T* data) {
        for (std::size_t i = 0; i < records.size(); ++i) data[i] = static_cast<T>(get(records[i]));
    });
}

nb::dict run_playouts(Place const& place, std::size_t games, std::uint64_t seed, int threads,
                      nb::object const& progress) {
    std::vector<Record> records;
    {
        nb::gil_scoped_release const release;
        records = playouts(place.kernel(), place.state, seed, games, threads, watch_from(progress));
    }
    nb::dict columns;
    columns["winner"] = column<std::int8_t>(records, [](Record const& r) { return r.outcome.winner; });
    columns["moves"] = column<std::int32_t>(records, [](Record const& r) { return r.moves; });
    columns["turns"] = column<std::int32_t>(records, [](Record const& r) { return r.turns; });
    columns["rule"] = column<std::uint8_t>(records, [](Record const& r) { return r.outcome.rule; });
    columns["reason"] = column<std::uint8_t>(records, [](Record const& r) { return r.outcome.reason; });
    columns["ended"] = column<std::uint8_t>(records, [](Record const& r) { return r.outcome.ended; });
    columns["score_first"] = column<std::int32_t>(records, [](Record const& r) { return r.first; });
    columns["score_second"] = column<std::int32_t>(records, [](Record const& r) { return r.second; });
    return columns;
}

/// The moves of game `index` of such a call.
std::vector<std::string> playout_moves(Place const& place, std::uint64_t seed, std::uint64_t index) {
    std::vector<Move> moves(512);
    int played = place.kernel().playout(place.state, seed, index, moves.data(), int(moves.size()));
    if (std::size_t(played) > moves.size()) {
        moves.resize(std::size_t(played));
        played = place.kernel().playout(place.state, seed, index, moves.data(), played);
    }
    std::vector<std::string> texts;
    for (int i = 0; i < played; ++i) texts.push_back(write_move(place.rules->size, moves[std::size_t(i)]));
    return texts;
}

struct Games {
    Shared rules;
    Batch batch;

    Games(Place const& place, std::size_t games) : rules(place.rules), batch(place.rules->kernel, place.state, games) {}

    Place at(std::size_t i) const {
        if (i >= batch.size()) throw nb::index_error();
        return {rules, batch[i]};
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
        return make_array<std::int8_t>({batch.size(), cells}, [&](std::int8_t* data) {
            batch.each(threads, [&](std::size_t i) {
                Picture picture;
                batch.kernel().store(batch[i], picture);
                for (std::size_t cell = 0; cell < cells; ++cell)
                    data[i * cells + cell] = picture.cells[cell] == 0 ? 1 : picture.cells[cell] == 1 ? -1 : 0;
            });
        });
    }

    /// Nothing, or the place, the index and the number of moves of the first game that cannot be stepped so.
    std::optional<std::tuple<std::size_t, std::int64_t, int>> step(
        nb::ndarray<std::int64_t const, nb::ndim<1>, nb::c_contig, nb::device::cpu> const& indices, int threads) {
        if (indices.shape(0) != batch.size()) throw BadText("one index for each game is wanted");
        std::int64_t const* const data = indices.data();
        nb::gil_scoped_release const release;
        try {
            batch.step(data, threads);
        } catch (BadIndex const& bad) {
            return std::tuple(bad.place, bad.index, bad.moves);
        }
        return std::nullopt;
    }

    std::size_t step_random(std::uint64_t seed, int threads) {
        nb::gil_scoped_release const release;
        return batch.step_random(seed, threads);
    }
};

void bind_place(nb::module_& m) {
    nb::class_<Place>(m, "State")
        .def_prop_ro("rules", [](Place const& p) { return p.rules; })
        .def_prop_ro("side", [](Place const& p) { return p.kernel().side(p.state); })
        .def_prop_ro("mid_turn", [](Place const& p) { return p.kernel().mid_turn(p.state); })
        .def_prop_ro("hash", [](Place const& p) { return p.kernel().hash(p.state); })
        .def("moves", &move_texts)
        .def("count", [](Place const& p) { return p.kernel().count(p.state); })
        .def("play", &play, "move"_a)
        .def("result", &result)
        .def("score",
             [](Place const& p) {
                 Score const score = p.kernel().score(p.state);
                 return std::tuple<int, int>(score.first, score.second);
             })
        .def(
            "same",
            [](Place const& a, Place const& b) {
                return a.rules->text == b.rules->text && a.kernel().equal(a.state, b.state);
            },
            "other"_a)
        .def("symmetries", &symmetries)
        .def("canonical", &canonical)
        .def("perft", &count_perft, "depth"_a, "by_turn"_a, "bulk"_a, "threads"_a, "progress"_a.none())
        .def("playouts", &run_playouts, "games"_a, "seed"_a, "threads"_a, "progress"_a.none())
        .def("playout_moves", &playout_moves, "seed"_a, "index"_a)
        .def("__str__", &write);
}

void bind_games(nb::module_& m) {
    nb::class_<Games>(m, "Games")
        .def(nb::init<Place const&, std::size_t>(), "start"_a, "games"_a)
        .def("__len__", [](Games const& g) { return g.batch.size(); })
        .def("at", &Games::at, "place"_a)
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
        .def("step_random", &Games::step_random, "seed"_a, "threads"_a)
        .def("reset_finished", [](Games& g) { return g.batch.reset_finished(); });
}

}  // namespace
}  // namespace turncoat

NB_MODULE(_native, m) {
    using namespace turncoat;
    nb::set_leak_warnings(false);  // rulesets live in a cache until the very end
    nb::register_exception_translator([](std::exception_ptr const& problem, void*) {
        try {
            std::rethrow_exception(problem);
        } catch (BadText const& bad) {
            PyErr_SetString(PyExc_ValueError, bad.what());
        }
    });
    nb::class_<Rules>(m, "Rules")
        .def(
            "__init__",
            [](Rules* self, std::string text, std::string_view cpu) { new (self) Rules(std::move(text), cpu); },
            "text"_a, "cpu"_a)
        .def_ro("text", &Rules::text)
        .def("start", [](std::shared_ptr<Rules> const& rules) { return start(rules); })
        .def(
            "parse", [](std::shared_ptr<Rules> const& rules, std::string_view text) { return parse(rules, text); },
            "text"_a);
    bind_place(m);
    bind_games(m);
    bind_engine(m);
    bind_solve(m);
    bind_training(m);
    m.def("cpus", [] { return std::vector<std::string>(cpus().begin(), cpus().end()); });
    std::vector<std::string> reasons;
    for (int i = 0; i <= int(Reason::Captured); ++i) reasons.emplace_back(reason_name(Reason(i)));
    m.attr("REASONS") = nb::tuple(nb::cast(reasons));
}
