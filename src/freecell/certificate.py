"""Certificates: a shortest win, and what it takes to check that no win is shorter.

`certify` writes the board, the line, and how many positions the refutation of one move less looks
at, with a checksum over them. `tools/check_certificate.cpp`, which shares no code with the search,
replays the line and repeats the refutation; docs/shortest.md says how the checksum is made.
"""

from freecell import _core
from freecell.board import HOME, Board
from freecell.cards import CARD_NAMES
from freecell.errors import OptionError
from freecell.game import Game
from freecell.solver import Cancel, Count, Limit, check_count, limit_to_core, tick_for_core
from freecell.text.line_player import board_to_core

FIRST_LINE = "freecell shortest win, certificate 1"


def certify(
    game: Game, *, count: Count = "moves", limit: Limit | None = None, cancel: Cancel | None = None
) -> str:
    """Return the certificate of a game that `solve(..., goal="shortest")` proved shortest.

    The refutation is made once more, with nothing left out: that may take three times as long. One
    that the `limit` is not enough for is no certificate, and neither is one of a game that is not won.
    """
    check_count(count)
    board = game.start
    if not game.won:
        raise OptionError(f"not a shortest win: {game!r} (expected a game that is won)")
    home = sum(move.target == HOME for move in game.moves)
    moves = len(game.single_steps()) if count == "cards" else len(game)
    made = moves - home
    ended, positions, checksum = _core.refute_board(
        *board_to_core(board),
        count == "cards",
        made - 1,
        *limit_to_core(limit or Limit()),
        tick_for_core(cancel, None),
    )
    if ended == "won":
        raise OptionError(f"not a shortest win: {game!r} (there is a shorter one)")
    if ended != "complete":
        raise OptionError(f"the refutation was not finished: {ended}")
    line = game.single_steps() if count == "cards" else game
    return "\n".join(
        [
            FIRST_LINE,
            f"count: {count}",
            f"length: {moves if count == 'cards' else made}",
            *_board_lines(board),
            f"moves: {' '.join(map(str, line.moves))}",
            f"positions: {positions}",
            f"checksum: {checksum:016x}",
            "",
        ]
    )


def _board_lines(board: Board) -> list[str]:
    cells = ["-" if card is None else CARD_NAMES[card] for card in board.cells]
    columns = [" ".join(CARD_NAMES[card] for card in column) or "-" for column in board.columns]
    return [
        f"homes: {' '.join(map(str, board.homes))}",
        f"cells: {' '.join(cells)}",
        *(f"column {number}: {cards}" for number, cards in enumerate(columns, 1)),
    ]
