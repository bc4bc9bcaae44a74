// What Python sees of the player of written lines.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "bulk/check_lines.h"
#include "lines/board_sequence.h"
#include "lines/moves.h"
#include "lines/plan.h"
#include "lines/replay.h"
#include "lines/write.h"
#include "python/convert.h"
#include "python/module.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

using ColumnBytes = std::vector<nb::bytes>;
using BoardParts = std::tuple<ColumnBytes, nb::bytes, nb::bytes>;  // its columns, cells and homes

// A refusal as Python takes it: the name of its code, and its numbers.
using RefusalTuple = std::tuple<std::string_view, int, int, int, int, int>;

std::optional<RefusalTuple> to_tuple(const Refusal& refusal) {
    if (!refusal) return std::nullopt;
    return RefusalTuple{refusal.name(), refusal.place, refusal.card,
                        refusal.other,  refusal.count, refusal.most};
}

TextKind kind_named(std::string_view name) {
    if (name == "standard") return TextKind::STANDARD;
    if (name == "fcpro") return TextKind::FCPRO;
    if (name == "macroxue") return TextKind::MACROXUE;
    return TextKind::EXACT;
}

Autoplay autoplay_named(std::string_view name) {
    const auto at = std::find(AUTOPLAY_NAMES.begin(), AUTOPLAY_NAMES.end(), name);
    if (at == AUTOPLAY_NAMES.end()) throw std::invalid_argument("no such automatic play");
    return static_cast<Autoplay>(at - AUTOPLAY_NAMES.begin());
}

// Three bytes a word: its two characters, and the number of cards or 255.
std::vector<WrittenMove> to_written(const nb::bytes& bytes) {
    const auto numbers = cards_of(bytes);
    std::vector<WrittenMove> written;
    written.reserve(numbers.size() / 3);
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
        const WrittenMove word{static_cast<char>(numbers[i]), static_cast<char>(numbers[i + 1]),
                               numbers[i + 2]};
        if (!is_written_move(word)) throw std::invalid_argument("not a written move");
        written.push_back(word);
    }
    return written;
}

Replay replay_written(const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes,
                      const nb::bytes& written, std::string_view kind) {
    const Board start = to_board(columns, cells, homes);
    const std::vector<WrittenMove> line = to_written(written);
    nb::gil_scoped_release release;
    return replay(start, line, kind_named(kind));
}

Written write_moves(const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes,
                    const nb::bytes& moves, std::string_view dialect,
                    std::optional<DealNumber> number) {
    const Board start = to_board(columns, cells, homes);
    const std::vector<Move> line = to_move_list(moves);
    const auto known = dialect_named(dialect);
    if (!known) throw std::invalid_argument("no such dialect");
    nb::gil_scoped_release release;
    return write_line(start, line, *known, number);
}

Followed follow_boards(const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes,
                       const std::vector<BoardParts>& boards) {
    const Board start = to_board(columns, cells, homes);
    std::vector<Board> wanted;
    wanted.reserve(boards.size());
    for (const auto& [some_columns, some_cells, some_homes] : boards) {
        wanted.push_back(to_board(some_columns, some_cells, some_homes));
    }
    nb::gil_scoped_release release;
    return follow(start, wanted);
}

PlayedPlan play_actions(const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes,
                        std::string_view actions) {
    return play_plan(to_board(columns, cells, homes), actions);
}

nb::bytes steps_of(const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes,
                   const nb::bytes& moves) {
    Board board = to_board(columns, cells, homes);
    std::vector<Move> steps;
    for (const Move move : to_move_list(moves)) {
        if (why_illegal(board, move)) throw std::invalid_argument("not a legal move");
        const std::vector<Move> some = single_steps(board, move);
        steps.insert(steps.end(), some.begin(), some.end());
        make_move(board, move);
    }
    return to_bytes(steps);
}

std::optional<RefusalTuple> refusal_of(const ColumnBytes& columns, const nb::bytes& cells,
                                       const nb::bytes& homes, const nb::bytes& move) {
    const std::vector<Move> moves = to_move_list(move);
    if (moves.size() != 1) throw std::invalid_argument("not one move");
    return to_tuple(why_illegal(to_board(columns, cells, homes), moves[0]));
}

nb::bytes homes_of(const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes,
                   std::string_view autoplay) {
    Board board = to_board(columns, cells, homes);
    std::vector<Move> made;
    play_home(board, autoplay_named(autoplay), made);
    return to_bytes(made);
}

// A verdict that outlives the line it is about.
struct KeptVerdict {
    LineVerdict verdict;
    std::string refused;
};

std::vector<KeptVerdict> check_all(const std::vector<std::string>& lines, int cells) {
    if (cells < 0 || cells > MAX_CELLS) throw std::invalid_argument("there are 0 to 8 cells");
    nb::gil_scoped_release release;
    std::vector<KeptVerdict> verdicts;
    verdicts.reserve(lines.size());
    for (const std::string& line : lines) {
        const LineVerdict verdict = check_line(line, cells);
        verdicts.push_back({verdict, std::string(verdict.refused)});
    }
    return verdicts;
}

void bind_results(nb::module_& m) {
    nb::class_<Replay>(m, "Replay",
                       "How far written moves could be played, and how they were read.")
        .def_prop_ro("moves", [](const Replay& replay) { return to_bytes(replay.moves); })
        .def_prop_ro("autoplay",
                     [](const Replay& replay) { return name_of(replay.reading.autoplay); })
        .def_prop_ro("refusal", [](const Replay& replay) { return to_tuple(replay.refusal); })
        .def_ro("done", &Replay::done)
        .def_ro("won", &Replay::won);
    nb::class_<Followed>(m, "Followed", "How far some boards could be followed.")
        .def_prop_ro("moves", [](const Followed& found) { return to_bytes(found.moves); })
        .def_ro("reached", &Followed::reached);
    nb::class_<Written>(m, "Written", "A line as text, or the move that cannot be written and why.")
        .def_ro("text", &Written::text)
        .def_ro("at", &Written::at)
        .def_prop_ro("move", [](const Written& line) { return to_bytes(std::span(&line.move, 1)); })
        .def_prop_ro("refusal", [](const Written& line) { return to_tuple(line.refusal); });
    nb::class_<PlayedPlan>(m, "PlayedPlan", "How far a plan could be played, and why no further.")
        .def_prop_ro("moves", [](const PlayedPlan& plan) { return to_bytes(plan.moves); })
        .def_ro("fault", &PlayedPlan::fault)
        .def_ro("text", &PlayedPlan::text)
        .def_prop_ro("refusal", [](const PlayedPlan& plan) { return to_tuple(plan.refusal); });
    nb::class_<KeptVerdict>(m, "LineVerdict", "What was found out about a line `number: moves`.")
        .def_prop_ro("readable", [](const KeptVerdict& kept) { return kept.verdict.readable; })
        .def_prop_ro("won", [](const KeptVerdict& kept) { return kept.verdict.won; })
        .def_prop_ro("counted", [](const KeptVerdict& kept) { return kept.verdict.counted; })
        .def_prop_ro("macroxue", [](const KeptVerdict& kept) { return kept.verdict.macroxue; })
        .def_prop_ro("number", [](const KeptVerdict& kept) { return kept.verdict.number; })
        .def_prop_ro("autoplay",
                     [](const KeptVerdict& kept) { return name_of(kept.verdict.autoplay); })
        .def_prop_ro("done", [](const KeptVerdict& kept) { return kept.verdict.done; })
        .def_prop_ro("cards_left", [](const KeptVerdict& kept) { return kept.verdict.cards_left; })
        .def_prop_ro("refusal",
                     [](const KeptVerdict& kept) { return to_tuple(kept.verdict.refusal); })
        .def_ro("refused", &KeptVerdict::refused);
}

}  // namespace

void bind_lines(nb::module_& m) {
    bind_results(m);
    m.def(
        "replay_written", &replay_written, "columns"_a, "cells"_a, "homes"_a, "written"_a, "kind"_a,
        "Play written moves, three bytes each, in the reading of them that wins or goes furthest.");
    m.def("write_line", &write_moves, "columns"_a, "cells"_a, "homes"_a, "moves"_a, "dialect"_a,
          "number"_a.none(), "Write moves in a dialect.");
    m.def("play_plan", &play_actions, "columns"_a, "cells"_a, "homes"_a, "actions"_a,
          "Play the actions of a plan, one a line.");
    m.def("single_steps", &steps_of, "columns"_a, "cells"_a, "homes"_a, "moves"_a,
          nb::sig("def single_steps(columns: Sequence[bytes], cells: bytes, homes: bytes, "
                  "moves: bytes) -> bytes"),
          "The single-card moves that legal moves stand for.");
    m.def("follow_boards", &follow_boards, "columns"_a, "cells"_a, "homes"_a, "boards"_a,
          "Go from board to board, as far as one move, or one and moves home, lie between them.");
    m.def(
        "legal_moves",
        [](const ColumnBytes& columns, const nb::bytes& cells, const nb::bytes& homes) {
            return to_bytes(legal_moves(to_board(columns, cells, homes)));
        },
        "columns"_a, "cells"_a, "homes"_a, "Every legal move, by source and target.");
    m.def("refusal", &refusal_of, "columns"_a, "cells"_a, "homes"_a, "move"_a,
          "Why a move is illegal: the name of the reason, place, card, other card, count, most.");
    m.def("moves_home", &homes_of, "columns"_a, "cells"_a, "homes"_a, "autoplay"_a,
          "The moves home of automatic play.");
    m.def("check_lines", &check_all, "lines"_a, "cells"_a,
          "Check lines `number: moves`, each in whatever dialect it is written.");
}

}  // namespace freecell
