"""Playing on the page: by mouse, by touch, by arrow keys, by typed notation."""

from playwright.sync_api import Browser, BrowserContext, Page, expect

from freecell.board import Move, deal
from tests.browser.conftest import (
    Watched,
    expect_rows,
    moves_in_address,
    ready,
    rows,
    status,
    with_reasons,
)


def refused(page: Page, typed: str) -> str:
    """Type a move that is not allowed, and return the reason."""
    with_reasons(page)
    page.keyboard.type(typed)
    return status(page)


def drag(page: Page, name: str, target: str) -> None:
    """Drag a card by its upper edge onto another card or place."""
    box = page.get_by_role("button", name=name).bounding_box()
    goal = page.get_by_role("button", name=target).bounding_box()
    assert box is not None
    assert goal is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2 + 4, goal["y"] + 14, steps=6)
    page.mouse.up()


def test_the_deal_of_the_address_is_on_the_table(page: Page) -> None:
    assert rows(page) == str(deal(617))
    assert page.title() == "Game #617 · FreeCell"


def test_a_card_is_dragged_to_a_column_and_back_by_undo(page: Page) -> None:
    drag(page, "queen of hearts, column 8", "king of clubs, column 3")
    assert rows(page) == str(deal(617).play(Move(7, 2)))
    assert moves_in_address(page) == "83"
    page.get_by_role("button", name="Undo").click()
    assert rows(page) == str(deal(617))
    assert moves_in_address(page) == ""
    page.get_by_role("button", name="Redo").click()
    assert moves_in_address(page) == "83"


def test_a_card_dragged_to_where_it_does_not_fit_goes_back(page: Page) -> None:
    with_reasons(page)
    drag(page, "queen of hearts, column 8", "jack of diamonds, column 1")
    assert rows(page) == str(deal(617))
    assert status(page) == "The queen of hearts does not fit on the jack of diamonds."


def test_a_card_is_dragged_to_a_cell(page: Page) -> None:
    drag(page, "king of clubs, column 3", "cell c, empty")
    assert moves_in_address(page) == "3c"
    expect(page.get_by_role("button", name="king of clubs, cell c")).to_be_visible()


def test_tap_and_tap_moves_and_tapping_twice_finds_the_best_place(page: Page) -> None:
    page.get_by_role("button", name="queen of hearts, column 8").click()
    assert status(page) == "queen of hearts picked up"
    page.get_by_role("button", name="king of spades, column 2").click()
    assert moves_in_address(page) == "82"
    page.get_by_role("button", name="two of spades, column 8").dblclick()
    assert moves_in_address(page) == "828a"


def test_a_buried_card_says_that_it_cannot_be_taken(page: Page) -> None:
    page.get_by_role("button", name="ten of diamonds, column 1").click(position={"x": 20, "y": 8})
    assert status(page) == (
        "The ten of diamonds cannot be taken: the cards on it are not in order."
    )


def test_notation_is_typed(page: Page) -> None:
    page.keyboard.type("82")
    assert moves_in_address(page) == "82"
    page.keyboard.type("8a")
    assert moves_in_address(page) == "828a"
    page.keyboard.type("z")
    assert moves_in_address(page) == "82"
    assert refused(page, "17") == "The jack of diamonds does not fit on the jack of hearts."


def test_with_eight_cells_h_is_home_and_k_the_last_cell(page: Page, service: str) -> None:
    page.goto(f"{service}617?cells=8#8a8b8c8d8e1f1g")
    page.reload()
    ready(page)
    expect(page.get_by_role("button", name="cell k, empty")).to_be_visible()
    assert refused(page, "1h") == "The four of clubs cannot go home before the ace of clubs."
    page.keyboard.type("1k")
    assert moves_in_address(page) == "8a8b8c8d8e1f1g1k8h"  # the ace goes home by itself
    page.reload()
    ready(page)
    expect(page.get_by_role("button", name="four of clubs, cell k")).to_be_visible()
    assert refused(page, "kh") == "The four of clubs cannot go home before the ace of clubs."


def test_arrows_and_enter_play(page: Page) -> None:
    page.get_by_role("button", name="seven of diamonds, column 1").focus()
    for key in ["ArrowRight"] * 7 + ["ArrowDown"] * 9:
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="queen of hearts, column 8")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    for key in ["ArrowLeft"] * 6 + ["ArrowDown"] * 9:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    assert moves_in_address(page) == "82"
    page.keyboard.press("Control+z")
    assert moves_in_address(page) == ""


def test_touch_drags_and_taps(browser: Browser, watched: Watched, service: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale="en"
    )
    page = watched(context.new_page())
    page.goto(f"{service}617")
    ready(page)
    page.get_by_role("button", name="queen of hearts, column 8").tap()
    page.get_by_role("button", name="king of clubs, column 3").tap()
    assert moves_in_address(page) == "83"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


def test_an_address_with_moves_is_a_saved_game(page: Page, service: str) -> None:
    page.goto(f"{service}617#828a")
    page.reload()
    ready(page)
    assert rows(page) == str(deal(617).play(Move(7, 1)).play(Move(7, 8)))
    expect(page.locator("#count")).to_have_text("2 moves")


def test_back_and_forward_go_from_deal_to_deal(page: Page, service: str) -> None:
    page.keyboard.type("8a")
    page.get_by_role("button", name="Next deal").click()
    expect(page).to_have_url(f"{service}618")
    page.go_back()
    expect(page).to_have_url(f"{service}617#8a")
    expect_rows(page, deal(617).play(Move(7, 8)))
    page.go_forward()
    expect_rows(page, deal(618))


def test_an_unfinished_game_goes_on_where_it_was_left(page: Page, service: str) -> None:
    page.keyboard.type("8a")
    page.get_by_role("textbox", name="Deal number").fill("#11,982")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{service}11982")
    page.get_by_role("textbox", name="Deal number").fill("617")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{service}617#8a")


def test_an_address_that_names_no_deal_says_so(context: BrowserContext, service: str) -> None:
    page = context.new_page()
    for address in ("8589934592", "text", "?deal=-5", "?board=xx"):
        page.goto(service + address)
        ready(page)
        assert rows(page) == str(deal(617))
        named = address.split("=")[-1]
        assert status(page) == f"“{named}” is no deal number: -4 to 8,589,934,591."


def test_a_broken_sign_in_an_address_breaks_nothing(page: Page, service: str) -> None:
    page.goto(f"{service}617?#%E0%A4%A")
    ready(page)
    assert rows(page) == str(deal(617))
    expect(page.get_by_role("dialog")).to_contain_text("It could not be read")


def test_links_of_other_sites_are_understood(page: Page, service: str) -> None:
    for link in ("?deal=618", "?g=618&v=All", "?game=618", "game/618", "?deal_number=618"):
        page.goto(service + link)
        ready(page)
        assert rows(page) == str(deal(618)), link
