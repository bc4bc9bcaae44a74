"""Somebody who does anything on the page, and looks after every step whether all is still there."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from freecell.board import Board, deal
from freecell.game import Game
from freecell.text.address import parse_moves
from tests.browser.conftest import moves_in_address

KEPT = """() => Object.keys(localStorage).filter((key) => key.startsWith('freecell.game.'))
    .map((key) => ({ id: key.slice(14), ...JSON.parse(localStorage.getItem(key)) }))"""


def kept(page: Page) -> list[dict[str, Any]]:
    """Return the games that the browser keeps."""
    games: list[dict[str, Any]] = page.evaluate(KEPT)
    return games


def made(address: str) -> tuple[str, int | None]:
    """Return the moves in an address, and how many of them are made in a review; None stands for no review."""
    moves, _, review = address.partition("&review")
    if "&review" not in address:
        return moves, None
    return moves, int(review[1:]) if review else len(parse_moves(moves, 4))


class Walker:
    """Somebody who does anything, and looks after every step whether all is still there."""

    def __init__(self, page: Page, service: str, seed: int) -> None:
        """Begin at deal 617."""
        self.page, self.service = page, service
        self.chance = random.Random(seed)
        self.games: dict[str, dict[str, Any]] = {}
        self.own = ""  # the name of the record that the game on the table has

    def actions(self) -> list[Callable[[], None]]:
        """Return what can be done, the likelier more often."""
        return [
            *[self.play] * 6, self.undo, self.undo, self.redo, self.restart, self.watch,
            self.slide, self.close, self.review, self.jump, self.jump, self.end_review,
            self.open, self.open_link, self.reload, self.back, self.forward, self.home, self.over,
        ]  # fmt: skip

    def step(self) -> str:
        action = self.chance.choice(self.actions())
        action()
        self.page.locator("html.ready").wait_for(state="attached")
        if "&review" in self.page.url:
            self.page.locator("#review").wait_for()
        self.check(action.__name__)
        return action.__name__

    def check(self, did: str) -> None:
        """See that address, board and kept games agree, and that no kept game vanished."""
        page = self.page
        state = page.evaluate(
            """(kept) => [location.pathname.slice(1), location.hash.slice(1), history.state?.game,
                freecell.game.number, freecell.game.won, freecell.covered, eval(kept)(),
                [...document.querySelectorAll('.column')].map((column) =>
                    [...column.querySelectorAll('.card')].map((card) => Number(card.dataset.card)))]""",
            KEPT,
        )
        path, address, game, number, won, covered, games, columns = state
        moves, at = made(address)
        board = Game(deal(int(path)), parse_moves(moves, 4)[:at]).board
        assert number == int(path), did
        assert columns == [list(column) for column in board.columns], (did, path, address)
        assert covered or at is None, (did, address)
        now = {each["id"]: each for each in games}
        lost = set(self.games) - set(now)
        assert not lost or (won and lost == {self.own}), (did, lost)
        for name in set(self.games) & set(now) - {self.own, game}:
            assert now[name] == self.games[name], did  # only the game on the table is written
        if game and not covered and not won:
            own = now[game]
            steps = parse_moves(own["moves"], 4)
            assert own["deal"] == path, did
            assert "".join(map(str, steps[: own["at"]])) == moves, (did, own, moves)
        self.games, self.own = now, game

    def board(self) -> Board:
        moves, at = made(moves_in_address(self.page))
        number = int(self.page.url.split("/")[-1].split("#")[0])
        return Game(deal(number), parse_moves(moves, 4)[:at]).board

    def play(self) -> None:
        legal = [move for move in self.board().legal_moves() if move.count == 1]
        if legal:
            self.page.evaluate("(move) => freecell.play(move)", self.chance.choice(legal)._asdict())

    def undo(self) -> None:
        self.page.keyboard.press("Control+z")

    def redo(self) -> None:
        self.page.keyboard.press("Control+y")

    def restart(self) -> None:
        self.page.evaluate("document.querySelector('#restart').click()")

    def watch(self) -> None:
        if self.page.locator("#player").is_hidden():
            self.page.evaluate("document.querySelector('#watch').click()")
            self.page.locator("#player").wait_for()

    def slide(self) -> None:
        if self.page.locator("#player").is_visible():
            most = int(self.page.locator("#player input").get_attribute("max") or 0)
            self.page.locator("#player input").fill(str(self.chance.randint(0, most)))

    def close(self) -> None:
        if self.page.locator("#player").is_visible():
            self.page.locator('#player [data-name="close"]').click()

    def review(self) -> None:
        if self.page.locator("#review").is_visible() or not self.page.evaluate(
            "freecell.game.steps.length"
        ):
            return
        self.page.locator("#menu").click()
        self.page.get_by_role("button", name="Review the game").click()
        self.page.locator("#review").wait_for()

    def jump(self) -> None:
        if self.page.locator("#review").is_visible():
            bars = self.page.locator("#review .strip i")
            bars.nth(self.chance.randrange(bars.count())).click()

    def end_review(self) -> None:
        if self.page.locator("#review").is_visible():
            self.page.locator("#review .actions button").last.click()

    def open(self) -> None:
        self.page.locator("#number").fill(str(self.chance.randint(617, 620)))
        self.page.locator("#number").press("Enter")

    def open_link(self) -> None:
        number = self.chance.randint(617, 620)
        board, moves = deal(number), []
        for _ in range(self.chance.randint(0, 3)):
            moves.append(self.chance.choice([m for m in board.legal_moves() if m.count == 1]))
            board = board.play(moves[-1])
        hashed = "#" + "".join(map(str, moves)) if moves else ""
        self.page.goto(f"{self.service}{number}{hashed}")

    def reload(self) -> None:
        self.page.reload()

    def back(self) -> None:
        self.page.go_back(wait_until="load")
        self.stay()

    def forward(self) -> None:
        self.page.go_forward(wait_until="load")
        self.stay()

    def stay(self) -> None:
        """Come back where the history led away from the page."""
        if not self.page.url.startswith(self.service):
            self.home()

    def home(self) -> None:
        self.page.goto(self.service)

    def over(self) -> None:
        offered = self.page.locator("#offers button")
        if offered.count():
            offered.first.click()
