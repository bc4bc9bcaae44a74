"""Surveys: their plan, and that nothing that happens to them is worse than a delay."""

import json
import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from freecell.surveys import Options, SurveyError, survey
from freecell.surveys import part as parts
from freecell.surveys.number_list import merged
from freecell.surveys.plan import Part, Plan, make_plan, read_plan, settle_plan
from freecell.surveys.running import check_solutions, verify
from tests.commands import FREECELL, run
from tests.known import HARD_CELLS, HARD_DEAL
from tests.small_survey import SMALL, table_of
from tests.waiting import PATIENCE, until

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
        (
            Options("1-10", "best"),  # type: ignore[arg-type]  # what is refused
            "no such goal: 'best' (expected one of any, short, fewest, shortest)",
        ),
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
    [note] = filter(None, notes)
    assert str(path) in note
    assert note.endswith("; it is computed again")
    assert table_of(copy) == table_of(surveyed)


def test_a_flipped_bit_anywhere_changes_nothing_or_is_found(surveyed, copy):
    """Some bits are not used, or say only how long it took; whatever a table says is guarded."""
    plan, part = read_plan(copy), Part(51, 100)
    expected = parts.read(surveyed, part, plan)
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
            found_there = parts.read(copy, part, plan)
            assert found_there.table.equals(expected.table), place
            assert found_there.seconds == expected.seconds, place
    assert found > len(content) / 7 / 2


def refusal_of(folder: Path, part: Part, plan: Plan) -> str:
    """Return why a part is refused; nothing where it is not."""
    try:
        parts.read(folder, part, plan)
    except SurveyError as error:
        return str(error)
    return ""


def test_columns_of_another_type_are_found(copy):
    import pyarrow as pa

    plan, part = read_plan(copy), Part(1, 50)
    table = parts.read(copy, part, plan).table
    wider = table.cast(table.schema.set(3, pa.field("moves", pa.int64())))
    parts.write(copy, part, wider, plan, {})
    with pytest.raises(SurveyError, match="its columns are not those of a survey"):
        parts.read(copy, part, plan)


def test_a_changed_table_is_found_by_computing_it_again(copy):
    plan = read_plan(copy)
    assert len(list(verify(copy, plan, 1))) == 6
    assert len(list(verify(copy, plan, 0.3))) == 2
    part = next(plan.parts())
    table, seconds = parts.read(copy, part, plan)
    rows = table.to_pylist()
    rows[7]["moves"] += 1
    rows[8]["solution"] = rows[7]["solution"]
    parts.write(copy, part, table.from_pylist(rows, schema=table.schema), plan, seconds)
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
            process.send_signal(signal.SIGSTOP)  # so that it starts no other worker
            orphans = children(process.pid)
            process.kill()
        until_gone(orphans)
    survey(folder, Options("1-3000", part_size=25), processes=2)
    survey(whole, Options("1-3000", part_size=25), processes=1)
    assert table_of(folder) == table_of(whole)
    assert list(folder.glob(".*.tmp")) == []


def children(pid: int) -> list[int]:
    """Return the processes that a process started; none where it has ended."""
    with suppress(OSError):
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return []


def until_gone(processes: list[int]) -> None:
    """Wait until workers have noticed that their parent is gone."""
    until(lambda: not any(map(is_alive, processes)), "the workers end")


def is_alive(pid: int) -> bool:
    """Whether a process is there, and not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_it_at_once_and_finishes_nothing_half(processes, tmp_path):
    folder = tmp_path / "x"
    arguments = ["survey", "1-500000", "--part-size", "2000", "-o", str(folder)]
    command = [*FREECELL, *arguments, "--processes", processes]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        until(lambda: list(folder.glob("part-*")), "the first part")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of them
        errors = process.communicate(timeout=2 * PATIENCE)[1]
    assert process.returncode == 130
    assert len(list(folder.glob("part-*"))) < 50  # of 250
    assert "Traceback" not in errors
    assert list(folder.glob(".*")) == []
    plan = read_plan(folder)
    for path in folder.glob("part-*"):
        part = Part.of_file(path.name)
        assert part is not None
        assert len(parts.read(folder, part, plan).table) == 2000


def test_ctrl_c_ends_a_verification(tmp_path):
    plan, part = make_plan(Options(str(HARD_DEAL), cells=HARD_CELLS)), Part(HARD_DEAL, HARD_DEAL)
    settle_plan(tmp_path, plan)
    parts.write(tmp_path, part, parts.compute(part, plan.options._replace(nodes=100)), plan, {})
    command = [
        *FREECELL,
        "survey",
        str(HARD_DEAL),
        "--cells",
        str(HARD_CELLS),
        "-o",
        str(tmp_path),
        "--verify",
        "1",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while cpu_seconds(process.pid) < 1.5:  # of which the start takes a third
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=2 * PATIENCE)[1]
    assert (process.returncode, errors) == (130, "")


def cpu_seconds(pid: int) -> float:
    """Return the time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_killed_worker_is_one_line(tmp_path):
    """The survey would take minutes: it is not over before its worker is killed."""
    arguments = ["survey", "1-5000000", "--part-size", "200", "--processes", "2"]
    command = [*FREECELL, *arguments, "-o", str(tmp_path / "x")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: list((tmp_path / "x").glob("part*")), "the first part")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        names = {int(pid): Path(f"/proc/{pid}/cmdline").read_text() for pid in children}
        os.kill(next(pid for pid, name in names.items() if "spawn_main" in name), signal.SIGKILL)
        errors = process.communicate(timeout=120)[1].splitlines()
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
