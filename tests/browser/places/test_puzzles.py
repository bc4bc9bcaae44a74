"""Puzzles on the page: opened, tried, solved, kept; they count nowhere else."""

import json
from datetime import date

from playwright.sync_api import Page, expect

from freecell.board import Move
from freecell.puzzle_set import Puzzle, puzzle_of_the_day, puzzles
from tests.browser.conftest import expect_rows, needs_worker, ready, until


def one_answer() -> Puzzle:
    return next(each for each in puzzles() if len(each.answers) == 1)


def wrong_move(shown: Puzzle) -> Move:
    return next(move for move in shown.board.legal_moves() if not shown.keeps_the_win(move))


def play(page: Page, move: Move) -> None:
    page.evaluate("(move) => freecell.play(move)", move._asdict())


def open_puzzle(page: Page, service: str, shown: Puzzle) -> None:
    page.goto(f"{service}?puzzle={shown.number}")
    ready(page)
    expect_rows(page, shown.board)


def stored(page: Page, name: str) -> object:
    return json.loads(page.evaluate(f"localStorage.getItem('freecell.{name}')") or "null")


def test_a_wrong_move_is_refuted_and_the_right_one_is_kept(page: Page, service: str) -> None:
    shown = one_answer()
    open_puzzle(page, service, shown)
    status = page.locator("#status")
    expect(status).to_have_text(
        f"Puzzle {shown.number} ({shown.level.capitalize()}). 1 move keeps the win: find it."
    )
    play(page, wrong_move(shown))
    expect(status).to_have_text("After this move no win is left.")
    page.get_by_role("button", name="Try again").click()
    expect_rows(page, shown.board)
    play(page, shown.answers[0])
    expect(status).to_contain_text("Right: this move keeps the win.")
    until(page, "localStorage.getItem('freecell.puzzles')")
    kept = stored(page, "puzzles")
    assert isinstance(kept, dict)
    assert kept[str(shown.deal)]["tries"] == 2
    assert (stored(page, "results"), stored(page, "last")) == (None, "617"), "it counts nowhere"
    page.get_by_role("button", name="Next puzzle").click()
    expect_rows(page, puzzles()[shown.number].board)


def test_the_list_shows_what_is_solved(page: Page, service: str) -> None:
    shown = puzzles()[0]
    open_puzzle(page, service, shown)
    play(page, shown.answers[0])
    expect(page.locator("#status")).to_contain_text("Right")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Puzzles").click()
    easiest = page.locator("details.level").first
    expect(easiest).to_contain_text(f"Very easy: 1 of {len(puzzles('very easy'))} solved")
    easiest.locator("summary").click()
    expect(page.get_by_role("button", name="1, solved", exact=True)).to_be_visible()
    page.get_by_role("button", name="Very easy: Next puzzle").click()
    expect_rows(page, puzzles()[1].board)


def test_the_puzzle_of_the_day_is_the_librarys(page: Page) -> None:
    before = date.today()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Puzzles").click()
    page.get_by_role("button", name="Puzzle of the day").click()
    number = until(page, "Number(new URLSearchParams(location.search).get('puzzle'))")
    assert number in {puzzle_of_the_day(day).number for day in (before, date.today())}


def test_another_empty_cell_is_as_good(page: Page, service: str) -> None:
    for shown in puzzles():
        empty = [8 + at for at, card in enumerate(shown.board.cells) if card is None]
        if len(empty) > 1 and shown.answers[0].target in empty:
            break
    open_puzzle(page, service, shown)
    play(page, Move(shown.answers[0].source, empty[-1]))
    expect(page.locator("#status")).to_contain_text("Right")


def test_the_answer_is_shown_on_request(page: Page, service: str) -> None:
    shown = one_answer()
    open_puzzle(page, service, shown)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".hint").first).to_be_visible()


def test_a_puzzle_that_does_not_exist_is_refused(page: Page, service: str) -> None:
    page.goto(f"{service}?puzzle=99999")
    ready(page)
    expect(page.locator("#status")).to_contain_text("There is no puzzle 99,999")


def test_a_reload_is_the_same_puzzle_and_back_is_the_game_before(page: Page, service: str) -> None:
    shown = puzzles()[3]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Puzzles").click()
    page.locator("details.level summary").first.click()
    page.get_by_role("button", name="4", exact=True).click()
    expect_rows(page, shown.board)
    page.reload()
    ready(page)
    expect_rows(page, shown.board)
    page.go_back()
    expect(page).to_have_url(f"{service}617")


@needs_worker
def test_the_moment_that_lost_a_game_is_practised(page: Page, service: str) -> None:
    """A wrong move made in a puzzle's own deal is the losing move of the review, and its answers are found again."""
    shown = one_answer()
    game = shown.game
    game.play(wrong_move(shown))
    page.goto(f"{service}{shown.deal}#{''.join(map(str, game.moves))}&review")
    ready(page)
    page.locator("#review .losing").click()
    page.get_by_role("button", name="Practise this moment").click()
    expect(page.locator("#status")).to_have_text("Practice. 1 move keeps the win: find it.")
    expect_rows(page, shown.board)
    play(page, wrong_move(shown))
    expect(page.locator("#status")).to_have_text("After this move no win is left.")
    page.get_by_role("button", name="Try again").click()
    play(page, shown.answers[0])
    expect(page.locator("#status")).to_contain_text("Right: this move keeps the win.")
    assert stored(page, "results") is None, "it counts nowhere"
