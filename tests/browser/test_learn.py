"""The page for learners: every step of a deal, and the bugs in dealers and functions of others."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from freecell.cards import CARD_NAMES
from freecell.dealing import deal_cards, deal_freecell, draws
from freecell.own_dealer.board_check import BUGS, check_cards, deal_with_bugs
from freecell.web.assets import has_dealer
from freecell.words import LANGUAGES, words
from tests.browser.conftest import Watched, ready, rows
from tests.browser.test_axe import violations

DEALERS = sorted((Path(__file__).parents[1] / "js" / "dealers").glob("*.js"))
NUMBERS = [1, 617, 2**31, 2**32, 8_589_934_591]
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
SHOWN = ["state", "value", "left", "place"]

needs_dealer = pytest.mark.skipif(
    not has_dealer(), reason="the dealer was not compiled for the browser: `make wasm`"
)

Opener = Callable[..., Page]


@pytest.fixture
def learn(browser: Browser, watched: Watched, service: str) -> Iterator[Opener]:
    """Open the page in a window with nothing stored."""
    opened: list[BrowserContext] = []

    def open_page(behind: str = "617", address: str = "", **options: object) -> Page:
        opened.append(browser.new_context(**{"locale": "en", "viewport": DESKTOP, **options}))  # type: ignore[arg-type]  # any of them
        page = watched(opened[-1].new_page())
        page.goto(f"{address or service + 'learn'}#{behind}")
        ready(page)
        return page

    yield open_page
    for context in opened:
        context.close()


def figure(page: Page, name: str) -> int:
    return int(page.locator(f"#f-{name}").inner_text())


def board(page: Page) -> list[str]:
    """Return the cards that the page shows as dealt, as letters."""
    cards = page.locator("#board .small:not(.none)").all_inner_texts()
    letters = dict(zip("♣♦♥♠", "CDHS", strict=True))
    return [card[:-1].replace("10", "T") + letters[card[-1]] for card in cards]


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
        assert figure(page, "product") == before * 214013
        assert figure(page, "sum") == before * 214013 + 2531011
        assert figure(page, "value-again") == draw.value
        if number < 2**32:
            assert figure(page, "rest") == draw.state % 2**31
            cut = (before * 214013 + 2531011) // 2**31
            assert f"cuts off {cut} ×" in page.locator("#f-cut").inner_text()
        else:
            expect(page.locator("#rest-row")).to_be_hidden()
        assert "".join(page.locator("#bits span").all_inner_texts()) == f"{draw.state:032b}"
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


def test_the_special_games_are_said_to_be_lists(learn: Opener) -> None:
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
    expect(page.locator("#step")).to_have_text("Step 3 of 52")
    page.get_by_role("button", name="Pause").click()
    told = page.locator("#step").inner_text()
    page.wait_for_timeout(700)
    expect(page.locator("#step")).to_have_text(told)


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
    ready(page)
    expect(page).to_have_url(f"{service}learn#617")
    page.get_by_role("link", name="Play this deal").click()
    expect(page).to_have_url(f"{service}617")
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


def check_boards(page: Page, text: str) -> None:
    page.locator("#boards").fill(text)
    page.locator("#check-form button").click()
    page.locator("#verdicts > *").first.wait_for()


def run_function(page: Page, source: str) -> str:
    page.locator("#source").fill(source)
    page.locator("#run-button").click()
    page.locator("#run-button:enabled").wait_for(timeout=20_000)
    assert page.locator("iframe").count() == 0
    return page.locator("#report").inner_text()


def report_on(page: Page, source: str) -> None:
    assert run_function(page, source)


if has_dealer():
    STATES["a wrong board"] = lambda page: check_boards(page, as_text(617, "snake"))
    STATES["a function"] = lambda page: report_on(page, "n => n")


@pytest.mark.parametrize("view", ["desktop", "phone, dark", "forced colours"])
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


def test_plain_files_show_it_too(learn: Opener, site: str) -> None:
    page = learn("617/52", f"{site}learn/")
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(617)]
    if has_dealer():
        assert "all 1" in run_function(page, right_source())
    page.get_by_role("link", name="Play this deal").click()
    expect(page).to_have_url(f"{site}?deal=617")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Learn how deals are made").click()
    expect(page).to_have_url(f"{site}learn/#617")
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


# Check my dealer


def as_text(number: int, *bugs: str, suits: str = "") -> str:
    names = [CARD_NAMES[card] for card in deal_with_bugs(number, bugs, suits)]
    lines = [" ".join(names[first : first + 8]) for first in range(0, 52, 8)]
    return f"Game #{number}\n" + "\n".join(lines)


@needs_dealer
def test_a_pasted_board_is_right_or_its_bug_is_named(learn: Opener) -> None:
    page = learn("617")
    check_boards(page, as_text(11982))
    expect(page.locator("#verdicts")).to_have_text("11982: right: this is deal 11982")
    check_boards(page, as_text(617, "not swapped"))
    told = page.locator("#verdicts p").all_inner_texts()
    assert told == [
        "617: wrong: card 3 (row 1, column 3) is 5D, expected 5C",
        "likely cause: the card is removed and the rest moves up (expected: swapped with the last card)",
    ]
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
    told = page.locator("#verdicts").inner_text()
    assert "1: wrong: card 9" in told
    assert "it is compared with deal 1" in told
    check_boards(page, as_text(31999).partition("\n")[2])
    expect(page.locator("#verdicts")).to_have_text("31999: right: this is deal 31999")


@needs_dealer
def test_what_is_no_board_or_no_shuffle_is_said(learn: Opener) -> None:
    page = learn("617")
    page.locator("#check-form button").click()
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
        told = page.evaluate(RECOGNISE, [dealers, numbers])
        for (bugs, number), said in zip(product(dealers, numbers), told, strict=True):
            cards = deal_with_bugs(number, bugs)
            assert said["cards"] == cards
            if cards and cards != list(deal_cards(number)):
                known = check_cards(number, bytes(cards)).bugs
                assert [tuple(each["bugs"]) for each in said["found"]] == list(known), (
                    number,
                    bugs,
                )
                assert tuple(bugs) in known or len(known[0]) < len(bugs), (number, bugs)


def pairs_of_mistakes() -> Iterator[tuple[str, str]]:
    for kind, other in combinations(BUGS, 2):
        yield from product(kind, other)


def test_a_browser_without_webassembly_is_told_so_and_shows_the_steps(
    browser: Browser, service: str, watched: Watched
) -> None:
    context = browser.new_context(locale="es")
    context.add_init_script("delete window.WebAssembly")
    page = watched(context.new_page())
    page.goto(f"{service}learn#617/52")
    ready(page)
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(617)]
    told = words()["learn"]["learn_no_webassembly"]
    expect(page.locator("#no-dealer")).to_have_text(told["es"])
    page.locator("#language").select_option("it")
    expect(page.locator("#no-dealer")).to_have_text(told["it"])
    for form in ("#check-form", "#run-part"):
        expect(page.locator(form)).to_be_hidden()
    context.close()


# Check my function


def right_source() -> str:
    return next(path for path in DEALERS if "right-01" in path.name).read_text(encoding="utf-8")


@needs_dealer
def test_ten_right_dealers_and_ten_wrong_ones_get_their_verdicts(learn: Opener) -> None:
    page = learn("617")
    assert [path.name.partition("-")[0] for path in DEALERS] == ["right"] * 10 + ["wrong"] * 10
    described = words()["mistakes"]
    for path in DEALERS:
        source = path.read_text(encoding="utf-8")
        told = run_function(page, source)
        kind, _, what = source.splitlines()[0].removeprefix("// ").partition(": ")
        if kind == "right":
            assert told.startswith("all 1"), (path.name, told)
            assert ("it passes the five checks of the task" in told) == (not what), path.name
            assert "wrong" not in told, path.name
        else:
            assert "calls are wrong" in told, (path.name, told)
            for bug in what.split(", ") if what not in described else [what]:
                assert described[bug]["en"].partition("{")[0] in told, (path.name, told)


@needs_dealer
def test_every_problem_of_a_function_is_one_clear_line(learn: Opener) -> None:
    page = learn("617")
    rows = "[0, 8, 16, 24, 32, 40, 48].map((at) => Array(at < 48 ? 8 : 4).fill('AC'))"
    for source, told in {
        "function dealFreeCell() { throw new Error('no luck'); }": "it raised Error: no luck",
        "function dealFreeCell( { }": "it raised Uncaught SyntaxError",
        "const x = 617;": "there is no function to call (expected dealFreeCell)",
        "function dealFreeCell() {}": "it returned nothing (expected seven rows of cards)",
        "() => console.log('JD 2D')": 'it printed "JD 2D\\n" but returned nothing',
        "() => 617": "it returned 617: not a board",
        "() => 617n": "it returned 617: not a board",
        "() => Symbol('x')": "it returned Symbol(x): not a board",
        "() => [[1, 2], [3]]": "rows of 2 1 cards (expected 8 8 8 8 8 8 4)",
        f"() => {rows}": "not each card once: missing AD AH AS",
        "async () => []": "it returned a promise: not a board",
        "() => { const a = []; a.push(a); return a; }": "it raised TypeError: Converting circular",
        "n => n === 617 ? [] : null": "it returned []: not a board",
    }.items():
        assert told in run_function(page, source), source
    page.locator("#source").fill("")
    page.locator("#run-button").click()
    expect(page.locator("#report")).to_have_text("There is nothing to check yet.")


@needs_dealer
def test_a_function_that_keeps_something_between_calls_is_found_out(learn: Opener) -> None:
    page = learn("617")
    once = right_source().replace(
        "let s = BigInt(seed);", "let s = BigInt(seed + (calls++ > 11 ? 1 : 0));"
    )
    told = run_function(page, "let calls = 0;\n" + once)
    assert "right at first, but called again it returned another board" in told
    outside = (
        right_source()
        .replace("  const cards = [];", "")
        .replace("while (", "if (!cards.length) return [];\n while (")
    )
    told = run_function(
        page,
        "const cards = [];\n"
        + outside.replace("for (const r of", "if (!cards.length) for (const r of"),
    )
    assert "all 1" in told  # it fills its deck again: nothing is wrong with that


HOSTILE = {
    "an endless loop": ("function dealFreeCell() { for (;;); }", "no answer within 2 s"),
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
    "foreign code": ("importScripts('{service}sw.js'); function dealFreeCell() {}", "it raised Uncaught NetworkError"),
    "code from text": ("function dealFreeCell() { return eval('1'); }", "it raised EvalError"),
    "a flood": ("function dealFreeCell() { for (;;) postMessage('x'); }", "it sent messages of its own"),
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


@needs_dealer
def test_a_hostile_function_can_do_nothing_but_end(
    learn: Opener, service: str, complaints: list[str]
) -> None:
    let_loose(learn("617"), list(HOSTILE), service)
    complaints.clear()  # the browser reports what it refused


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
    run_function(page, "n => n")  # loads what the page itself needs
    for name in names:
        source, told = HOSTILE[name]
        answered.clear()
        answer = run_function(page, source.replace("{service}", service))
        expected = (told,) if isinstance(told, str) else told
        assert any(each in answer for each in expected), (name, answer)
        assert [url for url in answered if not is_own(url)] == [], name
        kept = page.evaluate("localStorage.getItem('freecell.unfinished')")
        assert kept == '{"617": "8a"}', name
    page.locator("#slider").fill("52")
    assert board(page) == [CARD_NAMES[card] for card in deal_cards(617)]


def is_own(url: str) -> bool:
    """Whether this is what the closed room is made of."""
    return "sandbox.html" in url or url.startswith("blob:")
