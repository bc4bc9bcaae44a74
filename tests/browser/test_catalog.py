"""The page of a service that has surveys: it asks them before it computes."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import BrowserContext, Page, Request, expect

from freecell.deal_atlas.surveyed import SurveySet
from freecell.surveys import Options, survey
from freecell.web.app import create_app
from freecell.web.server import listen
from freecell.web.settings import Settings
from tests.browser.conftest import Watched, ready
from tests.slow_machine import late_files


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Surveys of the first deals."""
    folder = tmp_path_factory.mktemp("surveys")
    survey(folder / "results", Options("1-40"), processes=1)
    survey(folder / "cells", Options("1-10", "fewest"), processes=1)
    return [folder / "results", folder / "cells"]


@pytest.fixture(scope="module")
def address(folders: list[Path]) -> Iterator[str]:
    listener = listen(0)
    settings = Settings(per_minute=0, log=False, catalog=":".join(map(str, folders)))
    server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="warning"))
    thread = Thread(target=server.run, args=([listener],))
    thread.start()
    with late_files(listener.getsockname()[1]) as port:
        yield f"http://127.0.0.1:{port}/"
    server.should_exit = True
    thread.join()


@pytest.fixture
def page(context: BrowserContext, watched: Watched, address: str) -> Page:
    page = watched(context.new_page())
    page.goto(f"{address}41")  # in none of the surveys
    ready(page)
    return page


def test_the_random_deal_comes_from_the_survey(page: Page) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.get_by_role("button", name="Random winnable deal").click()
    expect(page).not_to_have_url(re.compile("/41$"))
    assert int(page.url.rsplit("/", 1)[1]) in range(1, 41)
    assert any(url.endswith("/api/random?cells=4") for url in asked)


def test_the_page_says_what_the_surveys_know(page: Page, folders: list[Path]) -> None:
    about = SurveySet(folders).about(7)
    assert about is not None
    page.goto(page.url.replace("/41", "/7"))
    ready(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="About this deal").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"It can be won with {about.fewest} cell")
    expect(dialog).to_contain_text(f"arder than {about.difficulty} % of the deals.")


def test_a_service_that_is_gone_is_not_waited_for(page: Page, complaints: list[str]) -> None:
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("button", name="Random winnable deal").click()
    expect(page).not_to_have_url(re.compile("/41$"))
    assert all("ERR_FAILED" in each for each in complaints)  # the browser's own note
    complaints.clear()
