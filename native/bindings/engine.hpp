// The part of the door to Python that leads to the engine.
#pragma once

#include <nanobind/nanobind.h>

namespace turncoat {
void bind_engine(nanobind::module_&);
}  // namespace turncoat
