"""FreeCell for planners: domain, problem and plans in PDDL, as in the planning competition of 2000.

It is the typed STRIPS form. Cells and empty columns are counted, not named; an action moves one card, so
that the length of a plan is the single-card count of `freecell.verdict`. Cards are `ca c2 ... c10 cj cq ck`;
a problem has those that are not home, and the top card of each home, `c0` where it is empty.

Plans are read in Python only, and not in the page: planners run in a shell.

>>> from freecell.board import deal
>>> print(write_plan(deal(617), [Move(7, 8), Move(7, 9), Move(8, 2)]))
(sendtofree hq s2 n4 n3)
(sendtofree s2 sj n3 n2)
(colfromfreecell hq ck n2 n3)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, IllegalMoveError, Move
from freecell.cards import (
    CARD_NAMES,
    SUITS,
    Card,
    NotationError,
    fits_on,
    rank_of,
    shorten,
    suit_of,
)
from freecell.text.line_player import single_steps
from freecell.words import Message

_RANK_NAMES = ["a", *map(str, range(2, 11)), "j", "q", "k"]
_NAMES = [suit + rank for rank in _RANK_NAMES for suit in SUITS.lower()]
_NUMBERS = {name: card for card, name in enumerate(_NAMES)} | {
    suit + "t": 36 + at for at, suit in enumerate(SUITS.lower())
}

_DOMAIN = Path(__file__).with_name("domain.pddl")
_ACTION = re.compile(
    r"(?m)^[ \t]{0,20}(?:[\d.]{1,9}:?[ \t]{1,9})?\(?[ \t]{0,9}(move(?:-b)?|sendto(?:free|home)(?:-b)?"
    r"|sendtonewcol|homefromfreecell|(?:new)?colfromfreecell)[ \t]{0,9}[( \t][ \t]{0,9}"
    r"([cdhs](?:10|[a2-9tjqk])[, \t][a-z0-9, \t]{1,99})",
    re.IGNORECASE,
)
_OTHER = re.compile(r"(?m)^[ \t]{0,20}\((?!define\b).*", re.IGNORECASE)


def write_domain() -> str:
    """Return the domain, the same for every board."""
    return _DOMAIN.read_text(encoding="ascii")


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


def write_plan(board: Board, moves: Iterable[Move]) -> str:
    """Write legal moves as a plan, card by card, a line an action."""
    lines = []
    for at, move in enumerate(moves, 1):
        if refusal := board.refusal(move):
            raise IllegalMoveError(f"move {at}: illegal move {move}: {refusal.message()}")
        for step in single_steps(board, [move]):
            if words := _action(board, step):
                lines.append(f"({' '.join(words)})")
            board = board.play_unchecked(step)
    return "\n".join(lines)


def _action(board: Board, move: Move) -> list[str]:
    """Return the words of the action that a move of one card is; none from one empty column to another."""
    source, target = board.cards_at(move.source), move.target
    card, suit = source[-1], suit_of(source[-1])
    in_cell, at_base = move.source >= FIRST_CELL, move.source < FIRST_CELL and len(source) == 1
    old = [] if in_cell or at_base else [_NAMES[source[-2]]]
    emptied = _counts(board.columns.count(()), 1) if at_base else []
    freed = _counts(board.cells.count(None), 1) if in_cell else []
    base = "-b" if at_base else ""
    if target == HOME:
        size = board.homes[suit]
        home = [SUITS[suit].lower(), f"n{size + 1}", _top(board, suit), f"n{size}"]
        name = "homefromfreecell" if in_cell else "sendtohome" + base
        return [name, _NAMES[card], *old, *home, *emptied, *freed]
    if target >= FIRST_CELL:
        taken = _counts(board.cells.count(None), -1)
        return ["sendtofree" + base, _NAMES[card], *old, *taken, *emptied]
    if board.columns[target]:
        name = "colfromfreecell" if in_cell else "move" + base
        return [name, _NAMES[card], *old, _NAMES[board.columns[target][-1]], *emptied, *freed]
    if at_base:
        return []
    name = "newcolfromfreecell" if in_cell else "sendtonewcol"
    return [name, _NAMES[card], *old, *_counts(board.columns.count(()), -1), *freed]


def _counts(count: int, change: int) -> list[str]:
    return [f"n{count}", f"n{count + change}"]


class PlayedPlan(NamedTuple):
    """How far a plan could be played."""

    moves: list[Move]
    error: Message | None
    """The first action that is impossible, and why."""


def is_plan(text: str) -> bool:
    """Whether a text has an action of the domain.

    >>> is_plan("0: (SENDTOFREE HQ S2 N4 N3) [1]"), is_plan("move 3 cards")
    (True, False)
    """
    return _ACTION.search(text) is not None


def play_plan(board: Board, text: str) -> PlayedPlan:
    """Play a plan as far as it goes: every argument of every action must be right."""
    moves: list[Move] = []
    lines = [line for line in text.splitlines() if _OTHER.match(line) or _ACTION.match(line)]
    for at, line in enumerate(lines, 1):
        found, written = _ACTION.match(line), shorten(line.strip(), 60)
        if found is None:
            raise NotationError(Message("plan_not_an_action", text=written))
        move = _move(board, [found[1].lower(), *found[2].lower().replace(",", " ").split()])
        if isinstance(move, Message):
            return PlayedPlan(moves, Message("plan_impossible", at=str(at), text=written, why=move))
        moves.append(move)
        board = board.play_unchecked(move)
    return PlayedPlan(moves, None)


def _move(board: Board, words: list[str]) -> Move | Message:
    """Return the move that an action stands for, or why it is impossible."""
    card = _NUMBERS[words[1]]
    source = _place_of(board, card)
    if source is None:
        return Message("plan_not_free", card=CARD_NAMES[card])
    target = _target(board, words)
    if isinstance(target, Message):
        return target
    move = Move(source, target)
    if refusal := board.refusal(move):
        return refusal.message()
    expected = _action(board, move)
    if [_NUMBERS.get(word, word) for word in words] != [_NUMBERS.get(w, w) for w in expected]:
        return Message("plan_expected", text=f"({' '.join(expected)})")
    return move


def _target(board: Board, words: list[str]) -> int | Message:
    """Return the place that an action moves its card to, or why there is none."""
    name = words[0]
    if "home" in name:
        return HOME
    if "sendtofree" in name:
        return FIRST_CELL if (cell := board.empty_cell()) is None else cell
    if "newcol" in name:
        return board.columns.index(()) if () in board.columns else Message("plan_no_empty_column")
    onto = "".join(words[3 if name == "move" else 2 :][:1])
    target = _place_of(board, _NUMBERS.get(onto, -1))
    if target is None or target >= FIRST_CELL:
        return Message("plan_no_such_target", text=onto)
    return target


def _place_of(board: Board, card: Card) -> int | None:
    """Return the column that a card is the front card of, or its cell."""
    for column, cards in enumerate(board.columns):
        if cards[-1:] == (card,):
            return column
    return FIRST_CELL + board.cells.index(card) if card in board.cells else None
