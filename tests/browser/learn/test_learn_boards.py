"""The page for learners checks boards of dealers of others, and names their bugs."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from freecell.cards import CARD_NAMES
from freecell.dealing import deal_cards
from freecell.own_dealer.board_check import BUGS, check_cards, deal_with_bugs
from freecell.words import words
from tests.browser.conftest import Watched, ready
from tests.browser.learn.learn_page import Opener, as_text, board, check_boards
from tests.web.page_modules import needs_dealer


@needs_dealer
def test_a_pasted_board_is_right_or_its_bug_is_named(learn: Opener) -> None:
    page = learn("617")
    check_boards(page, as_text(11982))
    expect(page.locator("#verdicts")).to_have_text("11982: right: this is deal 11982")
    check_boards(page, as_text(617, "not swapped"))
    expect(page.locator("#verdicts p")).to_have_text(
        [
            "617: wrong: card 3 (row 1, column 3) is 5D, expected 5C",
            "likely cause: the card is removed and the rest moves up (expected: swapped with the last card)",
        ]
    )
    wrong = page.locator("#verdicts .board .small")
    assert [
        at for at, each in enumerate(wrong.all()) if "wrong" in (each.get_attribute("class") or "")
    ] == [2]
    check_boards(
        page,
        as_text(1, "not swapped", suits="SHDC")
        + "\n\n"
        + as_text(617, "not swapped", suits="SHDC"),
    )
    expect(page.locator("#verdicts .together")).to_contain_text("suits are in the order SHDC")
    assert page.locator("#verdicts .verdict").count() == 2


@needs_dealer
def test_a_board_without_a_number_is_compared_with_a_likely_one(learn: Opener) -> None:
    page = learn("5")
    check_boards(page, as_text(1, "snake").partition("\n")[2])
    answer = page.locator("#verdicts").inner_text()
    assert "1: wrong: card 9" in answer
    assert "it is compared with deal 1" in answer
    check_boards(page, as_text(31999).partition("\n")[2])
    expect(page.locator("#verdicts")).to_have_text("31999: right: this is deal 31999")


@needs_dealer
def test_what_is_no_board_or_no_shuffle_is_refused(learn: Opener) -> None:
    page = learn("617")
    page.locator("#check-form [type=submit]").click()
    expect(page.locator("#verdicts")).to_have_text("There is nothing to check yet.")
    check_boards(page, "hello")
    expect(page.locator("#verdicts")).to_contain_text("not a card: 'hello'")
    check_boards(page, "Game #-1\n" + as_text(617).partition("\n")[2])
    expect(page.locator("#verdicts")).to_contain_text("a list of cards")
    cards = list(deal_cards(617))
    cards[30], cards[40] = cards[40], cards[30]
    names = " ".join(CARD_NAMES[card] for card in cards)
    check_boards(page, f"617: {names}")
    expect(page.locator("#verdicts")).to_contain_text("the shuffles part at card 31")


RECOGNISE = """async ([dealers_with, numbers]) => {
    const folder = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
    const { Dealers } = await import(folder + "dealer.js");
    const dealers = await Dealers.load(folder + "dealer.wasm");
    return dealers_with.flatMap((bugs) => numbers.map((number) => {
        const cards = dealers.deal(number, bugs);
        return { cards: cards ?? [], found: cards ? dealers.explain([{ number, cards }]) : [] };
    }));
}"""


@needs_dealer
@pytest.mark.long
def test_the_page_recognises_every_mistake_and_every_pair_with_a_hundred_numbers(
    learn: Opener,
) -> None:
    page, random = learn("617"), Random(617)
    numbers = [random.randrange(1, 1_000_001) for _ in range(100)]
    for bug in (bug for kind in BUGS for bug in kind):
        dealers = [[bug], *(list(pair) for pair in pairs_of_mistakes() if pair[0] == bug)]
        answer = page.evaluate(RECOGNISE, [dealers, numbers])
        for (bugs, number), message in zip(product(dealers, numbers), answer, strict=True):
            cards = deal_with_bugs(number, bugs)
            assert message["cards"] == cards
            if cards and cards != list(deal_cards(number)):
                known = check_cards(number, bytes(cards)).bugs
                assert [tuple(each["bugs"]) for each in message["found"]] == list(known), (
                    number,
                    bugs,
                )
                assert tuple(bugs) in known or len(known[0]) < len(bugs), (number, bugs)


def pairs_of_mistakes() -> Iterator[tuple[str, str]]:
    for kind, other in combinations(BUGS, 2):
        yield from product(kind, other)


def test_a_browser_without_webassembly_gets_a_message_and_the_steps(
    browser: Browser, service: str, watched: Watched
) -> None:
    context = browser.new_context(locale="es")
    context.add_init_script("delete window.WebAssembly")
    page = watched(context.new_page())
    page.goto(f"{service}learn#617/52")
    ready(page)
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(617)]
    answer = words()["learn"]["learn_no_webassembly"]
    expect(page.locator("#no-dealer")).to_have_text(answer["es"])
    page.locator("#language").select_option("it")
    expect(page.locator("#no-dealer")).to_have_text(answer["it"])
    for form in ("#check-form", "#run-part"):
        expect(page.locator(form)).to_be_hidden()
    context.close()
