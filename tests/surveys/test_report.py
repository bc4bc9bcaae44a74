"""What is made of a survey: the catalog, the report, and what its commands say."""

import os
import pty
import random
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest

from freecell import deal
from freecell.cli.progress import describe
from freecell.drawing.picture import picture
from freecell.surveys import Options, Progress, SurveyError, catalog, survey
from freecell.surveys import part as parts
from freecell.surveys.report import _histogram, report
from tests.commands import FREECELL, run, run_process
from tests.small_survey import SMALL, table_of


def test_the_catalog_answers_for_one_number(surveyed):
    found = catalog(surveyed)
    assert len(found) == 300
    entry = found.probe("#117")
    assert entry is not None
    nothing = dict.fromkeys(("fewest", "at_most", "least", "most"))
    assert entry._asdict() == table_of(surveyed)[116] | nothing
    assert found.probe(301) is None
    assert found.probe(-1) is None
    assert found.random_winnable(random.Random(1)) in range(1, 301)


def test_a_catalog_without_a_win(tmp_path):
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


def test_the_report_has_proved_lengths_and_the_intervals_of_the_others(tmp_path):
    survey(tmp_path, Options("2-5", "shortest", nodes=150_000), processes=1)
    text = report(tmp_path)
    assert "<h2>Shortest solutions, proved</h2>" in text
    assert "<tr><td>18</td><td>1</td></tr>" in text
    assert "<p>Their mean is 19.50.</p>" in text
    for number in (4, 5):
        found = catalog(tmp_path).probe(number)
        assert found is not None
        link = f'<a href="http://127.0.0.1:8617/{number}">{number}</a>'
        assert f"{link} (at least {found.least} and at most {found.most})" in text
    survey(tmp_path / "early", Options("5", "shortest", nodes=1), processes=1)
    assert "5</a> (at least " in (early := report(tmp_path / "early"))
    assert "at most" not in early
    assert "Shortest solutions, proved" not in early


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


def test_the_report_reads_each_part_once(surveyed):
    code = """
import sys
from collections import Counter
from pathlib import Path
opened = Counter()
sys.addaudithook(lambda event, args: event == "open" and opened.update([Path(str(args[0])).name]))
from freecell.surveys.report import report
report(Path(sys.argv[1]))
print({count for name, count in opened.items() if name.endswith(".parquet")}, len(opened))
"""
    command = [sys.executable, "-c", code, str(surveyed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{1} ")


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
    ("seconds", "expected"),
    [(0.2, "0:00"), (61, "1:01"), (3599.7, "1:00:00"), (90_000, "25:00:00")],
)
def test_the_time_left_is_written_as_a_clock(seconds, expected):
    progress = Progress(1, 2, {}, 1, seconds)
    rate = f"{60 / seconds:.1f} deals/min" if seconds > 1 else f"{1 / seconds:.0f} deals/s"
    assert describe(progress) == f"{rate}  {expected} left  "


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
