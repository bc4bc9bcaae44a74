"""PDDL: what is written, plans that real planners made, and plans with a mistake."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

import freecell
from freecell.board import Board, Move, deal
from freecell.cards import NotationError
from freecell.instances import course
from freecell.text.pddl import is_plan, play_plan, write_domain, write_problem
from freecell.text.solution_reader import looks_like_a_solution
from freecell.text.solution_writer import write_moves
from tests.games import won_game
from tests.strategies import boards
from tests.text.planner import Problem, apply, parse, possible_actions

PLANS = sorted((Path(__file__).parents[1] / "data" / "plans").glob("*.txt"))
"""Plans that Fast Downward (A* with LM-cut) and pyperplan (breadth first) made: both are optimal."""


TRUTH = {each.name: each for each in course()}


def actions(plan: str) -> list[str]:
    return [line for line in plan.splitlines() if line.startswith("(")]


def name_of(path: Path) -> str:
    return path.stem.replace("-", ":")


@pytest.mark.parametrize("path", PLANS, ids=name_of)
def test_an_optimal_plan_of_a_planner_wins_and_has_the_proved_length(path):
    text = path.read_text(encoding="ascii")
    played = freecell.replay(name_of(path), text)
    assert (played.dialect, played.won, played.error) == ("pddl", True, None)
    assert len(played.game) == len(actions(text)) == TRUTH[name_of(path)].cards


@pytest.mark.parametrize("path", PLANS, ids=name_of)
def test_a_plan_with_one_action_changed_is_refused_and_the_action_named(path):
    lines = actions(path.read_text(encoding="ascii"))
    board, words = deal(name_of(path)), re.findall(r"[^\s()]+", lines[1])
    for at in range(1, len(words)):
        other = {"n": "n9" if words[at] == "n12" else "n12"}.get(words[at][0], "h5")
        changed = "(" + " ".join([*words[:at], other, *words[at + 1 :]]) + ")"
        moves, error = play_plan(board, "\n".join([lines[0], changed, *lines[2:]]))
        assert len(moves) == 1
        assert str(error).startswith(f"action 2, {changed!r}: ")


@pytest.mark.parametrize("number", [617, "ending:20:617", "ending:9:60"])
def test_a_solution_becomes_a_plan_and_is_read_again(number):
    game = won_game(number)
    plan = game.write("pddl")
    again = freecell.replay(number, plan)
    assert again.won
    assert looks_like_a_solution(plan)
    assert len(actions(plan)) == len(again.game) <= len(game.single_steps())


@settings(max_examples=8)
@given(boards())
def test_every_legal_single_card_is_an_action_that_the_domain_allows(board):
    """The text of domain and problem is interpreted here, and must agree with our rules."""
    problem = Problem(write_domain(), write_problem(board))
    written = set()
    for move in board.legal_moves():
        if move.count == 1 and (line := write_moves(board, [move], "pddl")):
            after = apply(problem, problem.start, line)
            assert after is not None, line
            target = Problem(write_domain(), write_problem(board.play(move)))
            assert changing(after) == changing(target.start), line
            written.add(line)
    assert written == set(possible_actions(problem))


def changing(facts: frozenset[str]) -> set[str]:
    return {
        fact
        for fact in facts
        if fact.split()[0][1:] not in ("suit", "value", "canstack", "successor")
    }


@given(boards())
def test_moves_survive_being_written_as_a_plan(board):
    moves = board.legal_moves()[:1]
    played, error = play_plan(board, write_moves(board, moves, "pddl"))
    assert error is None
    after = board.play(moves[0]) if moves else board
    for move in played:
        board = board.play(move)
    assert sorted(board.columns) == sorted(after.columns)
    assert sorted(map(str, board.cells)) == sorted(map(str, after.cells))


def test_planners_write_plans_in_several_ways():
    board = deal(617)
    for text in (
        "(sendtofree hq s2 n4 n3)\n; cost = 1 (unit cost)",
        "0: (SENDTOFREE HQ S2 N4 N3) [1]",
        "SequentialPlan:\n    sendtofree(hq, s2, n4, n3)",
        "0.0010: ( sendtofree hq s2 n4 n3 )",
    ):
        assert is_plan(text)
        assert play_plan(board, text) == ([Move(7, 8)], None)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("(move hq s2 ck)", None),
        ("(move hq s2 c4)", "c4 is not the front card of a column"),
        ("(move hq s3 ck)", "expected (move hq s2 ck)"),
        ("(move-b hq ck n0 n1)", "expected (move hq s2 ck)"),
        ("(move ha hq ck)", "AH is covered or home"),
        ("(move hq s2 d4)", "d4 is not the front card of a column"),
        ("(sendtofree hq s2 n3 n2)", "expected (sendtofree hq s2 n4 n3)"),
        ("(sendtonewcol hq s2 n1 n0)", "no column is empty"),
        ("(sendtohome hq s2 h n12 hj n11)", "QH cannot go home before AH"),
    ],
)
def test_why_an_action_is_impossible(action, why):
    _, error = play_plan(deal(617), action)
    assert error == (None if why is None else f"action 1, {action!r}: {why}")


def test_a_line_that_is_no_action_is_refused():
    with pytest.raises(NotationError, match=r"not an action: '\(fly h5 s9 c6\)'"):
        play_plan(deal(617), "(move hq s2 ck)\n(fly h5 s9 c6)")
    with pytest.raises(NotationError, match="deal"):
        freecell.replay(None, "(move hq s2 ck)")


def test_other_texts_are_no_plans_and_long_ones_take_no_time():
    for text in ("8a 8b 8c 87", "move a card", "(the king) 8a", " " * 900_000, "(" * 900_000):
        assert not is_plan(text)


def test_a_problem_has_only_the_cards_that_are_not_home():
    text = write_problem(deal("ending:4:714"), "ending:4:714")
    assert "(:objects ck d9 hk sk d10 dj dq dk - card" in text
    assert "(define (problem freecell-ending-4-714)" in text
    assert "(home d9)" in text
    fresh = write_problem(deal(617, 2))
    assert "(home c0)" in fresh
    assert "(cellspace n2) (colspace n0)" in fresh


def test_a_won_board_is_a_problem_with_the_empty_plan():
    board = Board([[]] * 8, homes=(13, 13, 13, 13))
    problem = Problem(write_domain(), write_problem(board))
    assert problem.goal <= problem.start
    assert write_moves(board, [], "pddl") == ""


def test_the_domain_has_the_predicates_and_actions_of_the_competition():
    domain = parse(write_domain())
    names = [part[1] for part in domain if part[0] == ":action"]
    assert names == [
        "move", "move-b", "sendtofree", "sendtofree-b", "sendtonewcol", "sendtohome", "sendtohome-b",
        "homefromfreecell", "colfromfreecell", "newcolfromfreecell",
    ]  # fmt: skip
    (predicates,) = [part[1:] for part in domain if part[0] == ":predicates"]
    assert {part[0] for part in predicates} == {
        "on", "incell", "clear", "cellspace", "colspace", "home", "bottomcol", "canstack", "suit", "value",
        "successor",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["ending:2:439", "ending:3:17", "ending:4:714", "ending:6:237"])
def test_the_shortest_plan_is_as_long_as_the_shortest_win(name):
    """Breadth first over the text of the problem: as many states as there are positions, too."""
    problem = Problem(write_domain(), write_problem(deal(name)))
    layer, seen, depth, won = [problem.start], {problem.start}, 0, None
    while layer:
        if won is None and any(problem.goal <= state for state in layer):
            won = depth
        following = []
        for state in layer:
            for after in problem.after(state):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer, depth = following, depth + 1
    assert (len(seen), won) == (TRUTH[name].positions, TRUTH[name].cards)


SMALL = [each for each in course() if each.positions and each.positions < 2_000][:10]
"""Ten boards that a planner without heuristics solves in seconds."""


@pytest.mark.long
@pytest.mark.parametrize("each", SMALL, ids=lambda each: each.name)
def test_a_planner_finds_plans_of_the_proved_length(each, tmp_path):
    pytest.importorskip("pyperplan", reason="needs a planner: pip install --group planner")
    (tmp_path / "domain.pddl").write_text(write_domain())
    (tmp_path / "problem.pddl").write_text(write_problem(each.board))
    command = [sys.executable, "-m", "pyperplan", "-s", "bfs", "domain.pddl", "problem.pddl"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    plan = (tmp_path / "problem.pddl.soln").read_text()
    played = freecell.replay(each.name, plan)
    assert (played.won, len(played.game)) == (True, each.cards)


@pytest.mark.long
@pytest.mark.parametrize("each", SMALL, ids=lambda each: each.name)
def test_a_planner_carries_out_our_shortest_wins(each, tmp_path):
    """The other way round: the planner grounds the problem, and each action of ours applies."""
    grounding = pytest.importorskip(
        "pyperplan.grounding", reason="needs a planner: pip install --group planner"
    )
    reading = pytest.importorskip("pyperplan.pddl.parser", reason="likewise")
    (tmp_path / "domain.pddl").write_text(write_domain())
    (tmp_path / "problem.pddl").write_text(write_problem(each.board))
    parser = reading.Parser(str(tmp_path / "domain.pddl"), str(tmp_path / "problem.pddl"))
    task = grounding.ground(parser.parse_problem(parser.parse_domain()))
    operators = {operator.name: operator for operator in task.operators}
    result = freecell.solve(each.name, goal="shortest", unit="cards")
    assert isinstance(result, freecell.Solved)
    plan = actions(result.game.write("pddl"))
    state = task.initial_state
    for action in plan:
        assert operators[action].applicable(state)
        state = operators[action].apply(state)
    assert task.goals <= state
    assert len(plan) == each.cards


def test_a_lone_card_that_goes_to_an_empty_column_is_no_action():
    board = freecell.parse_board("Foundations: H-K C-K D-K S-Q\n: KS\n:\n:\n:\n:\n:\n:\n:\n")
    assert write_moves(board, [Move(0, 1)], "pddl") == ""


def test_an_illegal_move_is_not_written():
    with pytest.raises(freecell.IllegalMoveError, match="move 1: illegal move 11"):
        write_moves(deal(617), [Move(0, 0)], "pddl")
