// What each file of bindings adds to the module turncoat.native._native.
#pragma once

#include <nanobind/nanobind.h>

namespace turncoat {

void bind_rules(nanobind::module_&);
void bind_batch(nanobind::module_&);
void bind_search(nanobind::module_&);
void bind_solver(nanobind::module_&);
void bind_training(nanobind::module_&);

}  // namespace turncoat
