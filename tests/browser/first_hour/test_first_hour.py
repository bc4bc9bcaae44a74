"""What a player meets in the first hour: where the focus is, what Escape does, and what the page says meanwhile."""

import re
from itertools import islice

from playwright.sync_api import Browser, Page, expect

from freecell.board import HOME, Move, deal
from freecell.finder import find_partial
from tests.browser.conftest import (
    Watched,
    expect_moves,
    moves_in_address,
    needs_worker,
    ready,
    rows,
    settled,
)
from tests.browser.test_advice import lost_position, stuck_game

FOCUSED = "document.activeElement.id"


def text_of(moves: list[Move]) -> str:
    return "".join(map(str, moves))


def visit(page: Page, address: str) -> None:
    """Open an address anew, also where only what stands behind the `#` differs."""
    page.goto("about:blank")
    page.goto(address)
    ready(page)


def test_a_button_that_has_nothing_more_to_do_keeps_the_focus(page: Page) -> None:
    page.keyboard.type("8a8b")
    for name, times in (("undo", 2), ("redo", 2), ("restart", 1)):
        page.locator(f"#{name}").focus()
        for _ in range(times):
            page.keyboard.press("Enter")
        assert page.evaluate(FOCUSED) == name
        expect(page.locator(f"#{name}")).to_be_disabled()
    page.keyboard.press("Enter")  # there is nothing to undo, and nothing happens
    assert moves_in_address(page) == ""
    page.locator("#number").focus()
    expect(page.locator("#restart:disabled")).to_have_count(1)  # now really off


@needs_worker
def test_escape_closes_what_lies_on_top_wherever_the_focus_is(
    page: Page, service: str, line: list[Move]
) -> None:
    page.locator("#watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    page.locator("#number").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#player")).to_be_hidden()
    visit(page, f"{service}617#{text_of(line)}")
    panel = page.get_by_role("dialog", name="Won!")
    expect(panel).to_be_visible()
    page.locator("#next").focus()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    visit(page, f"{service}617#{text_of(line)}&review")
    expect(page.locator("#review")).to_be_visible()
    page.locator("#menu").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#review")).to_be_hidden()
    number, moves = stuck_game()
    visit(page, f"{service}{number}#{text_of(moves)}")
    expect(page.locator("#panel")).to_be_visible()
    page.locator("#number").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()


def test_escape_ends_a_drag(page: Page) -> None:
    queen = page.get_by_role("button", name="queen of hearts, column 8")
    before = queen.bounding_box()
    assert before is not None
    page.mouse.move(before["x"] + 20, before["y"] + 20)
    page.mouse.down()
    page.mouse.move(200, 300, steps=4)
    expect(page.locator(".dragged")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".dragged")).to_have_count(0)
    king = page.get_by_role("button", name="king of spades, column 2").bounding_box()
    assert king is not None
    page.mouse.move(king["x"] + 20, king["y"] + 20)  # where it would fit
    page.mouse.up()
    settled(page)
    assert queen.bounding_box() == before
    assert moves_in_address(page) == ""


def test_enter_takes_the_card_that_has_the_focus(page: Page, service: str) -> None:
    visit(page, f"{service}617#82")  # the queen lies on the king now
    page.keyboard.press("2")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    held = page.locator('[aria-pressed="true"]')
    expect(held).to_have_count(2)
    expect(page.locator("#status")).to_have_text("king of spades, 2 cards in all")
    page.keyboard.press("Escape")
    page.keyboard.press("8")  # and a card that a digit took is put where one walks to
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect_moves(page, "828a")


@needs_worker
def test_what_is_watched_says_where_it_is(page: Page) -> None:
    page.locator("#watch").click()
    expect(page.locator("#status")).to_contain_text("Solved in")
    slider = page.locator("#player input")
    slider.fill(slider.get_attribute("max") or "")
    count = page.locator("#count").inner_text().split()[0]
    expect(page.locator("#status")).to_have_text(f"Won in {count} moves!")
    slider.fill("1")
    expect(page.locator("#status")).to_have_text(f"Move 1 of {count}.")
    assert slider.get_attribute("aria-valuetext") == f"Move 1 of {count}"


def visit_review(page: Page, address: str, line: list[Move], at: str = "") -> int:
    """Open a review without automatic play; return the moves that the table counts."""
    page.evaluate("localStorage.setItem('freecell.settings', '{\"autoplay\": \"none\"}')")
    visit(page, f"{address}#{text_of(line)}&review{at}")
    return sum(move.target != HOME for move in line)


@needs_worker
def test_a_review_counts_as_the_table_does_and_knows_a_win(
    page: Page, service: str, line: list[Move]
) -> None:
    count = visit_review(page, f"{service}617", line)
    expect(page.locator("#status")).to_have_text(f"Move {count} of {count}. Won!")
    expect(page.locator("#count")).to_have_text(f"{count} moves")
    expect(page.locator("#chip")).to_have_text("Won!")
    assert page.locator(".strip").get_attribute("aria-valuetext") == f"{count} of {count}"


@needs_worker
def test_the_move_that_lost_takes_the_focus_along(page: Page, service: str) -> None:
    _, moves = lost_position()
    visit(page, f"{service}617#{text_of(moves)}&review")
    page.locator("#review .losing").click()
    expect(page.locator("#review .losing")).to_be_hidden()
    expect(page.locator(".strip")).to_be_focused()


def test_a_won_game_that_is_redone_is_won_again(page: Page, service: str, line: list[Move]) -> None:
    visit(page, f"{service}617#{text_of(line)}")
    panel = page.get_by_role("dialog", name="Won!")
    expect(panel).to_be_visible()
    page.keyboard.press("Control+z")
    expect(panel).to_be_hidden()
    page.keyboard.press("Control+y")
    expect(panel).to_be_visible()


def test_a_number_behind_the_sign_is_a_deal(page: Page, service: str) -> None:
    visit(page, f"{service}#11982")
    assert rows(page) == str(deal(11982))
    expect(page.get_by_role("dialog")).to_have_count(0)
    visit(page, f"{service}31#31")  # with a number in the path they are moves
    assert rows(page) == str(deal(31).play(Move(2, 0)))


@needs_worker
def test_a_verdict_that_is_always_wanted_is_there_at_once(page: Page) -> None:
    page.locator("#menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Say whether it can be won").select_option("always")
    expect(page.locator("#chip")).to_have_text("Can be won")
    page.reload()
    ready(page)
    expect(page.locator("#chip")).to_have_text("Can be won")


def test_the_clock_stands_still_behind_a_dialog(page: Page) -> None:
    page.clock.install()
    page.keyboard.type("8a")
    page.clock.run_for(5000)
    expect(page.locator("#time")).to_have_text("0:05")
    page.locator("#menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    before = page.evaluate("freecell.seconds")
    page.clock.run_for(30_000)
    assert page.evaluate("freecell.seconds") == before
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)  # removed: the clock runs from then on
    page.clock.run_for(2000)
    assert before + 1.9 < page.evaluate("freecell.seconds") < before + 10


def test_the_cards_stay_as_large_as_they_are_when_the_bar_grows(page: Page) -> None:
    size = "document.querySelector('.card').getBoundingClientRect().width"
    before = page.evaluate(size)
    grown = page.evaluate(
        """async () => {
            const foot = document.querySelector('.foot');
            const height = foot.offsetHeight;
            freecell.say('Something that takes more than a line, again and again. '.repeat(8));
            freecell.notices.offer(...['one', 'two'].map((text) => ({ text, action: () => {} })));
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            return foot.offsetHeight - height;
        }"""
    )
    assert grown > 20
    assert page.evaluate(size) == before


def test_a_browser_that_keeps_nothing_is_named_once(
    browser: Browser, watched: Watched, service: str
) -> None:
    context = browser.new_context(locale="en")
    context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    page.keyboard.type("8a")
    expect(page.locator("#status")).to_have_text(
        re.compile("^This browser keeps nothing: .* queen of hearts → cell a")
    )
    page.keyboard.type("8b")
    expect(page.locator("#status")).to_have_text(re.compile("^two of spades → cell b"))
    page.locator("#menu").click()
    page.get_by_role("button", name="Statistics").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This browser keeps nothing")
    expect(dialog).not_to_contain_text("kept in this browser")
    context.close()


PASTE = """([selector, text]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(selector).dispatchEvent(event);
}"""
ROW = "7D AD 5C 3S 5S 8C 2D AH"


@needs_worker
def test_the_boxes_for_cards_go_on_by_themselves(page: Page) -> None:
    page.locator("#menu").click()
    page.get_by_role("button", name="Find the number").click()
    dialog = page.get_by_role("dialog")
    page.get_by_role("textbox", name="Row 1, column 1", exact=True).focus()
    page.keyboard.type("7dad10c")
    values = [each.input_value() for each in dialog.get_by_role("textbox").all()[:4]]
    assert values == ["7d", "ad", "10c", ""]
    expect(page.get_by_role("textbox", name="Row 1, column 4", exact=True)).to_be_focused()
    page.evaluate(PASTE, ["dialog input", ROW])
    values = [each.input_value() for each in dialog.get_by_role("textbox").all()[:8]]
    assert " ".join(values) == ROW
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Game #617", exact=True)).to_be_visible()
    for box in dialog.get_by_role("textbox").all()[:8]:
        box.fill("")
    page.get_by_role("textbox", name="Row 2, column 5", exact=True).fill("QH")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("There are more than these 20.")


@needs_worker
def test_a_row_that_is_pasted_anywhere_is_a_row(page: Page) -> None:
    page.evaluate(PASTE, ["body", f"{ROW}\nTD 7S"])
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Game #617", exact=True).click()
    assert rows(page) == str(deal(617))


FIND_ONE = """async () => {
    const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
    const { findKnown } = await import(folder + 'engine/engine.js');
    const parts = [];
    const cards = Array(52).fill(null);
    [cards[9], cards[20], cards[33]] = [50, 9, 2];
    const found = await findKnown(cards, (some) => parts.push(some));
    return [found, parts];
}"""


@needs_worker
def test_the_first_matches_are_there_before_the_last(page: Page) -> None:
    """What is found is what Python finds, and is reported while the search goes on."""
    found, parts = page.evaluate(FIND_ONE)
    assert len(parts) > 3
    for part in parts:
        assert part["numbers"] == [each for each in found["numbers"] if each <= part["last"]]
    known = {9: "KH", 20: "3D", 33: "AH"}
    assert found["numbers"] == list(islice(find_partial(known, range(20_000_001)), 100))
