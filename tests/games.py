"""Won games that are kept beside the tests."""

from pathlib import Path

from freecell import Game, read_records

_FILE = Path(__file__).parent / "data" / "games" / "won.txt"


def won_games() -> list[Game]:
    """Return the games of won.txt.

    Two of them move part of a run to an empty column where no way leads round.
    """
    with _FILE.open(encoding="utf-8") as file:
        return [record.game for record in read_records(file)]
