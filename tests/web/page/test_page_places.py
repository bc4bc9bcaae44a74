"""What the page makes of puzzles, days, results of deals and challenges, without a browser."""

from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest

from freecell.daily import deal_of_the_day
from freecell.difficulty import LEVELS
from freecell.puzzle_set import puzzle_of_the_day, puzzles
from freecell.solver import Solved, solve
from freecell.text.address import format_position
from tests.web.page_modules import ask_page, needs_node

pytestmark = needs_node

MONDAY = date(2026, 11, 16)


def ask(**questions: object) -> Any:
    return ask_page("places.mjs", questions)


def test_page_and_python_name_the_same_puzzle_of_every_day() -> None:
    days = [MONDAY + timedelta(days=day) for day in range(-500, 1500)]
    answer = ask(days=[day.isoformat() for day in days])["days"]
    assert answer == [puzzle_of_the_day(day).number for day in days]


def test_page_and_python_see_the_same_puzzles() -> None:
    some = puzzles()[::17]
    answer = ask(puzzles=[each.number for each in some])["puzzles"]
    for seen, shown in zip(answer, some, strict=True):
        assert seen["position"] == format_position(shown.board)
        assert LEVELS[seen["level"]] == shown.level
        keeping = [move for move in shown.board.legal_moves() if shown.keeps_the_win(move)]
        assert seen["keeping"] == list(map(str, keeping))


# The results of deals in files


def deals_in(answer: Any) -> list[int]:
    return [row["deal"] for row in answer["rows"]]


def test_a_plain_list_of_numbers_is_read_as_people_write_it() -> None:
    (answer,) = ask(files=["1-3, 617 #11982;\n31999–32000\n\t53"])["files"]
    assert deals_in(answer) == [1, 2, 3, 53, 617, 11982, 31999, 32000]
    assert all(row["won"] and not row["help"] and row["date"] == "" for row in answer["rows"])
    assert (answer["refused"], answer["same"]) == (0, True)


def test_what_is_no_deal_of_the_map_is_counted_and_left_out() -> None:
    answer = ask(files=["0 617 32001 twelve 9-3 1-99999", "", "{broken", '[{"deal": "x"}, 5]'])[
        "files"
    ]
    assert [(deals_in(each), each["refused"]) for each in answer[:1]] == [([617], 5)]
    assert [deals_in(each) for each in answer[1:]] == [[], [], [5]]


def test_a_csv_of_another_program_is_read() -> None:
    text = 'deal;date;moves;seconds;help\r\n"617";2026-11-16;34;187;no\r\n1;;;;yes\r\n'
    (answer,) = ask(files=[text])["files"]
    assert answer["rows"] == [
        {"deal": 1, "date": "", "won": True, "moves": None, "seconds": None, "help": True, "par": None},
        {"deal": 617, "date": "2026-11-16", "won": True, "moves": 34, "seconds": 187, "help": False, "par": None},
    ]  # fmt: skip


def test_every_kind_of_result_survives_both_files() -> None:
    rows = "\n".join(
        f"{number},{day},{won},{moves},{seconds},{aid},"
        for number, (day, won, moves, seconds, aid) in enumerate(
            [("2026-11-16", "yes", 34, 187, "no"), ("", "yes", "", "", "no"),
             ("2026-02-28", "no", "", "", "no"), ("2024-02-29", "yes", 99, 0, "yes")], 1)
    )  # fmt: skip
    (answer,) = ask(files=[f"deal,date,won,moves,seconds,help,par\n{rows}"])["files"]
    assert (len(answer["rows"]), answer["refused"], answer["same"]) == (4, 0, True)
    assert [row["won"] for row in answer["rows"]] == [True, True, False, True]


# Days


def day(on: str) -> dict[str, object]:
    return {"deal": 1, "moves": 1, "seconds": 1, "helped": False, "on": on}


def test_a_streak_is_of_days_won_on_the_day_itself() -> None:
    days = {f"2026-11-{at:02}": day(f"2026-11-{at:02}") for at in (8, 9, 10, 13, 14, 15)}
    late = days | {"2026-11-12": day("2026-11-13")}
    answer = ask(
        streaks=[
            [days, "2026-11-15"], [days, "2026-11-16"], [days, "2026-11-17"], [late, "2026-11-15"],
            [{}, "2026-11-15"], [{"2025-12-31": day("2025-12-31"), "2026-01-01": day("2026-01-01")}, "2026-01-01"],
        ]
    )["streaks"]  # fmt: skip
    assert [(each["now"], each["best"]) for each in answer] == [
        (3, 3), (3, 3), (0, 3), (3, 3), (0, 0), (2, 2),
    ]  # fmt: skip


def test_a_deal_belongs_to_the_latest_day_that_had_it() -> None:
    today = MONDAY.isoformat()
    earlier = [MONDAY - timedelta(days=back) for back in range(0, 300, 7)]
    asked = [[deal_of_the_day(each), today] for each in earlier] + [[617_617, today]]
    assert ask(dates=asked)["dates"] == [*(each.isoformat() for each in earlier), None]


# Challenges


@cache
def line_of(number: int) -> str:
    result = solve(number)
    assert isinstance(result, Solved)
    return "".join(map(str, result.moves))


def test_a_result_is_replayed_and_its_moves_are_counted() -> None:
    result = solve(617)
    assert isinstance(result, Solved)
    text = f"{line_of(617)}.187~~{line_of(2)}.60.h"
    (answer,) = ask(results=[[[617, 1, 2], text]])["results"]
    assert answer[0] == {"moves": result.game.player_count(), "seconds": 187, "helped": False}
    assert (answer[1], answer[2]["helped"]) == (None, True)


@pytest.mark.parametrize(
    ("text", "forged"),
    [
        ("{other}.10", 617),  # another deal's moves
        ("{line}.10.x", 617),
        ("{line}", 617),  # without a time
        ("{line}.99999999", 617),
        ("{short}.10", 617),  # the last move is missing
        ("{twice}.10", 617),  # a move after the win
        ("zz.10", 617),
        ("{line}.10~{line}.10", None),  # of more deals than the challenge has
    ],
)
def test_a_forged_result_is_refused(text: str, forged: int | None) -> None:
    line = line_of(617)
    short = line[:-2]
    filled = text.format(line=line, other=line_of(1), short=short, twice=line + "1a")
    assert ask(results=[[[617], filled]])["results"] == [{"forged": forged}]


def test_a_list_of_a_challenge_has_one_to_ten_different_deals() -> None:
    answer = ask(
        lists=["617", "617, 1 2", ",".join(map(str, range(1, 11))), "", "1 1", "0", "x", "1000001",
               ",".join(map(str, range(1, 12)))]
    )["lists"]  # fmt: skip
    assert answer == [[617], [617, 1, 2], list(range(1, 11)), None, None, None, None, None, None]
