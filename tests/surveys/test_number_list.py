"""Surveys over a list of numbers: parts that go over gaps, and the list as part of the identity."""

import json
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell.numbers import LAST_DEAL, DealNumberError, parse_ranges
from freecell.surveys import Options, SurveyError, catalog, survey
from freecell.surveys import number_list as lists
from freecell.surveys import part as parts
from freecell.surveys.number_list import NumberList, list_text, merged, ranges_text
from freecell.surveys.plan import MANIFEST, Part, make_plan, read_plan
from freecell.surveys.running import check_solutions, verify
from tests.commands import FREECELL, run, run_process
from tests.small_survey import table_of

SCATTERED = [5, 9, 10, 11, 12, 70, 454, 11_982, 2**31 + 7, LAST_DEAL]
LISTED = Options(",".join(map(str, SCATTERED)), part_size=4, solutions=True, listed=True)

deal_ranges = st.lists(
    st.builds(
        lambda first, count: range(first, min(first + count, LAST_DEAL + 1)),
        st.integers(-4, 1200) | st.integers(-4, LAST_DEAL),
        st.integers(1, 20),
    ),
    min_size=1,
    max_size=12,
)


# Numbers as text, and their places


@given(deal_ranges)
def test_numbers_that_are_written_are_read_again(ranges):
    assert list(parse_ranges(ranges_text(ranges))) == merged(ranges)


def test_two_numbers_are_not_written_as_one():
    assert parse_ranges("70,454") == (range(70_454, 70_455),)
    assert ranges_text([range(70, 71), range(454, 455)]) == "70..70,454"
    assert ranges_text([range(-4, -3), range(454, 455), range(617, 618)]) == "-4..-4,454,617"
    assert make_plan(Options("70, 454")).size() == 2


@given(deal_ranges, st.data())
def test_every_number_has_its_place(ranges, data):
    numbers = NumberList(tuple(merged(ranges)))
    flat = [number for each in numbers.ranges for number in each]
    assert len(numbers) == len(flat)
    assert [numbers.place(number) for number in flat] == list(range(len(flat)))
    outside = data.draw(st.integers(-10, LAST_DEAL).filter(lambda number: number not in flat))
    assert numbers.place(outside) is None
    assert numbers.range_of(outside) is None
    start = data.draw(st.integers(0, len(flat) - 1))
    stop = data.draw(st.integers(start + 1, len(flat) + 3))
    cut = numbers.cut(start, stop)
    assert all(cut)
    assert [number for each in cut for number in each] == flat[start:stop]


def test_a_list_that_is_too_long_is_refused_before_it_ends(monkeypatch):
    monkeypatch.setattr(lists, "MOST_LISTED", 1000)
    endless = (range(number, number + 1) for number in iter(int, 1))
    with pytest.raises(DealNumberError, match=r"too long \(expected at most 1,000 numbers"):
        list_text(endless)


# The plan


@given(deal_ranges, st.integers(1, 30))
def test_parts_of_a_list_cover_its_numbers_once(ranges, size):
    plan = make_plan(Options(ranges_text(ranges), part_size=size, listed=True))
    flat = [number for each in merged(ranges) for number in each]
    found = list(plan.parts())
    assert [number for part in found for each in part.ranges for number in each] == flat
    assert {part.size for part in found[:-1]} <= {size}
    assert (len(found), sum(part.size for part in found)) == (plan.part_count(), plan.size())
    assert [plan.part_of_file(part.name) for part in found] == found


def test_parts_that_are_not_of_the_list_are_strangers():
    plan = make_plan(LISTED)
    assert [part.name for part in plan.parts()] == [
        "part-0000000005-0000000011.parquet",
        "part-0000000012-0000011982.parquet",
        "part-2147483655-8589934591.parquet",
    ]
    for name in (Part(5, 10).name, Part(9, 12).name, Part(6, 11).name, Part(12, 70).name, "x"):
        assert plan.part_of_file(name) is None


def test_the_parts_of_a_list_are_small_by_default():
    assert make_plan(Options("1-1000", listed=True)).options.part_size == 50
    assert make_plan(Options("1-1000", "shortest", listed=True)).options.part_size == 10
    assert make_plan(Options("1-1000", listed=True, part_size=700)).options.part_size == 700


# The survey


@pytest.fixture(scope="module")
def listed(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("listed") / "x"
    survey(folder, LISTED, processes=1)
    return folder


def test_a_list_is_surveyed_as_its_numbers_one_by_one(listed, tmp_path):
    survey(tmp_path / "x", LISTED._replace(numbers="5,9-12,70,454,11982"), processes=1)
    single = LISTED._replace(numbers=ranges_text(range(n, n + 1) for n in SCATTERED), listed=False)
    survey(tmp_path / "one", single, processes=1)
    assert table_of(listed) == table_of(tmp_path / "one")
    assert table_of(tmp_path / "x") == table_of(listed)[:8]
    assert [row["number"] for row in table_of(listed)] == SCATTERED


def test_a_list_is_asked_for_one_number(listed):
    results = catalog(listed)
    assert len(results) == len(SCATTERED)
    for number in SCATTERED:
        entry = results.probe(number)
        assert entry is not None
        assert entry.number == number
    assert [results.probe(number) for number in (-4, 6, 13, 11_983, LAST_DEAL - 1)] == [None] * 5
    assert results.random_winnable() in SCATTERED


def test_a_finished_list_can_be_verified(listed):
    plan = read_plan(listed)
    assert len(list(verify(listed, plan, 1))) == 3
    assert check_solutions(listed, plan) == len(SCATTERED) - 1  # 11982 has none


def test_the_manifest_holds_the_list_and_a_part_its_name(listed):
    numbers = json.loads((listed / MANIFEST).read_text())["options"]["numbers"]
    assert numbers == "5,9..12,70,454,11982,2147483655,8589934591"
    for path in listed.glob("part-*"):
        assert numbers.encode() not in path.read_bytes()
        assert b"list of 10 numbers, SHA-256 " in path.read_bytes()


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ("5,9-12,70,454,11982,2147483655", "'list of 9 numbers, SHA-256 "),
        ("5,9-12,70,455,11982,2147483655,8589934591", "'list of 10 numbers, SHA-256 "),
    ],
)
def test_another_list_is_refused(numbers, why, listed):
    with pytest.raises(SurveyError, match="holds another survey: numbers 'list of 10") as caught:
        survey(listed, LISTED._replace(numbers=numbers))
    assert why in str(caught.value).partition(" there")[2]
    with pytest.raises(SurveyError, match="listed True there, False now"):
        survey(listed, LISTED._replace(listed=False))


def test_a_part_of_another_list_is_found(listed, tmp_path):
    """Its name, numbers and table are right, and its list is not."""
    other = LISTED._replace(numbers="5,9-11,300-303")
    survey(tmp_path, other, processes=1)
    stranger = tmp_path / "part-0000000005-0000000011.parquet"
    plan = read_plan(listed)
    part = plan.part_of_file(stranger.name)
    assert part is not None
    with pytest.raises(SurveyError, match="is of another survey"):
        parts.read(tmp_path, part, plan)


def test_a_list_goes_on_where_it_was_killed(tmp_path):
    numbers = "\n".join(str(each) for each in range(1, 9_001, 3))
    (tmp_path / "numbers.txt").write_text(numbers)
    arguments = ["survey", f"@{tmp_path / 'numbers.txt'}", "--part-size", "25", "--processes", "2"]
    with subprocess.Popen(
        [*FREECELL, *arguments, "-o", str(tmp_path / "x")], stderr=subprocess.DEVNULL
    ) as process:
        while process.poll() is None and not list((tmp_path / "x").glob("part-*")):
            time.sleep(0.01)
        process.kill()  # it may have ended on a machine that is busy with other things
    there = len(list((tmp_path / "x").glob("part-*")))
    assert there
    progress = survey(
        tmp_path / "x", Options(numbers.replace("\n", ","), part_size=25, listed=True), processes=2
    )
    assert progress.done == progress.total == 3_000
    assert progress.computed <= 3_000 - 25 * there
    survey(tmp_path / "y", Options("1-9000"), processes=2)
    assert table_of(tmp_path / "x") == table_of(tmp_path / "y")[::3]


def test_a_list_on_a_cluster(listed, tmp_path):
    pytest.importorskip("distributed", reason="clusters are an extra of the package")
    assert survey(tmp_path, LISTED, local_cluster=1).computed == len(SCATTERED)
    assert table_of(tmp_path) == table_of(listed)


# The command


def test_the_command_takes_a_file_and_standard_input(tmp_path):
    file = tmp_path / "numbers.txt"
    file.write_text("454 70\n#11982\n9-12\n")
    folder = str(tmp_path / "x")
    status, output, _ = run("survey", f"@{file}", "5", "-o", folder, "--processes", "1")
    assert (status, output.split("(")[0]) == (0, "8 deals: 7 solved, 1 impossible, 0 undecided ")
    status, output, _ = run_process("survey", "-", "-o", folder, stdin="5 9..12 70 454 11982")
    assert status == 0
    assert "(0 computed now in" in output
    assert run("survey", "-o", folder, "--check").output == "1 parts with 8 deals are sound\n"
    assert run("survey", f"@{file}", "5", "-o", folder, "--verify", "1").status == 0
    status, output, _ = run("report", folder)
    page = Path(output.strip()).read_text()
    assert "FreeCell survey of list of 8 numbers, SHA-256 " in page
    status, _, errors = run("survey", f"@{file}", "-o", folder)
    assert status == 1
    assert "holds another survey: numbers 'list of 8 numbers" in errors


def test_a_number_that_could_be_a_list_is_repeated(tmp_path):
    answer = "70,454 is read as deal 70454 (several deals: 70 454)\n"
    for number, (word, expected) in enumerate(
        [("70,454", answer), ("1,000", ""), ("70454", ""), ("70,4545", ""), ("-1", "")]
    ):
        _, _, errors = run("survey", word, "-o", str(tmp_path / str(number)), "--processes", "1")
        assert errors.partition("  0.0 %")[0] == expected
    assert read_plan(tmp_path / "0").options.numbers == "70454"
    run("survey", "70", "454", "-o", str(tmp_path / "two"), "--processes", "1")
    assert read_plan(tmp_path / "two").options.numbers == "70..70,454"


def test_a_bad_list_is_one_line(tmp_path):
    file, folder = tmp_path / "numbers.txt", str(tmp_path / "x")
    file.write_text("1 2\n3 x\n")
    refusal = f"Error: {file}: line 2: not a deal number: 'x' (expected a whole number from -4 to"
    status, output, errors = run("survey", f"@{file}", "-o", folder)
    assert (status, output, errors.startswith(refusal), errors.count("\n")) == (1, "", True, 1)
    assert run("survey", "-", "-o", folder).errors == (
        "Error: -: no numbers (expected for example 617)\n"
    )
    assert run("survey", f"@{tmp_path}/none", "-o", folder).errors == (
        f"Error: {tmp_path}/none: No such file or directory\n"
    )
    assert not Path(folder).exists()
