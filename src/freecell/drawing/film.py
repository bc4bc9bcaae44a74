"""A line of play as a drawing (SVG) that moves by itself, over and over, with no script.

>>> from freecell.board import deal
>>> animation(deal(617), [Move(7, 2)]).count("@keyframes")  # it leaves, flies and lies
3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from freecell.board import COLUMN_COUNT, FIRST_CELL, HOME, Board, Move, Place
from freecell.cards import Card
from freecell.drawing.card_art import Theme, drawn_card
from freecell.drawing.picture import Layout, document, drawn_places, layout_for, lying, painted


def animation(
    start: Board,
    moves: Sequence[Move],
    *,
    title: str = "",
    four_colours: bool = False,
    theme: Theme = "light",
    language: str = "en",
    seconds: float = 0.9,
) -> str:
    """Draw a line of play as one SVG document that moves by itself, over and over, with no script.

    A move takes this many `seconds`, a move home half of that; viewers who asked for less motion
    see the start only.
    """
    boards = [start]
    for move in moves:
        boards.append(boards[-1].play(move))
    layout = layout_for(boards)
    film = _Film(layout, boards, moves, seconds)
    parts = [drawn_places(layout.cells), *film.elements()]
    style = painted(theme, four_colours=four_colours) + film.style()
    cards = "".join(f'<g id="fc-{card}">{drawn_card(card, language)}</g>' for card in range(52))
    return document(layout, title, style, parts, cards)


class _Stay(NamedTuple):
    """A card that lies somewhere from one moment to another, counted in moves."""

    place: Place
    depth: int
    card: Card
    first: int
    last: int


class _Flight(NamedTuple):
    """A card on its way, during one move."""

    card: Card
    source: tuple[float, float]
    target: tuple[float, float]
    move: int


_PAUSE = 2
"""How long the picture rests at its start and at its end, in moves."""
_FLYING = 0.6
"""The share of a move's time that the cards are under way; the rest they lie still."""
_HOMEWARD = 0.5
"""The time of a move home as a share of other moves: viewers have little to think about."""


class _Film:
    """When each card is where.

    A card that lies still is one element, shown for a while only; a card that moves is another,
    above all others. So cards never have to change places in the order of drawing.
    """

    def __init__(
        self, layout: Layout, boards: Sequence[Board], moves: Sequence[Move], seconds: float
    ) -> None:
        self.layout = layout
        times = [_HOMEWARD if move.target == HOME else 1 for move in moves]
        self.begins = [*accumulate(times, initial=_PAUSE)]
        self.length = self.begins[-1] + _PAUSE
        self.seconds = round(self.length * seconds, 3)
        self.stays: list[_Stay] = []
        self.flights: list[_Flight] = []
        since = {(card, place, depth): 0 for place, depth, card in lying(boards[0])}
        for index, move in enumerate(moves):
            self._fly(boards[index], boards[index + 1], move, index)
            there = set(lying(boards[index + 1]))
            for left in [key for key in since if (key[1], key[2], key[0]) not in there]:
                self.stays.append(self._stay(left, since.pop(left), index, move))
            for place, depth, card in there:
                since.setdefault((card, place, depth), index + 1)
        self.stays += [self._stay(key, first, len(moves), None) for key, first in since.items()]
        self.stays.sort(key=lambda stay: (stay.place == HOME, stay.depth, stay.first))

    def _stay(
        self, left: tuple[Card, Place, int], first: int, last: int, move: Move | None
    ) -> _Stay:
        """End a stay: a card that leaves is gone as its move begins, a covered one as it ends."""
        card, place, depth = left
        covered = move is not None and move.target == HOME and place == HOME
        return _Stay(place, depth, card, first, last + covered)

    def _fly(self, before: Board, after: Board, move: Move, index: int) -> None:
        source = before.columns[move.source] if move.source < COLUMN_COUNT else ()
        cell = before.cells[move.source - FIRST_CELL] if not source else None
        moved = source[-move.count :] if source else (cell,)
        for number, card in enumerate(moved):
            assert card is not None
            start = len(source) - move.count + number if source else 0
            target = move.target
            depth = len(after.columns[target]) - move.count + number if target < COLUMN_COUNT else 0
            self.flights.append(
                _Flight(
                    card,
                    self.layout.position(move.source, start, card),
                    self.layout.position(target, depth, card),
                    index,
                )
            )

    def _begin(self, move: int) -> str:
        """Return when a move begins, as a share of the whole film."""
        return self._percent(self.begins[move])

    def _end(self, move: int) -> str:
        """Return when the cards of a move have arrived."""
        begin, after = self.begins[move : move + 2]
        return self._percent(begin + _FLYING * (after - begin))

    def _percent(self, time: float) -> str:
        return f"{100 * time / self.length:.3f}".rstrip("0").rstrip(".") + "%"

    def elements(self) -> Iterable[str]:
        """Yield the cards at rest, then those that fly."""
        for number, stay in enumerate(self.stays):
            x, y = self.layout.position(stay.place, stay.depth, stay.card)
            kind = "fc-a" if stay.first == 0 else "fc-l"
            name = f' style="animation-name:s{number}"' if self._changes(stay) else ""
            yield f'<use href="#fc-{stay.card}" x="{x}" y="{y}" class="{kind}"{name}/>'
        for number, flight in enumerate(self.flights):
            name = f"animation-name:f{number}"
            yield f'<use href="#fc-{flight.card}" class="fc-l" style="{name}"/>'

    def _changes(self, stay: _Stay) -> bool:
        return stay.first > 0 or self._ends(stay)

    def _ends(self, stay: _Stay) -> bool:
        return stay.last < len(self.begins) - 1

    def style(self) -> str:
        """Return the rules that show and move the cards."""
        rules = [
            ".fc-l{visibility:hidden}",
            "@media(prefers-reduced-motion:no-preference){.fc-a,.fc-l{"
            f"animation:{self.seconds:g}s step-end infinite}}}}",
        ]
        for number, stay in enumerate(self.stays):
            if self._changes(stay):
                rules.append(f"@keyframes s{number}{{{self._stay_frames(stay)}}}")
        for number, flight in enumerate(self.flights):
            rules.append(f"@keyframes f{number}{{{self._flight_frames(flight)}}}")
        return "".join(rules)

    def _stay_frames(self, stay: _Stay) -> str:
        """Return when a card lies there: from the end of one flight to the begin of the next."""
        frames = []
        if stay.first > 0:
            shown = self._end(stay.first - 1)
            frames += ["0%{visibility:hidden}", f"{shown}{{visibility:visible}}"]
        else:
            frames.append("0%{visibility:visible}")
        if self._ends(stay):
            frames.append(f"{self._begin(stay.last)}{{visibility:hidden}}")
        return "".join(frames)

    def _flight_frames(self, flight: _Flight) -> str:
        begin, end = self._begin(flight.move), self._end(flight.move)
        (x, y), (to_x, to_y) = flight.source, flight.target
        return (
            f"0%{{visibility:hidden;transform:translate({x}px,{y}px)}}"
            f"{begin}{{visibility:visible;transform:translate({x}px,{y}px);"
            "animation-timing-function:ease-in-out}"
            f"{end}{{visibility:hidden;transform:translate({to_x}px,{to_y}px)}}"
        )
