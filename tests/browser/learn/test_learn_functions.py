"""The page for learners runs functions of others, in a closed room that nothing gets out of."""

import pytest
from playwright.sync_api import Page, Route, expect

from freecell.cards import CARD_NAMES
from freecell.dealing import deal_cards
from freecell.words import words
from tests.browser.learn.learn_page import DEALERS, Opener, board, right_source, run_function
from tests.web.page_modules import needs_dealer


@needs_dealer
def test_ten_right_dealers_and_eighteen_wrong_ones_get_their_verdicts(learn: Opener) -> None:
    page = learn("617")
    assert [path.name.partition("-")[0] for path in DEALERS] == ["right"] * 10 + ["wrong"] * 18
    described = words()["mistakes"]
    for path in DEALERS:
        source = path.read_text(encoding="utf-8")
        reported = run_function(page, source)
        kind, _, what = source.splitlines()[0].removeprefix("// ").partition(": ")
        if kind == "right":
            assert reported.startswith("all 1"), (path.name, reported)
            assert ("it passes the five checks of the task" in reported) == (not what), path.name
            assert "wrong" not in reported, path.name
        else:
            assert "calls are wrong" in reported, (path.name, reported)
            for bug in what.split(", ") if what not in described else [what]:
                assert described[bug]["en"].partition("{")[0] in reported, (path.name, reported)


@needs_dealer
def test_every_problem_of_a_function_is_one_clear_line(learn: Opener) -> None:
    page = learn("617")
    rows = "[0, 8, 16, 24, 32, 40, 48].map((at) => Array(at < 48 ? 8 : 4).fill('AC'))"
    for source, reported in {
        "function dealFreeCell() { throw new Error('no luck'); }": "it raised Error: no luck",
        "function dealFreeCell( { }": "it raised SyntaxError: ",
        "const x = 617;": "there is no function to call (expected dealFreeCell)",
        "function dealFreeCell() {}": "it returned nothing (expected seven rows of cards)",
        "() => console.log('JD 2D')": 'it printed "JD 2D\\n" but returned nothing',
        "() => 617": "it returned 617: not a board",
        "() => 617n": "it returned 617: not a board",
        "() => Symbol('x')": "it returned Symbol(x): not a board",
        "() => [[1, 2], [3]]": "cards in the rows: 2 1 (expected 8 8 8 8 8 8 4)",
        f"() => {rows}": "not each card once: missing AD AH AS",
        "async () => []": "it returned a promise: not a board",
        "() => { const a = []; a.push(a); return a; }": "it raised TypeError: Converting circular",
        "n => n === 617 ? [] : null": "it returned []: not a board",
    }.items():
        assert reported in run_function(page, source), source
    page.locator("#source").fill("")
    page.locator("#run-button").click()
    expect(page.locator("#report")).to_have_text("There is nothing to check yet.")


@needs_dealer
def test_a_function_that_keeps_something_between_calls_is_found_out(learn: Opener) -> None:
    page = learn("617")
    once = right_source().replace(
        "let s = BigInt(seed);", "let s = BigInt(seed + (calls++ > 11 ? 1 : 0));"
    )
    reported = run_function(page, "let calls = 0;\n" + once)
    assert "right at first, but called again it returned another board" in reported
    assert "something is kept between calls" in reported
    outside = (
        right_source()
        .replace("  const cards = [];", "")
        .replace("while (", "if (!cards.length) return [];\n while (")
    )
    reported = run_function(
        page,
        "const cards = [];\n"
        + outside.replace("for (const r of", "if (!cards.length) for (const r of"),
    )
    assert "all 1" in reported  # it fills its deck again: nothing is wrong with that


# An endless loop and a flood are in test_learn_hostile.py, in three engines.
HOSTILE = {
    "an endless loop at once": ("for (;;); function dealFreeCell() {}", "no answer within 2 s"),
    "endless recursion": ("function dealFreeCell(n) { return dealFreeCell(n + 1); }", "it raised RangeError"),
    "gigabytes": (
        "function dealFreeCell() { const all = []; for (;;) all.push(new Uint8Array(2 ** 28).fill(1)); }",
        ("no answer within 2 s", "it raised RangeError"),
    ),
    "fetch": (
        "let got = 'nothing'; fetch('{service}api/deals/617').then(() => (got = 'in'), (e) => (got = String(e)));"
        "function dealFreeCell() { throw new Error(got); }",
        ("Failed to fetch", "it raised Error: nothing"),
    ),
    "a request": (
        "function dealFreeCell() { const r = new XMLHttpRequest(); r.open('GET', '{service}api/deals/617', false);"
        "r.send(); return JSON.parse(r.responseText).rows; }",
        "it raised NetworkError",
    ),
    "a socket": ("function dealFreeCell() { new WebSocket('ws://127.0.0.1:1'); return []; }", "it returned []"),
    "foreign code": ("importScripts('{service}sw.js'); function dealFreeCell() {}", "it raised NetworkError"),
    "code from text": ("function dealFreeCell() { return eval('1'); }", "it raised EvalError"),
    "a flood of much": ("function dealFreeCell() { for (;;) postMessage('x'.repeat(1e6)); }", "it sent messages of its own"),
    "answers of its own": (
        "postMessage(JSON.stringify({ number: 5, round: 1, text: '[]' })); function dealFreeCell() {}",
        "it sent messages of its own",
    ),
    "the store": ("function dealFreeCell() { localStorage.clear(); }", "it raised ReferenceError"),
    "a database": ("function dealFreeCell() { indexedDB.open('freecell'); }", "it raised SecurityError"),
    "kept files": ("function dealFreeCell() { return caches.keys(); }", ("it raised", "it returned a promise")),
    "the page": ("function dealFreeCell() { parent.document.body.remove(); }", "it raised ReferenceError"),
    "the address": ("function dealFreeCell() { self.location.href = '{service}'; }", ("it raised", "it returned nothing")),
    "ending": ("function dealFreeCell() { close(); }", ("no answer within 2 s", "it returned nothing")),
}  # fmt: skip


REACHING_OUT = ["fetch", "a request", "foreign code", "the store", "a database"]


@pytest.mark.service_worker
@needs_dealer
def test_a_hostile_function_can_do_nothing_but_end(
    learn: Opener, service: str, complaints: list[str]
) -> None:
    let_loose(learn("617"), list(HOSTILE), service)
    complaints.clear()  # the browser reports what it refused


@pytest.mark.service_worker
@needs_dealer
@pytest.mark.parametrize("host", ["the service", "plain files", "plain files, frame as text"])
def test_a_hostile_function_reaches_nothing_whatever_the_frame_came_from(
    learn: Opener, service: str, site: str, complaints: list[str], host: str
) -> None:
    page = learn("617", service + "learn" if host == "the service" else f"{site}learn/")
    if host != "plain files":  # as without a network, but with one to be reached
        page.context.route("**/sandbox.html", refuse_documents)
    let_loose(page, REACHING_OUT, service)
    complaints.clear()  # the browser reports what it refused


def refuse_documents(route: Route) -> None:
    """Let the page fetch the document of its frame, and the frame not open it."""
    if route.request.resource_type == "document":
        route.abort()
    else:
        route.continue_()


def let_loose(page: Page, names: list[str], service: str) -> None:
    """Run hostile functions one after the other, and look what came of them."""
    answered: list[str] = []
    page.context.on("response", lambda response: answered.append(response.url))
    page.evaluate("localStorage.setItem('freecell.unfinished', '{\"617\": \"8a\"}')")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # which keeps all files first
    run_function(page, "n => n")  # loads what the page itself needs
    for name in names:
        source, reported = HOSTILE[name]
        answered.clear()
        expected = (reported,) if isinstance(reported, str) else reported
        for _ in range(3):  # the page's own 2 seconds may pass on a busy machine
            answer = run_function(page, source.replace("{service}", service))
            if "no answer within 2 s" in expected or "no answer within 2 s" not in answer:
                break
        assert any(each in answer for each in expected), (name, answer)
        assert [url for url in answered if not is_own(url)] == [], name
        kept = page.evaluate("localStorage.getItem('freecell.unfinished')")
        assert kept == '{"617": "8a"}', name
    page.locator("#slider").fill("52")
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(617)]


def is_own(url: str) -> bool:
    """Whether this is what the closed room is made of."""
    return "sandbox.html" in url or url.startswith("blob:")
