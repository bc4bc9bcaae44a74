import json
import os
import re
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from freecell import CARD_NAMES, deal, deal_freecell, shuffled
from freecell.daily import deal_of_the_day
from freecell.difficulty import LEVELS, measure
from freecell.interrupts import stop_listening
from freecell.solver import Solved, solve
from freecell.text.board_writer import BOARD_FORMATS, format_board
from tests.commands import FREECELL, run, run_process
from tests.library.test_dealing import GAME_617
from tests.needed import not_on_windows
from tests.strategies import deal_numbers
from tests.waiting import PATIENCE

ACCEPTED = "(expected a whole number from -4 to 8,589,934,591)"


def test_a_deal_is_a_title_and_seven_rows():
    assert run("deal", "617") == (0, f"Game #617\n{GAME_617}\n", "")
    assert run_process("deal", "617") == run("deal", "617")


@pytest.mark.parametrize("number", ["#617", "ms617", "617-617", "617,617"[:3]])
def test_numbers_as_people_write_them(number):
    assert run("deal", number)[1] == f"Game #617\n{GAME_617}\n"


def test_many_deals():
    code, output, _ = run("deal", "1,5,9-12", "11,982", "--format", "lines")
    assert code == 0
    assert [line.split(":")[0] for line in output.splitlines()] == [
        "1", "5", "9", "10", "11", "12", "11982",
    ]  # fmt: skip


@pytest.mark.parametrize("number", ["-1", "-4", "-4..-1", "-2--1"])
def test_special_games_need_no_dashes_before_them(number):
    code, output, _ = run("deal", number, "--format", "lines")
    assert code == 0
    assert output.splitlines()[-1].startswith(f"{number[-2:]}: ")


@settings(max_examples=10)
@given(deal_numbers())
def test_every_format_says_the_same_board(number):
    board = deal(number)
    rows, columns, line, data, fc_solve, fcpro = (
        run("deal", str(number), "--format", form)[1] for form in BOARD_FORMATS
    )
    assert rows == f"Game #{number}\n{format_board(board, 'rows')}\n"
    assert columns == f"Game #{number}\n{format_board(board, 'columns')}\n"
    assert line == f"{number}: {format_board(board, 'lines')}\n"
    assert json.loads(data) == {"number": number, "rows": deal_freecell(number)}
    assert fc_solve == format_board(board, "fc-solve") + "\n"
    assert fcpro == format_board(board, "fcpro") + "\n"


def test_numbers_from_a_file_and_from_standard_input(tmp_path):
    file = tmp_path / "numbers.txt"
    file.write_text("\ufeff617 1-2\r\n\r\n#3,4\n", encoding="utf-8")
    expected = run("deal", "617", "1-4", "--format", "lines")
    assert run("deal", f"@{file}", "--format", "lines") == expected
    assert run("deal", "-", "--format", "lines", stdin=file.read_text(encoding="utf-8")) == expected
    assert run("deal", "-", stdin="")[0] == 2


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("-5", "no such deal: -5 (expected -4 to 8,589,934,591)"),
        ("8589934592", "no such deal: 8589934592 (expected -4 to 8,589,934,591)"),
        ("1.0", f"not a deal number: '1.0' {ACCEPTED}"),
        ("True", f"not a deal number: 'True' {ACCEPTED}"),
        ("", f"not a deal number: '' {ACCEPTED}"),
        ("abc", f"not a deal number: 'abc' {ACCEPTED}"),
        ("1e3", f"not a deal number: '1e3' {ACCEPTED}"),
        ("0x10", f"not a deal number: '0x10' {ACCEPTED}"),
        ("١٢٣", f"not a deal number: '١٢٣' {ACCEPTED}"),
        ("5-1", "not a range: '5-1' (expected the smaller number first: 1-5)"),
        ("1,00", f"in '1,00': not a deal number: '00' {ACCEPTED}"),
        ("1" * 100_000, f"not a deal number: '{'1' * 40}'... (100,000 characters) {ACCEPTED}"),
        ("1-1000000000000", "no such deal: 1000000000000 (expected -4 to 8,589,934,591)"),
        ("@no-such-file", "no-such-file: No such file or directory"),
        ("@.", f".: {'Permission denied' if os.name == 'nt' else 'Is a directory'}"),
    ],
    ids=lambda text: text[:20],
)
def test_bad_input_is_one_line_and_exit_1(argument, message):
    assert run("deal", argument) == (1, "", f"Error: {message}\n")


def test_bad_input_in_a_file_names_the_line(tmp_path):
    file = tmp_path / "numbers.txt"
    file.write_bytes(b"1\n2 \x00\n")
    code, output, errors = run("deal", f"@{file}", "--format", "lines")
    assert code == 1
    assert output.startswith("1: JD 2D")
    assert errors == f"Error: {file}: line 2: not a deal number: '\\x00' {ACCEPTED}\n"
    code, _, errors = run("deal", "-", stdin=b"\xff\xfe")
    assert (code, errors.startswith("Error: <stdin>: line 1: not a deal number: ")) == (1, True)
    code, _, errors = run("deal", "-", stdin="1" * 3_000_000)
    assert code == 1
    assert errors.startswith("Error: <stdin>: line 1: not a deal number: '1111")
    assert len(errors.splitlines()) == 1
    code, _, errors = run("deal", "-", "--format", "lines", stdin=" " * 1_000_000 + "1")
    assert (code, len(errors.splitlines())) == (1, 1)


def test_a_bad_word_is_refused_before_anything_is_printed():
    assert run("deal", "1-1000", "x")[:2] == (1, "")


@pytest.mark.parametrize(
    "arguments",
    [(), ("--nonsense", "1"), ("-x", "1"), ("1", "--format", "pdf"), ("1", "--lang", "de"),
     ("1", "--explain", "--format", "rows"), ("1", "--today"), ("--random", "--today")],
)  # fmt: skip
def test_bad_usage_is_exit_2(arguments):
    code, output, errors = run("deal", *arguments)
    assert (code, output) == (2, "")
    assert errors.startswith("Usage: ")


def test_a_closed_pipe_ends_it_silently():
    for numbers in ("0-8589934591", "1-1000000"):
        with subprocess.Popen(
            [*FREECELL, "deal", numbers], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline().rstrip() == f"Game #{numbers.split('-')[0]}".encode()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(PATIENCE) == 0


@not_on_windows("shell that has the command true")
def test_a_range_that_is_too_large_is_refused_also_into_a_closed_pipe():
    command = f"{sys.executable} -m freecell deal 0-999999999999 | true"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, text=True)
    assert done.stderr == ("Error: no such deal: 999999999999 (expected -4 to 8,589,934,591)\n")


@not_on_windows("Ctrl-C for one process of a console alone")
def test_ctrl_c_ends_it_at_once_without_a_traceback():
    with subprocess.Popen(
        [*FREECELL, "deal", "0-8589934591"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[1] == b""
        assert process.returncode == 130


@not_on_windows("file /dev/full")
def test_a_full_disk_is_one_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*FREECELL, "deal", "1-1000"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"Error: No space left on device\n"


@not_on_windows("module resource")
@pytest.mark.parametrize("numbers", ["1-100000", pytest.param("1-1000000", marks=pytest.mark.long)])
def test_many_deals_need_no_more_memory_than_one(numbers):
    code = (
        "import resource, sys; from freecell.cli import main; "
        "sys.argv = ['freecell', 'deal', sys.argv[1], '--format', 'lines']\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    peaks = []
    for asked in ("1", numbers):
        done = subprocess.run(
            [sys.executable, "-c", code, asked],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True,
        )  # fmt: skip
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 2_000  # kilobytes


def test_the_draws_are_explained():
    code, output, _ = run("deal", "617", "--explain")
    lines = output.splitlines()
    assert code == 0
    assert lines[:3] == [
        "Game #617",
        "card      state value left index",
        "   1  134577032  2053   52    25  7D  seven of diamonds",
    ]
    assert [line.split()[5] for line in lines[2:]] == [CARD_NAMES[card] for card in shuffled(617)]


def test_a_special_game_has_nothing_to_explain():
    code, output, errors = run("deal", "-1", "--explain")
    assert (code, output) == (1, "")
    assert errors.startswith("Error: nothing to explain: -1 is one of Microsoft's special games")


def test_other_languages():
    assert run("deal", "617", "--lang", "ru")[1].startswith("Игра № 617\n7D AD")
    assert "siete de diamantes" in run("deal", "617", "--lang", "es", "--explain")[1]


def test_the_deal_of_the_day_is_dealt():
    code, output, _ = run("deal", "--today")
    assert (code, output.splitlines()[0]) == (0, f"Game #{deal_of_the_day()}")


@pytest.mark.parametrize("level", LEVELS)
def test_twenty_random_deals_of_a_level_are_what_they_claim(level):
    cells = 2 if level == "hard" else 4
    command = (
        "deal",
        "--random",
        "--difficulty",
        level,
        "--cells",
        str(cells),
        "--format",
        "lines",
    )
    numbers = [int(run(*command).output.partition(":")[0]) for _ in range(20)]
    assert {measure(number).level for number in numbers} == {level}
    assert all(isinstance(solve(number, cells=cells), Solved) for number in numbers)
    assert len({*numbers}) > 15


def test_a_random_deal_is_one_of_those_asked_for():
    for _ in range(3):
        code, output, _ = run("deal", "--random", "5-6", "9", "--format", "lines")
        assert code == 0
        assert int(output.split(":")[0]) in (5, 6, 9)
    number = int(run("deal", "--random", "--format", "lines")[1].split(":")[0])
    assert 1 <= number <= 1_000_000


def test_the_text_is_the_same_whatever_the_locale_and_the_terminal():
    texts = {
        run_process("deal", "617", "-1", "--lang", "it", **environment)
        for environment in (
            {"LC_ALL": "C", "PYTHONHASHSEED": "1"},
            {"LC_ALL": "C.UTF-8", "COLUMNS": "10"},
            {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1", "TERM": "dumb"},
            {"PYTHONUTF8": "0", "LC_ALL": "ru_RU.KOI8-R", "FORCE_COLOR": "1"},
        )
    }
    assert len(texts) == 1


def on_a_terminal(*arguments: str, **options: str) -> str:
    """Run the command with a terminal as its standard output, and return what appears there."""
    import pty

    main_end, child_end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **options}
    with subprocess.Popen([*FREECELL, *arguments], stdout=child_end, env=environment) as process:
        os.close(child_end)
        seen = b""
        try:
            while chunk := os.read(main_end, 4096):
                seen += chunk
        except OSError:
            pass  # how a terminal says that its writer is gone
        assert process.wait() == 0
    os.close(main_end)
    return seen.decode().replace("\r\n", "\n")


@not_on_windows("pseudo-terminals in Python")
def test_on_a_terminal_the_cards_have_symbols_and_colours():
    drawn = on_a_terminal("deal", "617")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn)
    assert "\x1b[91m  7♦" in drawn
    assert plain.startswith("Game #617\n   ·   ·   ·   ·  │   ♣   ♦   ♥   ♠\n  7♦  A♦  5♣  3♠  5♠")
    narrow = on_a_terminal("deal", "617", COLUMNS="20")
    assert re.sub(r"\x1b\[[0-9;]*m", "", narrow) == plain
    assert on_a_terminal("deal", "617", NO_COLOR="1") != drawn
    assert on_a_terminal("deal", "617", "--format", "rows") == f"Game #617\n{GAME_617}\n"


@not_on_windows("pseudo-terminals in Python")
def test_a_terminal_without_the_symbols_gets_letters():
    text = on_a_terminal("deal", "617", PYTHONIOENCODING="ascii")
    assert text == f"Game #617\n{GAME_617}\n"


def test_python_m_freecell_is_the_same_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["freecell", "deal", "617"])
    try:
        with pytest.raises(SystemExit) as caught:
            runpy.run_module("freecell", run_name="__main__")
    finally:
        stop_listening()  # or Ctrl-C in a later test would end this process
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"Game #617\n{GAME_617}\n"


def test_the_version_and_the_help():
    assert run("--version")[1] == "freecell, version 0.1.0\n"
    code, output, _ = run("deal", "-h")
    assert code == 0
    assert "Examples:" in output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_complete(shell):
    code, output, _ = run("completion", shell)
    assert code == 0
    assert "_FREECELL_COMPLETE" in output


def test_the_completion_knows_the_options():
    options = {
        "_FREECELL_COMPLETE": "bash_complete",
        "COMP_WORDS": "freecell deal --fo",
        "COMP_CWORD": "2",
    }
    assert run_process(**options).output == "plain,--format\n"
