// The solvers as Python sees them: long calls that let go of the interpreter and come back now and then.

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
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

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/rules.hpp"
#include "games/registry.hpp"
#include "solver/learning.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

/// Runs the work on a thread of its own and calls watch() ten times a second from this one, with the interpreter held.
/// What the watch throws (a signal such as Ctrl-C, or the caller's own) stops the work first.
template <class Work, class Watch>
void run_watched(Stop& stop, Work&& work, Watch&& watch) {
    std::mutex mutex;
    std::condition_variable finished;
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
        finished.notify_one();
    });
    std::exception_ptr interruption;
    {
        nb::gil_scoped_release const release;
        while (true) {
            {
                std::unique_lock lock(mutex);
                if (finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return done; })) break;
            }
            if (interruption) continue;
            nb::gil_scoped_acquire const hold;
            try {
                if (PyErr_CheckSignals()) throw nb::python_error();
                watch();
            } catch (...) {
                interruption = std::current_exception();
                stop.ask();
            }
        }
        worker.join();
    }
    if (interruption) std::rethrow_exception(interruption);
    if (problem) std::rethrow_exception(problem);
}

using Proof = std::tuple<std::string, int, int>;                                        // a position, its bounds
using ProgressTuple = std::tuple<std::uint64_t, double, std::uint32_t, std::uint32_t>;  // nodes, part, proof, disproof

class NativeSolver {
    SharedRules rules_;
    std::unique_ptr<Solver> solver_;

  public:
    NativeSolver(std::shared_ptr<Rules> rules, bool df_pn, std::size_t bytes, int threads)
        : rules_(std::move(rules)),
          solver_(
              solver_for(rules_->ruleset, rules_->cpu,
                         {.method = df_pn ? Method::DfPn : Method::AlphaBeta, .bytes = bytes, .threads = threads})) {
        if (!solver_) throw std::bad_alloc();
    }

    int most() const { return solver_->most(); }
    bool exact() const { return solver_->exact(); }

    /// 1 if the position is worth at least the target, -1 if not, 0 if the nodes did not suffice.
    int test(PositionHandle const& position, int target, std::uint64_t nodes, nb::object const& watch) {
        State const state = state_under(*rules_, position);
        Stop stop;
        Verdict verdict = Verdict::Stopped;
        run_watched(
            stop, [&] { verdict = solver_->test(state, target, nodes, stop); },
            [&] {
                if (!watch.is_none()) watch();
            });
        return verdict == Verdict::Yes ? 1 : verdict == Verdict::No ? -1 : 0;
    }

    std::tuple<int, int> known(PositionHandle const& position) const {
        ProvedBounds const bounds = solver_->known(state_under(*rules_, position));
        return {bounds.low, bounds.high};
    }

    void learn(std::string_view position, std::int64_t low, std::int64_t high) {
        solver_->learn(read_bounds(*rules_->kernel, solver_->most(), position, low, high));
    }

    std::vector<Proof> proofs() const {
        struct Collector final : BoundsSink {
            std::vector<ProvedBounds> proofs;
            void take(ProvedBounds const& bounds) override { proofs.push_back(bounds); }
        } sink;
        solver_->report_proofs(sink);
        std::vector<Proof> proofs;
        proofs.reserve(sink.proofs.size());
        for (ProvedBounds const& each : sink.proofs)
            proofs.emplace_back(rules_->write(each.state), each.low, each.high);
        return proofs;
    }

    ProgressTuple progress() const {
        Progress const now = solver_->progress();
        return {now.nodes, now.part, now.proof, now.disproof};
    }
};

class NativeEnumeration {
    SharedRules rules_;
    std::unique_ptr<Enumeration> enumeration_;

  public:
    NativeEnumeration(std::shared_ptr<Rules> rules, std::size_t bytes)
        : rules_(std::move(rules)), enumeration_(enumeration_for(rules_->ruleset, rules_->cpu, bytes)) {
        if (!enumeration_->possible()) throw BadText("the board is too large");
    }

    /// Every position from the given one on: its number and its value; nothing where the memory did not suffice.
    nb::object build(PositionHandle const& position, nb::object const& watch) {
        State const state = state_under(*rules_, position);
        Stop stop;
        run_watched(
            stop, [&] { enumeration_->build(state, stop); },
            [&] {
                if (!watch.is_none()) watch(enumeration_->size());
            });
        if (enumeration_->full()) return nb::none();
        std::size_t const size = enumeration_->size();
        auto keys = uninitialized<std::uint64_t>(size);
        auto values = uninitialized<std::int8_t>(size);
        enumeration_->copy(keys.get(), values.get());
        return nb::make_tuple(owned(std::move(keys), {size}), owned(std::move(values), {size}));
    }

    /// The number of a position and all its mirror images.
    std::uint64_t number(PositionHandle const& position) const {
        return enumeration_->number(state_under(*rules_, position));
    }
};

}  // namespace

void bind_solver(nb::module_& m) {
    nb::class_<NativeSolver>(m, "NativeSolver")
        .def(nb::init<std::shared_ptr<Rules>, bool, std::size_t, int>(), "rules"_a, "df_pn"_a, "bytes"_a, "threads"_a)
        .def_prop_ro("most", &NativeSolver::most)
        .def_prop_ro("exact", &NativeSolver::exact)
        .def("test", &NativeSolver::test, "position"_a, "target"_a, "nodes"_a, "watch"_a.none())
        .def("known", &NativeSolver::known, "position"_a)
        .def("learn", &NativeSolver::learn, "position"_a, "low"_a, "high"_a)
        .def("proofs", &NativeSolver::proofs)
        .def("progress", &NativeSolver::progress);
    nb::class_<NativeEnumeration>(m, "NativeEnumeration")
        .def(nb::init<std::shared_ptr<Rules>, std::size_t>(), "rules"_a, "bytes"_a)
        .def("build", &NativeEnumeration::build, "position"_a, "watch"_a.none())
        .def("number", &NativeEnumeration::number, "position"_a);
}

}  // namespace turncoat
