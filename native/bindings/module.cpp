// The extension module turncoat.native._native: all bindings together.

#include <nanobind/nanobind.h>

#include <exception>

#include "bindings/bindings.hpp"
#include "core/text.hpp"

namespace nb = nanobind;

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
    bind_rules(m);
    bind_batch(m);
    bind_search(m);
    bind_solver(m);
    bind_training(m);
}
