"""Pictures: every card of the board is drawn where it lies, in files that need nothing else."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from freecell.board import Board, deal
from freecell.cards import CARD_NAMES
from freecell.cli import main
from freecell.drawing.picture import picture

SVG = "{http://www.w3.org/2000/svg}"


def faces(svg: str) -> list[str]:
    """Return the names of the cards drawn, in the order of drawing."""
    found = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if re.fullmatch("fc-[cdhs]", suit := group.get("class", "")):
            _paper, index, *_face = group.findall(f"{SVG}use")
            letter = index.get("href", "").removeprefix("#fc-i").replace("10", "T")
            letter = letter if len(letter) == 1 else chr(int(letter, 16))
            found.append(letter + suit[-1].upper())
    return found


def test_a_picture_shows_each_card_of_a_deal_column_by_column() -> None:
    board = deal(617)
    expected = [CARD_NAMES[card] for column in board.columns for card in column]
    assert faces(picture(board)) == expected


def test_cells_and_the_topmost_cards_home_are_drawn() -> None:
    won = Board([[]] * 7 + [[50]], (49, None), (13, 12, 12, 13))
    assert faces(picture(won)) == ["KC", "QD", "QH", "KS", "KD", "KH"]


@pytest.mark.parametrize("cells", range(9))
def test_everything_lies_inside_the_picture(cells: int) -> None:
    svg = ElementTree.fromstring(picture(deal(11982, cells)))
    width, height = map(float, svg.get("viewBox", "").split()[2:])
    for group in svg.findall(f"{SVG}g"):
        match = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        assert match is not None
        assert 0 < float(match[1]) < width - 100
        assert 0 < float(match[2]) < height - 140


def test_a_long_column_is_compressed() -> None:
    columns = [[*range(51, -1, -1)], *[[]] * 7]
    svg = ElementTree.fromstring(picture(Board(columns)))
    assert float(svg.get("viewBox", "").split()[3]) <= 1000


def test_a_title_is_escaped_and_named() -> None:
    svg = ElementTree.fromstring(picture(deal(1), title='<b>"&'))
    assert svg.get("aria-label") == '<b>"&'
    assert svg.findtext(f"{SVG}title") == '<b>"&'


def test_four_colours_and_dark_change_colours_only() -> None:
    plain, other = picture(deal(1)), picture(deal(1), four_colours=True, theme="dark")
    assert plain != other
    assert re.sub("<style>.*</style>", "", plain) == re.sub("<style>.*</style>", "", other)


def test_the_automatic_theme_has_both() -> None:
    assert "prefers-color-scheme:dark" in picture(deal(1), theme="auto")


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no such theme: 'pink'"):
        picture(deal(1), theme="pink")  # type: ignore[arg-type]  # what is refused


def test_russian_letters_stand_in_the_corners() -> None:
    assert faces(picture(deal(1), language="ru"))[0] == "\N{CYRILLIC CAPITAL LETTER VE}D"


def test_a_picture_asks_for_nothing_from_elsewhere() -> None:
    svg = picture(deal(1))
    assert "<script" not in svg
    assert re.findall(r'(?:href|src)="([^#][^"]*)"|url\(', svg) == []


def test_a_notebook_draws_a_board() -> None:
    assert deal(617)._repr_svg_() == picture(deal(617))


def test_the_command_writes_a_file_or_standard_output(tmp_path: Path) -> None:
    target = tmp_path / "617.svg"
    assert CliRunner().invoke(main, ["picture", "617", "-o", str(target)]).exit_code == 0
    shown = CliRunner().invoke(main, ["picture", "ms617"])
    assert shown.exit_code == 0
    assert target.read_text(encoding="utf-8") == shown.output
    assert 'aria-label="Game #617"' in shown.output


def test_a_wrong_number_is_one_line_and_exit_1() -> None:
    done = CliRunner().invoke(main, ["picture", "x"])
    assert done.exit_code == 1
    assert done.output.startswith("Error: not a deal number: 'x'")
