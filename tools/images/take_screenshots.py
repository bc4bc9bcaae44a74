"""Take the pictures of the page that docs/page.md shows: `make screenshots`.

With a folder (`make screenshots ALL=FOLDER`), every state of the page is taken instead, at the
sizes and in the colours that it must look well in, for review. Names of states and sizes
behind the folder (`first menu 390x844`) leave the others out.

A service is started for it, and Debian's Chromium looks at the page.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.chromium import chromium_path
from benchmarks.ports import free_port, wait_for
from freecell.board import HOME, Board, Move, deal
from freecell.solver import Solved, solve
from tests.browser.conftest import ARGUMENTS

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZES = [(1440, 900), (1366, 625), (390, 844), (844, 390), (320, 568)]

Action = Callable[[Page], None]


def main() -> None:
    """Start everything, and take one picture after the other."""
    port = free_port()
    command = [sys.executable, "-m", "freecell", "serve", "--port", str(port), "--no-log"]
    service = subprocess.Popen([*command, "--per-minute", "0"], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            if len(sys.argv) > 1:
                take_states(browser, f"http://127.0.0.1:{port}/", *sys.argv[1:])
            else:
                take_all(browser, f"http://127.0.0.1:{port}/")
            browser.close()
    finally:
        service.terminate()
        service.wait(20)


# Games to show


def won_game() -> str:
    """Return a whole game of deal 617, as an address has it."""
    result = solve(617)
    assert isinstance(result, Solved)
    return "".join(map(str, result.moves))


def lost_game(after: int) -> str:
    """Return a game of deal 617 that goes well for some moves, and then is lost and goes on."""
    chance = random.Random(7)
    result = solve(617)
    assert isinstance(result, Solved)
    moves = list(result.moves[:after])
    board = deal(617)
    for move in moves:
        board = board.play(move)
    left = 6
    while left and board.legal_moves():
        moves.append(careless(board, chance))
        board = board.play(moves[-1])
        left -= not isinstance(solve(board), Solved)
    return "".join(map(str, moves))


def careless(board: Board, chance: random.Random) -> Move:
    """Return a move of a player who does not think of the homes."""
    legal = board.legal_moves()
    return chance.choice([move for move in legal if move.target != HOME] or legal)


def stuck_game() -> str:
    """Return a game of deal 617 that fills the cells until no move is left."""
    for seed in range(1000):
        chance = random.Random(seed)
        board, moves = deal(617), list[Move]()
        while (legal := board.legal_moves()) and len(moves) < 40:
            wasted = [move for move in legal if 8 <= move.target < HOME]
            moves.append(chance.choice(wasted or legal))
            board = board.play(moves[-1])
        if not legal:
            return "".join(map(str, moves))
    raise AssertionError("no such game")


# Ways into a state


def as_it_opens(page: Page) -> None:
    """Leave the page as it is."""


def verdict(page: Page) -> None:
    """Ask whether it can be won."""
    page.locator("#verdict").click()
    page.locator('#chip:not([data-kind="thinking"])').wait_for()


def stuck(page: Page) -> None:
    """Wait for the panel."""
    page.locator("#panel").wait_for()


def reviewed(page: Page) -> None:
    """Wait until everything is known."""
    page.locator("#review").wait_for()
    page.locator(".summary:not(:has-text('…'))").wait_for()


def at_the_losing_move(page: Page) -> None:
    """Go to it, and wait for the moves that keep the win."""
    reviewed(page)
    page.locator(".review .losing").click()
    page.locator(".keeping li").first.wait_for()


def won(page: Page) -> None:
    """Make the last move again, so that the game is won here and now."""
    page.evaluate("freecell.undo(); freecell.play(freecell.game.steps[freecell.game.cursor].move)")
    page.locator("#panel").wait_for()
    page.locator("#panel td:has-text('…')").wait_for(state="detached")


def menu(page: Page) -> None:
    """Open it."""
    page.locator("#menu").click()


def entry(name: str) -> Action:
    """Open something by its name in the menu."""

    def act(page: Page) -> None:
        menu(page)
        page.locator("dialog .list").get_by_role("button", name=name).click()

    return act


def welcomed(page: Page) -> None:
    """Wait for the introduction."""
    page.locator("dialog").wait_for()


def states() -> dict[str, tuple[str, Action]]:
    """Return the states to look at: an address, and what is done there."""
    game = won_game()
    lost = lost_game(24)
    return {
        "first": ("617", as_it_opens),
        "middle": (f"617#{game[:90]}", as_it_opens),
        "lost": (f"617#{lost}", verdict),
        "stuck": (f"617#{stuck_game()}", stuck),
        "review-won": (f"617#{game}&review=20", reviewed),
        "review-lost": (f"617#{lost}&review", at_the_losing_move),
        "won": (f"617#{game}", won),
        "menu": ("617", menu),
        "settings": ("617", entry("Settings")),
        "statistics": ("617", entry("Statistics")),
        "introduction": ("617", welcomed),
    }


def take_states(browser: Browser, address: str, folder: str, *chosen: str) -> None:
    """Take every state at every size, or those that are chosen, light and dark."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if size_name(size) in chosen] or SIZES
    everything = states()
    for name in everything.keys() & set(chosen) or everything:
        path, act = everything[name]
        for width, height in sizes:
            for scheme in ("light", "dark"):
                page = opened(
                    browser,
                    address + path,
                    width,
                    height,
                    newcomer=name == "introduction",
                    color_scheme=scheme,
                    has_touch=width < 900,
                )
                act(page)
                take(page, Path(folder) / f"{name}-{size_name((width, height))}-{scheme}.png")


def size_name(size: tuple[int, int]) -> str:
    """Return how a size is written."""
    return "{}x{}".format(*size)


def take_all(browser: Browser, address: str) -> None:
    """Take every picture of the documents, each in a window of its own size and kind."""
    page = opened(browser, f"{address}617", 1440, 900)
    page.get_by_role("button", name="queen of hearts, column 8").click()
    take(page, IMAGES / "desktop.png")

    page = opened(browser, f"{address}617", 390, 844)
    take(page, IMAGES / "phone.png")

    page = opened(browser, f"{address}617", 844, 390)
    take(page, IMAGES / "phone-landscape.png")

    page = opened(browser, f"{address}617", 768, 1024, color_scheme="dark", locale="ru")
    page.keyboard.type("828a")
    take(page, IMAGES / "tablet-dark.png")

    page = opened(browser, f"{address}617", 1024, 768)
    page.get_by_role("button", name="Watch").click()
    page.wait_for_selector("#player input")
    page.wait_for_timeout(1000)
    slider = page.get_by_role("slider", name="Move")
    slider.fill("30")
    take(page, IMAGES / "watch.png")

    page = opened(browser, f"{address}617#{lost_game(24)}&review", 1024, 768)
    at_the_losing_move(page)
    take(page, IMAGES / "review.png")

    page = opened(browser, f"{address}617#{won_game()}", 1024, 768)
    won(page)
    take(page, IMAGES / "won.png")

    page = opened(browser, f"{address}617", 390, 844, newcomer=True)
    welcomed(page)
    take(page, IMAGES / "introduction.png")


def opened(
    browser: Browser,
    address: str,
    width: int,
    height: int,
    *,
    newcomer: bool = False,
    **options: Any,  # noqa: ANN401 - Playwright's own options
) -> Page:
    """Open the page in a window of this size."""
    options = {"locale": "en", "reduced_motion": "reduce", "service_workers": "block", **options}
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    if not newcomer:
        context.add_init_script("localStorage.setItem('freecell.seen', '1')")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html.ready")
    return page


def take(page: Page, path: Path) -> None:
    """Take one picture, and close its window."""
    page.wait_for_timeout(300)
    page.screenshot(path=path)
    print(path)
    page.context.close()


if __name__ == "__main__":
    main()
