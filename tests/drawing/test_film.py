"""Films: every moved card flies once, in a file that needs nothing else."""

import re
from base64 import b64decode
from xml.etree import ElementTree

from click.testing import CliRunner

from freecell.board import Board, Move, deal
from freecell.cli import main
from freecell.drawing.film import animation
from freecell.drawing.picture import picture
from freecell.game import Game


def test_a_film_asks_for_nothing_from_elsewhere() -> None:
    svg = animation(deal(1), deal(1).legal_moves()[:1])
    assert "<script" not in svg
    assert re.findall(r'(?:href|src)="([^#][^"]*)"|url\(', svg) == []


def test_an_animation_flies_every_moved_card_once() -> None:
    board = deal(617)
    svg = animation(board, [Move(7, 2), Move(6, 8), Move(7, 9)], title="Game #617", seconds=0.5)
    ElementTree.fromstring(svg)
    flights = re.findall(r"@keyframes f\d+", svg)
    assert len(flights) == 3
    assert "animation:3.5s step-end infinite" in svg  # three moves, and a rest at both ends


def test_moves_home_take_half_the_time_of_others() -> None:
    columns = [[51, 45], [48], [], [], [], [], [0], [4]]  # AC and 2C go home
    rest = [card for card in range(52) if card not in (51, 45, 48, 0, 4)]
    board = Board([*columns[:2], rest, *columns[3:]])
    assert "animation:6s step-end" in animation(board, [Move(6, 8), Move(7, 9)], seconds=1)
    assert "animation:5s step-end" in animation(board, [Move(6, 16), Move(7, 16)], seconds=1)


def test_an_animation_moves_runs_and_covers_homes() -> None:
    columns = [[51, 45], [48], [], [], [], [], [0], [4]]  # a queen on a king; AC and 2C go home
    rest = [card for card in range(52) if card not in (51, 45, 48, 0, 4)]
    board = Board([*columns[:2], rest, *columns[3:]])
    moves = [Move(0, 3, 2), Move(6, 16), Move(7, 16)]
    svg = animation(board, moves)
    assert len(re.findall(r"@keyframes f\d+", svg)) == 4
    # The ace at home is hidden only when the two has arrived on it.
    ace = re.findall(r'href="#fc-0" [^>]*animation-name:s\d+', svg)
    assert len(ace) == 2


def test_a_notebook_shows_a_game_as_a_film_and_one_not_begun_as_its_board() -> None:
    game = Game(deal(617), [Move(7, 2), Move(7, 8)])
    shown = ElementTree.fromstring(game._repr_html_().replace('">', '"/>'))
    assert shown.get("alt") == "FreeCell, 2 moves"
    assert _image(shown) == animation(deal(617), game.moves)
    game.undo()
    game.undo()
    assert _image(ElementTree.fromstring(game._repr_html_().replace('">', '"/>'))) == picture(
        deal(617)
    )


def _image(shown: ElementTree.Element) -> str:
    kind, data = (shown.get("src") or "").split(",")
    assert kind == "data:image/svg+xml;base64"
    return b64decode(data).decode()


def test_the_command_films_a_solution() -> None:
    shown = CliRunner().invoke(main, ["picture", "617", "--solution", "--short", "--seconds", "2"])
    assert shown.exit_code == 0
    assert shown.output.count("@keyframes f") >= 52  # every card goes home at last
    ElementTree.fromstring(shown.output)


def test_an_impossible_deal_has_no_film() -> None:
    done = CliRunner().invoke(main, ["picture", "11982", "--solution"])
    assert done.exit_code == 3
    assert done.output.startswith("Error: no solution: Impossible(positions=")
