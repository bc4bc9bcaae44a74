"""`freecell instances` and `freecell pddl`, and the names of endings in every command."""

import json

from freecell.board import deal
from freecell.instances import course
from freecell.text.board_reader import parse_board
from freecell.text.pddl import write_domain, write_problem
from tests.commands import run as run_command
from tests.games import won_game


def run(*arguments: str) -> tuple[int, str]:
    """Run a command, and return its exit status and all that it wrote."""
    outcome = run_command(*arguments)
    return outcome.status, outcome.output + outcome.errors


def test_the_course_is_listed():
    code, output = run("instances")
    assert code == 0
    lines = output.splitlines()
    assert len(lines) == 61
    assert lines[0].split() == ["name", "positions", "moves", "cards"]
    assert "ending:12:617        118,612       0      12" in lines
    assert lines[-1].split() == ["617", "1,000,000", "+", "34", "-"]


def test_the_course_is_listed_for_programs():
    code, output = run("instances", "--format", "json")
    assert code == 0
    assert [json.loads(line) for line in output.splitlines()] == [e._asdict() for e in course()]


def test_domain_and_problem_are_printed_or_written(tmp_path):
    domain, problem = write_domain(), write_problem(deal("ending:4:714"), "ending:4:714")
    assert run("pddl", "ending:4:714") == (0, f"{domain}\n{problem}")
    folder = tmp_path / "new" / "folder"
    assert run("pddl", "ending:4:714", "-o", str(folder)) == (0, "")
    assert (folder / "domain.pddl").read_text() == domain
    assert (folder / "problem.pddl").read_text() == problem


def test_a_problem_may_come_from_a_board_and_have_other_cells(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(str(deal(617)))
    assert run("pddl", "--from-board", str(file), "--cells", "2") == (
        0,
        f"{write_domain()}\n{write_problem(deal(617, 2))}",
    )
    code, output = run("pddl")
    assert code == 2
    assert "expected a number, or --from-board and a file" in output


def test_plans_are_checked_and_converted(tmp_path):
    plan = tmp_path / "plan.txt"
    code, text = run("solve", "ending:9:60", "--format", "pddl")
    plan.write_text(text)
    assert code == 0
    code, output = run("check", "ending:9:60", str(plan))
    assert (code, output.splitlines()[0]) == (0, "notation: PDDL plan")
    code, moves = run("convert", "ending:9:60", str(plan), "--to", "snx")
    assert code == 0
    plan.write_text(moves)
    assert run("convert", "ending:9:60", str(plan), "--to", "pddl") == (0, text)
    plan.write_text("(sendtohome c5 h6 c n5 c4 n4)\n")
    code, output = run("check", "617", str(plan))
    assert code == 1
    assert "action 1, '(sendtohome c5 h6 c n5 c4 n4)': 5C is covered or home" in output


def test_every_command_takes_a_name(tmp_path):
    board = deal("ending:12:617")
    code, output = run("deal", "Ending:12:617")
    assert (code, output) == (0, f"ending:12:617\n{board}\n")
    code, output = run("deal", "ending:12:617,1", "--format", "json")
    first, second = map(json.loads, output.splitlines())
    assert (first["number"], second["number"]) == ("ending:12:617", 1)
    assert parse_board(json.dumps(first)) == board
    code, output = run("solve", "ending:12:617,1-2", "--format", "snx", "--threads", "2")
    assert [line.partition(": ")[0] for line in output.splitlines()] == ["ending:12:617", "1", "2"]
    moves = tmp_path / "moves.txt"
    moves.write_text(won_game(board).write("snx"))
    assert run("review", "ending:12:617", str(moves))[0] == 0
    assert run("check", "ending:12:617", str(moves))[0] == 0
    code, output = run("picture", "ending:12:617", "-o", str(tmp_path / "picture.svg"))
    assert code == 0
    assert "ending:12:617" in (tmp_path / "picture.svg").read_text()


def test_a_name_that_there_is_not_is_one_line(tmp_path):
    for command in (["deal"], ["solve"], ["picture"], ["pddl"], ["play"]):
        code, output = run(*command, "ending:99:617")
        assert code == 1
        assert output.startswith(
            "Error: not an ending: 'ending:99:617' (expected ending:CARDS:DEAL"
        )
        assert len(output.splitlines()) == 1
    code, output = run("survey", "ending:12:617", "-o", str(tmp_path))
    assert code == 1
    assert "not a deal number: 'ending:12:617'" in output
