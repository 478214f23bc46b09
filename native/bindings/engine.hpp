// The engine and the UCT player for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace turncoat {
void bind_engine(nanobind::module_&);
}  // namespace turncoat
