"""The page's reader of pictures, run by Node without a browser, beside Python's."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from freecell import PictureReading

SCRIPT = Path(__file__).with_suffix(".mjs")


def read_in_page(pictures: Sequence[Image.Image]) -> list[dict[str, Any]]:
    """Return what the page reads in pictures, each with the `seconds` that it took."""
    with tempfile.TemporaryDirectory() as folder:
        questions = []
        for index, picture in enumerate(pictures):
            file = Path(folder) / str(index)
            file.write_bytes(picture.convert("RGBA").tobytes())
            size = {"width": picture.width, "height": picture.height}
            questions.append({"job": "read", "file": str(file), **size})
        done = subprocess.run(
            ["node", str(SCRIPT)], input=json.dumps(questions), text=True, capture_output=True,
            check=True,
        )  # fmt: skip
    posted = [json.loads(line) for line in done.stdout.splitlines()]
    readings = [line["reading"] for line in posted if "reading" in line]
    times = [{"seconds": line["seconds"]} for line in posted if "seconds" in line]
    return [reading | time for reading, time in zip(readings, times, strict=True)]


def is_same(reading: PictureReading, found: dict[str, Any]) -> bool:
    """Say whether the page read the same as Python: every card, its place and its alternative."""
    ours = [(card.card, card.alternative, card.left, card.top) for card in reading.cards]
    theirs = [(card["card"], card["other"], card["left"], card["top"]) for card in found["cards"]]
    return (
        (reading.certainty, reading.number, reading.reason is None)
        == (found["certainty"], found["number"], found["reason"] is None)
    ) and ours == theirs
