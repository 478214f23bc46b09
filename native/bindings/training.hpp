// Self-play and fits for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace turncoat {
void bind_training(nanobind::module_&);
}  // namespace turncoat
