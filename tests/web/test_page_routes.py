"""The page, its files and its policies, as the service sends them."""

import hashlib
import io
import json
import re
from base64 import b64encode

import pytest
from starlette.testclient import TestClient

from freecell.web import assets
from freecell.web.app import create_app
from freecell.web.middleware import Protection
from freecell.web.policies import PAGE_POLICY
from freecell.web.settings import Settings
from freecell.words import LANGUAGES, words
from tests.web.page_modules import imported_at_once


def test_the_page_of_a_deal_has_its_title_and_preview(client: TestClient) -> None:
    response = client.get("/617")
    assert "<title>FreeCell #617</title>" in response.text
    assert 'content="http://testserver/api/deals/617/preview.png"' in response.text
    assert response.headers["cache-control"] == "no-cache"
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "set-cookie" not in response.headers
    assert "{{" not in response.text


def test_only_the_page_for_learners_may_have_frames(client: TestClient) -> None:
    for address in ("/learn", "/learn/"):
        response = client.get(address)
        assert "{{" not in response.text
        allowed = rules(response.headers["content-security-policy"])
        assert allowed.pop("frame-src") == {"'self'"}
        usual = rules(PAGE_POLICY)
        added = {
            name: allowed[name] - usual[name] for name in usual if allowed[name] != usual[name]
        }
        assert added == {"script-src": {assets.sandbox_hash()}, "worker-src": {"blob:"}}
        assert allowed.keys() == usual.keys()
    policy = client.get("/617").headers["content-security-policy"]
    assert policy == PAGE_POLICY


def rules(policy: str) -> dict[str, set[str]]:
    """Return what a policy allows, by name."""
    return {part.split()[0]: set(part.split()[1:]) for part in policy.split("; ")}


def test_the_closed_room_has_a_policy_of_its_own_in_the_header_and_in_the_file(
    client: TestClient,
) -> None:
    response = client.get(f"/{assets.folder()}learn/sandbox.html")
    policy = response.headers["content-security-policy"]
    assert policy.endswith("; sandbox allow-scripts; frame-ancestors 'self'")
    [script] = re.findall(r"<script>(.*)</script>", response.text, re.DOTALL)
    hashed = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    script_source = (
        f"script-src 'sha256-{hashed}' blob: 'wasm-unsafe-eval'"  # Python is WebAssembly
    )
    inner = f"default-src 'none'; {script_source}; worker-src blob:"
    assert policy.startswith(inner)
    assert f'http-equiv="Content-Security-Policy" content="{inner}"' in response.text


def test_what_only_learners_need_is_no_load_of_the_game(client: TestClient) -> None:
    for language in LANGUAGES:
        game = client.get(f"/{assets.folder()}words.{language}.json").json()
        learners = client.get(f"/{assets.folder()}learn/words.{language}.json").json()
        assert set(learners) == {"mistakes", "checks", "learn"}
        assert set(game) == set(words()) - set(learners)
        assert learners["mistakes"]["caret"] == {language: words()["mistakes"]["caret"][language]}


def test_a_host_cannot_write_into_the_page(client: TestClient) -> None:
    page = client.get("/617", headers={"host": 'x"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page


def test_everything_the_page_asks_for_is_there(client: TestClient) -> None:
    page = client.get("/617").text
    for address in re.findall(r'(?:href|src)="([^"#:]+)"', page):
        assert client.get(f"/{address}").status_code in (200, 404 if address == "/" else 200)


@pytest.mark.parametrize("path", ["/", "/game/617", "/deal/617", "/?deal=617:4r", "/?g=x", "/-1"])
def test_links_of_other_sites_open_the_page(client: TestClient, path: str) -> None:
    assert "<!doctype html>" in client.get(path).text


def test_the_page_lives_under_a_path() -> None:
    with TestClient(create_app(Settings(log=False)), root_path="/cards") as below:
        page = below.get("/cards/617").text
    assert '<base href="/cards/">' in page


def test_files_are_kept_under_the_name_of_their_content(client: TestClient) -> None:
    response = client.get(f"/{assets.folder()}app.js")
    assert response.headers["content-encoding"] == "gzip"
    assert "immutable" in response.headers["cache-control"]
    assert client.get("/static/000000000000/app.js").status_code == 404  # of another version


def test_the_first_view_fits_in_eighty_kilobytes(client: TestClient) -> None:
    page = client.get("/617")
    needed = [
        "start.js",
        *assets.first_files(),
        "style.css",
        "words.ru.json",
        "icon.svg",
    ]  # the longest words
    sizes = {name: len(assets.assets()[name].compressed) for name in needed}
    total = sum(sizes.values()) + len(assets.asset("index.html", page.content).compressed)
    assert total < 80_000, sizes


def test_every_part_of_the_style_is_in_the_one_file_that_is_sent() -> None:
    names = [path.name for path in (assets.STATIC / "style").glob("*.css")]
    assert len(names) > 5
    assert not [name for name in assets.assets() if name.startswith("style/")]


def test_the_page_preloads_every_module_that_it_needs_first() -> None:
    """So that no chain of requests is deeper than two: the page, then all at once."""
    needed, waiting = set(), ["start.js"]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += imported_at_once(name)
    assert needed == {"language.js", "start.js", *assets.FIRST_MODULES}


def test_small_things_are_answered(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/manifest.webmanifest").json()["name"] == "FreeCell"
    assert "static/" in client.get("/sw.js").text
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert "Disallow" in client.get("/robots.txt").text
    paths = client.get("/api").json()["paths"]
    assert "/api/deals/{number}" in paths


def test_every_request_is_one_line_of_log() -> None:
    log = io.StringIO()
    app = create_app(Settings())
    assert isinstance(app, Protection)
    app.log = log
    with TestClient(app) as client:
        client.get("/api/deals/617")
        client.get("/nothing/here")
    first, second = map(json.loads, log.getvalue().splitlines())
    assert (first["method"], first["path"], first["status"]) == ("GET", "/api/deals/617", 200)
    assert second["status"] == 404
    assert first["bytes"] > 100
