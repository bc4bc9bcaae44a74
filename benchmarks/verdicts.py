"""How long a verdict takes: in the browser's Worker, and from the service over HTTP.

The same 300 positions, reached by random play, are asked one after the other in both. It needs
Chromium and the engine compiled for it (`make wasm`).
"""

import json
import random
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.chromium import chromium_path
from benchmarks.rounds import sized
from benchmarks.serving import serving
from freecell.board import Board, deal

POSITIONS = sized(300, 3)
CELLS = (4, 4, 4, 4, 4, 0, 1, 2, 3, 5, 6, 7, 8)
"""Most positions have four cells, and every other number of cells is there too."""

ASK_WORKER = """async (boards) => {
    const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
    const { Board } = await import(folder + 'games/board.js');
    const { solve } = await import(folder + 'engine/engine.js');
    const { formatMoves } = await import(folder + 'text/address.js');
    const answers = [];
    for (const [columns, cells, homes] of boards) {
        const begun = performance.now();
        const verdict = await solve(new Board(columns, cells, homes));
        const ms = performance.now() - begun;
        answers.push([verdict.verdict, verdict.moves ? formatMoves(verdict.moves) : '', ms]);
    }
    return answers;
}"""


class Verdict(NamedTuple):
    """An answer, the line where there is one, and how long it took."""

    result: str
    moves: str
    ms: float


def positions(count: int = POSITIONS) -> list[Board]:
    """Return positions in the middle of games, many of them lost."""
    chance = random.Random(300)
    boards: list[Board] = []
    while len(boards) < count:
        board = deal(chance.randrange(1, 1_000_001), chance.choice(CELLS))
        for _ in range(chance.randrange(0, 30)):
            if legal := board.legal_moves():
                board = board.play(chance.choice(legal))
        if not board.won:
            boards.append(board)
    return boards


def from_worker(page: Any, boards: list[Board]) -> list[Verdict]:  # noqa: ANN401 - Playwright's page
    """Ask the engine of an open page, which plays each line through before it answers."""
    asked = [[board.columns, board.cells, board.homes] for board in boards]
    return [Verdict(*answer) for answer in page.evaluate(ASK_WORKER, asked)]


def from_service(address: str, boards: list[Board]) -> list[Verdict]:
    """Ask the service, over one connection."""
    connection = HTTPConnection(address, timeout=60)
    verdicts = []
    for board in boards:
        begun = time.perf_counter()
        body = json.dumps({"board": str(board), "cells": len(board.cells)})  # as the page asks
        connection.request("POST", "/api/verdict", body)
        answer = json.loads(connection.getresponse().read())
        ms = (time.perf_counter() - begun) * 1000
        verdicts.append(Verdict(answer["verdict"], answer.get("moves") or "", ms))
    connection.close()
    return verdicts


def summary(verdicts: list[Verdict]) -> dict[str, float]:
    """Return the median, the 95th percentile and the most, in milliseconds."""
    times = sorted(verdict.ms for verdict in verdicts)
    parts = {"median": len(times) // 2, "p95": len(times) * 95 // 100, "most": -1}
    return {name: round(times[at], 2) for name, at in parts.items()}


def main() -> None:
    """Measure both, and print a table and a JSON file."""
    from playwright.sync_api import sync_playwright

    options = ["--per-minute", "0", "--no-log"]
    boards = positions()
    with (
        serving("freecell", "serve", "--port", "PORT", *options) as (port, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/617")
        page.wait_for_selector("html.ready")
        from_worker(page, boards[:5])  # both are awake when it counts
        from_service(f"127.0.0.1:{port}", boards[:5])
        results = {
            "Worker": summary(from_worker(page, boards)),
            "service": summary(from_service(f"127.0.0.1:{port}", boards)),
        }
        browser.close()
    for name, times in results.items():
        print(f"{name:8} " + "   ".join(f"{part} {ms:7.2f} ms" for part, ms in times.items()))
    Path("bench-verdicts.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
