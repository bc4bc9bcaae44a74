// The part of the Python module that belongs to the solver.
#pragma once

#include <nanobind/nanobind.h>

namespace freecell {

void bind_solver(nanobind::module_& m);

}  // namespace freecell
