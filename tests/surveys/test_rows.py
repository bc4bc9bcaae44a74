"""What a survey counts and writes: the columns of its table."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given

from freecell import _core
from freecell.game import Game
from freecell.solver import Goal, Impossible, Limit, Solved, solve, solve_many
from freecell.surveys import Options, catalog, survey
from freecell.surveys import part as parts
from freecell.surveys.plan import Part, Plan, SurveyError, make_plan, read_plan
from freecell.surveys.running import check_solutions
from freecell.text.solution_writer import write_moves
from tests.commands import run
from tests.small_survey import table_of
from tests.strategies import lines


@given(lines())
def test_the_core_counts_and_writes_moves_as_python_does(line):
    start, moves = line
    raw = bytes(number for move in moves for number in move)
    game = Game(start, moves)
    counted = (game.player_count(), len(game.single_steps()))
    assert _core.count_moves(len(start.cells), raw) == counted
    words = write_moves(start, moves, "snx").split()
    assert len(words) == len(moves)
    for board, move, word in zip(game.boards(), moves, words, strict=False):
        message = move.count > 1 and move.target < 8 and not board.columns[move.target]
        assert word == (str(move) if message else str(move)[:2])


def slow_rows(options: Options, part: Part) -> list[dict[str, Any]]:
    """Return the rows of a part, made one by one from what `solve_many` says."""
    row = {"fewest": slow_fewest, "shortest": slow_shortest}.get(options.goal, slow_row)
    return [row(options, number, options.cells) for each in part.ranges for number in each]


def slow_fewest(options: Options, number: int, _cells: int) -> dict[str, Any]:
    """Return the row of the fewest cells: what was won is proved by the answers below it."""
    rows = {cells: slow_row(options, number, cells) for cells in range(9)}
    verdicts = {cells: row["verdict"] for cells, row in rows.items()}
    at_most = next(cells for cells in range(1, 9) if verdicts[cells] == "solved")
    if at_most == 1 and verdicts[0] == "solved":
        at_most = 0
    unproved = [cells for cells in range(at_most) if verdicts[cells] == "undecided"]
    if at_most > 1 and verdicts[1] == "impossible":
        unproved = [cells for cells in unproved if cells > 1]
    if unproved and unproved != [0]:
        unproved = [cells for cells in unproved if cells > 0]
    row = rows[unproved[0] if unproved else at_most]
    return row | {"fewest": None if unproved else at_most, "at_most": at_most}


def slow_row(options: Options, number: int, cells: int) -> dict[str, Any]:
    goal: Goal = "short" if options.goal == "short" else "any"
    limit = Limit(options.nodes, None, 2**30)
    [result] = solve_many([number], goal=goal, cells=cells, effort=options.effort, limit=limit)
    row = dict.fromkeys(parts.schema(options).names) | {"number": number, "cells": cells}
    if isinstance(result, Solved):
        game = result.game
        row |= {"verdict": "solved", "moves": game.player_count()}
        row |= {"steps": len(game.single_steps()), "positions": result.nodes}
        row |= {"solution": " ".join(game.write("snx").split())} if options.solutions else {}
    elif isinstance(result, Impossible):
        row |= {"verdict": "impossible", "positions": result.positions}
    else:
        row |= {"verdict": "undecided"}
    return row


def slow_shortest(options: Options, number: int, cells: int) -> dict[str, Any]:
    """Return the row of a shortest win: what is only at most the shortest has a line, too."""
    limit = Limit(options.nodes, None, options.bytes)
    result = solve(number, goal="shortest", unit=options.unit, cells=cells, limit=limit)
    row = dict.fromkeys(parts.schema(options).names) | {"number": number, "cells": cells}
    if isinstance(result, Impossible):
        return row | {"verdict": "impossible", "positions": result.positions}
    if (game := result.game) is not None:
        steps = len(game.single_steps())
        row |= {"moves": game.player_count(), "steps": steps}
        row |= {"solution": " ".join(game.write("snx").split())} if options.solutions else {}
    if isinstance(result, Solved):
        length = row["steps" if options.unit == "cards" else "moves"]
        return row | {
            "verdict": "solved",
            "positions": result.nodes,
            "least": length,
            "most": length,
        }
    return row | {"verdict": "undecided", "least": result.least, "most": result.most}


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (Options(""), Part(11_900, 12_000)),
        (Options("", solutions=True), Part(11_975, 11_990)),
        (Options("", cells=1, nodes=20_000), Part(1, 40)),
        (Options("", cells=0, nodes=300, solutions=True), Part(1, 9)),
        (Options("", "short", effort=1, solutions=True), Part(1, 10)),
        (Options("", "fewest", solutions=True), Part(1, 20)),
        (Options("", "fewest", nodes=3_000), Part(-4, 12)),
        (Options("", solutions=True), Part(2**33 - 9, 2**33 - 1)),
        (Options("", "shortest", nodes=200_000, solutions=True), Part(1, 8)),
        (Options("", "shortest", nodes=200_000, unit="cards"), Part(2, 5)),
        (Options("", "shortest", cells=2, nodes=100_000, solutions=True), Part(1, 3)),
        (Options("", "shortest", nodes=5), Part(11982, 11983)),
    ],
)
def test_the_columns_of_the_core_say_what_solve_many_says(options, part):
    import pyarrow as pa

    table, rows = parts.compute(part, options), slow_rows(options, part)
    assert table.to_pylist() == rows
    slow = pa.Table.from_pylist(rows, schema=parts.schema(options))
    assert table.equals(slow)
    assert parts.count_verdicts(table) == parts.count_verdicts(slow)


def test_nothing_heavy_is_loaded_to_begin_a_survey(tmp_path):
    code = (
        "import sys; from freecell.surveys import running as r, plan as p; from pathlib import Path;"
        f"plan = p.make_plan(p.Options('1-10')); run = r._Run(Path({str(tmp_path)!r}), plan, print);"
        "assert run.scan_folder() == 0; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "pyarrow", "click", "freecell.game"} & set(done.stdout.split())


def test_a_survey_is_a_table(surveyed):
    rows = table_of(surveyed)
    assert [row["number"] for row in rows] == list(range(1, 301))
    first = rows[0]
    assert first["verdict"] == "solved"
    assert 20 < first["moves"] < 120
    assert first["steps"] > 52
    assert first["solution"].count(" ") >= 52
    assert check_solutions(surveyed, read_plan(surveyed)) == 300


@pytest.mark.skipif(sys.platform != "linux", reason="it counts the threads in /proc")
def test_reading_a_survey_starts_no_threads(surveyed):
    """Threads of pyarrow that still hold Python's bytes when a command ends would abort it."""
    code = (
        "import os, sys, pyarrow.parquet, freecell.surveys\n"
        "count = lambda: len(os.listdir('/proc/self/task'))\n"
        "before = count()\n"
        "rows = freecell.surveys.catalog(sys.argv[1]).table().num_rows\n"
        "print(rows, count() - before)"
    )
    command = [sys.executable, "-c", code, str(surveyed)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "300 0\n"


def test_a_deal_without_a_win_is_proved(tmp_path):
    survey(tmp_path, Options("11980-11984"), processes=1)
    found = catalog(tmp_path).probe(11982)
    assert found is not None
    assert (found.verdict, found.moves, found.positions) == ("impossible", None, 61643)


def test_a_limit_leaves_deals_undecided(tmp_path):
    status, output, _ = run(
        "survey", "11982", "-o", str(tmp_path / "x"), "--nodes", "100", "--processes", "1"
    )
    assert (status, output.split("(")[0]) == (
        4, "1 deals: 0 solved, 0 impossible, 1 undecided ",
    )  # fmt: skip


def test_short_solutions_are_shorter(surveyed, tmp_path):
    survey(tmp_path, Options("1-10", "short", effort=1), processes=1)
    short = [row["moves"] for row in table_of(tmp_path)]
    any_one = [row["moves"] for row in table_of(surveyed)[:10]]
    assert sum(short) < sum(any_one)


def test_a_survey_of_shortest_wins_goes_on_and_is_checked(tmp_path):
    folder, options = (
        str(tmp_path / "par"),
        ["--goal", "shortest", "--nodes", "150000", "--solutions"],
    )
    command = ["survey", "2-5", "-o", folder, *options, "--part-size", "2", "--processes", "1"]
    assert run(*command).output.startswith("4 deals: 2 solved, 0 impossible, 2 undecided (4 comp")
    (tmp_path / "par" / "part-0000000004-0000000005.parquet").unlink()
    status, output, _ = run(*command)
    assert (status, output.split(" in ")[0]) == (
        4, "4 deals: 2 solved, 0 impossible, 2 undecided (2 computed now",
    )  # fmt: skip
    assert run(*command, "--verify", "1").output == "2 parts computed again, all of them alike\n"
    assert run(*command, "--check-solutions").output == "4 solutions replayed, all of them won\n"
    assert run("survey", "-o", folder, "--check").output == "2 parts with 4 deals are sound\n"
    refused = run(*command, "--unit", "cards")
    assert refused.status == 1
    assert "holds another survey: unit 'moves' there, 'cards' now" in refused.errors
    rows = table_of(tmp_path / "par")
    assert [(row["least"], row["most"]) for row in rows[:2]] == [(21, 21), (18, 18)]
    assert all(row["least"] < row["most"] == row["moves"] for row in rows[2:])


def test_a_plan_survives_being_written_and_read():
    plan = make_plan(Options("1-10"))
    assert Plan.from_json(plan.to_json()) == plan
    cards = make_plan(Options("1-10", "shortest", unit="cards"))
    assert Plan.from_json(cards.to_json()) == cards
    with pytest.raises(SurveyError, match=r"no such unit: 'runs' \(expected one of moves, cards\)"):
        Options("1", "shortest", unit="runs").checked()  # type: ignore[arg-type]  # on purpose


@pytest.mark.slow
@pytest.mark.parametrize("last", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_fewest_cells_agree_with_the_known_ones(last, truth, tmp_path):
    """All that is decided agrees; `make survey-cells` decides the few that this limit leaves out."""
    import duckdb

    survey(tmp_path / "cells", Options(f"1-{last}", "fewest", nodes=3_000_000, part_size=100))
    database = duckdb.connect()
    database.execute(f"create view results as from '{tmp_path}/cells/part-*.parquet'")
    database.execute(
        f"create view known as from read_csv('{truth}/min-cells.txt', delim=' ', header=false, "
        "columns={'number': 'BIGINT', 'cells': 'UTINYINT'})"
    )
    together = "from results join known using (number) where verdict = 'solved'"
    differing = f"select number, fewest, known.cells {together} and fewest <> known.cells"
    assert database.execute(differing).fetchall() == []
    assert database.execute(f"select count(*) {together}").fetchall()[0][0] >= 0.995 * last
    by_cells = "select fewest from results group by fewest order by count(*)"
    counted = [cells for (cells,) in database.execute(by_cells).fetchall() if cells is not None]
    assert counted[-2:] == [1, 2]  # most deals need two
    assert last < 2000 or counted == [0, 4, 3, 1, 2]
