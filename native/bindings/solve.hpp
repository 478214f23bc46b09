// The part of the door to Python that leads to the solvers.
#pragma once

#include <nanobind/nanobind.h>

namespace turncoat {
void bind_solve(nanobind::module_&);
}  // namespace turncoat
