"""What the page says about a position: verdicts, hints, and the way back from a lost game."""

import random
import re

from playwright.sync_api import Page, expect

from freecell.board import FIRST_CELL, HOME, Board, Move, deal
from freecell.game import Game
from freecell.solver import Impossible, Solved, solve
from freecell.text.address import parse_moves
from tests.browser.conftest import moves_in_address, ready, rows, status


def test_the_verdict_and_the_hints(page: Page) -> None:
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#chip")).to_have_text("Can be won")
    expect(page.locator("#status")).to_contain_text("moves is known.")
    hint = page.get_by_role("button", name="Hint")
    for message in ("^Look at: ", "^Which card: ", r"Ask again to make the move\.$"):
        hint.click()
        expect(page.locator("#status")).to_have_text(re.compile(message))
    assert moves_in_address(page) == ""
    hint.click()
    expect(page.locator("#count")).to_have_text("1 move")


def test_following_the_hints_wins(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    won: bool = page.evaluate(
        """async () => {
            const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
            const { adviceFor } = await import(folder + 'review/advice.js');
            const advice = adviceFor(freecell);
            for (let asked = 0; asked < 1000 && !freecell.game.won; asked++) await advice.hint();
            return freecell.game.won;
        }"""
    )
    assert won


def test_an_impossible_deal_is_proved(page: Page, service: str) -> None:
    page.goto(f"{service}11982")
    ready(page)
    expect(page.locator("#chip")).to_have_text("Impossible")  # on arrival
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#status")).to_have_text("Proved by a complete search.")


def test_a_lost_game_goes_back_to_the_last_position_that_could_be_won(page: Page) -> None:
    board, moves = lost_position()
    page.goto(page.url.split("#")[0] + "#" + "".join(map(str, moves)))
    page.reload()
    ready(page)
    assert rows(page) == str(board)
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#chip")).to_have_text("Can no longer be won")
    expect(page.locator("#status")).to_contain_text("to get back to a win.")
    back = int(re.findall(r"\d+", status(page))[0])
    page.get_by_role("button", name="Back to the last position").click()
    before = Game(deal(617), moves[: len(moves) - back])
    assert rows(page) == str(before.board)
    assert isinstance(solve(before.board), Solved)
    assert isinstance(solve(Game(deal(617), moves[: len(moves) - back + 1]).board), Impossible)
    expect(page.locator("#chip")).to_have_text("Can be won")
    page.keyboard.press("y")  # what was played is still there
    expect(page.locator("#redo")).to_be_enabled(enabled=back > 1)


def test_the_verdict_on_every_position_hides_nothing(page: Page) -> None:
    page.evaluate("localStorage.setItem('freecell.settings', '{\"verdict\": \"always\"}')")
    page.reload()
    ready(page)
    page.keyboard.type("82")
    expect(page.locator("#chip")).to_have_text("Can be won")
    assert status(page).startswith("queen of hearts onto the king of spades")


def test_with_other_than_four_cells_the_verdict_names_them(page: Page, service: str) -> None:
    page.goto(f"{service}1?cells=1#2a")
    ready(page)
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#chip")).to_have_text(re.compile("Impossible with 1 cell|no longer"))
    page.goto(f"{service}11982?cells=3")
    ready(page)
    expect(page.locator("#chip")).to_have_text("Impossible with 3 cells")


def test_no_move_left_is_shown_over_the_board_with_the_way_back(page: Page, service: str) -> None:
    number, moves = stuck_game()
    page.goto(f"{service}{number}#" + "".join(map(str, moves)))
    ready(page)
    panel = page.get_by_role("dialog", name="No move is left.")
    expect(panel).to_be_visible()
    expect(panel.get_by_role("button", name="Undo")).to_be_visible()
    panel.get_by_role("button", name="Back to the last position that could be won").click()
    back = Game(deal(number), parse_moves(moves_in_address(page), 4)).board
    assert isinstance(solve(back), Solved)


def stuck_game() -> tuple[int, list[Move]]:
    """Play at random, with the cells filled first, until no move is left."""
    chance = random.Random(3)
    for number in range(1, 500):
        board = deal(number)
        moves: list[Move] = []
        while (legal := board.legal_moves()) and len(moves) < 30:
            wasted = [move for move in legal if FIRST_CELL <= move.target < HOME]
            moves.append(chance.choice(wasted or legal))
            board = board.play(moves[-1])
        if not legal and isinstance(solve(deal(number)), Solved):
            return number, moves
    raise AssertionError("no such game")


def lost_position() -> tuple[Board, list[Move]]:
    """Play at random from deal 617, without moves home, until it is lost."""
    chance = random.Random(1)
    board, moves = deal(617), []
    while isinstance(solve(board), Solved):
        legal = [move for move in board.legal_moves() if not board.play(move).moves_home("horne")]
        move = chance.choice(legal or board.legal_moves())
        moves.append(move)
        board = board.play(move)
    return board, moves


def test_a_random_deal_can_be_won(page: Page) -> None:
    page.get_by_role("button", name="Random winnable deal").click()
    expect(page).not_to_have_url(re.compile("/617$"))
    number = int(page.url.rsplit("/", 1)[1])
    assert isinstance(solve(number), Solved)
