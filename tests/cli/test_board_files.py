"""Pictures where a command takes a board."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from freecell import Board, deal
from freecell.cli import main
from freecell.cli.play import _path_of
from freecell.numbers import DealNumberError
from freecell.text.address import format_position
from tests.library.test_picture_reader import shuffled_board
from tests.picture_drawing import picture_of, suitless_deck


@pytest.fixture(scope="module")
def board_617(tmp_path_factory):
    path = tmp_path_factory.mktemp("pictures") / "617.png"
    picture_of(deal(617)).save(path)
    return str(path)


def doubtful_picture(folder, board: Board) -> str:
    path = folder / "doubtful.png"
    picture_of(board, deck=suitless_deck()).save(path)
    return str(path)


def test_find_takes_a_picture(board_617):
    result = CliRunner().invoke(main, ["find", board_617])
    assert (result.exit_code, result.output) == (0, "617\n")


def test_solve_takes_a_picture(board_617):
    result = CliRunner().invoke(main, ["solve", "--from-board", board_617, "--format", "snx"])
    assert result.exit_code == 0


def test_play_takes_a_number_or_a_file(board_617, tmp_path):
    text = tmp_path / "board.txt"
    text.write_text(str(deal(617)))
    there = f"?board={format_position(deal(617))}"
    assert _path_of("#617", likely=False) == "617"
    assert _path_of(board_617, likely=False) == there
    assert _path_of(str(text), likely=False) == there
    with pytest.raises(DealNumberError):
        _path_of("no-such-file", likely=False)


def test_a_doubtful_reading_ends_with_4_unless_it_is_accepted(tmp_path):
    path = doubtful_picture(tmp_path, shuffled_board(5))
    result = CliRunner().invoke(main, ["find", path])
    assert result.exit_code == 4
    assert "column" in result.output
    assert "--likely" in result.output
    accepted = CliRunner().invoke(main, ["find", path, "--likely"])
    assert accepted.exit_code == 1
    assert "no number deals these cards" in accepted.output


def test_a_picture_that_cannot_be_read_is_refused_by_name(tmp_path):
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(b"\x89PNG\r\n\x1a\n")
    result = CliRunner().invoke(main, ["find", str(damaged)])
    assert result.exit_code == 1
    assert "damaged.png" in result.output
    blank = tmp_path / "blank.png"
    picture_of(deal(617)).resize((30, 20)).save(blank)
    result = CliRunner().invoke(main, ["find", str(blank)])
    assert result.exit_code == 1
    assert "too small" in result.output
