"""Hands that do what one means: picking up and putting back, refusals in words, keys for everything."""

import re

from playwright.sync_api import Browser, BrowserContext, Page, expect

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, Move, deal
from freecell.game import Game
from freecell.solver import Solved, solve
from freecell.text.address import parse_moves
from freecell.words import words
from tests.browser.conftest import Watched, moves_in_address, ready, rows, status, with_reasons

QUEEN = "queen of hearts, column 8"


def card(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click(position={"x": 12, "y": 8})


def held(page: Page) -> list[str]:
    """Return the names of what is held, as it is spoken."""
    pressed = page.locator('[aria-pressed="true"]')
    return [each.get_attribute("aria-label") or "" for each in pressed.all()]


def test_what_is_picked_up_is_put_back(page: Page) -> None:
    def by_felt() -> None:
        page.locator("#table").click(position={"x": 5, "y": 400})

    def by_escape_from_elsewhere() -> None:
        page.locator("#number").focus()
        page.keyboard.press("Escape")

    def by_a_second_tap() -> None:
        page.wait_for_timeout(400)
        card(page, QUEEN)

    for put_back in (by_felt, by_escape_from_elsewhere, by_a_second_tap):
        card(page, QUEEN)
        assert len(held(page)) == 1, put_back.__name__
        put_back()
        assert held(page) == [], put_back.__name__
        assert status(page) == "Put back."
    assert moves_in_address(page) == ""


def test_two_taps_find_the_best_place_only_when_they_are_quick(page: Page) -> None:
    queen = page.get_by_role("button", name=QUEEN)
    queen.click()
    page.wait_for_timeout(450)
    queen.click()
    assert moves_in_address(page) == ""
    queen.dblclick()
    assert moves_in_address(page) == "82"


def test_the_cell_one_means_is_the_cell_one_gets(page: Page) -> None:
    page.keyboard.type("8c")
    assert moves_in_address(page) == "8c"
    card(page, "two of spades, column 8")
    card(page, "cell d, empty")
    assert moves_in_address(page) == "8c8d"
    page.reload()
    ready(page)
    expect(page.get_by_role("button", name="queen of hearts, cell c")).to_be_visible()
    expect(page.get_by_role("button", name="two of spades, cell d")).to_be_visible()


def test_targets_light_up_while_dragging(page: Page) -> None:
    box = page.get_by_role("button", name=QUEEN).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 60, box["y"] + 60, steps=3)
    expect(page.locator(".goal")).not_to_have_count(0)
    lit = page.locator(".goal").evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))")
    assert [name for name in lit if "king" in name] == [
        "king of spades, column 2, front card",
        "king of clubs, column 3, front card",
    ]
    assert sum("cell" in name for name in lit) == 4
    page.mouse.up()
    expect(page.locator(".goal")).to_have_count(0)


def test_a_buried_card_that_is_dragged_says_why(page: Page) -> None:
    box = page.get_by_role("button", name="ten of diamonds, column 1").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 90, steps=3)
    page.mouse.up()
    expect(page.locator("#why")).to_contain_text("The ten of diamonds cannot be taken")
    page.keyboard.type("8")  # the next message is about something else
    expect(page.locator("#why")).to_be_hidden()
    assert rows(page) == str(deal(617))


# Reasons

REFUSED = [
    ("617", "17", "The jack of diamonds does not fit on the jack of hearts.", "JD"),
    ("617", "1h", "The jack of diamonds cannot go home before the ace of diamonds.", "AD"),
    ("617#8a", "1a", "Cell a is taken by the queen of hearts.", "QH"),
    ("617#8a", "ab", "A card in a cell does not move to another cell.", ""),
    ("617#8a8b8c8d", "1a", "No cell is empty.", ""),
    ("617", "a", "a: Cell a is empty.", ""),
    ("617", "h", "h: A card that is home stays there.", ""),
    ("617?cells=1", "1c", "There is no cell c.", ""),
    ("617", "36", "The king of clubs does not fit on the six of clubs.", "KC"),
    ("617#8a8b8c8d", "ah", "The queen of hearts cannot go home before the ace of hearts.", "AH"),
]


OTHERS = ["es", "ru", "it", "pt"]


def test_ten_refused_moves_say_why_in_every_language(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(locale="en", reduced_motion="reduce")
    page = watched(context.new_page())
    before = ""
    for at, (address, typed, english, named) in enumerate(sorted(REFUSED)):
        if before != service + address:
            before = service + address
            page.goto("about:blank")
            page.goto(before)
            ready(page)
            with_reasons(page)
        for language in (OTHERS[at % 4], OTHERS[(at + 1) % 4], "en"):
            choose_language(page, language)
            page.keyboard.type(typed)
            text = status(page)
            assert page.url == before, typed
            assert (text == english) == (language == "en"), text
            assert not re.search(r"[{}_]|refused", text)
            if named:
                suit = words()["suits_in_card_name"][named[1]][language]
                assert suit in text
    context.close()


def choose_language(page: Page, language: str) -> None:
    page.locator("#language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator("#language").blur()


GENERAL = {
    "en": "The jack of diamonds cannot go there.",
    "es": "La jota de diamantes no puede ir ahí.",
    "ru": "Валета бубен нельзя положить туда.",
    "it": "Il fante di quadri non può andare lì.",
    "pt": "O valete de ouros não pode ir para lá.",
}


def test_a_first_move_is_refused_without_waiting_for_the_reasons(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(locale="en", reduced_motion="reduce")
    page = watched(context.new_page())
    page.route("**/player.wasm", lambda _: None)  # it never comes
    page.goto(f"{service}617")
    ready(page)
    for language, refusal in GENERAL.items():
        choose_language(page, language)
        page.keyboard.type("17")
        expect(page.locator("#status")).to_have_text(refusal)
        page.keyboard.type("a")
        expect(page.locator("#status")).to_have_text(re.compile(r"^a: \S.*\.$"))
    context.close()


def test_a_run_without_room_says_how_many_would_have_to_move(page: Page, service: str) -> None:
    number, moves, move = a_run_without_room()
    page.goto(f"{service}{number}?cells=1#{moves}")
    page.reload()
    ready(page)
    with_reasons(page)
    page.keyboard.type(f"{move.source + 1}{move.target + 1}")
    assert re.match(r"\d cards would have to move, and there is room for only \d", status(page))


def a_run_without_room() -> tuple[int, str, Move]:
    """Look for a position where a run fits on a column but is too long to be moved."""
    for number in range(1, 400):
        board = deal(number, 1)
        for first in board.legal_moves():
            one = board.play(first)
            for second in one.legal_moves():
                two = one.play(second)
                if (
                    two.empty_cell() is not None
                    or two.moves_home("horne")
                    or one.moves_home("horne")
                ):
                    continue
                found = _too_long(two)
                if found:
                    return number, f"{first}{second}", found
    raise AssertionError("no such position")


def _too_long(board: Board) -> Move | None:
    for source, cards in enumerate(board.columns):
        for count in range(2, board.run_length(source) + 1):
            for target, column in enumerate(board.columns):
                fits = target != source and column and _fits(cards[-count], column[-1])
                if fits and count > board.longest_run(target):
                    return Move(source, target, count)
    return None


def _fits(one: int, other: int) -> bool:
    red = {1, 2}
    return (one >> 2) + 1 == other >> 2 and ((one & 3) in red) != ((other & 3) in red)


# The focus


def test_after_a_number_the_keys_belong_to_the_table(page: Page, service: str) -> None:
    page.locator("#number").fill("618")
    page.keyboard.press("Enter")
    page.keyboard.type("1a")
    expect(page).to_have_url(f"{service}618#1a3h6h")


def test_a_closed_dialog_gives_the_focus_back(page: Page) -> None:
    page.get_by_role("button", name=QUEEN).focus()
    page.evaluate("document.querySelector('#menu').click()")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("combobox", name="Colours")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=QUEEN)).to_be_focused()


# The keyboard alone


class Typist:
    """Somebody who plays with arrows, Enter, Home, End, the page keys and digits, and counts them."""

    def __init__(self, page: Page) -> None:
        """Start with the focus on the table."""
        self.page, self.presses = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1

    def go(self, board: Board, place: int, suit: int) -> None:
        if place < COLUMN_COUNT:
            self.press(str(place + 1))
            return
        index = len(board.cells) + suit if place == HOME else place - FIRST_CELL
        at = min(index, 7)
        self.press(str(at + 1), "Escape", "PageUp")
        self.press(*["ArrowRight"] * (index - at))

    def play(self, board: Board, move: Move) -> None:
        """Go to the card, pick it up, go to the place, put it down."""
        cards = board.columns[move.source] if move.source < COLUMN_COUNT else None
        suit = ((cards or [board.cells[move.source - FIRST_CELL] or 0])[-1]) & 3
        self.go(board, move.source, suit)
        if cards and move.target < COLUMN_COUNT and not board.columns[move.target]:
            self.press("Enter", *["ArrowUp"] * (move.count - 1))
            if move.count > 1:
                self.press("Enter")
        else:
            self.press("Enter")
        if move.target < COLUMN_COUNT:
            self.press(str(move.target + 1))
        else:
            self.press("PageUp")
            index = len(board.cells) + suit if move.target == HOME else move.target - FIRST_CELL
            at = self.page.evaluate("freecell.table.focus.place - 8")
            here = (
                at if at < 8 else len(board.cells) + self.page.evaluate("freecell.table.focus.suit")
            )
            step = "ArrowRight" if index > here else "ArrowLeft"
            self.press(*[step] * abs(index - here))
        self.press("Enter")


def test_a_game_is_won_by_keys_alone_in_at_most_three_hundred_presses(
    context: BrowserContext, watched: Watched, service: str
) -> None:
    result = solve(617, goal="short")
    assert isinstance(result, Solved)
    page = watched(context.new_page())
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{service}617")
    ready(page)
    typist = Typist(page)
    game = Game(deal(617))
    for move in result.moves:
        board = game.board
        if move not in board.legal_moves():
            continue  # it went home by itself
        typist.play(board, move)
        game = Game(deal(617), parse_moves(moves_in_address(page), 4))
        assert game.board != board, (move, status(page))
    expect(page.get_by_role("dialog", name="Won!")).to_be_visible()
    assert typist.presses <= 300


def test_going_down_into_a_column_starts_at_its_front(page: Page) -> None:
    page.get_by_role("button", name="cell c, empty").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="king of clubs, column 3")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="five of clubs, column 3")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="cell c, empty")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Home of spades, empty")).to_be_focused()


def test_what_is_held_and_where_it_can_go_is_spoken(page: Page) -> None:
    page.keyboard.type("8")
    assert held(page) == [f"{QUEEN}, front card"]
    king = page.get_by_role("button", name="king of spades, column 2")
    expect(king).to_have_accessible_description("it can go here")
    assert page.locator("#table").get_attribute("role") == "application"


def test_a_move_says_what_it_uncovered_and_what_went_home(page: Page, service: str) -> None:
    page.goto(f"{service}5000")
    ready(page)
    page.keyboard.type("1a")
    assert status(page) == (
        "ten of spades → cell a; four of spades uncovered; home by itself: ace of clubs"
    )


# The first visit


def test_the_first_visit_is_introduced_and_the_second_is_not(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(locale="pt", newcomer=True)  # type: ignore[call-arg]  # see conftest
    page = watched(context.new_page())
    page.goto(f"{service}617")
    dialog = page.get_by_role("dialog", name="Boas-vindas ao FreeCell")
    for lesson in ("O objetivo.", "As colunas.", "As células."):
        expect(dialog).to_contain_text(lesson)
        expect(dialog.locator("svg.introduction")).to_be_visible()
        dialog.get_by_role("button", name=re.compile("Próximo|Jogar")).click()
    expect(dialog).to_have_count(0)
    page.reload()
    ready(page)
    page.evaluate("new Promise((done) => requestIdleCallback(done)).then(() => true)")  # its turn
    loaded = "performance.getEntriesByType('resource').map(({ name }) => name)"
    assert not any("help_dialog" in name for name in page.evaluate(loaded))
    expect(dialog).to_have_count(0)
    context.close()
