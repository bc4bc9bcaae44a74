"""The boxes of the page for learners: examples, verdicts that go with their text, and what is refused."""

import re

import pytest
from playwright.sync_api import Page, expect

from freecell.words import LANGUAGES, words
from tests.browser.learn.learn_page import Opener, as_text, check_boards, right_source, run_function
from tests.browser.test_axe import violations
from tests.web.page_modules import needs_dealer

PLACEHOLDER = re.compile(r"\{\w*\}|undefined|learn_\w+")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_is_none_is_refused_with_the_range(learn: Opener, language: str) -> None:
    page = learn("617", locale=language)
    page.locator("#number").fill("abc")
    page.keyboard.press("Enter")
    answer = page.locator("#number-error").inner_text()
    assert "abc" in answer
    assert "-4" in answer.replace("−", "-")
    assert "8589934591" in re.sub(r"\D", "", answer.rpartition("4")[0] + answer)
    assert not PLACEHOLDER.search(page.locator("body").inner_text())
    modulus = words()["learn"]["learn_modulus"][language]  # why there is one
    expect(page.locator("#generator")).to_contain_text(modulus)


def test_an_address_that_cannot_be_read_is_refused_like_a_number(learn: Opener) -> None:
    page = learn("%")
    expect(page.locator("#number-error")).to_contain_text("“%” is no deal number")


def test_the_number_box_and_the_two_texts_show_an_example(learn: Opener) -> None:
    page = learn("617")
    assert page.locator("#number").get_attribute("placeholder") == "617"
    assert "JD 2D 9H JC" in (page.locator("#boards").get_attribute("placeholder") or "")
    assert "dealFreeCell(number)" in (page.locator("#source").get_attribute("placeholder") or "")


@needs_dealer
def test_every_example_has_a_bug_that_is_named(learn: Opener) -> None:
    page = learn("617")
    boards, functions = set(), set()
    for _ in range(6):
        page.locator("#boards-example").click()
        expect(page.locator("#boards")).not_to_have_value("")
        page.locator("#check-form [type=submit]").click()
        expect(page.locator("#verdicts .together")).to_contain_text("likely cause")
        boards.add(page.locator("#verdicts .together").inner_text())
        page.locator("#source-example").click()
        expect(page.locator("#source")).to_have_value(re.compile("^function dealFreeCell"))
        answer = run_function(page, page.locator("#source").input_value())
        assert "all boards together: likely cause" in answer
        functions.add(answer.partition("likely cause")[2])
    assert len(boards) == len(functions) == 6
    assert violations(page) == []


@needs_dealer
def test_a_verdict_goes_when_its_text_changes(learn: Opener) -> None:
    page = learn("617")
    check_boards(page, as_text(617))
    page.locator("#boards").press("End")
    page.locator("#boards").press("x")
    expect(page.locator("#verdicts")).to_be_empty()
    run_function(page, right_source())
    expect(page.locator("#report")).to_contain_text("all 1")
    page.locator("#source").press("x")
    expect(page.locator("#report")).to_be_empty()
    page.locator("#source").fill("function dealFreeCell() { for (;;); }")
    page.locator("#run-button").click()
    expect(page.locator("iframe")).to_have_count(1)
    page.locator("#source").fill(right_source())
    expect(page.locator("iframe")).to_have_count(0)
    expect(page.locator("#report")).to_be_empty()
    assert "all 1" in run_function(page, right_source())


@needs_dealer
def test_a_verdict_goes_when_the_language_changes(learn: Opener) -> None:
    page = learn("617")
    check_boards(page, as_text(617, "snake"))
    page.locator("#language").select_option("es")
    expect(page.locator("#verdicts")).to_be_empty()
    expect(page.locator("#boards-example")).to_have_text("Cargar uno con un error")


@needs_dealer
def test_a_part_that_does_not_come_is_named_and_can_be_asked_for_again(
    learn: Opener, complaints: list[str]
) -> None:
    page = learn("617", service_workers="block")  # which would keep it
    page.context.route("**/dealer.wasm", lambda route: route.abort())
    page.locator("#source").fill("n => n")
    page.locator("#run-button").click()
    expect(page.locator("#report")).to_contain_text("The check itself failed: ")
    page.context.unroute("**/dealer.wasm")
    assert "it returned" in run_function(page, "n => n")
    complaints.clear()  # the browser reports what did not come


def passes(page: Page, source: str) -> bool:
    return "it passes the five checks of the task" in run_function(page, source)


@needs_dealer
def test_passing_means_what_it_means_in_python(learn: Opener) -> None:
    """Deals 1 and 617 to the letter, in both calls, whatever else is right or wrong."""
    page = learn("617")
    right = right_source().replace("export ", "")
    assert passes(page, right)
    renamed = right.replace("function dealFreeCell", "function right")
    only_two = "function dealFreeCell(n) { return n === 1 || n === 617 ? right(n) : right(n + 1); }"
    filled = "function dealFreeCell(n) { const b = right(n); b[6].push(null, null); return b; }"
    wrapped = "function dealFreeCell(n) { return { rows: right(n) }; }"
    assert passes(page, renamed + only_two)
    assert not passes(page, renamed + filled)
    assert not passes(page, renamed + wrapped)
