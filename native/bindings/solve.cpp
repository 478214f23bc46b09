// The solvers as Python sees them: long calls that let go of the interpreter and come back now and then.

#include "solve.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "../kernels.hpp"
#include "../solvers.hpp"
#include "../text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

struct Field {  // a ruleset on one processor
    Ruleset ruleset;
    std::string cpu;
    std::shared_ptr<Kernel const> kernel;
    Size size{};

    Field(std::string_view name, std::string_view processor)
        : ruleset(read_ruleset(name)), cpu(processor), kernel(kernel_for(ruleset, cpu)) {
        if (!kernel) throw BadText("this machine cannot run " + cpu);
        size = kernel->size();
    }

    State read(std::string_view position) const {
        State state;
        if (char const* problem = kernel->load(read_picture(size, position), state)) throw BadText(problem);
        return state;
    }

    std::string write(State const& state) const {
        Picture picture;
        kernel->store(state, picture);
        return write_picture(size, picture);
    }
};

/// Runs the work on a thread of its own and calls watch() ten times a second from this one, with the interpreter held.
/// What the watch throws (a signal such as Ctrl-C, or the caller's own) stops the work first.
template <class Work, class Watch>
void attend(Stop& stop, Work&& work, Watch&& watch) {
    std::mutex mutex;
    std::condition_variable news;
    bool done = false;
    std::exception_ptr problem;
    std::thread worker([&] {
        try {
            work();
        } catch (...) {
            problem = std::current_exception();
        }
        std::lock_guard const lock(mutex);
        done = true;
        news.notify_one();
    });
    std::exception_ptr unrest;
    {
        nb::gil_scoped_release const release;
        while (true) {
            {
                std::unique_lock lock(mutex);
                if (news.wait_for(lock, std::chrono::milliseconds(100), [&] { return done; })) break;
            }
            if (unrest) continue;
            nb::gil_scoped_acquire const hold;
            try {
                if (PyErr_CheckSignals()) throw nb::python_error();
                watch();
            } catch (...) {
                unrest = std::current_exception();
                stop.ask();
            }
        }
        worker.join();
    }
    if (unrest) std::rethrow_exception(unrest);
    if (problem) std::rethrow_exception(problem);
}

using Fact = std::tuple<std::string, int, int>;                                // a position, its bounds
using Told = std::tuple<std::uint64_t, double, std::uint32_t, std::uint32_t>;  // nodes, part, proof, disproof

class Solver {
    Field field_;
    std::unique_ptr<Prover> prover_;

  public:
    Solver(std::string_view ruleset, std::string_view cpu, bool numbers, std::size_t bytes, int threads)
        : field_(ruleset, cpu),
          prover_(
              prover_for(field_.ruleset, cpu,
                         {.method = numbers ? Method::Numbers : Method::Window, .bytes = bytes, .threads = threads})) {
        if (!prover_) throw std::bad_alloc();
    }

    int most() const { return prover_->most(); }
    bool exact() const { return prover_->exact(); }

    /// 1 if the position is worth at least the target, -1 if not, 0 if the nodes did not suffice.
    int test(std::string_view position, int target, std::uint64_t nodes, nb::object const& watch) {
        State const state = field_.read(position);
        Stop stop;
        Verdict verdict = Verdict::Stopped;
        attend(
            stop, [&] { verdict = prover_->test(state, target, nodes, stop); },
            [&] {
                if (!watch.is_none()) watch();
            });
        return verdict == Verdict::Yes ? 1 : verdict == Verdict::No ? -1 : 0;
    }

    std::tuple<int, int> known(std::string_view position) const {
        Note const note = prover_->known(field_.read(position));
        return {note.low, note.high};
    }

    void learn(std::string_view position, int low, int high) {
        prover_->learn({field_.read(position), std::int16_t(low), std::int16_t(high)});
    }

    std::vector<Fact> facts() const {
        struct Book final : Notebook {
            Field const& field;
            std::vector<Note> notes;
            explicit Book(Field const& f) : field(f) {}
            void take(Note const& note) override { notes.push_back(note); }
        } book(field_);
        prover_->tell(book);
        std::vector<Fact> facts;
        facts.reserve(book.notes.size());
        for (Note const& note : book.notes) facts.emplace_back(field_.write(note.state), note.low, note.high);
        return facts;
    }

    Told headway() const {
        Headway const way = prover_->headway();
        return {way.nodes, way.part, way.proof, way.disproof};
    }
};

template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

template <class T>
Column<T> column(std::unique_ptr<T[]> data, std::size_t size) {
    T* const raw = data.release();
    nb::capsule const owner(raw, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
    return Column<T>(raw, {size}, owner);
}

/// Every position from the given one on: its number and its worth; nothing where the memory did not suffice.
nb::object survey(std::string_view ruleset, std::string_view cpu, std::size_t bytes, std::string_view position,
                  nb::object const& watch) {
    Field const field(ruleset, cpu);
    std::unique_ptr<Atlas> const atlas(atlas_for(field.ruleset, cpu, bytes));
    if (!atlas->possible()) throw BadText("the board is too large");
    State const state = field.read(position);
    Stop stop;
    attend(
        stop, [&] { atlas->build(state, stop); },
        [&] {
            if (!watch.is_none()) watch(atlas->size());
        });
    if (atlas->full()) return nb::none();
    std::size_t const size = atlas->size();
    auto keys = std::make_unique<std::uint64_t[]>(size);
    auto worths = std::make_unique<std::int8_t[]>(size);
    atlas->copy(keys.get(), worths.get());
    return nb::make_tuple(column(std::move(keys), size), column(std::move(worths), size));
}

}  // namespace

void bind_solve(nb::module_& m) {
    nb::class_<Solver>(m, "Solver")
        .def(nb::init<std::string_view, std::string_view, bool, std::size_t, int>(), "ruleset"_a, "cpu"_a, "numbers"_a,
             "bytes"_a, "threads"_a)
        .def_prop_ro("most", &Solver::most)
        .def_prop_ro("exact", &Solver::exact)
        .def("test", &Solver::test, "position"_a, "target"_a, "nodes"_a, "watch"_a.none())
        .def("known", &Solver::known, "position"_a)
        .def("learn", &Solver::learn, "position"_a, "low"_a, "high"_a)
        .def("facts", &Solver::facts)
        .def("headway", &Solver::headway);
    m.def("survey", &survey, "ruleset"_a, "cpu"_a, "bytes"_a, "position"_a, "watch"_a.none());
}

}  // namespace turncoat
