// What Python sees of the check of many lines.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "check_lines.h"
#include "module.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

std::vector<LineVerdict> check_all(const std::vector<std::string>& lines, int cells) {
    std::vector<LineVerdict> verdicts;
    verdicts.reserve(lines.size());
    for (const std::string& line : lines) verdicts.push_back(check_line(line, cells));
    return verdicts;
}

}  // namespace

void bind_check(nb::module_& m) {
    nb::class_<LineVerdict>(m, "LineVerdict", "What was found out about a line `number: moves`.")
        .def_ro("readable", &LineVerdict::readable)
        .def_ro("won", &LineVerdict::won)
        .def_ro("counted", &LineVerdict::counted)
        .def_ro("macroxue", &LineVerdict::macroxue)
        .def_ro("number", &LineVerdict::number)
        .def_prop_ro("autoplay",
                     [](const LineVerdict& verdict) { return static_cast<int>(verdict.autoplay); })
        .def_ro("words", &LineVerdict::words)
        .def_ro("done", &LineVerdict::done)
        .def_ro("cards_left", &LineVerdict::cards_left)
        .def_ro("reason", &LineVerdict::reason);
    m.def("check_lines", &check_all, "lines"_a, "cells"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Check lines `number: moves`, each in whatever dialect it is written.");
}

}  // namespace freecell
