"""Solvers of others: six kinds of them named rightly, under limits that hold, with nothing left running."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import freecell
from freecell import own_solver
from freecell.board import deal
from freecell.cards import NotationError
from freecell.errors import OptionError
from freecell.foreign_program import Job, Limits, run_jobs
from freecell.own_solver import check_solver
from tests.commands import FREECELL, run
from tests.own_solver.solvers import FUNCTIONS, NUMBERS, write_programs

LONG = 120.0
"""Seconds in which a machine, however busy, has done something that takes none."""

EXPECTED = {
    "right": ("right", "right: "),
    "wrong_move": ("wrong", "wrong: move 3, 1h: "),
    "says_impossible": ("wrong", "wrong: it is not impossible; this wins: "),
    "endless": ("out of time", "out of time: ended after 1 s"),
    "memory_bomb": ("out of memory", "out of memory: the limit is 150 MB"),
    "flood": ("not understood", "not understood (more than 1,000,000 bytes of output): '1a 1b 1c"),
}


def limits(name: str) -> Limits:
    return Limits(1.0 if name == "endless" else LONG, 150_000_000)


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> dict[str, Path]:
    return write_programs(tmp_path_factory.mktemp("solvers"))


def wait_until(condition) -> None:
    deadline = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def runs(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_named_rightly(name):
    checked = check_solver(FUNCTIONS[name], NUMBERS, limits=limits(name), jobs=2)
    kind, text = EXPECTED[name]
    assert [each.kind for each in checked.verdicts] == [kind] * 2
    assert all(each.text.startswith(text) for each in checked.verdicts)
    assert checked.right == (name == "right")


@pytest.mark.parametrize("name", EXPECTED)
def test_a_program_is_named_rightly(programs, name):
    command = f"{programs[name]} {{number}}"
    checked = check_solver(command, NUMBERS, limits=limits(name), jobs=2)
    kind, text = EXPECTED[name]
    assert [each.kind for each in checked.verdicts] == [kind] * 2
    assert all(each.text.startswith(text) for each in checked.verdicts)
    assert checked.wrong == (kind in ("wrong", "not understood"))


def test_a_win_is_shown_to_who_says_impossible():
    (verdict,) = check_solver("echo no solution", [617]).verdicts
    assert freecell.replay(617, str(verdict.text).partition("this wins: ")[2]).won


@pytest.mark.parametrize(
    ("output", "number", "kind", "text"),
    [
        ("impossible", 11982, "right", "right: it is impossible"),
        ("I could not solve this game.", 617, "gave up", "gave up"),
        ("8a 8b", 617, "wrong", "wrong: every move is legal, but cards not home at the end: 52"),
        ("?!", 617, "not understood", "not understood (no moves in '?!"),
        ("", 617, "not understood", "it printed nothing"),
    ],
)
def test_what_else_programs_print(output, number, kind, text):
    (verdict,) = check_solver(["echo", output], [number]).verdicts
    assert verdict.kind == kind
    assert text in verdict.text


def test_how_a_program_ended_is_reported_where_it_printed_no_answer():
    (verdict,) = check_solver(["sh", "-c", "echo broken >&2; exit 7"], [617]).verdicts
    assert verdict.text == "not understood (exit status 7): 'broken'"
    (verdict,) = check_solver(["sh", "-c", "kill -SEGV $$"], [617]).verdicts
    assert verdict.text == "not understood (ended by signal 11): it printed nothing"
    (verdict,) = check_solver("no-such-program", [617]).verdicts
    assert "no-such-program: No such file or directory" in verdict.text


def test_the_board_is_given_in_any_form_as_a_file_and_on_standard_input():
    for form in ("rows", "columns", "json", "fc-solve", "fcpro", "lines"):
        job = ["sh", "-c", "cmp - {board} && cat {board} >&2; exit 1"]
        (verdict,) = check_solver(job, [617], form=form).verdicts
        assert verdict.text.startswith("not understood (exit status 1): ")
    (ran,) = run_jobs([Job(["sh", "-c", "cat {input}; echo {input} >&2"], "cards")])
    assert (ran.output, ran.status) == ("cards", 0)
    assert not Path(ran.errors.strip()).exists()


def test_a_function_may_return_a_win_in_several_ways():
    def line(board: freecell.Board) -> freecell.Solved:
        result = freecell.solve(board)
        assert isinstance(result, freecell.Solved)
        return result

    ways = [line, lambda board: line(board).game, lambda board: line(board).moves,
            lambda board: map(str, line(board).moves), lambda board: line(board).game.write("pddl")]  # fmt: skip
    for way in ways:
        assert check_solver(way, ["ending:8:507", deal(2)]).right
    assert check_solver(lambda _: None, [1]).verdicts[0].kind == "gave up"
    (verdict,) = check_solver(lambda _: 42, [1]).verdicts
    assert "not a solution: 42 (expected a text, a Game or moves)" in verdict.text


def test_the_table_has_lengths_against_the_best():
    def shortest(board):
        return freecell.solve(board, goal="shortest", unit="cards")

    checked = check_solver(shortest, "ending:9:60,ending:2:439,3", jobs=2)
    table = checked.table()
    assert table["cards"] == {"count": 3, "mean": 29.3333, "best": 29.3333}
    assert table["answers"]["right"] == 3
    assert checked.summary()[0].startswith("3 of 3 right; wrong: 0, ")
    assert "mean length of 3 solutions: 29.33 single cards; shortest: 29.33" in checked.summary()
    assert "верно 3 из 3" in checked._replace(language="ru").summary()[0]
    assert all(each.seconds > 0 for each in checked.verdicts)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limits": Limits(0)}, "not a time limit: 0 "),
        ({"limits": Limits(float("nan"))}, "not a time limit: nan "),
        ({"limits": Limits(1, 5)}, "not a memory limit: 5 "),
        ({"jobs": 0}, "not a number of jobs: 0 "),
        ({"form": "oval"}, "no such board format: 'oval'"),
        ({"language": "tlh"}, "tlh"),
        ({"deals": "1-x"}, "not a deal number"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises((OptionError, NotationError), match=message):
        check_solver("true", **{"deals": "1", **options})
    for command in ("", "'"):
        with pytest.raises(OptionError, match="command"):
            check_solver(command)


def test_nothing_is_left_running_at_the_end(programs):
    """Not even a process with a session of its own, whose parent has ended."""
    program = programs["leaves_children"]
    (verdict,) = check_solver(str(program), [1], limits=Limits(LONG)).verdicts
    notes = program.parent / "notes"
    assert verdict.kind == "gave up"
    assert not any(map(runs, map(int, notes.read_text().split())))


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_nothing_is_left_running_when_the_checker_is_ended(tmp_path, end):
    program = write_programs(tmp_path)["endless"]
    arguments = ["check", "--solver", f"{program} {{board}}", "--seconds", "10000", "--jobs", "2"]
    files = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [*FREECELL, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=files) as checker:
        wait_until((tmp_path / "notes").exists)
        pids = [int(word) for word in (tmp_path / "notes").read_text().split()]
        assert all(map(runs, pids))
        os.kill(checker.pid, end)
        status = checker.wait(LONG)
    assert status == (130 if end == signal.SIGINT else -end)
    wait_until(lambda: not any(map(runs, pids)))
    wait_until(lambda: not list(tmp_path.glob("freecell-*.txt")))


def test_nothing_runs_where_the_checker_ended_before_its_watcher_began(tmp_path):
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    code = (
        "from freecell.foreign_program import Job, Limits, _Watch\n"
        f"_Watch(Job(['sleep', '1000']), Limits(1000), {ended.pid}).answer(None)"
    )
    files = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=files, check=True, timeout=LONG)
    assert not list(tmp_path.iterdir())


def test_output_of_one_job_does_not_wait_for_another():
    """In parallel the slow first job must not keep the others from starting."""
    jobs = [Job(["sh", "-c", "sleep 0.3; echo slow"]), *(Job(["echo", str(n)]) for n in range(5))]
    assert [ran.output for ran in run_jobs(jobs, parallel=2)] == [
        "slow\n",
        *(f"{n}\n" for n in range(5)),
    ]


def test_two_checks_at_once_do_not_wait_for_each_other():
    first = run_jobs([Job(["echo", "1"]), Job(["sleep", "1000"])], parallel=2)
    assert next(first).output == "1\n"
    (second,) = run_jobs([Job(["echo", "2"])])
    assert second.output == "2\n"
    first.close()


def test_memory_of_children_counts():
    code = "import os\nfor _ in range(3): os.fork()\nb = bytearray(40_000_000)\nimport time; time.sleep(1000)"
    (ran,) = run_jobs([Job(["python3", "-c", code])], Limits(LONG, 150_000_000))
    assert ran.ended == "memory"
    assert ran.bytes > 150_000_000


def test_the_command_says_all_of_it(programs):
    done = run("check", "--solver", f"{programs['right']} {{number}}", "--deals", "617,1")
    assert done.status == 0
    assert done.output.startswith("617: right: ")
    assert "\n2 of 2 right; wrong: 0" in done.output
    done = run(
        "check", "--solver", f"{programs['wrong_move']}", "--deals", "617", "--format", "json"
    )
    verdict, summary = map(json.loads, done.output.splitlines())
    assert (done.status, verdict["kind"], summary["summary"]["answers"]["wrong"]) == (1, "wrong", 1)
    assert run("check", "--solver", "echo gave up", "--deals", "1").status == 4
    done = run("check", "617", "--solver", "true")
    assert (done.status, "name the deals with --deals" in done.errors) == (2, True)


needs_fc_solve = pytest.mark.skipif(
    shutil.which("fc-solve") is None, reason="Debian's freecell-solver-bin is not installed"
)


@needs_fc_solve
@pytest.mark.parametrize("form", ["-m -sn", "-m -snx", "-p -t"])
def test_freecell_solver_is_right(form):
    assert check_solver(f"fc-solve {form} {{board}}", "1-3", jobs=2).right


@needs_fc_solve
@pytest.mark.long
@pytest.mark.parametrize("form", ["-m -sn", "-m -snx", "-p -t"])
def test_freecell_solver_is_right_on_a_hundred(form):
    """With one of its presets: as it comes, deal 9 takes it more than a gigabyte."""
    checked = check_solver(f"fc-solve -l lg {form}", "1-100", jobs=2)
    assert checked.right, str(checked)


def test_a_claim_that_the_search_cannot_decide_is_not_checked(monkeypatch):
    monkeypatch.setattr(own_solver, "_NODES", 1)
    check = check_solver(["echo", "impossible"], [617])
    assert [each.kind for each in check.verdicts] == ["not checked"]
    assert str(check).startswith("617: ")


def test_with_another_number_of_cells_no_best_length_is_known():
    assert own_solver.Task(617, freecell.deal(617, cells=3)).best() == (None, False, None)
