"""The atlas in a real browser: kept after its first use, and the difficulty computed there too."""

import pytest
from playwright.sync_api import BrowserContext, Page

from freecell.deal_atlas import FOLDER, shipped
from freecell.difficulty import measure
from freecell.web import assets

MODULES = """const folder = document.querySelector('link[rel=modulepreload]').href.replace(/[^/]*$/, '');
    const { Atlas } = await import(folder + 'atlas.js');
    const { measureDifficulty } = await import(folder + 'engine.js');"""


def test_the_players_in_the_browser_are_those_of_python(page: Page) -> None:
    numbers = [617, 11982, 1, 164, 2**33 - 1, -3]
    told = page.evaluate(f"async (numbers) => {{ {MODULES} return Promise.all(numbers.map(measureDifficulty)) }}", numbers)  # fmt: skip
    assert [(each["difficulty"], each["word"]) for each in told] == [
        measure(n)[1:] for n in numbers
    ]


@pytest.mark.skipif(not (FOLDER / "index.fca").exists(), reason="this build has no atlas")
def test_a_block_is_kept_after_its_first_use(
    page: Page, context: BrowserContext, complaints: list[str]
) -> None:
    ask = f"async (number) => {{ {MODULES} return new Atlas().about(number) }}"
    first = page.evaluate(ask, 617)
    assert (first["fewest"], first["word"]) == (shipped().about(617).fewest, shipped().about(617).word)  # fmt: skip
    context.set_offline(True)
    assert page.evaluate(ask, 617) == first
    assert page.evaluate(ask, 999_999) is None  # never asked for: it is computed then
    context.set_offline(False)
    assert page.evaluate(ask, 999_999)["number"] == 999_999
    assert all("DISCONNECTED" in each for each in complaints)
    complaints.clear()


def test_a_page_without_the_atlas_computes(page: Page, complaints: list[str]) -> None:
    page.route("**/atlas/*", lambda route: route.fulfill(status=404))
    ask = f"async () => {{ {MODULES} return [await new Atlas().about(617), await new Atlas().draw(['hard'], 4)] }}"
    assert page.evaluate(ask) == [None, None]
    assert all("404" in each for each in complaints)
    complaints.clear()
    assert assets.content_type("index.fca") == "application/octet-stream"
