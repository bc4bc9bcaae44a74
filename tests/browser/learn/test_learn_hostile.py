"""Functions that mean harm, in three browser engines: each ends with a verdict, and the page goes on.

They know the program around them: what they send has the form of its answers, or nearly so.
"""

import json
import re
from typing import TypeAlias

import pytest

from tests.browser.engines import Window
from tests.browser.test_engines import in_the_two_others, in_three_engines, until, window
from tests.web.page_modules import needs_dealer

__all__ = ["window"]  # the fixture

Function: TypeAlias = tuple[str, str | tuple[str, ...]]
"""Its source, and what the page reports, or one of several reports."""

FLOOD = "it sent messages of its own instead of returning boards, and was ended"
LATE = "no answer within 2 s"
ALL_TOO_LATE = "The check itself failed: no result in time"
NO_BOARD = "not a board"


def posting(*messages: str) -> str:
    """Return a function that sends messages of its own when it is first called."""
    sent = " ".join(f"postMessage(JSON.stringify({message}));" for message in messages)
    return f"function dealFreeCell() {{ {sent} }}"


def forging(body: str) -> str:
    """Return a function that answers every call itself, before it can be called."""
    return (
        "addEventListener('message', ({ data }) => {"
        " const calls = [...data.map((n) => [n, 1]), ...[...data].reverse().map((n) => [n, 2])];"
        " for (const [number, round] of calls)"
        f" postMessage(JSON.stringify({{ number, round, type: 'object', {body} }}));"
        " postMessage(JSON.stringify({ done: true }));"
        "}); function dealFreeCell() {}"
    )


def answer(**changed: str) -> str:
    """Return the first answer that is expected, with something in it changed."""
    right = {"number": "1", "round": "1", "type": "'object'", "text": "'[]'", "printed": "''"}
    return "{" + ", ".join(f"{key}: {value}" for key, value in {**right, **changed}.items()) + "}"


FORGED: dict[str, Function] = {
    "a text that is a number": (posting(answer(text="617")), FLOOD),
    "a text that is a list": (posting(answer(text="[[1]]")), FLOOD),
    "printed that is a number": (posting(answer(type="'null'", printed="5")), FLOOD),
    "raised that is an object": (posting(answer(raised="{}")), FLOOD),
    "shown in 9,000 brackets": (
        "function dealFreeCell() { postMessage(JSON.stringify({ number: 1, round: 1 }).slice(0, -1)"
        " + ',\"shown\":' + '['.repeat(9000) + ']'.repeat(9000) + '}'); }",
        FLOOD,
    ),
    "a type of its own": (posting(answer(type="'x'.repeat(1000)")), FLOOD),
    "a number as text": (posting(answer(number="'1'")), FLOOD),
    "another number": (posting(answer(number="5")), FLOOD),
    "a third round": (posting(answer(round="3")), FLOOD),
    "an answer twice": (posting(answer(), answer()), FLOOD),
    "done at once": (posting("{ done: true }"), FLOOD),
    "missing, but called": (posting(answer(), "{ missing: true }"), FLOOD),
    "null": (posting("null"), FLOOD),
    "a list": (posting("[1, 2, 3]"), FLOOD),
    "a prototype": ("function dealFreeCell() { postMessage('{\"__proto__\":{\"number\":1}}'); }", FLOOD),
    "bytes": ("function dealFreeCell() { postMessage(new Uint8Array(8)); }", FLOOD),
    "an object": ("function dealFreeCell() { postMessage({ number: 1, round: 1, text: '[]' }); }", FLOOD),
    "no JSON": ("function dealFreeCell() { postMessage('{\"number\":1,'); }", FLOOD),
    "19,000 nested brackets": (forging("text: '['.repeat(9500) + ']'.repeat(9500)"), NO_BOARD),
    "brackets that do not close": (forging("text: '['.repeat(19000)"), NO_BOARD),
    "rows in rows in rows": (forging("text: '{\"rows\":'.repeat(2000) + '1' + '}'.repeat(2000)"), NO_BOARD),
    "a text without end": (forging("text: JSON.stringify('AC '.repeat(6000))"), NO_BOARD),
    "cards that are lists": (forging("text: JSON.stringify(Array(52).fill([[[['AC']]]]))"), ("cards in the rows: 1 1", "not a card")),
    "forged errors": (forging("raised: 'Error: ' + 'x'.repeat(300), line: 1e99"), "it raised Error: xxx"),
}  # fmt: skip

HOSTILE: dict[str, Function] = {
    "throws null": ("function dealFreeCell() { throw null; }", "it raised null"),
    "an error without a text": (
        "function dealFreeCell() { throw { toString() { throw 1; } }; }",
        ("it raised 1", LATE, "it raised"),
    ),
    "a getter that throws": (
        "function dealFreeCell() { return { get rows() { throw new Error('no'); } }; }",
        "it raised Error: no",
    ),
    "a proxy": ("function dealFreeCell() { return new Proxy([], { get() { return 1; } }); }", ("it raised", "it returned")),
    "19,000 lists in lists": (
        "function dealFreeCell() { let a = []; for (let i = 0; i < 19000; i++) a = [a]; return a; }",
        ("it raised", "it returned", LATE),  # WebKit needs a second of a processor's time
    ),
    "JSON taken away": ("JSON.stringify = () => '[['; function dealFreeCell() { return []; }", NO_BOARD),
    "Object changed": (
        "Object.prototype.toJSON = () => 5; function dealFreeCell() { return []; }",
        (FLOOD, NO_BOARD),
    ),
    "no handler": ("Object.defineProperty(self, 'onmessage', { set() {} }); function dealFreeCell() {}", LATE),
    "an error at once": ("throw new Error('never'); function dealFreeCell() {}", "it raised Error: never (line 1)"),
    "a loop of promises": ("void (function again() { Promise.resolve().then(again); })(); function dealFreeCell() {}", LATE),
    "a slow pattern": (
        "function dealFreeCell() { return /^(a+)+$/.test('a'.repeat(40) + 'b'); }",
        (LATE, NO_BOARD),
    ),
    "workers of its own": (
        "const u = URL.createObjectURL(new Blob(['for (;;);']));"
        "function dealFreeCell() { new Worker(u); return []; }",
        ("it returned []", "it raised", LATE),
    ),
    "a flood": ("function dealFreeCell() { for (;;) postMessage('x'); }", (FLOOD, LATE)),
    "an endless loop": ("function dealFreeCell() { for (;;); }", LATE),
}  # fmt: skip

MISTAKEN: dict[str, Function] = {
    "a word too few": ("function dealFreeCell(n) {\n  return n +;\n}", "(line 2)"),
    "a bracket too few": ("function dealFreeCell(n) {\n  return [n];\n", "(line 2)"),
    "a member of nothing": ("function dealFreeCell(n) {\n\n  return n.x.y;\n}", "(line 3)"),
    "an arrow": ("// mine\nn =>\n  n.x.y", "(line 3)"),
    "Python": (
        "# mine\ndef deal_freecell(number):\n    return []\n",
        "This looks like Python, and this box runs JavaScript.",
    ),
    "random numbers": (
        "() => [...Array(52).keys()].sort(() => Math.random() - 0.5)",
        "it draws its values from Math.random (expected: from the generator of the task",
    ),
    "something kept": (
        "let at = 0; function dealFreeCell() { at++; return [...Array(52).keys()].map((c) => (c + at) % 52); }",
        "the same number gave two different boards: something is kept between calls",
    ),
}
"""What goes wrong without ill will, and differs between engines."""

LET_LOOSE = """(async () => {
  const [box, button, report] = ["#source", "#run-button", "#report"].map((each) => document.querySelector(each));
  box.value = %s;
  box.dispatchEvent(new Event("input"));
  button.click();
  const end = Date.now() + 120000; // the page ends it long before, but for a busy machine
  for (let turn = 0; button.disabled && (turn < 200 || Date.now() < end); turn++) // its own clock has as many turns
    await new Promise((done) => setTimeout(done, 20));
  return report.innerText;
})()"""


ALL = {**FORGED, **HOSTILE, **MISTAKEN}
ENGINES_DIFFER = [
    "a text that is a number", "shown in 9,000 brackets", "an answer twice", "a prototype", "bytes", "an object",
    "19,000 nested brackets", "throws null", "an error without a text", "a proxy", "19,000 lists in lists",
    "Object changed", "an error at once", "a flood", "an endless loop", *MISTAKEN,
]  # fmt: skip
"""What engines do differently, and one of each kind of the others."""


@needs_dealer
@in_the_two_others
def test_a_hostile_function_ends_with_a_verdict_in_other_engines(
    window: Window, service: str
) -> None:
    let_loose(window, service, {name: ALL[name] for name in ENGINES_DIFFER})


@needs_dealer
@pytest.mark.parametrize("window", ["chromium"], indirect=True)
def test_a_hostile_function_ends_with_a_verdict(window: Window, service: str) -> None:
    endless = {"a slow pattern"}  # like the loop, and it takes two seconds, too
    let_loose(window, service, {name: ALL[name] for name in ALL if name not in endless})


@needs_dealer
@pytest.mark.long
@in_three_engines
def test_every_hostile_function_ends_with_a_verdict_in_every_engine(
    window: Window, service: str
) -> None:
    let_loose(window, service, ALL)


def let_loose(window: Window, service: str, functions: dict[str, Function]) -> None:
    """Give functions to the page one after the other; none changes anything but its report."""
    window.open(f"{service}learn#617")
    until(window, "document.documentElement.classList.contains('ready')")
    window.evaluate("localStorage.setItem('freecell.unfinished', 'mine')")
    wrong = {}
    for name, (source, reported) in functions.items():
        expected = (reported,) if isinstance(reported, str) else reported
        for _ in range(3):  # the page's 2 seconds, or 40 for all, may pass on a busy machine
            answered = window.evaluate(LET_LOOSE % json.dumps(source))
            is_late = LATE in answered and LATE not in expected
            if not is_late and ALL_TOO_LATE not in answered:
                break
        if not any(each in answered for each in expected) or re.search(r"\{\w+\}", answered):
            wrong[name] = answered
    assert wrong == {}
    assert "Calculating" not in window.evaluate("document.querySelector('#report').innerText")
    assert window.evaluate("document.querySelectorAll('iframe').length") == 0
    assert window.evaluate("localStorage.getItem('freecell.unfinished')") == "mine"
    assert window.evaluate("document.querySelectorAll('#deck .small').length") == 52
    window.forget_complaints()  # the engine reports what it refused
