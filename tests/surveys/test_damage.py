"""Damaged parts: they are left out, and everything else goes on."""

import errno
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from freecell import files
from freecell.deal_atlas.surveyed import SurveySet
from freecell.surveys import Options, SurveyError, SurveyWarning, catalog, survey
from freecell.surveys import part as parts
from freecell.surveys.folder_check import check_folder
from freecell.surveys.plan import Part, Plan, read_plan
from freecell.surveys.report import report
from freecell.surveys.running import check_solutions, verify
from freecell.web.app import create_app
from freecell.web.settings import Settings
from tests.commands import run
from tests.small_survey import SMALL, table_of

SECOND = Part(51, 100)


def damage(folder: Path, how: str) -> Path:
    """Damage the second part of the small survey, and return it."""
    path = folder / SECOND.name
    content = path.read_bytes()
    if how == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "one bit":
        path.write_bytes(content[:200] + bytes([content[200] ^ 4]) + content[201:])
    elif how == "copied":
        shutil.copy(folder / Part(1, 50).name, path)
    elif how == "short":
        plan = read_plan(folder)
        stored = parts.read(folder, SECOND, plan)
        parts.write(folder, SECOND, stored.table.slice(0, 49), plan, stored.seconds)
    elif how == "out of order":
        plan = read_plan(folder)
        stored = parts.read(folder, SECOND, plan)
        rows = stored.table.to_pylist()
        rows[7], rows[8] = rows[8], rows[7]
        table = stored.table.from_pylist(rows, schema=stored.table.schema)
        parts.write(folder, SECOND, table, plan, stored.seconds)
    else:
        assert how == "of another survey"
        other = folder.with_name("other")
        survey(other, SMALL._replace(cells=3), processes=1)
        shutil.copy(other / SECOND.name, path)
    return path


HOW = ["cut", "empty", "one bit", "copied", "short", "out of order", "of another survey"]


@pytest.mark.parametrize("how", HOW)
def test_a_catalog_is_without_a_part_that_is_not_believed(how, copy, surveyed):
    path, reported = damage(copy, how), list[str]()
    found = catalog(copy, reported.append)
    before = catalog(surveyed)
    assert [found.probe(number) for number in (50, 101, 300)] == [
        before.probe(number) for number in (50, 101, 300)
    ]
    assert reported == []
    for number in range(51, 101):
        assert found.probe(number) is None
    [message] = reported
    assert message.startswith(str(path))
    assert message.endswith("; it is left out")
    assert list(found.left_out) == [path.name]
    assert len(found) == 250
    assert [row["number"] for row in found.table().to_pylist()] == [*range(1, 51), *range(101, 301)]
    drawn = {found.random_winnable() for _ in range(100)}
    assert not drawn & set(range(51, 101))
    assert len(reported) == 1


@pytest.mark.parametrize("how", HOW)
def test_no_other_reader_accepts_it_either(how, copy, surveyed):
    path = damage(copy, how)
    plan = read_plan(copy)
    for look in (lambda: list(verify(copy, plan, 1)), lambda: check_solutions(copy, plan)):
        with pytest.raises(SurveyError, match=path.name):
            look()
    page = report(copy)
    assert "<h2>250 deals</h2>" in page
    assert "<td>5 of 6</td>" in page
    left_out = page[page.index("<h2>Left out</h2>") : page.index("<h2>How it was made</h2>")]
    assert left_out.count("<li>") == 1
    assert path.name in left_out
    found = check_folder(copy)
    assert (found.sound, found.parts, found.deals, found.missing) == (False, 5, 250, 0)
    [problem] = found.problems
    assert path.name in problem
    status, output, errors = run("survey", "--check", "-o", str(copy))
    assert status == 1
    assert output == f"{problem}\n5 parts with 250 deals are sound\n"
    assert errors == f"Error: {copy}: 1 files are not as they should be\n"
    assert survey(copy, SMALL, processes=1).computed == 50
    assert check_folder(copy).sound
    assert table_of(copy) == table_of(surveyed)


@pytest.mark.parametrize("how", HOW)
def test_the_commands_and_the_service_go_on(how, copy, capfd):
    path = damage(copy, how)
    for known in ("7", "60"):
        status, output, errors = run("about", known, "--catalog", str(copy))
        assert (status, output.split("\n")[0]) == (0, f"Game #{known}: can be won")
        assert errors.count("; it is left out\n") == errors.count("\n") == (known == "60")
    status, output, errors = run("deal", "60", "--random", "--winnable", "--catalog", str(copy))
    assert (status, output.split("\n")[0]) == (0, "Game #60")
    capfd.readouterr()
    with TestClient(create_app(Settings(per_minute=0, log=False, catalog=str(copy)))) as client:
        for number, source in (
            (7, "catalog"),
            (60, "atlas"),
            (60, "atlas"),
            (250, "catalog"),
        ):
            answer = client.get(f"/api/deals/{number}/about")
            assert (answer.status_code, answer.json()["source"]) == (200, source)
        for _ in range(20):
            assert client.get("/api/random").status_code == 200
    logged = capfd.readouterr().err
    assert (logged.count("\n"), path.name in logged) == (1, True)


def test_a_library_warns_of_it(copy):
    path = damage(copy, "cut")
    known = SurveySet([copy])
    with pytest.warns(SurveyWarning, match=path.name):
        assert known.about(60) is None
    about = known.about(7)
    assert about is not None


def test_what_is_left_over_of_another_survey_is_left_alone(copy, surveyed):
    """A part of another size would say the same numbers twice."""
    other = copy.with_name("other")
    survey(other, SMALL._replace(part_size=100), processes=1)
    shutil.copy(other / Part(1, 100).name, copy)
    shutil.copy(other / Part(101, 200).name, copy)
    reported: list[str] = []
    found = catalog(copy, reported.append)
    stranger = copy / Part(1, 100).name
    assert reported == [f"{stranger} is no part of this survey; it is left out, as are 1 others"]
    assert len(found) == 300
    assert table_of_quietly(copy) == table_of(surveyed)
    assert report(copy).count("is no part of this survey") == 2
    notes: list[str] = []
    survey(copy, SMALL, processes=1, report=lambda progress: notes.append(progress.note))
    assert f"{stranger} is no part of this survey; it is left alone, as are 1 others" in notes
    assert stranger.exists()
    checked = check_folder(copy)
    assert (checked.parts, checked.missing, len(checked.problems)) == (6, 0, 2)


def table_of_quietly(folder: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = catalog(folder, lambda _: None).table().to_pylist()
    return rows


def test_an_unfinished_survey_is_sound(copy):
    (copy / SECOND.name).unlink()
    assert run("survey", "--check", "-o", str(copy)) == (
        0, "5 parts with 250 deals are sound\n1 parts are not there yet\n", "",
    )  # fmt: skip
    assert run("survey", "--check", "-o", str(copy / "no")).status == 1
    assert run("survey", "-o", str(copy)).status == 2


def test_a_part_that_cannot_be_read_is_left_out(copy):
    """A folder under the name of a part stands for whatever a disk may refuse."""
    (copy / SECOND.name).unlink()
    (copy / SECOND.name).mkdir()
    reported: list[str] = []
    assert catalog(copy, reported.append).probe(60) is None
    assert reported == [f"{copy / SECOND.name}: Is a directory; it is left out"]
    assert len(check_folder(copy).problems) == 1


# Bits


def flipped(content: bytes, step: int) -> Iterator[tuple[int, bytes]]:
    """Yield a file with one bit changed, for all of its bits or a few of them."""
    for bit in range(0, 8 * len(content), step):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        yield bit, bytes(changed)


def believed(folder: Path, part: Part, plan: Plan) -> parts.Stored | None:
    """Read a part; None where it is refused by name, and anything else is an accident."""
    try:
        return parts.read(folder, part, plan)
    except SurveyError as error:
        if not str(error).startswith(f"{folder / part.name} is "):
            raise
        return None


@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.long)])
def test_every_flipped_bit_is_noticed_or_changes_no_answer(step, tmp_path):
    small = Options("1-20", part_size=10, solutions=True)
    survey(tmp_path / "x", small, processes=1)
    plan, part = read_plan(tmp_path / "x"), Part(1, 10)
    path = tmp_path / "x" / part.name
    parts.read(tmp_path / "x", part, plan)  # it is sound as it is
    content = path.read_bytes()
    for bit, changed in flipped(content, step):
        path.write_bytes(changed)
        assert believed(tmp_path / "x", part, plan) is None, bit


def test_a_part_whose_seal_is_damaged_is_damaged(tmp_path):
    survey(tmp_path / "x", Options("1-10"), processes=1)
    plan, part = read_plan(tmp_path / "x"), Part(1, 10)
    path = tmp_path / "x" / part.name
    content = path.read_bytes()
    seal = content.index(b'"seal": "')
    for place in range(seal, seal + len('"seal": "') + 65):
        for bit in range(8):
            path.write_bytes(
                content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]
            )
            assert believed(tmp_path / "x", part, plan) is None, (place - seal, bit)
    status, output, _ = run("survey", "--check", "-o", str(tmp_path / "x"))
    assert status == 1
    assert f"{path} is damaged: " in output


def test_a_part_without_a_seal_is_refused(tmp_path):
    survey(tmp_path / "x", Options("1-10"), processes=1)
    plan, part = read_plan(tmp_path / "x"), Part(1, 10)
    path = tmp_path / "x" / part.name
    take_seal_away(path)
    with pytest.raises(SurveyError, match="is damaged: its seal cannot be read"):
        parts.read(tmp_path / "x", part, plan)


def take_seal_away(path: Path) -> None:
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    metadata = json.loads(table.schema.metadata[b"freecell"])
    del metadata["seal"]
    pq.write_table(
        table.replace_schema_metadata({b"freecell": json.dumps(metadata).encode()}), path
    )


def test_a_report_on_a_full_disk_names_its_file(surveyed):
    """Also of a file that is replaced as a whole: the system itself names none."""
    assert run("report", str(surveyed), "-o", "/dev/full").errors.splitlines()[-1] == (
        "Error: /dev/full: No space left on device"
    )


@pytest.mark.parametrize(
    "arguments",
    [["picture", "617", "-o"], ["solve", "146692", "--certificate"]],
    ids=lambda each: each[0],
)
def test_other_commands_on_a_full_disk_name_their_file(arguments):
    assert run(*arguments, "/dev/full").errors.splitlines()[-1] == (
        "Error: /dev/full: No space left on device"
    )


def test_a_file_that_cannot_be_written_whole_is_named(tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for write in (files.write_whole, files.create_whole):
        with pytest.raises(OSError, match=f"No space left on device: '{tmp_path}/page.html'"):
            write(tmp_path / "page.html", b"much")
    assert list(tmp_path.iterdir()) == []


def test_a_report_is_written_whole_or_not_at_all(copy, tmp_path):
    page = tmp_path / "report.html"
    page.write_text("the page of yesterday")
    (copy / "survey.json").write_text("")
    assert run("report", str(copy), "-o", str(page)).status == 1
    assert page.read_text() == "the page of yesterday"
    assert run("report", str(copy.with_name("nothing")), "-o", str(page)).status == 1
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_a_report_does_not_replace_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    survey(tmp_path / "one", Options("11982"), processes=1)
    assert run("report", str(tmp_path / "one"), "-o", str(tmp_path / "pipe")).status == 0
    assert os.read(reader, 20).startswith(b"<!doctype html>")
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
