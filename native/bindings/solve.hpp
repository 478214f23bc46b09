// The solvers for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace turncoat {
void bind_solve(nanobind::module_&);
}  // namespace turncoat
