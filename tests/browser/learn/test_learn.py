"""The page for learners: every step of a deal, by mouse and keyboard, on phones and without a network."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freecell.cards import CARD_NAMES
from freecell.dealing import deal_cards, deal_freecell, draws
from freecell.web.assets import has_dealer
from freecell.words import LANGUAGES, words
from tests.browser.conftest import ready, rows
from tests.browser.learn.learn_page import (
    Opener,
    as_text,
    board,
    check_boards,
    right_source,
    run_function,
)
from tests.browser.test_axe import violations

NUMBERS = [1, 617, 2**31, 2**32, 8_589_934_591]
PHONE = {"width": 360, "height": 740}
SHOWN = ["state", "value", "left", "place"]


def figure(page: Page, name: str) -> int:
    return int(page.locator(f"#f-{name}").inner_text())


# Every figure


def test_the_figures_are_those_of_the_library(learn: Opener) -> None:
    page = learn("617")
    for number in NUMBERS:
        page.evaluate("number => (location.hash = number)", str(number))
        expect(page.locator("#lines")).to_contain_text(f"Game #{number}\n")
        compare_figures(page, number)


def compare_figures(page: Page, number: int) -> None:
    """Compare what the page shows of its first, its middle and its last step."""
    expected = list(draws(number))
    for step in (1, 26, 52):
        page.locator("#slider").fill(str(step))
        draw = expected[step - 1]
        assert {name: figure(page, name) for name in SHOWN} == {
            name: getattr(draw, name) for name in SHOWN
        }
        before = expected[step - 2].state if step > 1 else number % 2**32
        assert figure(page, "before") == before
        total = before * 214013 + 2531011
        assert figure(page, "product") == before * 214013
        assert figure(page, "sum") == total
        assert figure(page, "value-again") == draw.value
        modulus = 2**31 if number < 2**32 else 2**32
        assert draw.state == total % modulus
        power = "2^31" if number < 2**32 else "2^32"
        assert page.locator("#f-modulus").inner_text() == power
        assert page.locator("#f-cut").inner_text() == f"cuts off {total // modulus} × {power}"
        assert "".join(page.locator("#bits span").all_inner_texts()) == f"{total % 2**32:032b}"
        used = page.locator("#bits .value").count()
        assert used == (15 if number < 2**32 else 16)
        chosen = page.locator("#deck .chosen")
        assert chosen.get_attribute("data-index") == str(draw.place)
        assert page.locator("#deck .small:not(.none)").count() == draw.left
        assert board(page) == [CARD_NAMES[each.card] for each in expected[:step]]
        assert str(draw.state) in page.locator("#say").inner_text()
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(number)]


def test_the_page_says_which_rule_holds(learn: Opener) -> None:
    page = learn("617")
    rules = {2**31 - 1: "Microsoft’s rule", 2**31: "+ 32768", 2**32: "number − 2^32"}
    for number, rule in rules.items():
        page.evaluate("number => (location.hash = number)", str(number))
        expect(page.locator("#band")).to_contain_text(rule)
        assert page.locator("#cut-off").is_visible() == (number < 2**32)


def test_the_special_games_are_called_lists(learn: Opener) -> None:
    page = learn("-1")
    expect(page.locator("#special")).to_contain_text("a list of cards, not a shuffle")
    expect(page.locator("#player")).to_be_hidden()
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(-1)]
    page.locator("#number").fill("617")
    page.keyboard.press("Enter")
    expect(page.locator("#special")).to_be_hidden()
    expect(page.locator("#player")).to_be_visible()


def test_a_number_that_is_none_is_refused(learn: Opener) -> None:
    page = learn("617/5")
    page.locator("#number").fill("six")
    page.keyboard.press("Enter")
    expect(page.locator("#number-error")).to_contain_text("six")
    expect(page.locator("#step")).to_have_text("Step 5 of 52")


# How one goes through it


def test_it_plays_line_by_line_and_pauses(learn: Opener) -> None:
    page = learn("617")
    page.locator("#line").click()
    for line in ("214013", "index =", "deck[index]", "pop()"):
        assert [line in text for text in page.locator("code .line.now").all_inner_texts()] == [
            True
        ] * 2
        page.locator("#line").click()
    expect(page.locator("#step")).to_have_text("Step 2 of 52")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#step")).to_have_text(re.compile(r"Step ([3-9]|\d\d) of 52"))
    page.get_by_role("button", name="Pause").click()
    answer = page.locator("#step").inner_text()
    page.wait_for_timeout(700)
    expect(page.locator("#step")).to_have_text(answer)


def test_the_keyboard_alone_does_everything(learn: Opener) -> None:
    page = learn("617")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step")).to_have_text("Step 1 of 52")
    expect(page).to_have_url(page.url.split("#")[0] + "#617/1")
    names = []
    for _ in range(16):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.id"))
    wanted = [
        "number",
        "language",
        "play-deal",
        "first",
        "back",
        "run",
        "on",
        "last",
        "line",
        "slider",
    ]
    assert [name for name in names if name in wanted] == wanted
    page.locator("#number").focus()
    page.keyboard.type("1")
    page.keyboard.press("Control+A")
    page.keyboard.type("11982")
    page.keyboard.press("Enter")
    page.locator("#slider").focus()
    page.keyboard.press("End")
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(11982)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_it_in_every_language_without_sideways_scrolling(
    learn: Opener, language: str
) -> None:
    page = learn("8589934591/26", viewport=PHONE, locale=language)
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for name in ("#board", "#deck", "#bits", ".figures", "#say", ".controls"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    assert (
        page.get_by_role("heading", level=1).inner_text()
        == words()["learn"]["learn_title"][language]
    )
    if has_dealer():
        check_boards(page, as_text(617, "caret"))
        expect(page.locator("#verdicts")).to_contain_text(words()["mistakes"]["caret"][language])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if language in ("en", "ru"):  # with the shortest and the longest words
        assert violations(page) == []


def test_the_lines_are_there_to_copy(learn: Opener) -> None:
    page = learn("617")
    lines = page.locator("#lines").inner_text().rstrip().splitlines()
    assert lines[0] == "Game #617"
    assert lines[2].split() == [
        "1",
        "134577032",
        "2053",
        "52",
        "25",
        "7D",
        "seven",
        "of",
        "diamonds",
    ]
    assert len(lines) == 54
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").splitlines()[2] == lines[2]


def test_it_prints_the_step_and_all_lines(learn: Opener) -> None:
    document = learn("617/26").pdf()
    assert (
        document.count(b"/Type /Page\n") + document.count(b"/Type /Page ") == 2
    )  # the step, and the lines


def test_the_menu_and_the_help_lead_here_and_a_link_leads_back(page: Page, service: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Learn how deals are made").click()
    expect(page).to_have_url(f"{service}learn#617")
    ready(page)
    page.get_by_role("link", name="Play this deal").click()
    expect(page).to_have_url(f"{service}617")
    ready(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("link", name="Learn how deals are made")).to_be_visible()


def wrong_number(page: Page) -> None:
    page.locator("#number").fill("six")
    page.keyboard.press("Enter")


STATES: dict[str, Callable[[Page], None]] = {
    "as it opens": lambda _: None,
    "a step": lambda page: page.locator("#slider").fill("26"),
    "a line": lambda page: page.locator("#line").click(),
    "a special game": lambda page: page.evaluate("location.hash = '-2'"),
    "a wrong number": wrong_number,
}


def report_on(page: Page, source: str) -> None:
    assert run_function(page, source)


if has_dealer():
    STATES["a wrong board"] = lambda page: check_boards(page, as_text(617, "snake"))
    STATES["a function"] = lambda page: report_on(page, "n => n")


@pytest.mark.parametrize(
    "view", ["desktop", "phone, dark", pytest.param("forced colours", marks=pytest.mark.long)]
)
def test_axe_finds_no_violation(learn: Opener, view: str) -> None:
    options: dict[str, dict[str, object]] = {
        "desktop": {},
        "phone, dark": {"viewport": PHONE, "color_scheme": "dark"},
        "forced colours": {"forced_colors": "active"},
    }
    page = learn("617", **options[view])
    found = {}
    for name, act in STATES.items():
        page.evaluate("location.hash = '617'")
        act(page)
        found[name] = violations(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


# Without a network, and as plain files


@pytest.mark.service_worker
def test_without_a_network_it_is_still_itself(learn: Opener, service: str) -> None:
    page = learn("617")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    for address in ("learn#1/52", "learn/#1/52"):
        page.goto("about:blank")
        page.goto(service + address)
        ready(page)
        assert board(page) == [CARD_NAMES[card] for card in deal_cards(1)]
    if has_dealer():
        check_boards(page, as_text(617, "by columns"))
        expect(page.locator("#verdicts")).to_contain_text("dealt column by column")
        assert "all 1" in run_function(page, right_source())
    page.goto(f"{service}11982")
    ready(page)
    assert rows(page).splitlines()[-1].split() == deal_freecell(11982)[6]
    page.context.set_offline(False)


@pytest.mark.service_worker
def test_plain_files_show_it_too(learn: Opener, site: str) -> None:
    page = learn("617/52", f"{site}learn/")
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(617)]
    if has_dealer():
        assert "all 1" in run_function(page, right_source())
    page.get_by_role("link", name="Play this deal").click()
    expect(page).to_have_url(f"{site}?deal=617")
    ready(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Learn how deals are made").click()
    expect(page).to_have_url(f"{site}learn/#617")
    ready(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    ready(page)
    expect(page.locator("#board-title")).to_have_text("The board")
    if has_dealer():
        check_boards(page, as_text(617, "by columns"))
        expect(page.locator("#verdicts")).to_contain_text("dealt column by column")
        assert "all 1" in run_function(page, right_source())
    page.context.set_offline(False)
