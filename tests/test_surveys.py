"""Surveys: what they find, and that nothing that happens to them is worse than a delay."""

import hashlib
import json
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from hypothesis import given

from freecell import _core, deal
from freecell.cli.progress import describe
from freecell.game import Game
from freecell.picture import picture
from freecell.solver import Impossible, Limit, Solved, solve_many
from freecell.surveys import Options, Progress, SurveyError, catalog, survey
from freecell.surveys import part as parts
from freecell.surveys.plan import Part, Plan, make_plan, merged, read_plan, settle_plan
from freecell.surveys.report import _histogram, report
from freecell.surveys.running import check_solutions, verify
from tests.commands import FREECELL, run, run_process
from tests.strategies import lines

SMALL = Options("1-300", part_size=50, solutions=True)


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory) -> Path:
    """Return the folder of a small survey that nothing disturbed."""
    folder: Path = tmp_path_factory.mktemp("survey") / "results"
    progress = survey(folder, SMALL, processes=1)
    assert progress.verdicts == {"solved": 300, "impossible": 0, "undecided": 0}
    return folder


@pytest.fixture
def copy(surveyed, tmp_path) -> Path:
    """Return a copy of the small survey, to be damaged."""
    return Path(shutil.copytree(surveyed, tmp_path / "copy"))


def table_of(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = catalog(folder).table().to_pylist()
    return rows


# What is counted and written


@given(lines())
def test_the_core_counts_and_writes_moves_as_python_does(line):
    start, moves = line
    raw = bytes(number for move in moves for number in move)
    game = Game(start, moves)
    counted = (game.player_count(), len(game.single_steps()))
    assert _core.count_moves(len(start.cells), raw) == counted
    words = _core.snx_text(len(start.cells), raw).split()
    assert len(words) == len(moves)
    for board, move, word in zip(game.boards(), moves, words, strict=False):
        said = move.count > 1 and move.target < 8 and not board.columns[move.target]
        assert word == (str(move) if said else str(move)[:2])


def slow_rows(options: Options, part: Part) -> list[dict[str, Any]]:
    """Return the rows of a part, made one by one from what `solve_many` says."""
    tried = range(9) if options.goal == "fewest" else [options.cells]
    return [
        next(row for cells in tried if (row := slow_row(options, number, cells)) is not None)
        for number in part.numbers
    ]


def slow_row(options: Options, number: int, cells: int) -> dict[str, Any] | None:
    fewest = options.goal == "fewest"
    goal, limit = "short" if options.goal == "short" else "any", Limit(options.nodes, None, 2**30)
    [result] = solve_many([number], goal=goal, cells=cells, effort=options.effort, limit=limit)  # type: ignore[arg-type]
    row = dict.fromkeys(parts.schema(options).names) | {"number": number, "cells": cells}
    if isinstance(result, Solved):
        raw, game = result.raw_moves, result.game
        row |= {"verdict": "solved", "moves": game.player_count()}
        row |= {"steps": len(game.single_steps()), "positions": result.nodes}
        row |= {"fewest": cells} if fewest else {}
        row |= {"solution": _core.snx_text(cells, raw)} if options.solutions else {}
    elif isinstance(result, Impossible):
        if fewest and cells < 8:
            return None
        row |= {"verdict": "impossible", "positions": result.positions}
    else:
        row |= {"verdict": "undecided"}
    return row


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
    ],
)
def test_the_columns_of_the_core_say_what_solve_many_says(options, part):
    import pyarrow as pa

    table, rows = parts.compute(part, options), slow_rows(options, part)
    assert table.to_pylist() == rows
    slow = pa.Table.from_pylist(rows, schema=parts.schema(options))
    assert table.equals(slow)
    assert parts.checksum(table) == parts.checksum(slow) == old_checksum(slow)
    assert parts.count_verdicts(table) == parts.count_verdicts(slow)


def old_checksum(table: Any) -> str:
    """Return the digest of a table, value by value: those in the folders of surveys must stay good."""
    digest = hashlib.sha256()
    for name in table.column_names:
        values = table[name].to_pylist()
        bits = "".join("01"[value is not None] for value in values)
        bits += "0" * (-len(bits) % 8)
        digest.update(name.encode() + int(bits, 2).to_bytes(len(bits) // 8, "big"))
        if table[name].type == "string":
            digest.update("\n".join(value or "" for value in values).encode())
        else:
            digest.update(
                b"".join(
                    (value or 0).to_bytes(8, "little", signed=name == "number") for value in values
                )
            )
    return digest.hexdigest()


def test_a_part_of_a_table_has_its_own_checksum(surveyed):
    table = catalog(surveyed).table()
    part = table.slice(13, 29)
    assert parts.checksum(part) == old_checksum(part)
    assert parts.checksum(part) != parts.checksum(table.slice(14, 29))


def test_nothing_heavy_is_loaded_to_begin_a_survey(tmp_path):
    code = (
        "import sys; from freecell.surveys import running as r, plan as p; from pathlib import Path;"
        f"plan = p.make_plan(p.Options('1-10')); run = r._Run(Path({str(tmp_path)!r}), plan, print);"
        "run.take_stock(); assert run.missing; print(*sys.modules)"
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


@pytest.mark.slow
def test_fewest_cells_agree_with_the_known_ones(truth, tmp_path):
    """All that is decided agrees; `make survey-cells` decides the few that this limit leaves out."""
    import duckdb

    survey(tmp_path / "cells", Options("1-2000", "fewest", nodes=3_000_000, part_size=100))
    database = duckdb.connect()
    database.execute(f"create view results as from '{tmp_path}/cells/part-*.parquet'")
    database.execute(
        f"create view known as from read_csv('{truth}/min-cells.txt', delim=' ', header=false, "
        "columns={'number': 'BIGINT', 'cells': 'UTINYINT'})"
    )
    together = "from results join known using (number) where verdict = 'solved'"
    differing = f"select number, fewest, known.cells {together} and fewest <> known.cells"
    assert database.execute(differing).fetchall() == []
    assert database.execute(f"select count(*) {together}").fetchall()[0][0] >= 1990
    by_cells = "select fewest from results group by fewest order by count(*)"
    counted = [cells for (cells,) in database.execute(by_cells).fetchall() if cells is not None]
    assert counted == [0, 4, 3, 1, 2]  # most deals need two


# The plan


def test_parts_cover_the_numbers_once():
    plan = make_plan(Options("5,1-3,2-4,100-250", part_size=60))
    assert plan.options.numbers == "1..5,100..250"
    assert list(plan.parts()) == [Part(1, 5), Part(100, 159), Part(160, 219), Part(220, 250)]
    assert plan.size() == 156
    assert merged([range(1, 3), range(7, 9), range(2, 8)]) == [range(1, 9)]


def test_a_part_is_named_by_its_numbers():
    for part in (Part(1, 50), Part(-4, -1), Part(8_589_934_000, 8_589_934_591)):
        assert Part.of_file(part.name) == part
    for name in ("survey.json", "part-1-2.parquet", "part-x-y.parquet", "part-.parquet", ""):
        assert Part.of_file(name) is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (Options("1-10", "best"), "no such goal: 'best' (expected one of any, short, fewest)"),  # type: ignore[arg-type]
        (Options("1-10", cells=9), "not a number of cells: 9 (expected 0 to 8)"),
        (Options("1-10", effort=0), "not an effort: 0 (expected 1 to 5)"),
        (Options("x"), "not a deal number: 'x' (expected a whole number from -4 to 8,589,934,591)"),
    ],
)
def test_bad_options_are_refused(options, message, tmp_path):
    with pytest.raises(ValueError, match="expected") as caught:
        survey(tmp_path / "new", options)
    assert str(caught.value) == message
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("workers", "message"),
    [
        ({"processes": 0}, "not a number of processes: 0 (expected 1 to 1,000)"),
        ({"local_cluster": -2}, "not a number of workers: -2 (expected 1 to 1,000)"),
        (
            {"processes": 2, "scheduler": "tcp://127.0.0.1:9"},
            "who is to compute it? (expected one of processes, a scheduler, a local cluster)",
        ),
    ],
)
def test_it_is_clear_who_computes(workers, message, tmp_path):
    with pytest.raises(SurveyError) as caught:
        survey(tmp_path / "new", SMALL, **workers)
    assert str(caught.value) == message
    assert not (tmp_path / "new").exists()


def test_other_options_in_the_same_folder_are_refused(copy):
    with pytest.raises(SurveyError, match="holds another survey: cells 4 there, 3 now"):
        survey(copy, SMALL._replace(cells=3))
    with pytest.raises(SurveyError, match=r"numbers '1..300' there, '1..301' now"):
        survey(copy, SMALL._replace(numbers="1-301"))


def test_another_version_is_refused(copy):
    manifest = copy / "survey.json"
    content = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**content, "version": "0.0.1"}))
    with pytest.raises(SurveyError, match=r"version '0.0.1' there"):
        survey(copy, SMALL)
    manifest.write_text(json.dumps({**content, "format": 99}))
    with pytest.raises(SurveyError, match="a survey of format 99"):
        survey(copy, SMALL)
    for broken in ("", "[]", "{}", '{"format": 2}', "\x00"):
        manifest.write_text(broken)
        with pytest.raises(SurveyError, match=str(manifest)):
            survey(copy, SMALL)


# What can happen


def test_it_goes_on_where_it_stopped(surveyed, copy):
    gone = sorted(copy.glob("part-*"))[2:5]
    for path in gone:
        path.unlink()
    assert survey(copy, SMALL, processes=1).computed == 150
    assert table_of(copy) == table_of(surveyed)
    assert survey(copy, SMALL, processes=1).computed == 0


@pytest.mark.parametrize("damage", ["truncated", "flipped", "empty", "exchanged", "stranger"])
def test_a_damaged_part_is_computed_again(damage, surveyed, copy):
    path, other = sorted(copy.glob("part-*"))[1:3]
    content = bytearray(path.read_bytes())
    if damage == "truncated":
        content = content[: len(content) // 2]
    elif damage == "flipped":
        content[len(content) // 3] ^= 1
    elif damage == "empty":
        content = bytearray()
    elif damage == "exchanged":
        content = bytearray(other.read_bytes())
    else:
        survey(copy.with_name("other"), SMALL._replace(nodes=77), processes=1)
        content = bytearray((copy.with_name("other") / path.name).read_bytes())
    path.write_bytes(content)
    notes = []
    progress = survey(copy, SMALL, processes=1, report=lambda p: notes.append(p.note))
    assert progress.computed == 50
    assert str(path) in notes[0]
    assert notes[0].endswith("; it is computed again")
    assert table_of(copy) == table_of(surveyed)


def test_a_flipped_bit_anywhere_changes_nothing_or_is_found(surveyed, copy):
    """Some bits are not used, or say only how long it took; whatever a table says is guarded."""
    plan, part = read_plan(copy), Part(51, 100)
    expected, _ = parts.read(surveyed, part)
    path = copy / part.name
    content = path.read_bytes()
    chance, found = random.Random(617), 0
    for place in range(0, len(content), 7):
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        if refusal := refusal_of(copy, part, plan):
            assert str(path) in refusal
            found += 1
        else:
            assert parts.read(copy, part)[0].equals(expected), place
    assert found > len(content) / 7 / 2


def refusal_of(folder: Path, part: Part, plan: Plan) -> str:
    """Return why a part is refused; nothing where it is not."""
    try:
        parts.check(folder, part, plan)
    except SurveyError as error:
        return str(error)
    return ""


def test_columns_of_another_type_are_found(copy):
    import pyarrow as pa

    plan, part = read_plan(copy), Part(1, 50)
    table, _ = parts.read(copy, part)
    wider = table.cast(table.schema.set(3, pa.field("moves", pa.int64())))
    parts.write(copy, part, wider, plan, {})
    with pytest.raises(SurveyError, match="its columns are not those of a survey"):
        parts.check(copy, part, plan)


def test_a_changed_table_is_found_by_computing_it_again(copy):
    plan = read_plan(copy)
    assert len(list(verify(copy, plan, 1))) == 6
    assert len(list(verify(copy, plan, 0.3))) == 2
    part = next(plan.parts())
    table, details = parts.read(copy, part)
    rows = table.to_pylist()
    rows[7]["moves"] += 1
    rows[8]["solution"] = rows[7]["solution"]
    parts.write(copy, part, table.from_pylist(rows, schema=table.schema), plan, details["seconds"])
    with pytest.raises(SurveyError, match="is not what this program computes"):
        list(verify(copy, plan, 1))
    with pytest.raises(SurveyError, match="the solution of deal 9"):
        check_solutions(copy, plan)


def test_an_unfinished_survey_cannot_be_verified(copy):
    gone = min(copy.glob("part-*"))
    gone.unlink()
    for look in (["--verify", "1"], ["--check-solutions"]):
        arguments = ["survey", "1-300", "--part-size", "50", "--solutions", "-o", str(copy)]
        status, _, errors = run(*arguments, *look)
        assert status == 1
        assert errors.startswith(f"Error: {gone} is not there (expected a finished survey: ")


def test_killing_it_ten_times_costs_only_time(tmp_path):
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    arguments = ["survey", "1-3000", "--part-size", "25", "-o", str(folder)]
    chance = random.Random(617)
    for turn in range(10):
        command = [*FREECELL, *arguments, "--processes", str(1 + turn % 2)]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            time.sleep(chance.uniform(0.3, 1.5))
            process.kill()
    time.sleep(0.5)  # the orphaned workers notice that their parent is gone
    survey(folder, Options("1-3000", part_size=25), processes=2)
    survey(whole, Options("1-3000", part_size=25), processes=1)
    assert table_of(folder) == table_of(whole)
    assert list(folder.glob(".*.tmp")) == []


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_it_at_once_and_finishes_nothing_half(processes, tmp_path):
    folder = tmp_path / "x"
    arguments = ["survey", "1-500000", "--part-size", "2000", "-o", str(folder)]
    command = [*FREECELL, *arguments, "--processes", processes]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while not list(folder.glob("part-*")):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of them
        before = time.monotonic()
        errors = process.communicate(timeout=30)[1]
        assert time.monotonic() - before < 15  # a busy machine; all of it would take a minute
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert list(folder.glob(".*")) == []
    plan = read_plan(folder)
    for path in folder.glob("part-*"):
        part = Part.of_file(path.name)
        assert part is not None
        assert sum(parts.check(folder, part, plan).values()) == 2000


def test_ctrl_c_ends_a_verification(tmp_path):
    plan, part = make_plan(Options("24795893")), Part(24795893, 24795893)  # it takes very long
    settle_plan(tmp_path, plan)
    parts.write(tmp_path, part, parts.compute(part, plan.options._replace(nodes=100)), plan, {})
    command = [*FREECELL, "survey", "24795893", "-o", str(tmp_path), "--verify", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while cpu_seconds(process.pid) < 1.5:  # of which the start takes a third
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=30)[1]
    assert (process.returncode, errors) == (130, "")


def cpu_seconds(pid: int) -> float:
    """Return the time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_killed_worker_is_one_line(tmp_path):
    command = [*FREECELL, "survey", "1-200000", "--processes", "2", "-o", str(tmp_path / "x")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        for _ in range(200):
            workers = [int(pid) for pid in children.read_text().split()]
            names = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in workers}
            found = [pid for pid, name in names.items() if "spawn_main" in name]
            if found and list((tmp_path / "x").glob("part*")):
                os.kill(found[0], 9)
                break
            time.sleep(0.1)
        errors = process.communicate(timeout=60)[1].splitlines()
    assert process.returncode == 1
    assert errors[-1].startswith("Error: a process that computed a part was killed")
    assert not any("Traceback" in line for line in errors)


def test_two_at_once_are_refused(copy):
    import fcntl

    with (copy / "survey.json").open("rb") as manifest:
        fcntl.flock(manifest, fcntl.LOCK_EX)
        with pytest.raises(SurveyError, match="another process works on this survey"):
            survey(copy, SMALL)


@pytest.fixture
def disk(tmp_path) -> Iterator[Path]:
    """Return the folder of a disk of 64 KB."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let root mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_full_disk_is_one_line_and_then_a_clean_resume(processes, disk, tmp_path):
    options = ["--part-size", "100", "--solutions", "--processes", processes]
    arguments = ["survey", "1-1000", *options, "-o", str(disk)]
    status, _, errors = run(*arguments)
    assert status == 1
    assert errors.splitlines()[-1].endswith("No space left on device")
    assert list(disk.glob(".*")) == []
    remount(disk, "size=8m")
    assert run(*arguments).status == 0
    whole = tmp_path / "whole"
    survey(whole, Options("1-1000", part_size=100, solutions=True), processes=1)
    assert table_of(disk) == table_of(whole)


def test_a_read_only_folder_is_one_line_and_can_be_looked_at(disk):
    arguments = ["survey", "1-40", "--part-size", "20", "--solutions", "--processes", "1"]
    remount(disk, "ro")
    status, _, errors = run(*arguments, "-o", str(disk))
    assert status == 1
    assert re.fullmatch(rf"Error: {disk}/.*: Read-only file system\n", errors)
    remount(disk, "rw")
    assert run(*arguments, "-o", str(disk)).status == 0
    remount(disk, "ro")
    assert run(*arguments, "-o", str(disk)).output.startswith("40 deals: 40 solved")
    assert run(*arguments, "-o", str(disk), "--verify", "1").status == 0
    assert run("about", "7", "--catalog", str(disk)).status == 0
    remount(disk, "rw")
    max(disk.glob("part-*")).unlink()
    remount(disk, "ro")
    status, _, errors = run(*arguments, "-o", str(disk))
    assert status == 1
    assert errors.splitlines()[-1].endswith(": Read-only file system")


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    status, _, errors = run("survey", "1-10", "-o", str(tmp_path / "file" / "inside"))
    assert status == 1
    assert errors == f"Error: {tmp_path / 'file' / 'inside'}: Not a directory\n"
    status, _, errors = run("survey", "1-10", "-o", "/proc/freecell")
    assert status == 1
    assert errors.startswith("Error: /proc/freecell: ")


# The catalogue, the report and the commands


def test_the_catalogue_answers_for_one_number(surveyed):
    found = catalog(surveyed)
    assert len(found) == 300
    entry = found.probe("#117")
    assert entry is not None
    assert entry._asdict() | {"fewest": None} == table_of(surveyed)[116] | {"fewest": None}
    assert found.probe(301) is None
    assert found.probe(-1) is None
    assert found.random_winnable(random.Random(1)) in range(1, 301)


def test_a_catalogue_without_a_win(tmp_path):
    survey(tmp_path, Options("11982"), processes=1)
    assert catalog(tmp_path).random_winnable() is None
    for path in tmp_path.glob("part-*"):
        path.unlink()
    assert catalog(tmp_path).random_winnable() is None
    assert catalog(tmp_path).probe(11982) is None
    with pytest.raises(SurveyError, match="no survey here"):
        catalog(tmp_path / "nothing")


def test_the_report_is_one_page_that_needs_nothing_else(surveyed, tmp_path):
    page = tmp_path / "report.html"
    assert run("report", str(surveyed), "-o", str(page)) == (0, f"{page}\n", "")
    text = page.read_text()
    assert "<h2>300 deals</h2>" in text
    assert text.count("<svg") == 2
    assert {each.split(",")[0] for each in re.findall(r'src="([^"]*)"', text)} == {
        "data:image/svg+xml"
    }
    assert "<script" not in text
    assert "<link" not in text
    survey(tmp_path / "cells", Options("1-20,11982", "fewest"), processes=1)
    status, output, _ = run("report", str(tmp_path / "cells"))
    assert status == 0
    assert "Fewest cells" in Path(output.strip()).read_text()
    assert run("report", str(tmp_path / "no")).status == 1


def test_the_report_shows_the_easiest_and_hardest_deals(surveyed):
    text = report(surveyed)
    rows = table_of(surveyed)
    for key, sign in (("positions", 1), ("positions", -1), ("moves", 1), ("moves", -1)):
        first = min(rows, key=lambda row: (sign * row[key], row["number"]))
        number = first["number"]
        shown = quote(picture(deal(number), title=f"Deal {number}", theme="auto"))
        assert f'src="data:image/svg+xml,{shown}"' in text
        link = f'<a href="http://127.0.0.1:8617/{number}">Deal {number}</a>'
        assert f"{link}: {first['moves']} moves, {first['positions']:,} positions" in text


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("https://example.org/freecell", "https://example.org/freecell/11982"),
        ("./?deal=", "./?deal=11982"),
        ("/x?a=1&deal=", "/x?a=1&amp;deal=11982"),
    ],
)
def test_deals_link_to_the_page_that_is_asked_for(given, made, tmp_path):
    survey(tmp_path / "one", Options("11982"), processes=1)
    status, output, _ = run("report", str(tmp_path / "one"), "--link", given)
    assert status == 0
    text = Path(output.strip()).read_text()
    assert f'<h2>Impossible</h2><p><a href="{made}">11982</a></p>' in text
    assert "freecell serve" not in text
    assert run("report", str(tmp_path / "one"), "--link", "javascript:x") == (
        1,
        "",
        "Error: not the address of a page: 'javascript:x' "
        "(expected for example https://example.org/ or /freecell?deal=)\n",
    )


def test_a_few_long_solutions_do_not_flatten_the_others():
    usual = np.repeat(np.arange(20, 120), 20)
    bars = _histogram(np.append(usual, [3000, 5000]))
    assert [bar.label for bar in bars[:2]] == ["20-21", "22-23"]
    assert bars[-1].label.endswith(" or more")
    assert sum(bar.value for bar in bars) == 2002
    assert [tuple(bar)[:2] for bar in _histogram(np.array([3, 4, 4, 5]))] == [
        ("3", 1), ("4", 2), ("5", 1),
    ]  # fmt: skip


def test_long_wins_are_counted_whole():
    """A win that the exhaustive search meets may have more moves than sixteen bits hold."""
    import pyarrow as pa

    kinds = parts.schema(SMALL)
    assert (kinds.field("moves").type, kinds.field("steps").type) == (pa.uint32(), pa.uint32())


def test_progress_in_a_log_is_plain_lines(tmp_path):
    folder = tmp_path / "x"
    arguments = ["survey", "1-400", "--part-size", "20", "--processes", "1", "-o", str(folder)]
    done = run_process(*arguments)
    lines = done.errors.splitlines()
    assert lines[0] == "  0.0 %  0 solved, 0 impossible, 0 undecided"
    assert re.fullmatch(
        r" 50\.0 %  [\d,]+ deals/s  0:\d\d left  200 solved, 0 impossible, 0 undecided", lines[10]
    )
    assert lines[-1].startswith("100.0 %  ")
    assert "\x1b" not in done.errors
    assert done.output.startswith("400 deals: 400 solved, 0 impossible, 0 undecided (400 computed")


def test_progress_on_a_terminal_is_a_bar(tmp_path):
    folder = tmp_path / "x"
    (tmp_path / "x").mkdir()
    arguments = ["survey", "1-4000", "--part-size", "200", "--processes", "1", "-o", str(folder)]
    survey(folder, Options("1-4000", part_size=200), processes=1)
    damaged = min(folder.glob("part-*"))
    damaged.write_bytes(b"")
    shown = run_on_terminal(*arguments)
    assert "━━━" in shown
    assert "100.0 %" in shown
    assert "deals/s" in shown
    assert "4,000 solved, 0 impossible, 0 undecided" in shown
    assert "is damaged" in shown
    assert shown.rstrip().endswith("\x1b[?25h")  # the cursor is back


def run_on_terminal(*arguments: str) -> str:
    """Return what a command writes to standard error when that is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "160", "LINES": "24"}
    command = [*FREECELL, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # so does a terminal end
            while content := os.read(ours, 65536):
                shown += content
    os.close(ours)
    assert process.returncode == 0
    return shown.decode()


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "0:00"), (61, "1:01"), (3599.7, "1:00:00"), (90_000, "25:00:00")]
)
def test_the_time_left_is_said_as_a_clock(seconds, said):
    progress = Progress(1, 2, {}, 1, seconds)
    assert describe(progress) == f"{1 / seconds:,.0f} deals/s  {said} left  "


def test_the_commands_that_look_again(copy):
    arguments = ["survey", "1-300", "--part-size", "50", "--solutions", "-o", str(copy)]
    status, output, _ = run(*arguments, "--verify", "0.2", "--check-solutions")
    assert (status, output) == (
        0,
        "1 parts computed again, all of them alike\n300 solutions replayed, all of them won\n",
    )
    status, _, errors = run(*arguments, "--cells", "3", "--verify", "1")
    assert (status, "cells 4 there, 3 now" in errors) == (1, True)
    assert run(*arguments, "--processes", "1").output.startswith("300 deals: 300 solved")
