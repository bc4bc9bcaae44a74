"""Won games: those that are kept beside the tests, and one of any deal."""

from pathlib import Path

from freecell import Board, Game, Solved, read_records, solve

_FILE = Path(__file__).parent / "data" / "games" / "won.txt"


def won_games() -> list[Game]:
    """Return the games of won.txt.

    Two of them move part of a run to an empty column where no way leads round.
    """
    with _FILE.open(encoding="utf-8") as file:
        return [record.game for record in read_records(file)]


def won_game(start: int | str | Board) -> Game:
    """Return a win of a deal that can be won."""
    result = solve(start)
    assert isinstance(result, Solved)
    return result.game
