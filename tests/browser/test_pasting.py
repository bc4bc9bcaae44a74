"""What people bring: solutions, boards, links, and the first row of a deal."""

from playwright.sync_api import Page, expect

from freecell.board import Move, deal
from freecell.text.solution_writer import DIALECTS, write_moves
from tests.browser.conftest import expect_rows, needs_worker, until


def test_a_pasted_solution_is_recognised(page: Page, line: list[Move]) -> None:
    for dialect in DIALECTS:
        paste_solution(page, write_moves(deal(617), line, dialect))
        page.evaluate("freecell.openDeal(617)")
        expect_rows(page, deal(617))


def paste_solution(page: Page, text: str) -> None:
    """Paste a line that wins, and open it."""
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', text);
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        }""",
        text,
    )
    dialog = page.locator("dialog[open]")  # the panel of a won game is another kind
    expect(dialog).to_contain_text("A correct solution of")
    dialog.get_by_role("button", name="Open").click()
    until(page, "freecell.game.won")


def test_a_pasted_board_is_identified(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    page.get_by_role("textbox", name="A board or moves").fill(str(deal(1234567)))
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is deal 1,234,567.")
    page.get_by_role("button", name="Open").click()
    expect_rows(page, deal(1234567))


LINKS = {
    11982: "https://example.org/?g=11982&v=All",
    11983: "https://example.org/game/11983",
    11984: "Game #11,984",
}


def test_a_pasted_link_or_title_is_a_deal(page: Page) -> None:
    for number, text in LINKS.items():
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Paste a board").click()
        page.get_by_role("textbox", name="A board or moves").fill(text)
        page.get_by_role("button", name="Read").click()
        expect(page.get_by_role("dialog")).to_contain_text(f"This is deal {number:,}.")
        page.get_by_role("button", name="Open").click()
        expect_rows(page, deal(number))


def test_the_first_row_gives_the_number(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Find the number").click()
    for column, card in enumerate(["7d", "ad", "5c", "3s", "5s", "8c", "2d", "ah"], 1):
        page.get_by_role("textbox", name=f"Row 1, column {column}", exact=True).fill(card)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Game #617").click()
    expect_rows(page, deal(617))


@needs_worker
def test_a_search_that_did_not_look_everywhere_says_so(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Find the number").click()
    dialog = page.get_by_role("dialog")
    for row, column, card in [(1, 8, "AH"), (2, 2, "AS"), (3, 1, "KC")]:
        name = f"Row {row}, column {column}"
        page.get_by_role("textbox", name=name, exact=True).fill(card)
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("There are more than these 20.")
    page.get_by_role("textbox", name="Row 4, column 1", exact=True).fill("KD")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("Only deals up to 20,000,000 were searched; later ones")
    for column, card in enumerate(["2C", "3C", "4C", "5C"], 2):
        name = f"Row 3, column {column}"
        page.get_by_role("textbox", name=name, exact=True).fill(card)
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("No deal up to 20,000,000 has these cards; later ones")
