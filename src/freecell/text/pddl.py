r"""FreeCell for planners: domain, problem and plans in PDDL.

It is the typed STRIPS form of the planning competition of 2000. Cells and empty columns are
counted, not named; an action moves one card, so that the length of a plan is the single-card count
of `freecell.verdict`. Cards are `ca c2 ... c10 cj cq ck`; a problem has those that are not home,
and the top card of each home, `c0` where it is empty.

Plans are taken apart here, and in `text/pddl.js` of the page; `core/lines/plan` plays and writes
them.

>>> from freecell.board import deal
>>> print(*play_plan(deal(617), "(sendtofree hq s2 n4 n3)\n(sendtofree s2 sj n3 n2)")[0])
8a 8b
"""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path

from freecell import _core
from freecell.board import COLUMN_COUNT, Board, Move
from freecell.cards import SUITS, NotationError, fits_on, rank_of, shorten, suit_of
from freecell.core_values import board_to_core, moves_from_core, refusal_from_core
from freecell.words import Message

_RANK_NAMES = ["a", *map(str, range(2, 11)), "j", "q", "k"]
_NAMES = [suit + rank for rank in _RANK_NAMES for suit in SUITS.lower()]

_ACTION = re.compile(
    r"[ \t]{0,20}(?:[\d.]{1,9}:?[ \t]{1,9})?\(?[ \t]{0,9}(move(?:-b)?|sendto(?:free|home)(?:-b)?"
    r"|sendtonewcol|homefromfreecell|(?:new)?colfromfreecell)[ \t]{0,9}[( \t][ \t]{0,9}"
    r"([cdhs](?:10|[a2-9tjqk])[, \t][a-z0-9, \t]{1,99})",
    re.IGNORECASE | re.ASCII,
)
_OTHER = re.compile(r"[ \t]{0,20}\((?!define\b)", re.IGNORECASE | re.ASCII)
_TEN = re.compile(r"\b([cdhs])t\b")


def write_domain() -> str:
    """Return the domain, the same for every board."""
    return Path(__file__).with_name("domain.pddl").read_text(encoding="ascii")


def write_problem(board: Board, name: str = "board") -> str:
    """Write a board as a problem; its plans are the wins of the board."""
    tops = [_top(board, suit) for suit in range(4)]
    cards = [card for card in range(52) if rank_of(card) >= board.homes[suit_of(card)]]
    values = {top: board.homes[suit] for suit, top in enumerate(tops)}
    values |= {_NAMES[card]: rank_of(card) + 1 for card in cards}
    most = max(COLUMN_COUNT, len(board.cells), *values.values())
    facts = [
        *(f"(successor n{n + 1} n{n})" for n in range(most)),
        *(f"(suit {card} {card[0]}) (value {card} n{value})" for card, value in values.items()),
        *(f"(canstack {_NAMES[a]} {_NAMES[b]})" for a, b in product(cards, cards) if fits_on(a, b)),
        *(f"(home {top})" for top in tops),
        f"(cellspace n{board.cells.count(None)}) (colspace n{board.columns.count(())})",
        *(f"(incell {_NAMES[card]})" for card in board.cells if card is not None),
    ]
    for column in filter(None, board.columns):
        lying = [_NAMES[card] for card in column]
        on = (f"(on {above} {below})" for below, above in pairwise(lying))
        facts.append(" ".join([f"(bottomcol {lying[0]})", *on, f"(clear {lying[-1]})"]))
    numbers = " ".join(f"n{n}" for n in range(most + 1))
    return "\n".join(
        [
            f"(define (problem freecell-{re.sub('[^a-z0-9]+', '-', name.lower())})",
            "  (:domain freecell)",
            f"  (:objects {' '.join(values)} - card\n    {numbers} - num  c d h s - suit)",
            "  (:init\n    " + "\n    ".join(facts) + ")",
            "  (:goal (and (home ck) (home dk) (home hk) (home sk))))\n",
        ]
    )


def _top(board: Board, suit: int) -> str:
    size = board.homes[suit]
    return SUITS[suit].lower() + (_RANK_NAMES[size - 1] if size else "0")


def is_plan(text: str) -> bool:
    """Whether a text has an action of the domain.

    >>> is_plan("0: (SENDTOFREE HQ S2 N4 N3) [1]"), is_plan("move 3 cards")
    (True, False)
    """
    return any(map(_ACTION.match, text.splitlines()))


def play_plan(board: Board, text: str) -> tuple[list[Move], Message | None]:
    """Play a plan; return its moves, and the first action that has a wrong argument, and why."""
    actions = actions_in(text)
    played = _core.play_plan(*board_to_core(board), "\n".join(action for _, action in actions))
    moves, refusal = moves_from_core(played.moves), refusal_from_core(played.refusal)
    if len(moves) == len(actions):
        return moves, None
    why = refusal.message() if refusal else Message(played.fault, text=played.text)
    at, written = str(len(moves) + 1), actions[len(moves)][0]
    return moves, Message("plan_impossible", at=at, text=written, why=why)


def actions_in(text: str) -> list[tuple[str, str]]:
    """Return the actions of a plan: as they are written, and as the core reads them."""
    actions = []
    for line in text.splitlines():
        found, written = _ACTION.match(line), shorten(line.strip(), 60)
        if found:
            words = [found[1], *found[2].replace(",", " ").split()]
            actions.append((written, _TEN.sub(r"\g<1>10", " ".join(words).lower())))
        elif _OTHER.match(line):
            raise NotationError(Message("plan_not_an_action", text=written))
    return actions
