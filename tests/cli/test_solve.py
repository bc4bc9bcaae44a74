import json

import pytest
from click.testing import CliRunner

from freecell import Solved, deal, format_board, solve
from freecell.cli import main
from freecell.text.solution_writer import DIALECTS
from freecell.verdict import verdict_json


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["solve", *arguments], input=stdin)
    return result.exit_code, result.output


def test_a_solution_is_written_in_notation_and_words():
    code, output = run("617")
    lines = output.splitlines()
    assert code == 0
    assert lines[0] == "Game #617"
    assert lines[1] == "7D AD 5C 3S 5S 8C 2D AH"
    assert lines[9].startswith("solved in ")
    assert lines[9].endswith(" moves, and 52 home")
    assert lines[10].startswith("  1. ")
    assert any(" to cell " in line for line in lines)
    assert any(" onto " in line for line in lines)
    assert any(" to the empty column " in line for line in lines)
    assert lines[-2].endswith(" home")


def test_a_deal_without_a_win_is_exit_3():
    code, output = run("11982", "--format", "snx")
    assert (code, output) == (
        3,
        "11982: no solution: proved by a complete search of 61,643 positions\n",
    )
    code, output = run("11982", "--proof", "--format", "snx")
    assert (code, output) == (
        3,
        "11982: no solution: proved by a complete search of 83,239 positions\n",
    )


def test_a_limit_that_is_reached_is_exit_4_and_the_highest_status_counts():
    code, output = run("1,11982", "--format", "json", "--limit", "1000nodes")
    first, second = map(json.loads, output.splitlines())
    assert code == 4
    assert first["verdict"] == "solved"
    assert first["number"] == 1
    reason = "the limit of 1,000 nodes was reached"
    assert second == {"number": 11982, **verdict_json("undecided", reason=reason)}


def test_the_formats_of_moves():
    result = solve(617)
    assert isinstance(result, Solved)
    for form in DIALECTS:
        written = result.game.write(form)
        alone = form in ("snx", "sn", "microsoft", "steps")
        expected = f"617: {' '.join(written.split())}" if alone else written
        assert run("617", "--format", form)[1] == f"{expected}\n"


def test_threads_change_nothing():
    assert run("1-70", "--format", "snx", "--threads", "2") == run("1-70", "--format", "snx")


def test_a_board_from_standard_input():
    text = format_board(deal(617, cells=4), "columns")
    code, output = run("--from-board", "-", "--format", "snx", stdin=text)
    assert code == 0
    assert f"617: {output}" == run("617", "--format", "snx")[1]
    assert (
        run("--from-board", "-", "--proof", "--limit", "5s,1GB", stdin=format_board(deal(781948)))[
            0
        ]
        == 3
    )


def test_fewer_cells_and_short_solutions():
    code, output = run("2", "--cells", "1", "--short", "--effort", "1", "--format", "json")
    assert code == 0
    answer = json.loads(output)
    assert 0 < answer["count"] <= len(answer["moves"].split())


@pytest.mark.parametrize("word", ["20", "20 parsecs", "s", "20s,x"])
def test_a_limit_that_cannot_be_read_is_an_error_of_usage(word):
    code, output = run("617", "--limit", word)
    assert code == 2
    assert "not a limit: " in output


def test_nothing_to_solve_is_an_error_of_usage():
    code, output = run()
    assert code == 2
    assert "nothing to solve (expected for example: freecell solve 617)" in output


def test_the_shortest_win_says_that_it_is_proved():
    code, output = run("3", "--shortest")
    assert code == 0
    assert "solved in 18 moves, and 52 home; no win has fewer" in output


def test_the_shortest_win_in_single_cards():
    code, output = run("3", "--shortest", "--unit", "cards")
    assert code == 0
    assert "solved in 73 moves of single cards, those home included; no win has fewer" in output


def test_a_shortest_win_that_a_limit_ends_has_an_interval_and_the_best_line():
    code, output = run("5", "--shortest", "--limit", "100000nodes")
    assert code == 4
    assert "not decided: the limit of 100,000 nodes was reached; between " in output
    assert "\nthe best found:\n  1. " in output
    code, output = run("5", "--shortest", "--limit", "100000nodes", "--format", "json")
    verdict = json.loads(output)
    assert verdict["least"] <= 33 <= verdict["most"] == verdict["count"]


def test_a_limit_before_any_win_leaves_only_the_least():
    code, output = run("5", "--shortest", "--limit", "1nodes")
    assert code == 4
    assert output.splitlines()[-2].endswith("; at least 26 moves")


def test_a_certificate_is_written_for_one_deal(tmp_path):
    file = tmp_path / "3.fcc"
    assert run("3", "--shortest", "--certificate", str(file))[0] == 0
    assert file.read_text().startswith("freecell shortest win, certificate 1\nunit: moves\n")
    assert run("2", "3", "--shortest", "--certificate", str(file))[0] == 2


@pytest.mark.parametrize("goal", [[], ["--short"], ["--shortest"], ["--proof"]], ids=str)
def test_a_certificate_says_that_a_deal_cannot_be_won(goal, tmp_path):
    file = tmp_path / "3.fcc"
    assert run("3", "--cells", "1", *goal, "--certificate", str(file))[0] == 3
    assert file.read_bytes().startswith(
        b"freecell impossible, certificate 1\ndistinguished: none\n"
    )


def test_a_win_alone_has_no_certificate(tmp_path):
    status, output = run("617", "--certificate", str(tmp_path / "617.fcc"))
    assert status == 1
    assert "617.fcc was not written: this can be won" in output
    assert "expected --shortest" in output
    assert not list(tmp_path.iterdir())


def test_what_is_not_decided_has_no_certificate(tmp_path):
    assert run("11982", "--limit", "10nodes", "--certificate", str(tmp_path / "11982.fcc"))[0] == 4
    assert not list(tmp_path.iterdir())


def test_what_is_proved_has_the_same_ends_in_json():
    for count, length in (("moves", 18), ("cards", 73)):
        _, output = run("3", "--shortest", "--unit", count, "--format", "json")
        answer = json.loads(output)
        assert (answer["verdict"], answer["least"], answer["most"]) == ("solved", length, length)
    assert json.loads(run("3", "--format", "json")[1])["least"] is None


def test_short_and_shortest_exclude_each_other():
    assert run("3", "--short", "--shortest")[0] == 2
