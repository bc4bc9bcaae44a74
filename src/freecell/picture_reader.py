"""A board from a picture: a screenshot of any FreeCell becomes its cards and its number.

Pillow decodes the file; finding the table, reading its cards and telling how sure that is are
done by `core/picture`, which the page can use too. docs/pictures.md says how it works.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from freecell import _core
from freecell.board import Board, BoardError
from freecell.cards import CARD_NAMES, Card, rank_of, shorten, suit_of
from freecell.errors import FreecellError
from freecell.extras import need_extra
from freecell.words import Message

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

MOST_BYTES = 32_000_000
"""No larger file is read."""

MOST_PIXELS = 40_000_000
"""No larger picture is decoded."""

MOST_SCANS = 100
"""No JPEG of more scans is decoded: each may be a few bytes, and passes over the whole picture."""

WEIGHTS = Path(__file__).with_name("picture_weights.bin")
"""The classifier's weights, which the page gets too."""

Certainty: TypeAlias = Literal["certain", "likely", "not read"]

_CERTAINTIES: tuple[Certainty, ...] = ("not read", "likely", "certain")
_REASONS = ("", "picture_no_table", "picture_too_small", "picture_cards_hidden")
_NO_CARD = 255
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP")
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"BM")
_Seen: TypeAlias = tuple[float, float, float, float, int, int, float, int]


class PictureError(FreecellError):
    """The picture cannot be decoded, or is too large."""


@dataclass(frozen=True, slots=True)
class PictureCard:
    """One card of a picture: where it is seen, what it is, and how sure that is."""

    place: str
    """Such as `column 3, card 2`, `cell a` or `home`."""
    left: float
    """Where what is seen of it begins, in pixels."""
    top: float
    width: float
    height: float
    card: Card | None
    """None where it is not known."""
    alternative: Card | None
    """What it is most likely otherwise; None where it is beyond doubt."""
    sureness: float
    """From 0 to 1."""

    @property
    def doubtful(self) -> bool:
        """Whether a person should check it."""
        return self.card is None or self.sureness < 0.9

    def __str__(self) -> str:
        """Say the card, and what else it may be."""
        name = "??" if self.card is None else CARD_NAMES[self.card]
        other = "" if self.alternative is None else f", or {CARD_NAMES[self.alternative]}"
        return f"{self.place}: {name}{other}"


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What was read from a picture."""

    certainty: Certainty
    """`certain`: every card was seen or follows; `likely`: some are in doubt; `not read`."""
    reason: str | None
    """Why nothing was read, or why cards are missing."""
    columns: tuple[tuple[Card | None, ...], ...]
    """The eight columns from left to right, each from its back card; None for a card not known."""
    cells: tuple[Card | None, ...]
    """The four cells; None for an empty one."""
    homes: tuple[int, ...]
    """How many cards of clubs, diamonds, hearts and spades are home."""
    number: int | None
    """The number of the deal, also when the game has begun; None where it is not known."""
    cards: tuple[PictureCard, ...]
    """Every card that is seen, with its place in the picture."""

    @property
    def board(self) -> Board | None:
        """The board, or None while a card is missing."""
        if self.certainty == "not read" or any(None in column for column in self.columns):
            return None
        columns = [[card for card in column if card is not None] for column in self.columns]
        try:
            return Board(columns, self.cells, self.homes)
        except BoardError:
            return None

    @property
    def doubtful(self) -> tuple[PictureCard, ...]:
        """The cards that a person should check."""
        return tuple(card for card in self.cards if card.doubtful)


def read_picture(image: str | Path | bytes | Image | np.ndarray[Any, Any]) -> PictureReading:
    """Read the board in a picture: a file, its bytes, a Pillow image or a numpy array of pixels.

    A wrong board is never meant to be called certain. What is no picture is refused; a picture
    without FreeCell is `not read`, with a reason.
    """
    width, height, pixels = _pixels(image)
    found = _core.read_picture(pixels, width, height, _weights())
    return _reading(*found)


def is_picture(content: bytes) -> bool:
    """Say by its first bytes whether a file is a picture of a kind that is read."""
    return content.startswith(_MAGIC) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP")


@cache
def _weights() -> bytes:
    return WEIGHTS.read_bytes()


def _pixels(image: str | Path | bytes | Image | np.ndarray[Any, Any]) -> tuple[int, int, bytes]:
    """Return width, height and three bytes for each pixel."""
    if isinstance(image, (str, Path)):
        with Path(image).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        return _decoded(content, str(image))
    if isinstance(image, bytes):
        return _decoded(image, "the picture")
    if hasattr(image, "getbbox") and hasattr(image, "convert"):
        return _from_pillow(image)  # type: ignore[arg-type]  # only Pillow's images have both
    if hasattr(image, "shape") and hasattr(image, "dtype"):
        return _from_array(image)
    raise PictureError(
        f"not a picture: {shorten(repr(image))} "
        "(expected a file, bytes, a Pillow image or an array)"
    )


def _decoded(content: bytes, name: str) -> tuple[int, int, bytes]:
    if len(content) > MOST_BYTES:
        raise PictureError(f"{name} is too large (expected at most {MOST_BYTES:,} bytes)")
    if not is_picture(content):
        raise PictureError(f"{name} is no picture (expected PNG, JPEG, WebP, GIF or BMP)")
    if content.startswith(b"\xff\xd8") and content.count(b"\xff\xda") > MOST_SCANS:
        raise PictureError(f"{name} has too many scans (expected at most {MOST_SCANS})")
    need_extra("picture", "reading pictures needs")
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about sizes, which are checked here
        try:
            with Image.open(BytesIO(content), formats=_FORMATS) as picture:
                _check_size(picture.width, picture.height)
                return _from_pillow(picture)
        except FreecellError:
            raise
        except Image.DecompressionBombError as error:
            raise PictureError(
                f"{name} is too large (expected at most {MOST_PIXELS:,} pixels)"
            ) from error
        except Exception as error:  # decoders fail in many ways
            raise PictureError(f"{name} is a damaged picture and cannot be decoded") from error


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise PictureError(
            f"a picture of {width} x {height} pixels is too large "
            f"(expected at most {MOST_PIXELS:,})"
        )


def _from_pillow(picture: Image) -> tuple[int, int, bytes]:
    from PIL import Image, ImageOps

    _check_size(picture.width, picture.height)
    turned = ImageOps.exif_transpose(picture)
    if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
        clear = turned.convert("RGBA")
        turned = Image.new("RGBA", clear.size, (255, 255, 255, 255))
        turned.alpha_composite(clear)
    plain = turned.convert("RGB")
    return plain.width, plain.height, plain.tobytes()


def _from_array(array: np.ndarray[Any, Any]) -> tuple[int, int, bytes]:
    import numpy as np

    grey = array.ndim == 2
    coloured = array.ndim == 3 and array.shape[2] in (3, 4)
    if array.dtype != np.uint8 or not (grey or coloured) or array.size == 0:
        raise PictureError(
            f"not pixels: an array of {array.dtype} with shape {array.shape} "
            "(expected uint8, rows by columns by 3)"
        )
    _check_size(array.shape[1], array.shape[0])
    pixels = np.repeat(array[:, :, None], 3, axis=2) if grey else array[:, :, :3]
    return array.shape[1], array.shape[0], np.ascontiguousarray(pixels).tobytes()


def _reading(
    certainty: int,
    reason: int,
    columns: list[list[_Seen]],
    cells: list[_Seen],
    homes: list[_Seen],
    number: int | None,
) -> PictureReading:
    """Make the core's answer a value."""
    seen = [
        _card(f"column {place}, card {row}", card)
        for place, column in enumerate(columns, 1)
        for row, card in enumerate(column, 1)
    ]
    seen += [_card(f"cell {'abcd'[card[7]]}", card) for card in cells]
    seen += [_card("home", card) for card in homes]
    in_cells: list[Card | None] = [None] * 4
    for card in cells:
        in_cells[card[7]] = _known(card[4])
    sizes = [0] * 4
    for card in homes:
        sizes[suit_of(card[4])] = rank_of(card[4]) + 1
    return PictureReading(
        _CERTAINTIES[certainty],
        Message(_REASONS[reason]) if reason else None,
        tuple(tuple(_known(card[4]) for card in column) for column in columns),
        tuple(in_cells),
        tuple(sizes),
        number,
        tuple(seen),
    )


def _known(card: int) -> Card | None:
    return None if card == _NO_CARD else card


def _card(place: str, seen: _Seen) -> PictureCard:
    left, top, width, height, card, other, sureness, _ = seen
    return PictureCard(place, left, top, width, height, _known(card), _known(other), sureness)
