"""Ranks and suits cut from Debian's fonts, as grey pictures in one file: the ink of drawn decks.

`python -m tools.pictures.glyphs` writes build/pictures/glyphs.npz and, beside it, the list of the
fonts with the Debian package and the licence of each. Nothing of a font is shipped.
"""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FOLDER = Path("build/pictures")
RANK_TEXTS = ["A", *"23456789", "10", *"JQK", *"TBVDR"]
SUIT_TEXTS = "♣♦♥♠"
SUIT_NAMES = "CDHS"
HEIGHT = 64
"""How many pixels high a glyph is cut; a wide one is wider."""

Glyphs: TypeAlias = dict[str, dict[str, np.ndarray]]
"""For each font its glyphs: rows of grey, 255 where there is ink."""


def font_files() -> list[Path]:
    """Return the fonts of this machine that have Latin capitals and digits, one of each name."""
    listed = subprocess.run(
        ["fc-list", ":charset=41 4a 4b 51 30 32", "--format", "%{file}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    found = {
        Path(line).stem: Path(line) for line in sorted(listed) if line.endswith((".ttf", ".otf"))
    }
    return [found[name] for name in sorted(found) if is_wanted(name)]


NO_LETTERS = (
    "D050000L",
    "StandardSymbolsPS",
    "LinBiolinum_K",
    "Ecolier",
    "femkeklaver",
    "Isabella",
)
"""Fonts that draw other things than letters and digits, or hardly legible ones."""


def is_wanted(name: str) -> bool:
    """Say whether a font is worth having: of the many scripts of Noto only the Latin ones."""
    if name.startswith(NO_LETTERS):
        return False
    if name.startswith("Noto"):
        kept = ("NotoSans-", "NotoSerif-", "NotoSansMono-", "NotoSansDisplay-", "NotoSerifDisplay-",
                "NotoSansSymbols2-", "NotoMono-")  # fmt: skip
        return name.startswith(kept)
    return True


def is_kept_for_tests(name: str) -> bool:
    """Say whether a font is never trained on: about one family in eight, by its name."""
    family = name.split("-")[0].lower()[:8]
    return hashlib.sha256(family.encode()).digest()[0] < 32


def cut(font: ImageFont.FreeTypeFont, text: str) -> np.ndarray | None:
    """Return the ink of a text at HEIGHT, or None where the font draws nothing of use."""
    left, top, right, bottom = font.getbbox(text)
    if right - left < 4 or bottom - top < 8:
        return None
    picture = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, fill=255, font=font)
    box = picture.getbbox()
    if box is None:
        return None
    picture = picture.crop(box)
    width = max(4, round(picture.width * HEIGHT / picture.height))
    if width > 4 * HEIGHT:
        return None
    return np.asarray(picture.resize((width, HEIGHT), Image.Resampling.LANCZOS), dtype=np.uint8)


def has_suits(path: Path) -> bool:
    """Say whether a font has all four suits."""
    query = subprocess.run(
        ["fc-query", "--format", "%{charset}\n", str(path)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    spans = [part.split("-") for part in query.split()]
    ranges = [(int(span[0], 16), int(span[-1], 16)) for span in spans if span[0]]
    return all(any(first <= ord(suit) <= last for first, last in ranges) for suit in SUIT_TEXTS)


def looks_like(suit: str, ink: np.ndarray) -> bool:
    """Check a suit's shape by its top and bottom: some fonts exchange spades and clubs."""
    rows = (ink > 127).sum(axis=1) / max(1, ink.shape[1])
    top, bottom = rows[2:6].mean(), rows[-6:-2].mean()
    upper, lower = rows[: HEIGHT // 3].sum(), rows[2 * HEIGHT // 3 :].sum()
    if suit == "♥":
        return bool(top > bottom and upper > lower)
    if suit == "♦":
        return bool(abs(upper - lower) < 0.25 * (upper + lower) and top < 0.35 and bottom < 0.35)
    if suit == "♠":
        return bool(top < 0.22 and rows[HEIGHT // 6] < 0.45)
    return bool(rows[HEIGHT // 6] > 0.2)


def collect() -> tuple[Glyphs, dict[str, Path]]:
    """Cut all glyphs of all fonts."""
    glyphs: Glyphs = {}
    paths: dict[str, Path] = {}
    for path in font_files():
        try:
            font = ImageFont.truetype(str(path), 96)
            inks = {text: cut(font, text) for text in RANK_TEXTS}
        except OSError:
            continue
        if any(ink is None for ink in inks.values()):
            continue
        if has_suits(path):
            suits = {suit: cut(font, suit) for suit in SUIT_TEXTS}
            if all(ink is not None and looks_like(suit, ink) for suit, ink in suits.items()):
                inks |= suits
        glyphs[path.stem] = {text: ink for text, ink in inks.items() if ink is not None}
        paths[path.stem] = path
    return glyphs, paths


def save(glyphs: Glyphs, path: Path) -> None:
    """Write all glyphs to one compressed file."""
    flat = {f"{name}/{text}": ink for name, inks in glyphs.items() for text, ink in inks.items()}
    np.savez_compressed(path, **flat)  # type: ignore[arg-type]  # the names are the fonts'


def load(path: Path) -> Glyphs:
    """Read what `save` wrote."""
    glyphs: Glyphs = {}
    with np.load(path) as flat:
        for key in flat.files:
            name, text = key.rsplit("/", 1)
            if not is_wanted(name):
                continue
            glyphs.setdefault(name, {})[text] = flat[key]
    return glyphs


def package_of(path: Path) -> str:
    """Return the Debian package that a font came with."""
    done = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False)
    return done.stdout.split(":")[0] or "?"


def licences_of(package: str) -> str:
    """Return the licences that a package's own copyright file names."""
    file = Path("/usr/share/doc") / package / "copyright"
    if not file.is_file():
        return "?"
    lines = file.read_text(errors="replace").splitlines()
    names = {line.split(":", 1)[1].strip() for line in lines if line.startswith("License:")}
    return ", ".join(sorted(name for name in names if name)[:5]) or "see its copyright file"


def main() -> None:
    """Cut the glyphs and list the fonts."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    glyphs, paths = collect()
    save(glyphs, FOLDER / "glyphs.npz")
    packages: dict[str, list[str]] = {}
    for name, path in paths.items():
        packages.setdefault(package_of(path), []).append(name)
    lines = [f"{package}\t{licences_of(package)}\t{' '.join(names)}"
             for package, names in sorted(packages.items())]  # fmt: skip
    (FOLDER / "fonts.tsv").write_text("\n".join(lines) + "\n")
    with_suits = sum("♠" in inks for inks in glyphs.values())
    kept = sum(map(is_kept_for_tests, glyphs))
    print(f"{len(glyphs)} fonts, {with_suits} with suits, {kept} kept for tests")


if __name__ == "__main__":
    main()
