"""The main paths of the page in three browser engines: Chromium, Firefox and WebKit.

A game and a verdict in each belong to `make test`, the rest is long. All else about the page is
tested in Chromium alone.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from freecell.board import COLUMN_COUNT, HOME, Board, Move, deal
from freecell.game import Game
from freecell.solver import Solved, solve
from freecell.text.address import parse_moves
from freecell.text.solution_writer import write_moves
from tests.browser.conftest import serving
from tests.browser.engines import (
    Point,
    Window,
    chromium_window,
    firefox_window,
    webkit_window,
    why_no_firefox,
    why_no_webkit,
)
from tests.playing import playing
from tests.waiting import PATIENCE

ENGINES = [
    "chromium",
    pytest.param("firefox", marks=pytest.mark.needs(why_no_firefox())),
    pytest.param("webkit", marks=pytest.mark.needs(why_no_webkit())),
]
Hand: TypeAlias = Callable[[Window, Board, Move], None]
"""A way to make a move on the table."""

in_three_engines = pytest.mark.parametrize("window", ENGINES, indirect=True)
in_the_two_others = pytest.mark.parametrize("window", ENGINES[1:], indirect=True)


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of one of the engines; what its page complains about fails the test."""
    if request.param == "chromium":
        opened = chromium_window(request.getfixturevalue("browser"))
    else:
        opened = firefox_window() if request.param == "firefox" else webkit_window()
    with opened as window:
        yield window
        assert window.complaints() == []


# What a test sees and does


def until(window: Window, expression: str) -> Any:
    """Wait until an expression is true in the page, and return its value."""
    for _ in range(PATIENCE * 20):
        if value := window.evaluate(expression):
            return value
        time.sleep(0.05)
    status = window.evaluate("document.querySelector('#status')?.textContent")
    raise TimeoutError(f"not true within {PATIENCE} seconds: {expression}; status: {status!r}")


def ready(window: Window) -> None:
    until(window, "!!window.freecell && document.documentElement.classList.contains('ready')")


def visit(window: Window, service: str, address: str, **settings: object) -> None:
    """Open an address as somebody who has been here before, and has these settings."""
    window.open(f"{service}1#2a")  # a link with moves shows no introduction
    ready(window)
    stored = json.dumps(json.dumps(settings))
    window.evaluate(
        f"(localStorage.clear(), localStorage.setItem('freecell.settings', {stored}),"
        " localStorage.setItem('freecell.seen', '1'))"
    )
    window.open(service + address)
    ready(window)


def moves(window: Window) -> str:
    """Return the moves in the address, when no card is on its way any more."""
    until(window, "!document.querySelector('.flying, .sky')")
    text: str = window.evaluate("location.hash.slice(1)")
    return text


def at(window: Window, selector: str) -> Point:
    """Return a point near the upper edge of an element, which no other card covers, when it lies still."""
    place = (
        f"(() => {{ const box = document.querySelector({json.dumps(selector)})?.getBoundingClientRect();"
        " return box?.width && [box.x + box.width / 2, box.y + Math.min(9, box.height / 2)]; })()"
    )
    x, y = until(window, place)
    while (again := until(window, place)) != [x, y]:
        x, y = again
    return (x, y)


def press(window: Window, selector: str) -> None:
    """Click on an element."""
    window.click(at(window, selector))


def spot(board: Board, place: int, count: int, suit: int) -> str:
    """Return the selector of a card, or of the place where none lies."""
    if place == HOME:
        size = board.homes[suit]
        return (
            f'[data-card="{(size - 1) * 4 + suit}"]'
            if size
            else f'[data-place="16"][data-suit="{suit}"]'
        )
    cards = board.cards_at(place)
    return f'[data-card="{cards[-count]}"]' if cards else f'.place[data-place="{place}"]'


def ends(window: Window, board: Board, move: Move) -> tuple[Point, Point]:
    """Return where the card of a move lies, and where it goes."""
    suit = board.cards_at(move.source)[-1] & 3
    source = spot(board, move.source, move.count, suit)
    return at(window, source), at(window, spot(board, move.target, 1, suit))


def by_clicking(window: Window, board: Board, move: Move) -> None:
    for point in ends(window, board, move):
        window.click(point)


def by_dragging(window: Window, board: Board, move: Move) -> None:
    window.drag(*ends(window, board, move))


def by_tapping(window: Window, board: Board, move: Move) -> None:
    source, target = ends(window, board, move)
    window.tap(source)
    window.tap(target)


def by_arrow_keys(window: Window, board: Board, move: Move) -> None:
    """Go to the front card of a column by its digit, else by Home and arrows, and press Enter there."""
    row = len(board.cells)
    suit = board.cards_at(move.source)[-1] & 3
    for place, count in ((move.source, move.count), (move.target, 1)):
        if place < COLUMN_COUNT:
            window.press(str(place + 1))
            if place == move.source:
                window.press("Escape")  # the digit picked the whole run up
            for _ in range(count - 1):
                window.press("ArrowUp")
        else:
            window.press("PageUp")
            window.press("Home")
            steps = row + suit if place == HOME else place - COLUMN_COUNT
            for _ in range(steps):
                window.press("ArrowRight")
        window.press("Enter")


def short_line(number: int) -> list[Move]:
    result = solve(number, goal="short")
    assert isinstance(result, Solved)
    return list(result.moves)


def play_to_the_win(window: Window, number: int, play: Hand) -> None:
    """Play a deal that is on the table; what went home by itself is not played again."""
    board = deal(number)
    for move in short_line(number):
        if move not in board.legal_moves():
            continue
        before = moves(window)
        play(window, board, move)
        until(window, f"location.hash.slice(1) !== {json.dumps(before)}")
        after = Game(deal(number), parse_moves(moves(window), 4)).board
        assert after.cards_at(move.source) != board.cards_at(move.source), move
        board = after
    assert board.won
    until(window, "document.querySelector('#panel[data-kind=won]')?.hidden === false")


QUICK = 224_533
"""A deal that is won in eight moves."""


def win_with_a_verdict(window: Window, service: str, number: int = QUICK) -> None:
    """Let the page's engine judge a deal, and play it to the win."""
    visit(window, service, str(number), motion="none" if number == QUICK else "usual")
    press(window, "#verdict")
    until(window, "document.querySelector('#chip').dataset.kind === 'winnable'")
    play_to_the_win(window, number, by_clicking)


# The tests


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What `freecell play` serves where no extra is installed."""
    with playing("617", base=tmp_path_factory.mktemp("base")) as address:
        yield address.removesuffix("617")


def test_the_page_of_the_base_installation_deals_and_solves(browser: Browser, played: str) -> None:
    with chromium_window(browser) as window:
        visit(window, played, "617")
        assert window.evaluate("location.pathname") == "/617"
        press(window, "#verdict")
        until(window, "document.querySelector('#chip').dataset.kind === 'winnable'")
        assert window.complaints() == []


@in_the_two_others
@pytest.mark.parametrize("number", [QUICK, pytest.param(617, marks=pytest.mark.long)])
def test_a_game_is_won_and_a_verdict_given(window: Window, played: str, number: int) -> None:
    win_with_a_verdict(window, played, number)


@pytest.mark.long
@in_three_engines
@pytest.mark.parametrize(
    "play", [by_dragging, by_tapping, by_arrow_keys], ids=["drag", "tap", "keys"]
)
def test_a_game_is_won_by_one_kind_of_hand_alone(window: Window, service: str, play: Hand) -> None:
    visit(window, service, "617")
    play_to_the_win(window, 617, play)


@pytest.mark.long
@in_three_engines
def test_a_solution_is_watched_over_the_own_game(window: Window, service: str) -> None:
    visit(window, service, "617")
    window.type("828a8bz")
    press(window, "#watch")
    until(window, "freecell.covered && !document.querySelector('#player').hidden")
    press(window, '#player [data-name="on"]')
    until(window, "freecell.game.cursor > 2")
    press(window, '#player [data-name="close"]')
    until(window, "!freecell.covered")
    assert moves(window) == "828a"
    window.reload()
    ready(window)
    window.type("y")
    assert moves(window) == "828a8b"  # what was undone is kept, too


@pytest.mark.long
@in_three_engines
def test_more_changes_than_webkit_writes_into_its_history_lose_nothing(
    window: Window, service: str
) -> None:
    """It refuses `replaceState` after a hundred calls in a few seconds."""
    visit(window, service, "617")
    window.type("82")
    window.evaluate("void Array.from({ length: 80 }, () => (freecell.undo(), freecell.redo()))")
    window.type("8a")
    assert window.evaluate("freecell.game.cursor") == 2
    until(window, "location.hash === '#828a'")
    window.reload()
    ready(window)
    assert moves(window) == "828a"


@pytest.mark.long
@in_three_engines
def test_a_game_is_reviewed_over_the_own_game(window: Window, service: str) -> None:
    line = "".join(map(str, short_line(617)[:12]))
    visit(window, service, f"617#{line}&review", autoplay="none")
    until(window, "freecell.covered && document.querySelector('#review')?.hidden === false")
    until(window, "!document.querySelector('#review .summary').textContent.includes('…')")
    window.press("ArrowLeft")
    until(window, "location.hash.endsWith('&review=11')")
    press(window, "#review .actions button:last-child")
    until(window, "!freecell.covered")
    assert moves(window) == line


@pytest.mark.long
@in_three_engines
def test_a_pasted_solution_is_read_and_opened(window: Window, service: str) -> None:
    line = short_line(617)
    visit(window, service, "617")
    press(window, "#menu")
    press(window, "dialog [data-entry=paste]")
    until(window, "document.activeElement?.tagName === 'TEXTAREA'")
    window.type(" ".join(write_moves(deal(617), line, "microsoft").split()))
    press(window, "dialog .row .primary")
    press(window, "dialog [role=status] .primary")
    until(window, "freecell.game.won")
    assert Game(deal(617), parse_moves(moves(window), 4)).won


@pytest.mark.service_worker
@pytest.mark.long
@in_three_engines
def test_the_page_works_without_a_network(window: Window, tmp_path: Path) -> None:
    with serving(tmp_path / "log") as service:
        visit(window, service, "617")
        window.type("82")
        until(
            window, "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
        )
    window.reload()
    ready(window)
    assert moves(window) == "82"
    press(window, "#verdict")
    until(window, "document.querySelector('#chip').dataset.kind === 'winnable'")
    window.forget_complaints()  # it may say that the network was gone


@in_the_two_others
@pytest.mark.long
def test_letters_of_what_is_chosen_can_be_read(window: Window, service: str) -> None:
    """Where the system draws a box of choices it takes our light letters and its own light ground."""
    visit(window, service, "617")
    drawn, ink, ground = window.evaluate(
        "(({ appearance, color, backgroundColor }) => [appearance, color, backgroundColor])"
        "(getComputedStyle(document.querySelector('#language')))"
    )
    assert drawn == "none"
    assert abs(brightness(ink) - brightness(ground)) > 100


def brightness(colour: str) -> float:
    """Return how light a colour is, from 0 to 255."""
    red, green, blue = (float(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])
    return 0.3 * red + 0.6 * green + 0.1 * blue
