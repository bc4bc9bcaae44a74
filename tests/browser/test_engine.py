"""The engine behind the page: verdicts, hints, watching, and whole games played to the win."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.verdicts import from_service, from_worker, positions, told
from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, PLACE_NAMES, Board, Move, deal
from freecell.game import Game
from freecell.solver import Impossible, Solved, solve
from freecell.text.address import parse_moves, parse_position
from freecell.text.solution_writer import DIALECTS, Dialect, write_moves
from freecell.web import assets
from freecell.words import spoken_name
from tests.browser.conftest import Watched, moves_in_address, ready, rows, status

FRONT = ", front card"
SCAN = 30_000
"""Milliseconds within which the browser has looked at twenty million deals, on a busy machine too."""

needs_worker = pytest.mark.skipif(
    not assets.has_engine(), reason="the engine was not compiled for the browser: `make wasm`"
)


@pytest.fixture(scope="module")
def line() -> list[Move]:
    """The solver's line for deal 617."""
    result = solve(617)
    assert isinstance(result, Solved)
    return list(result.moves)


def no_autoplay(page: Page) -> None:
    """Let no card go home by itself, so that every move of a line is the player's."""
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
    page: Page, line: list[Move], play: Callable[[Page, Board, Move], None]
) -> None:
    board = deal(617)
    for move in line:
        play(page, board, move)
        board = board.play(move)
    assert board.won
    expect(page.get_by_role("dialog")).to_contain_text("Won!")
    assert moves_in_address(page) == "".join(map(str, line))


@pytest.mark.parametrize("play", [by_names, by_dragging], ids=["names", "mouse"])
def test_the_deal_is_played_to_the_win_and_undone(
    page: Page, line: list[Move], play: Callable[[Page, Board, Move], None]
) -> None:
    no_autoplay(page)
    page.emulate_media(reduced_motion="reduce")  # no card is on its way when the next is taken
    play_to_the_win(page, line, play)
    page.keyboard.press("Escape")
    for _ in line:
        page.keyboard.press("z")
    assert rows(page) == str(deal(617))
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_the_deal_is_played_to_the_win_by_touch(
    browser: Browser, watched: Watched, service: str, line: list[Move]
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
    no_autoplay(page)
    play_to_the_win(page, line, by_tapping)
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


def test_the_verdict_and_the_hints(page: Page) -> None:
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#chip")).to_have_text("Can be won")
    expect(page.locator("#status")).to_have_text("This position can be won.")
    hint = page.get_by_role("button", name="Hint")
    said = []
    for _ in range(3):
        hint.click()
        page.wait_for_timeout(50)
        said.append(status(page))
    assert said[0].startswith("Look at: ")
    assert said[1].startswith("Which card: ")
    assert said[2].endswith("Ask again to make the move.")
    assert moves_in_address(page) == ""
    hint.click()
    expect(page.locator("#count")).to_have_text("1 move")


def test_following_the_hints_wins(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    won: bool = page.evaluate(
        """async () => {
            const folder = document.querySelector('link[rel=modulepreload]').href.replace(/[^/]*$/, '');
            const { adviceFor } = await import(folder + 'advice.js');
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
    expect(page.locator("#status")).to_have_text(
        "Deal 11,982 is impossible: proved by exhaustive search."
    )


def test_a_lost_game_goes_back_to_the_last_position_that_could_be_won(page: Page) -> None:
    board, moves = lost_position()
    page.goto(page.url.split("#")[0] + "#" + "".join(map(str, moves)))
    page.reload()
    ready(page)
    assert rows(page) == str(board)
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#chip")).to_have_text("Can no longer be won")
    expect(page.locator("#status")).to_contain_text("It can no longer be won. Undo")
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


def test_no_move_left_is_said_over_the_board_with_the_way_back(page: Page, service: str) -> None:
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


def test_a_solution_is_watched(page: Page) -> None:
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    slider = page.get_by_role("slider", name="Move")
    assert int(slider.get_attribute("max") or 0) > 20
    page.get_by_role("button", name="Step forward").click()
    expect(page.locator("#count")).to_have_text("1 move")
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("#count")).to_have_text("0 moves")
    page.get_by_role("combobox", name="Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#count")).to_have_text(re.compile("[2-9] moves"))
    page.get_by_role("button", name="Pause").click()
    slider.fill(slider.get_attribute("max") or "")
    assert page.evaluate("freecell.game.won") is True
    page.get_by_role("button", name="Back to my game").click()
    assert rows(page) == str(deal(617))
    assert moves_in_address(page) == ""


def choose_shortest(page: Page, address: str) -> None:
    """Open a deal and ask for the shortest solution, as a player would."""
    page.goto(address)
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    which = page.get_by_role("combobox", name="Which solution")
    which.select_option(label="Shortest with proof, from the start")


@needs_worker
def test_a_shortest_solution_is_proved_and_watched(page: Page, service: str) -> None:
    choose_shortest(page, f"{service}3")
    proved = "Proved: no solution has fewer moves than this one (18)."
    expect(page.locator("#status")).to_have_text(proved)
    expect(page.get_by_role("button", name="Stop the search")).to_be_hidden()
    slider = page.get_by_role("slider", name="Move")
    slider.fill(slider.get_attribute("max") or "")
    assert page.evaluate("freecell.game.won") is True
    expect(page.locator("#count")).to_have_text("18 moves")


@needs_worker
def test_a_shortest_solution_is_proved_from_the_position_on_the_table(
    page: Page, service: str
) -> None:
    choose_shortest(page, f"{service}3")
    expect(page.locator("#status")).to_contain_text("Proved:")
    page.get_by_role("slider", name="Move").fill("8")
    expect(page.locator("#count")).to_have_text("6 moves")
    which = page.get_by_role("combobox", name="Which solution")
    which.select_option(label="Shortest with proof, from here")
    proved = "Proved: no solution has fewer moves than this one (12)."  # the other 6 are made
    expect(page.locator("#status")).to_have_text(proved)
    expect(page.locator("#count")).to_have_text("6 moves")


@needs_worker
def test_the_search_for_a_shortest_solution_tells_how_far_it_is_and_can_be_stopped(
    page: Page, service: str
) -> None:
    choose_shortest(page, f"{service}27")
    between = re.compile(r"The shortest solution has \d+ to \d+ moves\. Searching on…")
    expect(page.locator("#status")).to_have_text(between)
    page.get_by_role("button", name="Step forward").click()  # what is watched stays there
    expect(page.locator("#count")).to_have_text("1 move")
    page.get_by_role("button", name="Stop the search").click()
    stopped = re.compile(r"Stopped\. The shortest solution has \d+ to \d+ moves\.")
    expect(page.locator("#status")).to_have_text(stopped)
    expect(page.get_by_role("button", name="Stop the search")).to_be_hidden()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()


@needs_worker
def test_going_back_ends_the_search_for_a_shortest_solution(page: Page, service: str) -> None:
    choose_shortest(page, f"{service}27")
    expect(page.get_by_role("button", name="Stop the search")).to_be_visible()
    page.get_by_role("button", name="Back to my game").click()
    page.get_by_role("button", name="Watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    expect(page.get_by_role("button", name="Stop the search")).to_be_hidden()


def test_a_random_deal_can_be_won(page: Page) -> None:
    page.get_by_role("button", name="Random winnable deal").click()
    expect(page).not_to_have_url(re.compile("/617"))
    number = int(page.url.rsplit("/", 1)[1])
    assert isinstance(solve(number), Solved)


# What people bring


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_pasted_solution_is_recognised(page: Page, line: list[Move], dialect: Dialect) -> None:
    text = write_moves(deal(617), line, dialect)
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', text);
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        }""",
        text,
    )
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("A correct solution of")
    dialog.get_by_role("button", name="Open").click()
    assert page.evaluate("freecell.game.won") is True


def test_a_pasted_board_is_identified(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    page.get_by_role("textbox", name="A board or moves").fill(str(deal(1234567)))
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is deal 1,234,567.")
    page.get_by_role("button", name="Open").click()
    assert rows(page) == str(deal(1234567))


@pytest.mark.parametrize(
    "text",
    ["https://example.org/?g=11982&v=All", "https://example.org/game/11982", "Game #11,982"],
)
def test_a_pasted_link_or_title_is_a_deal(page: Page, text: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    page.get_by_role("textbox", name="A board or moves").fill(text)
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is deal 11,982.")
    page.get_by_role("button", name="Open").click()
    assert rows(page) == str(deal(11982))


def test_the_first_row_gives_the_number(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Find the number").click()
    for column, card in enumerate(["7d", "ad", "5c", "3s", "5s", "8c", "2d", "ah"], 1):
        page.get_by_role("textbox", name=f"Row 1, column {column}", exact=True).fill(card)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Game #617").click()
    assert rows(page) == str(deal(617))


@needs_worker
def test_a_search_that_did_not_look_everywhere_says_so(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Find the number").click()
    dialog = page.get_by_role("dialog")
    for row, column, card in [(1, 8, "AH"), (2, 2, "AS"), (3, 1, "KC")]:
        name = f"Row {row}, column {column}"
        page.get_by_role("textbox", name=name, exact=True).fill(card)
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("There are more than these 20.", timeout=SCAN)
    expect(dialog).to_contain_text("Only deals up to 20,000,000 were looked at; later ones")
    for column, card in enumerate(["2C", "3C", "4C", "5C"], 2):
        name = f"Row 3, column {column}"
        page.get_by_role("textbox", name=name, exact=True).fill(card)
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text(
        "No deal up to 20,000,000 has these cards; later ones", timeout=SCAN
    )


# The engine in the Worker


@needs_worker
def test_worker_and_service_give_the_same_answers_at_once(page: Page, service: str) -> None:
    boards = positions(300)
    here = from_worker(page, boards)
    there = from_service(service.removeprefix("http://").rstrip("/"), boards)
    assert {len(board.cells) for board in boards} == set(range(9))
    assert {verdict.result for verdict in here} == {"solved", "impossible"}
    for board, one, other in zip(boards, here, there, strict=True):
        assert one[:2] == other[:2], board
        if one.result == "solved":
            assert Game(board, parse_moves(one.moves, len(board.cells))).won
    for verdicts in (here, there):
        assert told(verdicts)["median"] < 100  # for an ordinary position


def test_the_five_checks_of_the_task_pass_in_the_browser(page: Page) -> None:
    assert page.evaluate("typeof dealFreeCell") == "function"
    assert page.evaluate("Array.isArray(dealFreeCell(1))")
    assert page.evaluate("dealFreeCell(1).length") == 7
    for number in (1, 617):
        dealt = page.evaluate("(number) => dealFreeCell(number)", number)
        assert "\n".join(" ".join(row) for row in dealt) == str(deal(number))


def test_without_the_engine_the_page_asks_the_service(browser: Browser, service: str) -> None:
    """One cell, and it is taken: that there are no more of them must reach the service."""
    context = browser.new_context(locale="en", service_workers="block")
    page = context.new_page()
    page.route("**/engine.wasm", lambda route: route.abort())
    page.goto(f"{service}1?cells=1#2a")
    ready(page)
    assert isinstance(solve(deal(1, 1).play(Move(1, 8))), Impossible)
    assert isinstance(solve(deal(1, 4).play(Move(1, 8))), Solved)
    with page.expect_request("**/api/verdict") as asked:
        page.get_by_role("button", name="Winnable?").click()
    position = (asked.value.post_data_json or {})["position"]
    assert len(parse_position(position).cells) == 1
    expect(page.locator("#chip")).to_have_text("Impossible with 1 cell")
    with page.expect_request("**/api/verdict"):
        choose_shortest(page, f"{service}3")
    proved = "Proved: no solution has fewer moves than this one (18)."
    expect(page.locator("#status")).to_have_text(proved)
    context.close()


CONTROLLED = """() => navigator.serviceWorker.controller ? true : new Promise((done) =>
    navigator.serviceWorker.addEventListener("controllerchange", () => done(true)))"""
"""Waits for the service worker; the page's policy forbids what Playwright waits with."""


@needs_worker
def test_the_page_works_without_a_network(page: Page, service: str) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(CONTROLLED)
    page.keyboard.type("83")
    page.context.set_offline(True)
    page.reload()
    ready(page)
    assert rows(page) == str(deal(617).play(Move(7, 2)))
    page.get_by_role("button", name="Winnable?").click()
    expect(page.locator("#status")).to_have_text("This position can be won.")
    page.goto(f"{service}11982")
    ready(page)
    assert rows(page) == str(deal(11982))
    page.context.set_offline(False)
