"""The folder with Pyodide: what is refused, and how its files are served and written."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from freecell.web.app import create_app
from freecell.web.pyodide import NAMES, PyodideError, check_pyodide, pyodide_address, pyodide_size
from freecell.web.settings import Settings
from freecell.web.site import site_files
from tests.commands import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / name).write_text(f"{name} " * 50)
    return tmp_path


def test_a_folder_without_the_files_is_refused_in_one_line(tmp_path):
    with pytest.raises(PyodideError, match=r"no pyodide.mjs \(expected the files of Pyodide"):
        check_pyodide(tmp_path)
    for command in (["serve"], ["site", "-o", str(tmp_path / "site")]):
        done = run(*command, "--pyodide", str(tmp_path))
        assert done.status == 1
        assert f"Error: {tmp_path}: no pyodide.mjs" in done.errors
        assert len(done.errors.splitlines()) == 1


def test_the_service_gives_the_files_under_the_name_of_their_content(folder):
    with TestClient(create_app(Settings(log=False, pyodide=str(folder)))) as client:
        page = client.get("/learn").text
        address = pyodide_address(folder)
        assert f'data-pyodide="{address}"' in page
        assert f'data-pyodide-size="{pyodide_size(folder, compressed=True)}"' in page
        for name in NAMES:
            answer = client.get(f"/{address}{name}")
            assert answer.content == (folder / name).read_bytes()
            assert "immutable" in answer.headers["cache-control"]
        assert client.get("/pyodide/older/pyodide.mjs").headers["cache-control"] == "no-cache"
        assert client.get(f"/{address}package.json").status_code == 404
        assert client.get(f"/{address}..%2fpyodide.mjs").status_code == 404


def test_a_service_without_the_folder_has_no_such_files():
    with TestClient(create_app(Settings(log=False))) as client:
        assert 'data-pyodide=""' in client.get("/learn").text
        assert client.get("/pyodide/x/pyodide.mjs").status_code == 404


def test_a_site_carries_the_files(folder):
    files = dict(site_files(folder))
    address = pyodide_address(folder)
    assert {address + name for name in NAMES} <= set(files)
    assert f'data-pyodide="{address}"'.encode() in files["learn/index.html"]
    assert not any(name.startswith("pyodide/") for name, _ in site_files())


def test_only_the_frame_of_strangers_may_compile_webassembly_beside_the_page():
    with TestClient(create_app(Settings(log=False))) as client:
        policy = client.get("/learn").headers["content-security-policy"]
        assert "'unsafe-eval'" not in policy
        (frame,) = [name for name in dict(site_files()) if name.endswith("sandbox.html")]
        reported = client.get(f"/{frame}").headers["content-security-policy"]
    assert "default-src 'none'" in reported
    assert "'wasm-unsafe-eval'" in reported
    assert "connect-src" not in reported
