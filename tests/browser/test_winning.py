"""Whole games played to the win: by names, by mouse, by touch and by typing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, Move, deal
from freecell.board.moves import PLACE_NAMES
from freecell.cards import spoken_name
from freecell.game import Game
from freecell.solver import Solved, solve
from freecell.text.solution_writer import write_moves
from tests.browser.conftest import Watched, moves_in_address, ready, rows

FRONT = ", front card"
MADE = 75
"""Moves that are in the address where only the rest of a game is played; `make test-long` plays it whole."""


def no_autoplay(page: Page, made: list[Move]) -> None:
    """Open a game after some moves; no card goes home by itself, so that every further move is the player's."""
    page.goto(f"{page.url}#{''.join(map(str, made))}")
    page.evaluate("localStorage.setItem('freecell.settings', '{\"autoplay\": \"none\"}')")
    page.reload()
    ready(page)


def source_name(board: Board, move: Move) -> str:
    """Return the name of the card that a move takes, as a screen reader says it."""
    if move.source < COLUMN_COUNT:
        card, front = board.columns[move.source][-move.count], FRONT if move.count == 1 else ""
        return f"{spoken_name(card)}, column {move.source + 1}{front}"
    cell = board.cells[move.source - FIRST_CELL]
    assert cell is not None
    return f"{spoken_name(cell)}, cell {PLACE_NAMES[move.source]}"


def target_name(board: Board, move: Move) -> str:
    """Return the name of what lies where a move goes."""
    if move.target == HOME:
        card = board.cards_at(move.source)[-1]
        size, suit = board.homes[card & 3], ("clubs", "diamonds", "hearts", "spades")[card & 3]
        on = spoken_name((size - 1) * 4 + (card & 3)) if size else ""
        return f"{on}, Home of {suit}" if on else f"Home of {suit}, empty"
    if move.target >= FIRST_CELL:
        return f"cell {PLACE_NAMES[move.target]}, empty"
    column = board.columns[move.target]
    name = f"column {move.target + 1}"
    return f"{spoken_name(column[-1])}, {name}{FRONT}" if column else f"{name}, empty"


def by_names(page: Page, board: Board, move: Move) -> None:
    """Make a move by what the accessibility tree says, and by nothing else."""
    for name in (source_name(board, move), target_name(board, move)):
        page.get_by_role("button", name=name, exact=True).press("Enter")


def by_dragging(page: Page, board: Board, move: Move) -> None:
    boxes = []
    for name in (source_name(board, move), target_name(board, move)):
        box = page.locator(f'[aria-label="{name}"]').bounding_box()
        assert box is not None
        boxes.append(box)
    start, goal = boxes
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 6)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + 12, steps=2)
    page.mouse.up()


def by_tapping(page: Page, board: Board, move: Move) -> None:
    for name in (source_name(board, move), target_name(board, move)):
        page.locator(f'[aria-label="{name}"]').tap(position={"x": 8, "y": 6})


def test_a_win_counts_once_and_only_where_it_was_played(page: Page, line: list[Move]) -> None:
    won = "JSON.parse(localStorage.getItem('freecell.results') ?? '{}').cells?.[4]?.won ?? 0"
    page.emulate_media(reduced_motion="reduce")
    page.goto(page.url.split("#")[0] + "#" + "".join(map(str, line)))
    page.reload()
    ready(page)
    dialog = page.get_by_role("dialog", name="Won!")
    expect(dialog).to_contain_text(f"{Game(deal(617), line).player_count()} moves")
    page.keyboard.press("z")
    page.keyboard.press("y")
    expect(page.locator("#status")).to_contain_text("Won in")
    assert page.evaluate(won) == 0  # opened, not played
    page.goto(page.url.split("#")[0] + "#" + "".join(map(str, line[:-1])))
    page.reload()
    ready(page)
    for _ in range(2):
        page.keyboard.type(str(line[-1]))
        expect(dialog).to_be_visible()
        assert page.evaluate(won) == 1
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        page.keyboard.press("z")
        expect(page.locator("#redo")).to_be_enabled()


def play_to_the_win(
    page: Page, line: list[Move], play: Callable[[Page, Board, Move], None], made: int
) -> None:
    board = Game(deal(617), line[:made]).board
    for move in line[made:]:
        play(page, board, move)
        board = board.play(move)
    assert board.won
    expect(page.get_by_role("dialog")).to_contain_text("Won!")
    assert moves_in_address(page) == "".join(map(str, line))


@pytest.mark.parametrize(
    ("play", "made"),
    [
        (by_names, MADE),
        (by_dragging, MADE),
        *(pytest.param(each, 0, marks=pytest.mark.long) for each in (by_names, by_dragging)),
    ],
)
def test_the_deal_is_played_to_the_win_and_undone(
    page: Page, line: list[Move], play: Callable[[Page, Board, Move], None], made: int
) -> None:
    no_autoplay(page, line[:made])
    page.emulate_media(reduced_motion="reduce")  # no card is on its way when the next is taken
    play_to_the_win(page, line, play, made)
    page.keyboard.press("Escape")
    for _ in line:
        page.keyboard.press("z")
    assert rows(page) == str(deal(617))
    assert page.get_by_role("button", name="Undo").is_disabled()


@pytest.mark.parametrize("made", [MADE, pytest.param(0, marks=pytest.mark.long)])
def test_the_deal_is_played_to_the_win_by_touch(
    browser: Browser, watched: Watched, service: str, line: list[Move], made: int
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        locale="en",
        reduced_motion="reduce",
    )
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    no_autoplay(page, line[:made])
    play_to_the_win(page, line, by_tapping, made)
    context.close()


def test_a_deal_is_played_to_the_win_by_typing(page: Page, service: str) -> None:
    number, typed = typeable()
    page.goto(f"{service}{number}")
    ready(page)
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.type(typed)
    expect(page.get_by_role("dialog")).to_contain_text("Won!")


def typeable() -> tuple[int, str]:
    """Return a deal whose solution never takes fewer cards than can go, which typing cannot say."""
    for number in range(617, 700):
        result = solve(number)
        if isinstance(result, Solved):
            text = write_moves(deal(number), result.moves, "microsoft")
            if "v" not in text:
                return number, "".join(text.split())
    raise AssertionError("no such deal")
