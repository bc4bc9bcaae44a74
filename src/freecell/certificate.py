"""Certificates: files with which anybody can check a proof without this program.

`certify` writes one of two kinds: that a board cannot be won, or that a win is a shortest one. Each
names the board, how many positions the proof lists, and a checksum over them. Two checkers that
share no code with the search list them again: `check_certificate`, and
`tools/check_certificate.cpp`. docs/proofs.md describes both kinds.

>>> print(certify(781948).splitlines()[0])
freecell impossible, certificate 1
"""

from typing import SupportsIndex

from freecell import _core
from freecell.board import HOME, Board, deal
from freecell.cards import CARD_NAMES
from freecell.certificate_check.form import FACES, IMPOSSIBLE, SHORTEST, text_hash
from freecell.core_values import board_to_core
from freecell.errors import FreecellError, OptionError
from freecell.game import Game
from freecell.solver import Cancel, Limit, Unit, check_unit, limit_to_core, solve, tick_for_core
from freecell.verdict import Impossible, Solved


class NoCertificateError(FreecellError):
    """There is no certificate: nothing is proved, or a limit was reached before it was."""


def certify(
    what: SupportsIndex | str | Board | Game,
    *,
    cells: int = 4,
    unit: Unit = "moves",
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> str:
    """Return the certificate of a deal number, a board, or a win that was proved shortest.

    For a number or a board that cannot be won, it proves that; for others, that their win is a
    shortest one in the requested `unit`. For a `Game` the search is left out, but the proof is made
    once more, with nothing left out: that may take three times as long. The `limit` is for each of
    the searches.
    """
    check_unit(unit)
    if isinstance(what, Game):
        return _certify_shortest(what, unit, limit or Limit(), cancel)
    board = what if isinstance(what, Board) else deal(what, cells)
    result = solve(board, limit=limit, cancel=cancel)
    if isinstance(result, Impossible):
        return certify_impossible(board, limit=limit, cancel=cancel)
    if isinstance(result, Solved):
        result = solve(board, goal="shortest", unit=unit, limit=limit, cancel=cancel)
    if isinstance(result, Solved):
        return _certify_shortest(result.game, unit, limit or Limit(), cancel)
    raise NoCertificateError(f"no certificate: {getattr(result, 'reason', result)}")


def certify_impossible(
    board: Board,
    *,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    distinguished: int = 0,
) -> str:
    """Return the certificate that a board cannot be won.

    Twins of the faces `distinguished` (bits 2 * rank + 1 if red) are distinguished in any case;
    with all 26 bits it is the real game that is searched, which has many more positions.
    """
    ended, distinguished, positions, checksum = _core.certify_impossible(
        *board_to_core(board),
        *limit_to_core(limit or Limit()),
        tick_for_core(cancel, None),
        distinguished,
    )
    if ended == "solved":
        raise NoCertificateError("no certificate of impossibility: the board can be won")
    if ended != "impossible":
        raise NoCertificateError(f"no certificate: the proof was not finished: {ended}")
    return impossible_text(board, distinguished, positions, checksum)


def impossible_text(board: Board, distinguished: int, positions: int, checksum: int) -> str:
    """Write a certificate; the checksum is that of the positions alone, without the heading."""
    faces = [face for at, face in enumerate(FACES) if distinguished >> at & 1]
    twins = "all" if len(faces) == len(FACES) else " ".join(faces) or "none"
    heading = "\n".join([IMPOSSIBLE, f"distinguished: {twins}", *_board_lines(board), ""])
    return heading + _checked_lines(positions, checksum + text_hash(heading))


def _certify_shortest(game: Game, unit: Unit, limit: Limit, cancel: Cancel | None) -> str:
    board = game.start
    if not game.won:
        raise OptionError(f"not a shortest win: {game!r} (expected a game that is won)")
    home = sum(move.target == HOME for move in game.moves)
    line = game.single_steps() if unit == "cards" else game
    made = len(line) - home
    ended, positions, checksum = _core.refute_board(
        *board_to_core(board),
        unit == "cards",
        made - 1,
        *limit_to_core(limit),
        tick_for_core(cancel, None),
    )
    if ended == "won":
        raise OptionError(f"not a shortest win: {game!r} (there is a shorter one)")
    if ended != "complete":
        raise NoCertificateError(f"no certificate: the refutation was not finished: {ended}")
    lines = [
        SHORTEST,
        f"unit: {unit}",
        f"length: {len(line) if unit == 'cards' else made}",
        *_board_lines(board),
        f"moves: {' '.join(map(str, line.moves)) or 'none'}",
        "",
    ]
    return "\n".join(lines) + _checked_lines(positions, checksum)


def _checked_lines(positions: int, checksum: int) -> str:
    return f"positions: {positions}\nchecksum: {checksum % 2**64:016x}\n"


def _board_lines(board: Board) -> list[str]:
    cells = ["-" if card is None else CARD_NAMES[card] for card in board.cells]
    columns = [" ".join(CARD_NAMES[card] for card in column) or "-" for column in board.columns]
    return [
        f"homes: {' '.join(map(str, board.homes))}",
        f"cells: {' '.join(cells) or 'none'}",
        *(f"column {number}: {cards}" for number, cards in enumerate(columns, 1)),
    ]
