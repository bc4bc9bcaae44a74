"""Windows of three browser engines, with the same few things that a test can do in each.

Chromium is driven by Playwright, Debian's Firefox by puppeteer-core over WebDriver BiDi (in node,
see `tests/js/firefox.mjs`), Debian's WebKit, which is the engine of Safari, by selenium. What a test
does with a window goes by points on the screen and by keys, as a player's hands do.
"""

import json
import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from playwright.sync_api import Browser

from tests.waiting import PATIENCE

Point: TypeAlias = tuple[float, float]

BRIDGE = Path(__file__).parents[1] / "js" / "firefox.mjs"
NAMED_KEYS = {
    "Enter": "\ue007", "Escape": "\ue00c", "PageUp": "\ue00e", "PageDown": "\ue00f",
    "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
    "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip
"""Keys as WebDriver writes them, in characters that Unicode keeps for private use."""


class Window(Protocol):
    """A window of some browser, with nothing stored in it."""

    def open(self, address: str) -> None:
        """Go to an address, and wait until it is loaded."""

    def reload(self) -> None:
        """Load the page again."""

    def evaluate(self, expression: str) -> Any:
        """Return what an expression gives in the page; a promise is waited for."""

    def type(self, text: str) -> None:
        """Press the keys of a text, one after the other."""

    def press(self, key: str) -> None:
        """Press a key by its name."""

    def drag(self, start: Point, end: Point) -> None:
        """Press the mouse, move it and let it go."""

    def click(self, at: Point) -> None:
        """Click with the mouse."""

    def tap(self, at: Point) -> None:
        """Touch the screen with a finger."""

    def complaints(self) -> list[str]:
        """Return what the page threw or wrote to the console as an error, where the engine tells."""

    def forget_complaints(self) -> None:
        """Forget them: the test expected these."""


# Chromium


class ChromiumWindow:
    """A window of Chromium."""

    def __init__(self, browser: Browser) -> None:
        """Open one."""
        size: Any = {"width": 1024, "height": 768}
        context = browser.new_context(viewport=size, locale="en-GB", has_touch=True)
        self.page = context.new_page()
        self.message: list[str] = []
        self.page.on("pageerror", lambda error: self.message.append(str(error)))
        self.page.on(
            "console", lambda it: self.message.append(it.text) if it.type == "error" else None
        )

    def open(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def drag(self, start: Point, end: Point) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def click(self, at: Point) -> None:
        self.page.mouse.click(*at)

    def tap(self, at: Point) -> None:
        self.page.touchscreen.tap(*at)

    def complaints(self) -> list[str]:
        return self.message

    def forget_complaints(self) -> None:
        self.message.clear()


@contextmanager
def chromium_window(browser: Browser) -> Iterator[Window]:
    window = ChromiumWindow(browser)
    yield window
    window.page.context.close()


# Firefox


def why_no_firefox() -> str | None:
    """Return what is missing for Firefox, None where nothing is."""
    if not shutil.which("firefox-esr"):
        return "firefox-esr is not installed"
    if not (BRIDGE.parents[2] / "node_modules" / "puppeteer-core").exists():
        return "puppeteer-core is not installed: `make node_modules`"
    return None


class FirefoxWindow:
    """A window of Firefox, driven through a process of node."""

    def __init__(self) -> None:
        """Start both."""
        firefox = shutil.which("firefox-esr") or "firefox-esr"
        self.process = subprocess.Popen(
            ["node", str(BRIDGE), firefox],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._ask("window")

    def _ask(self, *command: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"Firefox ended during {command}"
        answer = json.loads(line)
        assert "error" not in answer, (command, answer)
        return answer["value"]

    def open(self, address: str) -> None:
        self._ask("open", address)

    def reload(self) -> None:
        self._ask("reload")

    def evaluate(self, expression: str) -> Any:
        return self._ask("evaluate", expression)

    def type(self, text: str) -> None:
        self._ask("type", text)

    def press(self, key: str) -> None:
        self._ask("press", key)

    def drag(self, start: Point, end: Point) -> None:
        self._ask("drag", start, end)

    def click(self, at: Point) -> None:
        self._ask("click", at)

    def tap(self, at: Point) -> None:
        self._ask("tap", at)

    def complaints(self) -> list[str]:
        complaints: list[str] = self._ask("complaints")
        return complaints

    def forget_complaints(self) -> None:
        self._ask("forgetComplaints")

    def close(self) -> None:
        """End both processes: node ends with its input, and Firefox with node."""
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait(PATIENCE)


@contextmanager
def firefox_window() -> Iterator[Window]:
    window = FirefoxWindow()
    try:
        yield window
    finally:
        window.close()


# WebKit


def mini_browser() -> Path | None:
    """Return the small browser that comes with the library."""
    name = "webkit2gtk-4.*/MiniBrowser"
    found = sorted([*Path("/usr").glob(f"lib*/{name}"), *Path("/usr").glob(f"lib*/*/{name}")])
    return found[-1] if found else None


def why_no_webkit() -> str | None:
    """Return what is missing for WebKit, None where nothing is."""
    for command, package in (("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")):
        if not shutil.which(command):
            return f"{package} is not installed"
    if find_spec("selenium") is None:
        return "selenium is not installed"
    return None if mini_browser() else "the MiniBrowser of webkit2gtk-driver is not installed"


@contextmanager
def screen() -> Iterator[str]:
    """Run a virtual display, and return its name."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1280x1024x24",
        "-nolisten",
        "tcp",
    ]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as reported:
            yield f":{reported.readline().strip()}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


class WebKitWindow:
    """A window of WebKit."""

    def __init__(self, display: str) -> None:
        """Open one on a display."""
        from selenium.webdriver import WebKitGTK, WebKitGTKOptions
        from selenium.webdriver.webkitgtk.service import Service

        options = WebKitGTKOptions()
        options.binary_location = str(mini_browser())
        options.add_argument("--automation")
        options.add_argument("--geometry=1024x900")
        environment = {
            **os.environ,
            "DISPLAY": display,
            "LANG": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        }
        if os.geteuid() == 0:  # bubblewrap refuses to make a sandbox for root
            environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        driver = shutil.which("WebKitWebDriver")
        with warnings.catch_warnings():  # selenium's driver uses what selenium deprecates
            warnings.simplefilter("ignore", DeprecationWarning)
            self.driver = WebKitGTK(options=options, service=Service(driver, env=environment))
        self.driver.set_script_timeout(PATIENCE)
        self.driver.set_page_load_timeout(PATIENCE)

    def open(self, address: str) -> None:
        self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def evaluate(self, expression: str) -> Any:
        done = "arguments[arguments.length - 1]"
        script = f"Promise.resolve({expression}).then((it) => {done}([it ?? null]), (no) => {done}(String(no)))"
        answer = self.driver.execute_async_script(script)
        assert isinstance(answer, list), (expression, answer)
        return answer[0]

    def _keys(self, keys: str) -> None:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver, duration=0).send_keys(keys).perform()

    def type(self, text: str) -> None:
        for at in range(0, len(text), 20):
            self._keys(text[at : at + 20])

    def press(self, key: str) -> None:
        self._keys(NAMED_KEYS.get(key, key))

    def _pointer(self, kind: str, points: list[Point]) -> None:
        """Press at the first point, go through the others, let go."""
        ways = [
            {
                "type": "pointerMove",
                "duration": 20,
                "origin": "viewport",
                "x": round(x),
                "y": round(y),
            }
            for x, y in points
        ]
        down, up = ({"type": name, "button": 0} for name in ("pointerDown", "pointerUp"))
        actions = [ways[0], down, *ways[1:], up]
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}
        self.driver.execute("actions", {"actions": [{**pointer, "actions": actions}]})

    def drag(self, start: Point, end: Point) -> None:
        between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self._pointer("mouse", [start, between, end])

    def click(self, at: Point) -> None:
        self._pointer("mouse", [at])

    def tap(self, at: Point) -> None:
        self._pointer("touch", [at])

    def complaints(self) -> list[str]:
        return []  # WebKit's driver does not report them

    def forget_complaints(self) -> None:
        pass  # there are none


@contextmanager
def webkit_window() -> Iterator[Window]:
    with screen() as display:
        window = WebKitWindow(display)
        try:
            yield window
        finally:
            with suppress(Exception):
                window.driver.quit()
