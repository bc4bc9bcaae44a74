"""Boards from pictures: what is read is right or is not called certain, and everything else is refused."""

from __future__ import annotations

import io
import random
import struct
import time
import tracemalloc
import zlib

import numpy as np
import pytest
from PIL import Image

from freecell import (
    Board,
    FreecellError,
    PictureCard,
    PictureReading,
    _core,
    deal,
    read_picture,
)
from freecell.picture_reader import MOST_BYTES, is_picture
from tests.games import won_game
from tests.picture_drawing import AlikeQueensDeck, HalfSuitlessDeck, picture_of, suitless_deck


def saved(picture: Image.Image, form: str = "PNG", **options) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, form, **options)
    return buffer.getvalue()


def shuffled_board(seed: int) -> Board:
    cards = list(range(52))
    random.Random(seed).shuffle(cards)
    return Board([cards[column::8] for column in range(8)])


def right_cards(board: Board, columns) -> int:
    pairs = zip(board.columns, columns, strict=True)
    return sum(a == b for column, read in pairs for a, b in zip(column, read, strict=False))


@pytest.mark.parametrize("number", [617, 4_000_000_000])
def test_a_numbered_deal_is_read_with_its_number(number):
    reading = read_picture(picture_of(deal(number)))
    assert reading.certainty == "certain"
    assert reading.number == number
    assert reading.board == deal(number)
    assert reading.reason is None
    assert reading.doubtful == ()
    assert len(reading.cards) == 52


def test_a_picture_is_read_from_a_file_bytes_pixels_and_arrays_alike(tmp_path):
    picture = picture_of(deal(617))
    file = tmp_path / "board.png"
    file.write_bytes(saved(picture))
    pixels = np.asarray(picture)
    opaque = np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])
    clear = picture.convert("RGBA")
    readings = [
        read_picture(given)
        for given in (file, str(file), file.read_bytes(), picture, clear, pixels, opaque)
    ]
    assert all(reading == readings[0] for reading in readings)
    assert readings[0].number == 617


@pytest.mark.parametrize(
    "damage", [{"form": "JPEG", "quality": 70}, {"form": "WEBP", "quality": 70}]
)
def test_a_compressed_picture_is_read(damage):
    assert read_picture(saved(picture_of(deal(617)), **damage)).number == 617


@pytest.mark.parametrize("factor", [0.75, 2.1])
def test_a_scaled_picture_is_read(factor):
    picture = picture_of(deal(617))
    size = (round(picture.width * factor), round(picture.height * factor))
    assert read_picture(picture.resize(size, Image.Resampling.BILINEAR)).number == 617


def test_a_picture_in_grey_is_read():
    grey = np.asarray(picture_of(deal(617)).convert("L"))
    reading = read_picture(grey)
    assert reading.number in (617, None)
    assert right_cards(deal(617), reading.columns) > 40


def test_each_card_has_its_place_in_the_picture():
    reading = read_picture(picture_of(deal(617), width=90))
    assert [card.place for card in reading.cards[:8]] == [
        *(f"column 1, card {row}" for row in range(1, 8)),
        "column 2, card 1",
    ]
    assert all(85 < card.width < 95 for card in reading.cards)
    tops = [card.top for card in reading.cards[:7]]
    assert tops == sorted(tops)
    assert str(reading.cards[0]) == "column 1, card 1: 7D"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_board_without_a_number_is_never_wrong_and_certain(seed):
    board = shuffled_board(seed)
    reading = read_picture(picture_of(board))
    assert reading.number is None
    assert reading.certainty != "certain" or reading.board == board
    assert right_cards(board, reading.columns) >= 44


def test_two_exchanged_cards_take_the_number_away():
    columns = [list(column) for column in deal(617).columns]
    columns[1][2], columns[6][3] = columns[6][3], columns[1][2]
    reading = read_picture(picture_of(Board(columns)))
    assert reading.number is None
    assert reading.certainty != "certain" or reading.board == Board(columns)


def test_a_game_in_progress_is_read_and_its_number_found():
    board = deal(617)
    for move in ("2a", "2b"):
        board = next(board.play(legal) for legal in board.legal_moves() if str(legal) == move)
    reading = read_picture(picture_of(board))
    assert reading.number in (617, None)
    assert reading.certainty != "certain" or reading.board == board
    assert right_cards(board, reading.columns) >= 44


def test_cards_that_are_home_are_read():
    board = next(each for each in won_game(1).boards() if sum(each.homes) == 7)
    reading = read_picture(picture_of(board))
    assert (reading.homes, reading.number) == (board.homes, 1)
    assert reading.board is not None
    assert reading.board.columns == board.columns


def after(board: Board, *moves: str) -> Board:
    for written in moves:
        board = next(board.play(move) for move in board.legal_moves() if str(move) == written)
    return board


def test_a_twin_may_have_been_moved_to_where_the_other_was_dealt():
    """4D goes to a cell and 4H takes its place: where their suits are not seen, the deal does not decide."""
    board = after(deal(65), "1a", "51")
    reading = read_picture(picture_of(board, deck=HalfSuitlessDeck("4D", "4H")))
    assert right_cards(board, reading.columns) >= 46
    assert reading.certainty == "likely"
    assert read_picture(picture_of(board)).board == board  # in a deck that shows the suits


def test_a_run_may_have_been_moved_to_where_others_were_dealt():
    """8H with 7S and 6H lies where 5H with 7S and 6H was dealt: only what is seen decides."""
    board = after(deal(975063), "25v2", "2a", "52v3")
    reading = read_picture(picture_of(board))
    assert (reading.certainty, reading.number, reading.board) == ("certain", 975063, board)


def test_the_number_overrules_no_card_that_is_clearly_another():
    """A card that was dealt lies in a cell, and what was in the cell among the untouched cards."""
    board = after(deal(617), "2a")
    columns, [held, *empty] = [list(column) for column in board.columns], board.cells
    assert held is not None
    dealt, columns[0][3] = columns[0][3], held
    exchanged = Board(columns, [dealt, *empty])
    reading = read_picture(picture_of(exchanged))
    assert reading.certainty != "certain" or reading.board == exchanged


@pytest.mark.parametrize("wide", [0, 115, 345])
@pytest.mark.parametrize("empty", [[7], [6, 7], [5, 6, 7], [0], [0, 1], [0, 7]])
def test_columns_at_the_sides_are_empty_for_certain_only_where_it_is_seen(empty, wide):
    """A felt that is wider on one side must not shift the columns, nor the cells."""
    cards = random.Random(11).sample(range(52), 52)
    full = [column for column in range(8) if column not in empty]
    columns = [cards[full.index(at) :: len(full)] if at in full else [] for at in range(8)]
    board = Board(columns)
    picture = picture_of(board)
    felt = picture.getpixel((2, 2))
    for left, right in ((wide, 0), (0, wide)):
        wider = Image.new("RGB", (picture.width + left + right, picture.height), felt)
        wider.paste(picture, (left, 0))
        reading = read_picture(wider)
        assert reading.certainty != "certain" or reading.board == board


@pytest.mark.parametrize(("number", "move", "seen"), [(2, 34, 1.0), (2, 35, 1.0), (5, 51, 0.4)])
def test_a_column_that_leaves_the_window_changes_no_home(number, move, seen):
    """Taken for shorter or longer than it is, it would put another card on a home that is seen."""
    board = list(won_game(number).boards())[move]
    longest = max(range(8), key=lambda column: len(board.columns[column]))
    picture = picture_of(board)
    place = f"column {longest + 1}, card {len(board.columns[longest])}"
    last = next(card for card in read_picture(picture).cards if card.place == place)
    window = (0, 0, picture.width, round(last.top + seen * last.width))
    reading = read_picture(picture.crop(window))
    assert reading.certainty != "certain" or reading.board == board


@pytest.mark.parametrize(
    ("width", "share", "certainty"),
    [(58, 0.35, "certain"), (58, 0.44, "likely"), (90, 0.44, "certain")],
)
def test_suits_of_a_few_pixels_must_be_surer(width, share, certainty):
    """On cards of 58 pixels black queens were once exchanged, with a margin that sufficed."""
    board = shuffled_board(7)
    reading = read_picture(picture_of(board, width, deck=AlikeQueensDeck(share)))
    assert (reading.certainty, reading.board) == (certainty, board)


def with_its_cell_moved(picture: Image.Image, share: float) -> Image.Image:
    """Move the only card in a cell to the right, by a share of the distance between columns."""
    cards = read_picture(picture).cards
    [held] = [card for card in cards if card.place.startswith("cell")]
    backs = [card.left for card in cards if card.place.endswith(", card 1")]
    box = (held.left - 2, held.top - 2, held.left + held.width + 3, held.top + held.height + 3)
    left, top, right, bottom = map(round, box)
    moved, card = picture.copy(), picture.crop((left, top, right, bottom))
    felt = picture.crop((left - 6, top, left - 5, top + 1)).resize((right - left, bottom - top))
    moved.paste(felt, (left, top))
    moved.paste(card, (left + round(share * (backs[1] - backs[0])), top))
    return moved


@pytest.mark.parametrize(
    ("share", "certainty"), [(0, "certain"), (0.2, "certain"), (0.45, "likely"), (0.55, "likely")]
)
def test_a_card_between_two_cells_is_in_neither_for_certain(share, certainty):
    board = next(each for each in won_game(5).boards() if each.cells.count(None) == 3)
    reading = read_picture(with_its_cell_moved(picture_of(board), share))
    assert reading.certainty == certainty
    assert reading.columns == board.columns
    assert reading.cells.count(None) == 3


def test_what_cannot_be_decided_is_likely_at_most():
    board = shuffled_board(5)
    reading = read_picture(picture_of(board, deck=suitless_deck()))
    assert reading.certainty != "certain"
    assert reading.number is None


def test_doubtful_cards_name_an_alternative():
    reading = read_picture(picture_of(shuffled_board(5), deck=suitless_deck()))
    if reading.certainty == "likely":
        assert reading.doubtful
        assert any(", or " in str(card) for card in reading.doubtful)


def png_of_size(width: int, height: int) -> bytes:
    """A file that says it is large, and holds nothing."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = (
        struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    )
    return (
        b"\x89PNG\r\n\x1a\n" + chunk + bytes(4) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    )


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"", "is no picture"),
        (b"7D AD 5C", "is no picture"),
        (b"\x89PNG\r\n\x1a\n", "is a damaged picture"),
        (b"\xff\xd8\xff\xe0 nothing", "is a damaged picture"),
        (png_of_size(100_000, 100_000), "is too large"),
        (png_of_size(8_000, 8_000), "is too large"),
        (b"\x89PNG\r\n\x1a\n" + bytes(MOST_BYTES), "is too large"),
        (np.zeros((10, 10), np.float32), "not pixels"),
        (np.zeros((10, 10, 7), np.uint8), "not pixels"),
        (np.zeros((0, 10, 3), np.uint8), "not pixels"),
        (617, "not a picture"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(given, why):
    with pytest.raises(FreecellError, match=why) as refused:
        read_picture(given)
    assert "\n" not in str(refused.value)


def resized(form: str, places: dict[int, bytes]) -> bytes:
    """A small picture whose header says that it is huge."""
    content = bytearray(saved(Image.new("RGB", (64, 48)), form))
    for at, size in places.items():
        content[at : at + len(size)] = size
    return bytes(content)


def huge_jpeg() -> bytes:
    content = saved(Image.new("RGB", (64, 48)), "JPEG")
    at = content.index(b"\xff\xc0") + 5
    return content[:at] + b"\xff\x00\xff\x00" + content[at + 4 :]


def huge_webp() -> bytes:
    content = bytearray(saved(Image.new("RGB", (64, 48)), "WEBP", lossless=True))
    at = content.index(b"VP8L") + 9
    content[at : at + 4] = struct.pack("<I", 0x3FFF | 0x3FFF << 14)
    return bytes(content)


def png_bomb() -> bytes:
    """Two thousand million pixels of one bit in a quarter of a megabyte."""
    side = 45_000
    rows = zlib.compressobj(9)
    packed = b"".join(rows.compress(bytes(side // 8 + 1) * 100) for _ in range(side // 100))
    packed += rows.flush()
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)), (b"IDAT", packed)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in [*chunks, (b"IEND", b"")]
    )


def many_scans() -> bytes:
    """A JPEG that passes over its pixels ten thousand times."""
    content = saved(Image.new("RGB", (640, 480)), "JPEG", progressive=True)
    last = content.rindex(b"\xff\xda")
    return content[:last] + content[last:-2] * 10_000 + content[-2:]


BOMBS = {
    "png": (png_bomb, "is too large"),
    "jpeg": (huge_jpeg, "is too large"),
    "scans": (many_scans, "too many scans"),
    "webp": (huge_webp, "is too large"),
    "gif": (lambda: resized("GIF", {6: b"\xff\xff\xff\xff"}), "is too large"),
    "bmp": (lambda: resized("BMP", {18: struct.pack("<ii", 60_000, 60_000)}), "is too large"),
    "tiff": (lambda: saved(Image.new("RGB", (64, 48)), "TIFF"), "is no picture"),
    "ppm": (lambda: b"P6 60000 60000 255\n", "is no picture"),
    "ico": (lambda: saved(Image.new("RGB", (64, 48)), "ICO"), "is no picture"),
    "tga": (lambda: saved(Image.new("RGB", (64, 48)), "TGA"), "is no picture"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_decompression_bomb_is_refused_before_it_is_decoded(bomb):
    make, why = BOMBS[bomb]
    content = make()
    assert len(content) < 5_000_000
    begun = time.process_time()
    tracemalloc.start()
    with pytest.raises(FreecellError, match=why) as refused:
        read_picture(content)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "\n" not in str(refused.value)
    assert most < 30_000_000
    assert time.process_time() - begun < 2


def test_a_cut_file_is_refused():
    content = saved(picture_of(deal(617)))
    with pytest.raises(FreecellError, match="damaged"):
        read_picture(content[: len(content) // 2])


def test_pictures_are_recognised_by_their_first_bytes():
    picture = Image.new("RGB", (4, 4))
    assert all(is_picture(saved(picture, form)) for form in ("PNG", "JPEG", "WEBP", "GIF", "BMP"))
    assert not is_picture(b"7D AD 5C 3S")


def test_the_core_refuses_pixels_and_weights_that_do_not_fit():
    with pytest.raises(ValueError, match="three bytes"):
        _core.read_picture(bytes(5), 2, 1, b"")
    with pytest.raises(ValueError, match="damaged weights"):
        _core.read_picture(bytes(300 * 200 * 3), 300, 200, b"FCPW" + bytes(9))


def test_cards_that_make_no_board_give_none():
    seen = PictureCard("column 1, card 1", 0, 0, 50, 20, None, None, 0)
    assert seen.doubtful
    assert str(seen) == "column 1, card 1: ??"
    twice = PictureReading("likely", None, ((0, 0),), (None,) * 4, (0,) * 4, None, (seen,))
    assert twice.board is None
    missing = PictureReading("likely", None, ((None,),), (None,) * 4, (0,) * 4, None, (seen,))
    assert missing.board is None
    assert missing.doubtful == (seen,)
