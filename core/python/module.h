// The parts that the Python module is put together from, one for each area of the core.
#pragma once

#include <nanobind/nanobind.h>

namespace freecell {

void bind_assess(nanobind::module_& m);
void bind_lines(nanobind::module_& m);
void bind_dealer(nanobind::module_& m);
void bind_find(nanobind::module_& m);
void bind_picture(nanobind::module_& m);
void bind_review(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_survey(nanobind::module_& m);

}  // namespace freecell
