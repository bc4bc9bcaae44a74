// What Python sees of surveys: the columns of a part as bytes, which Arrow takes as they are.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>
#include <vector>

#include "bulk/survey_rows.h"
#include "python/module.h"
#include "python/watch.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

template <class Values>
nb::bytes bytes_of(const Values& values) {
    return nb::bytes(values.data(), values.size() * sizeof(*values.data()));
}

using Range = std::pair<DealNumber, DealNumber>;  // the first and the last

SurveyRows survey_rows(const std::vector<Range>& ranges, int cells, int effort, bool fewest,
                       bool solutions, std::uint64_t nodes, std::uint64_t bytes, bool shortest,
                       bool single_cards) {
    Watch watch(Watch::NO_LIMIT, nb::none());
    SurveyRows rows;
    {
        nb::gil_scoped_release release;
        const auto solver = shortest ? nullptr : std::make_unique<Solver>();
        const auto shortest_solver = shortest ? std::make_unique<ShortestSolver>() : nullptr;
        const Unit unit = single_cards ? Unit::CARDS : Unit::MOVES;
        const SurveyQuestion question{cells, effort, fewest, solutions, unit};
        const SolveLimit limit{nodes, bytes, [&](std::uint64_t n) { return watch.should_stop(n); }};
        const auto add = [&](DealNumber number) {
            if (shortest) {
                rows.add(number, *shortest_solver, question, limit);
            } else {
                rows.add(number, *solver, question, limit);
            }
        };
        for (const auto& [first, last] : ranges) {
            for (DealNumber number = first; number <= last && !watch.should_stop(0); ++number) {
                add(number);
            }
        }
    }
    watch.rethrow();
    return rows;
}

template <auto member>
auto column(const SurveyRows& rows) {
    return bytes_of(rows.*member);
}

}  // namespace

void bind_survey(nb::module_& m) {
    nb::class_<SurveyRows>(m, "SurveyRows", "The columns of a survey, in the layout of Arrow.")
        .def_prop_ro("numbers", column<&SurveyRows::numbers>)
        .def_prop_ro("cells", column<&SurveyRows::cells>)
        .def_prop_ro("verdict_offsets",
                     [](const SurveyRows& rows) { return bytes_of(rows.verdicts.offsets()); })
        .def_prop_ro("verdicts",
                     [](const SurveyRows& rows) { return bytes_of(rows.verdicts.text()); })
        .def_prop_ro("solved", [](const SurveyRows& rows) { return bytes_of(rows.solved.bytes()); })
        .def_prop_ro("moves", column<&SurveyRows::moves>)
        .def_prop_ro("steps", column<&SurveyRows::steps>)
        .def_prop_ro("decided",
                     [](const SurveyRows& rows) { return bytes_of(rows.decided.bytes()); })
        .def_prop_ro("positions", column<&SurveyRows::positions>)
        .def_prop_ro("won", [](const SurveyRows& rows) { return bytes_of(rows.won.bytes()); })
        .def_prop_ro("at_most", column<&SurveyRows::at_most>)
        .def_prop_ro("possible",
                     [](const SurveyRows& rows) { return bytes_of(rows.possible.bytes()); })
        .def_prop_ro("least", column<&SurveyRows::least>)
        .def_prop_ro("most", column<&SurveyRows::most>)
        .def_prop_ro("solution_offsets",
                     [](const SurveyRows& rows) { return bytes_of(rows.solutions.offsets()); })
        .def_prop_ro("solutions",
                     [](const SurveyRows& rows) { return bytes_of(rows.solutions.text()); })
        .def_ro("counts", &SurveyRows::counts, "Solved, impossible, undecided.");
    m.def("survey_rows", &survey_rows, "ranges"_a, "cells"_a, "effort"_a, "fewest"_a, "solutions"_a,
          "nodes"_a, "bytes"_a, "shortest"_a = false, "single_cards"_a = false,
          "Solve the deals of some ranges, from the first to the last number of each; every "
          "solution has been replayed.");
}

}  // namespace freecell
