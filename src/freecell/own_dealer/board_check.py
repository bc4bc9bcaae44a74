"""Checks boards of the user's own dealer: right, or the first wrong card and the likely bug.

Learners who write a dealer have games 1 and 617 to compare with, and see only that theirs is wrong.
The core deals the number with each of the usual bugs, and with several of them together; the fewest
that give exactly their board are named. Of several boards one bug explains all. Where none does, it
names the step at which the shuffles diverge, and what follows from it.

>>> by_columns = Board([deal_cards(617)[start : start + size] for start, size in COLUMN_PARTS])
>>> print(check_deal(617, by_columns))
wrong: card 2 (row 1, column 2) is AH, expected AD
likely cause: dealt column by column (expected row by row: a card to each column, then again)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, TypeAlias

from freecell import _core
from freecell.board import Board
from freecell.cards import CARD_NAMES, Card
from freecell.dealing import deal_cards
from freecell.finder import find
from freecell.numbers import DealNumberError, check_number
from freecell.text.board_writer import is_fresh
from freecell.words import check_language, words

Bug: TypeAlias = str
"""The name of a mistake, one of `BUGS`, or `suits` for the suits in another order."""

BUGS: tuple[tuple[Bug, ...], ...] = tuple(map(tuple, _core.mistake_names()))
"""The bugs that are known by name, by kind: in the values, the deck, the pick, the layout. A dealer
has at most one of each kind; `words.json` describes them in five languages."""

COLUMN_PARTS = tuple((7 * column - max(0, column - 4), 7 - column // 4) for column in range(8))
"""Where each column starts, and its size, if cards are dealt column by column."""

_CLUES = ("", "modulus", "not_divided", "from_the_end", "one_higher", "one_lower")
_FEWEST_TELLING = 8
"""Eight matching cards are too many to be a coincidence."""


def say(key: str, language: str = "en", **values: object) -> str:
    """Return a sentence about a check, its places filled."""
    text: str = words()["checks"][key][check_language(language)]
    return text.format(**values)


def explain_bugs(bugs: Sequence[Bug], suits: str, language: str = "en") -> str:
    """Return in words what a dealer with these bugs does wrong, and what to change."""
    described = words()["mistakes"]
    texts = [described[bug][check_language(language)].format(suits=suits) for bug in bugs]
    return say("and", language).join(texts)


class Explanation(NamedTuple):
    """Bugs that deal a board, or several, exactly."""

    bugs: tuple[Bug, ...]
    suits: str
    """The order of the suits in the deck, where `bugs` have `suits`."""


class Divergence(NamedTuple):
    """The first step at which a board that no known bug explains leaves the right shuffle."""

    state: int
    value: int
    step: int
    """The index of the card, 0 to 51."""
    left: int
    """How many cards the deck still holds."""
    place: int
    """The right index in the deck."""
    drawn: int
    """The index that must have been drawn instead, if deck and swap are right."""
    clue: str
    """The likely reason: modulus, not_divided, from_the_end, one_higher, one_lower, or nothing."""
    modulus: int
    """The modulus with which the value gives it, if that is the clue."""
    nearest: tuple[Bug, ...]
    """The bugs of a dealer that deals more of the first cards, if there is one."""
    nearest_cards: int
    """How many first cards that dealer deals."""

    @property
    def kind_of_clue(self) -> str:
        """The clue as other boards can share it: a modulus by its distance from the right one."""
        return f"modulus {self.modulus - self.left}" if self.clue == "modulus" else self.clue

    def lines(self, language: str = "en") -> Iterator[str]:
        """Yield the differences, a line each."""
        values = self._asdict()
        yield say("parted", language, card=self.step + 1, **values)
        if self.clue:
            yield say(f"clue {self.clue}", language, **values)
        if self.step >= _FEWEST_TELLING:
            yield say("begun well", language, cards=self.step)
        if self.nearest:
            causes = explain_bugs(self.nearest, "", language)
            yield say("nearest", language, cards=self.nearest_cards, causes=causes)


class DealCheck(NamedTuple):
    """The check of a dealer's board of one number."""

    number: int
    wrong_at: int | None
    """The index of the first wrong card in the order of dealing, 0 to 51; None: it is right."""
    found: Card | None
    expected: Card | None
    bugs: tuple[tuple[Bug, ...], ...]
    """What explains the board wholly: the fewest bugs, and others just as few."""
    suits: str
    """The order of the suits in their deck, as far as `bugs` have `suits`."""
    dealt: int | None
    """The number whose board it really is, where there is one."""
    divergence: Divergence | None = None
    """Where the shuffles part, if nothing explains the board."""

    @property
    def right(self) -> bool:
        """Whether it is the deal."""
        return self.wrong_at is None

    def __str__(self) -> str:
        """Say it in a line or a few."""
        return self.say()

    def say(self, language: str = "en") -> str:
        """Say it in a line or a few, in a language."""
        return "\n".join([self.verdict(language), *self.causes(language)])

    def verdict(self, language: str = "en") -> str:
        """Return one line: right, or the first wrong card."""
        if self.wrong_at is None or self.found is None or self.expected is None:
            return say("right", language, number=self.number)
        row, column = divmod(self.wrong_at, 8)
        return say(
            "wrong",
            language,
            card=self.wrong_at + 1,
            row=row + 1,
            column=column + 1,
            found=CARD_NAMES[self.found],
            expected=CARD_NAMES[self.expected],
        )

    def causes(self, language: str = "en") -> Iterator[str]:
        """Yield the likely causes, or what else is known of a wrong board."""
        yield from _causes([Explanation(bugs, self.suits) for bugs in self.bugs], language)
        if self.dealt is not None:
            yield say("dealt", language, number=self.dealt)
        elif self.divergence is not None:
            yield say("unknown", language)
            yield from self.divergence.lines(language)


def _causes(found: Sequence[Explanation], language: str) -> Iterator[str]:
    for at, (bugs, suits) in enumerate(found):
        yield say("or" if at else "cause", language, causes=explain_bugs(bugs, suits, language))


class DealChecks(NamedTuple):
    """What there is to say about several boards of one dealer."""

    checks: tuple[DealCheck, ...]
    explanations: tuple[Explanation, ...]
    """What explains all the boards, the right ones among them: the fewest bugs."""
    deck: tuple[Card, ...] | None
    """The order of the deck that explains them all, if nothing with a name does."""
    places: tuple[int, ...] | None
    """For each place the card of the right deal that lies there on all of them, likewise."""
    partly: tuple[Explanation, ...] = ()
    """What explains the most boards, where nothing explains all of them; two boards at least."""
    partly_count: int = 0
    """The number of boards that each of `partly` explains."""
    first_wrong: DealCheck | None = None
    """The first wrong board, without bugs that the other boards refute."""

    @property
    def right(self) -> bool:
        """Whether all are right."""
        return all(check.right for check in self.checks)

    def __str__(self) -> str:
        """Say it in some lines."""
        return self.say()

    def say(self, language: str = "en") -> str:
        """Say it in some lines, in a language."""
        lines = []
        together = list(self.together(language))
        for check in self.checks:
            causes = [] if together else check.causes(language)
            lines += [f"{check.number}: {line}" for line in [check.verdict(language), *causes]]
        return "\n".join([*lines, *together, *self.in_part(language)])

    def together(self, language: str = "en") -> Iterator[str]:
        """Yield what explains all boards together."""
        texts = list(_causes(self.explanations, language))
        if self.deck is not None:
            texts.append(say("deck", language, deck=" ".join(CARD_NAMES[c] for c in self.deck)))
        if self.places is not None:
            places = " ".join(str(place + 1) for place in self.places[:8])
            texts.append(say("places", language, places=places))
        for text in texts:
            yield say("together", language, text=text)

    def in_part(self, language: str = "en") -> Iterator[str]:
        """Yield what explains some of the boards."""
        for text in _causes(self.partly, language):
            count = {"count": self.partly_count, "boards": len(self.checks)}
            yield say("partly", language, text=text, **count)


def check_deal(number: SupportsIndex | str, board: Board) -> DealCheck:
    """Compare a board with the deal of a number, and look for the bug where they differ."""
    return check_cards(*_checked(number, board))


def check_deals(boards: Mapping[int, Board] | Mapping[str, Board]) -> DealChecks:
    """Compare boards of several numbers with the deals; one dealer made them all."""
    return check_all_cards([_checked(number, board) for number, board in boards.items()])


def _checked(number: SupportsIndex | str, board: Board) -> tuple[int, bytes]:
    """Return the number and the cards row by row; refuse what is no fresh deal."""
    number = check_number(number)
    if number < 0:
        raise DealNumberError(
            f"nothing to check: {number} is one of Microsoft's special games (expected 0 or more)"
        )
    if not is_fresh(board):
        sizes = " ".join(str(len(column)) for column in board.columns)
        raise DealNumberError(f"not a deal: columns of {sizes} cards (expected 7 7 7 7 6 6 6 6)")
    return number, bytes(board.columns[index % 8][index // 8] for index in range(len(CARD_NAMES)))


def check_cards(number: int, cards: bytes) -> DealCheck:
    """Compare 52 cards, row by row, with the deal of a number that is 0 or more."""
    expected = deal_cards(number)
    wrong = next((at for at in range(len(cards)) if cards[at] != expected[at]), None)
    if wrong is None:
        return DealCheck(number, None, None, None, (), "", None)
    found = _explanations([(number, cards)])
    dealt = find(Board([cards[column::8] for column in range(8)]))
    divergence = None if found or dealt is not None else _divergence(number, cards)
    bugs = tuple(each.bugs for each in found)
    suits = next((each.suits for each in found if each.suits), "")
    return DealCheck(number, wrong, cards[wrong], expected[wrong], bugs, suits, dealt, divergence)


def check_all_cards(boards: Sequence[tuple[int, bytes]]) -> DealChecks:
    """Compare several boards of one dealer, and look for what explains them all."""
    checks = tuple(check_cards(number, cards) for number, cards in boards)
    if len(boards) < 2 or all(check.right for check in checks):
        return DealChecks(checks, (), None, None)
    found = _explanations(boards)
    if found:
        return DealChecks(checks, found, None, None)
    deck, places = _core.common_deck(boards), _core.common_places(boards)
    checks = _with_shared_clues(checks)
    first = next(at for at, check in enumerate(checks) if not check.right)
    return DealChecks(
        checks,
        (),
        None if deck is None else tuple(deck),
        None if places is None else tuple(places),
        *_most_explained(boards, checks),
        _refuted(checks[first], boards[first][1]),
    )


def _most_explained(
    boards: Sequence[tuple[int, bytes]], checks: Sequence[DealCheck]
) -> tuple[tuple[Explanation, ...], int]:
    """Return the bugs that explain the most boards, and how many; none if it is less than two."""
    counts = {}
    for check in checks:
        for bugs in check.bugs:
            each = Explanation(bugs, check.suits if "suits" in bugs else "")
            counts[each] = sum(bytes(deal_with_bugs(n, *each)) == cards for n, cards in boards)
    most = max(counts.values(), default=0)
    if most < 2:
        return (), 0
    return tuple(each for each, count in counts.items() if count == most), most


def _with_shared_clues(checks: Sequence[DealCheck]) -> tuple[DealCheck, ...]:
    """Leave out a clue that only some of the wrong boards give: it would mislead."""
    kinds = {
        check.divergence and check.divergence.kind_of_clue for check in checks if not check.right
    }
    if len(kinds) == 1 and None not in kinds:
        return tuple(checks)
    return tuple(
        check._replace(divergence=check.divergence and check.divergence._replace(clue=""))
        for check in checks
    )


def _refuted(check: DealCheck, cards: bytes) -> DealCheck:
    """Return the check of one board of several without its bugs, which the other boards refute."""
    if not check.bugs or check.dealt is not None:
        return check
    divergence = _divergence(check.number, cards)._replace(clue="", nearest=())
    return check._replace(bugs=(), suits="", divergence=divergence)


def _explanations(boards: Sequence[tuple[int, bytes]]) -> tuple[Explanation, ...]:
    return tuple(
        Explanation((*bugs, "suits") if suits else tuple(bugs), suits)
        for bugs, suits in _core.explain_boards(boards)
    )


def _divergence(number: int, cards: bytes) -> Divergence:
    diverged = _core.divergence(number, cards)
    assert diverged is not None, "the right board"
    state, value, step, left, place, drawn, clue, modulus = diverged
    bugs, count = _core.nearest_dealer(number, cards)
    if count < step + _FEWEST_TELLING:
        bugs, count = [], 0
    return Divergence(
        state, value, step, left, place, drawn, _CLUES[clue], modulus, tuple(bugs), count
    )


def deal_with_bugs(number: int, bugs: Sequence[Bug], suits: str = "") -> list[Card]:
    """Deal a number as a dealer with these bugs does, at most one of each kind.

    Return the cards row by row, or none at all where such a dealer fails with this number.
    """
    cards = _core.deal_mistaken(number, [bug for bug in bugs if bug != "suits"], suits)
    return list(cards or b"")
