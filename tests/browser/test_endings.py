"""Endings by their names: in the address, in the field for numbers, pasted, and on a plain web host."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from freecell.board import deal
from freecell.instances import moves_to
from tests.browser.conftest import expect_rows, rows

NAME = "ending:12:617"
MOVES = "".join(map(str, moves_to(NAME)[1]))


def test_an_address_opens_the_deal_with_the_moves_that_lead_there(
    opened: Callable[[str], Page], service: str, site: str
) -> None:
    for address, deal_address in (
        (f"{service}{NAME}", f"{service}617"),
        (f"{site}?deal={NAME}", f"{site}?deal=617"),
    ):
        page = opened(address)
        assert rows(page) == str(deal(NAME))
        expect(page).to_have_url(f"{deal_address}#{MOVES}")
        page.get_by_role("button", name="Restart").click()
        expect_rows(page, str(deal(617)))


def test_a_name_is_typed_or_pasted(opened: Callable[[str], Page], service: str) -> None:
    page = opened(f"{service}1")
    field = page.get_by_role("textbox", name="Deal number")
    field.fill("Ending:4:#714")
    field.press("Enter")
    expect_rows(page, str(deal("ending:4:714")))
    page.go_back()
    expect_rows(page, str(deal(1)))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Paste a board").click()
    page.get_by_role("textbox", name="A board or moves").fill(f"https://example.org/{NAME}")
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is deal 617.")
    page.get_by_role("button", name="Open").click()
    expect_rows(page, str(deal(NAME)))


def test_a_name_that_there_is_not_is_refused(opened: Callable[[str], Page], service: str) -> None:
    page = opened(f"{service}1")
    field = page.get_by_role("textbox", name="Deal number")
    field.fill("ending:99:617")
    field.press("Enter")
    expect(page.locator("#status")).to_contain_text("ending:99:617")
    assert rows(page) == str(deal(1))
