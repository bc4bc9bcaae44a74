"""Whatever the page shows is words: no empty place of a sentence, no name of a text, nothing undefined.

An observer in the page reads every text from the moment it appears, so that none is missed, however
short it is seen. Somebody then does anything, in every language.
"""

from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from freecell.words import LANGUAGES, words
from tests.browser.conftest import Watched, needs_worker, ready

ACTIONS = 30  # in each of the five languages

OBSERVER = r"""() => {
    const wrong = /\{\w*\}|undefined|\bNaN\b|\[object|\bnull\b|\b[a-z]+_[a-z_]+\b/;
    window.wrongTexts = [];
    const look = (text) => { if (text && wrong.test(text)) window.wrongTexts.push(text); };
    const NAMES = ["aria-label", "title", "placeholder", "aria-valuetext", "alt"];
    const read = (node) => {
        if (node.nodeType === Node.TEXT_NODE) look(node.data);
        if (node.nodeType !== Node.ELEMENT_NODE) return;
        for (const name of NAMES) look(node.getAttribute(name));
        node.childNodes.forEach(read);
    };
    const observer = new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(read);
    });
    read(document.body);
    const childList = true, subtree = true, characterData = true, attributes = true;
    observer.observe(document.body, { childList, subtree, characterData, attributes, attributeFilter: NAMES });
}"""

ACT = """([kind, chance]) => {
    const left_alone = '#language, dialog .field:first-child select'; // the language
    const shown = (each) => each.checkVisibility() && !each.disabled && !each.matches(left_alone);
    const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const among = (selector) => {
        const found = [...layer.querySelectorAll(selector)].filter(shown);
        return found[Math.floor(chance * found.length)];
    };
    if (kind === 'card') return among('.table .card, .table .place')?.click();
    if (kind === 'button') return among('button:not(.card, .place)')?.click();
    const select = among('select');
    if (!select) return;
    select.selectedIndex = Math.floor(chance * 7919) % select.options.length;
    select.dispatchEvent(new Event('change'));
}"""


@needs_worker
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_seen_is_words(
    browser: Browser, service: str, watched: Watched, language: str
) -> None:
    context = browser.new_context(locale=language)
    context.add_init_script("window.print = () => {}; delete Navigator.prototype.serviceWorker")
    page = watched(context.new_page())
    page.goto(f"{service}617#83")
    ready(page)
    page.evaluate(OBSERVER)
    ask_for_hints(page, language)
    chance = Random(f"words {language}")
    for _ in range(ACTIONS):
        act(page, chance)
    page.goto("about:blank")  # whatever was still under way
    context.close()


def ask_for_hints(page: Page, language: str) -> None:
    """Ask three times: the place, the card, and the move, in a sentence."""
    for key in ("hint_where", "hint_card", "hint_again"):
        page.keyboard.press("?")
        text = words()["page"][key][language].split("{")[0]
        expect(page.locator("#status")).to_contain_text(text)
    assert page.evaluate("window.wrongTexts") == []


def act(page: Page, chance: Random) -> None:
    """Do anything; what comes of it later is read when it comes."""
    kind = chance.choice(["card"] * 4 + ["button"] * 5 + ["select", "key"])
    if kind == "key":
        page.keyboard.press(chance.choice(["Escape", "z", "y", "?", "1", "a", "h"]))
    else:
        page.evaluate(ACT, [kind, chance.random()])
    page.wait_for_timeout(40)  # for the page to get on with it; nothing is asserted of this moment
    assert page.evaluate("window.wrongTexts") == [], kind
