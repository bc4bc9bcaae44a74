"""Checks that a win is a shortest one, by listing every position that a shorter win could pass.

**What is proved.** The moves of the certificate are legal and win, they are as many as it says
(moves home are free, or with `unit: cards` every single card counts), and no win has fewer.

**How.** The line is replayed. Then all positions are listed, level by level, for which moves made
plus a lower bound on the moves to come is at most the length less one; none of them is won.

**The lower bound** is the cost of the same game with unlimited cells, where a card leaves its
column only by going home (free), or because its unit is taken off for a cost of one. A unit is a
run in order (with `unit: cards` a single card). A move of the real game takes at most one unit
off a column, so the real game never costs less.

**Safe moves home** are made at once: aces and twos; a card whose smaller neighbours of the other
colour are home; a card for which those could go home themselves at once, and so could what lies on
them (Raymond's rule). A shortest win remains: whatever would have been laid on such a card can go
home instead, and that is free.

Nothing of this is shared with the search that wrote the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from freecell.board.moves import PLACE_NAMES as PLACES
from freecell.certificate_check.form import (
    COLUMNS,
    RANKS,
    SUITS,
    Certificate,
    Listing,
    refusal,
)

CELL, HOME = COLUMNS, COLUMNS + 1
_CARDS = [rank + suit for rank in RANKS for suit in SUITS]
_RANK = {card: RANKS.index(card[0]) for card in _CARDS}
_SUIT = {card: SUITS.index(card[1]) for card in _CARDS}
_RED = {card: card[1] in "DH" for card in _CARDS}
_ORDER = {card: at for at, card in enumerate(_CARDS)}

Pile = tuple[str, ...]


class Position(NamedTuple):
    """A position of the real game."""

    homes: tuple[int, ...]
    cells: Pile
    columns: tuple[Pile, ...]
    cell_count: int

    def text(self) -> str:
        """Return the text that is hashed: the order of columns and cells is not seen."""
        columns = sorted("".join(column) for column in self.columns if column)
        cells = "".join(sorted(self.cells, key=_ORDER.__getitem__))
        return "|".join([" ".join(map(str, self.homes)), cells, *columns])


class CheckedMove(NamedTuple):
    """A move: a column, CELL or HOME each."""

    source: int
    target: int
    cards: int
    card: str
    """The one that moves, of a run the front card."""


def fits(card: str, under: str) -> bool:
    """Whether a card may lie on another in a column."""
    return _RANK[card] + 1 == _RANK[under] and _RED[card] != _RED[under]


def run_length(column: Pile) -> int:
    """Return how many cards at the front of a column lie in order."""
    length = min(len(column), 1)
    while length < len(column) and fits(column[-length], column[-length - 1]):
        length += 1
    return length


def room(position: Position, target: int) -> int:
    """Return the longest run that can move: empty cells + 1, doubled for each empty column."""
    empty = sum(not column for at, column in enumerate(position.columns) if at != target)
    return (position.cell_count - len(position.cells) + 1) << empty


def is_legal(position: Position, step: CheckedMove) -> bool:
    """Whether a card that is where it is taken from may move so."""
    if step.cards < 1 or step.source == step.target:
        return False
    if step.cards > 1 and max(step.source, step.target) >= CELL:
        return False
    if step.target == HOME:
        return position.homes[_SUIT[step.card]] == _RANK[step.card]
    if step.target == CELL:
        return len(position.cells) < position.cell_count
    base = step.card
    if step.source != CELL:
        source = position.columns[step.source]
        if step.cards > min(run_length(source), room(position, step.target)):
            return False
        base = source[-step.cards]
    target = position.columns[step.target]
    return not target or fits(base, target[-1])


def made(position: Position, step: CheckedMove) -> Position:
    """Return the position after a legal move."""
    homes, cells, columns = position.homes, position.cells, list(position.columns)
    if step.source == CELL:
        hand: Pile = (step.card,)
        cells = tuple(card for card in cells if card != step.card)
    else:
        hand = columns[step.source][-step.cards :]
        columns[step.source] = columns[step.source][: -step.cards]
    if step.target == HOME:
        at = _SUIT[step.card]
        homes = (*homes[:at], homes[at] + 1, *homes[at + 1 :])
    elif step.target == CELL:
        cells = cells + hand
    else:
        columns[step.target] = columns[step.target] + hand
    return Position(homes, cells, tuple(columns), position.cell_count)


def steps_of(position: Position, *, home: bool, single: bool) -> Iterator[CheckedMove]:
    """Yield the legal moves home, or all others."""
    targets = (HOME,) if home else range(HOME)
    sources = [
        (at, column[-1], 1 if single else run_length(column))
        for at, column in enumerate(position.columns)
        if column
    ]
    sources += [(CELL, card, 1) for card in position.cells]
    for source, card, most in sources:
        for target in targets:
            for count in range(1, most + 1):
                step = CheckedMove(source, target, count, card)
                if is_legal(position, step):
                    yield step


def is_safe(position: Position, card: str) -> bool:
    """Whether a card that can go home may go at once."""
    rank, homes = _RANK[card], position.homes
    others = min(homes[0], homes[3]) if _RED[card] else min(homes[1], homes[2])
    twin = homes[3 - _SUIT[card]]
    return rank <= 1 or others >= rank or (others >= rank - 1 and twin >= rank - 2)


def after_safe(position: Position) -> Position:
    """Return the position after all safe moves home."""
    for step in steps_of(position, home=True, single=True):
        if is_safe(position, step.card):
            return after_safe(made(position, step))
    return position


class Bound:
    """The lower bound; it remembers what it worked out."""

    def __init__(self, *, single: bool) -> None:
        self._single = single
        self._known: dict[tuple[Pile, ...], int] = {}

    def of(self, position: Position) -> int:
        """Return how many moves, those home not counted, a position needs at least."""
        return self._relaxed(list(position.columns), list(position.homes))

    def _unit(self, pile: Pile) -> int:
        return 1 if self._single else run_length(pile)

    def _is_doomed(self, pile: Pile) -> bool:
        """Whether a card of the front unit lies above a lower card of its own suit."""
        first = len(pile) - self._unit(pile)
        return any(
            below[1] == above[1] and _RANK[below] < _RANK[above]
            for above in pile[first:]
            for below in pile[:first]
        )

    def _relaxed(self, piles: list[Pile], homes: list[int]) -> int:
        """Take off what must go and send home what can; then a column has to be chosen."""
        cost, changed = 0, True
        while changed:
            changed = False
            for at, pile in enumerate(piles):
                while pile and self._is_doomed(pile):
                    pile = pile[: -self._unit(pile)]  # noqa: PLW2901 - one unit after the other
                    cost += 1
                piles[at] = pile
            for suit in range(len(SUITS)):
                while homes[suit] < len(RANKS):
                    card = RANKS[homes[suit]] + SUITS[suit]
                    column = next((at for at, pile in enumerate(piles) if card in pile), None)
                    if column is not None:
                        if piles[column][-1] != card:
                            break
                        piles[column] = piles[column][:-1]
                    homes[suit] += 1
                    changed = True
        return cost + self._chosen(piles, homes)

    def _chosen(self, piles: list[Pile], homes: list[int]) -> int:
        """Return the least cost when the next card of some suit has to be dug out."""
        key = tuple(piles)
        if not any(key):
            return 0
        if key not in self._known:
            self._known[key] = min(
                self._dug(list(piles), homes, RANKS[home] + suit)
                for home, suit in zip(homes, SUITS, strict=True)
                if home < len(RANKS)
            )
        return self._known[key]

    def _dug(self, piles: list[Pile], homes: list[int], card: str) -> int:
        at = next(at for at, pile in enumerate(piles) if card in pile)
        cost = 0
        while card in piles[at] and piles[at][-1] != card:
            piles[at] = piles[at][: -self._unit(piles[at])]
            cost += 1
        return cost + self._relaxed(piles, list(homes))


def replayed(certificate: Certificate, *, single: bool) -> int:
    """Play the line; return how many moves it has that are not home."""
    start = certificate.start
    position = Position(start.homes, tuple(start.in_cells()), start.columns, len(start.cells))
    cells, count = list(start.cells), 0
    moves = [] if certificate["moves"] == "none" else certificate["moves"].split(" ")
    for at, word in enumerate(moves, 1):
        step = _step(word, position, cells)
        if step is None or (single and step.cards > 1) or not is_legal(position, step):
            raise refusal("illegal", n=at, move=ascii(word[:20]))
        position = made(position, step)
        if step.source == CELL:
            cells[PLACES.index(word[0]) - CELL] = None
        if step.target == CELL:
            cells[PLACES.index(word[1]) - CELL] = step.card
        count += step.target != HOME
    if position.homes != (13, 13, 13, 13):
        raise refusal("not_won")
    return count


def _step(word: str, position: Position, cells: list[str | None]) -> CheckedMove | None:
    """Read a move, such as 8a, 3h or, of a run, 12v4; None where it cannot be."""
    if len(word) not in (2, 4) or word[0] not in PLACES[:-1] or word[1] not in PLACES:
        return None
    count = "0123456789abcd".find(word[3]) if len(word) == 4 else 1
    if count < 1 or (len(word) == 4 and (word[2] != "v" or count == 1)):
        return None
    source, target = PLACES.index(word[0]), PLACES.index(word[1])
    if source >= CELL + len(cells) or (CELL + len(cells) <= target < len(PLACES) - 1):
        return None
    if CELL <= target < len(PLACES) - 1 and cells[target - CELL] is not None:
        return None
    card = cells[source - CELL] if source >= CELL else (position.columns[source] or (None,))[-1]
    if card is None:
        return None
    return CheckedMove(
        min(source, CELL), HOME if word[1] == "h" else min(target, CELL), count, card
    )


def check_shortest(
    certificate: Certificate, most: int, tick: Callable[[int], None]
) -> tuple[int, int]:
    """Return how many positions the refutation has, and the length of the win."""
    if certificate["unit"] not in ("moves", "cards"):
        raise certificate.inexact("unit")
    single = certificate["unit"] == "cards"
    listing, length = Listing(certificate, most), certificate.number("length")
    free = 52 - sum(certificate.start.homes) if single else 0
    found = replayed(certificate, single=single) + free
    if found != length:
        raise refusal("length", found=found, stated=length)
    _refute(certificate, listing, length - free - 1, tick, single=single)
    return listing.compare(), length


def _refute(
    certificate: Certificate,
    listing: Listing,
    most: int,
    tick: Callable[[int], None],
    *,
    single: bool,
) -> None:
    """List the positions of the refutation; none may be won."""
    start, bound = certificate.start, Bound(single=single)

    def kept(position: Position, cost: int, level: list[Position]) -> None:
        text = position.text()
        if text in listing or cost + bound.of(position) > most:
            return
        if position.homes == (13, 13, 13, 13):
            raise refusal("shorter")
        listing.add(text)
        tick(len(listing))
        level.append(position)

    level: list[Position] = []
    root = Position(start.homes, tuple(start.in_cells()), start.columns, len(start.cells))
    kept(after_safe(root), 0, level)
    cost = 0
    while level:
        for position in level:  # it grows: moves home are free
            for step in steps_of(position, home=True, single=single):
                kept(after_safe(made(position, step)), cost, level)
        following: list[Position] = []
        for position in level:
            for step in steps_of(position, home=False, single=single):
                kept(after_safe(made(position, step)), cost + 1, following)
        level, cost = following, cost + 1
