"""What `replay` answers is judged by what its first implementation answered to 20,000 texts.

That one, in Python, was checked by a second in C++ and a third in JavaScript; all three are gone.
Where the answers differ today, `DIFFERENCES` says which and why; nothing else may.
"""

from collections import Counter
from itertools import groupby
from typing import Any
from zlib import crc32

import pytest

from freecell import BoardError, NotationError, replay
from freecell.board import HOME, Board, Move
from freecell.words import Message
from tests.replay_texts import Asked, asked, move_of, recorded

Answer = list[Any]
"""The checksum of the text; then why it was refused, or dialect, autoplay, won, error, cells, moves."""

TOO_MANY = "a line has as many moves as it likes; then it was refused from 3,001 on"

SAID_THEN = {
    "refused_no_room": "only {n} {cards} can move at once to {place}, not {count}",
    "refused_not_in_order": "only {n} {cards} at the front of {place} lie in order, not {count}",
}
"""Reasons that had other words."""

CALLED_THEN = {"sentences": "words"}
"""Dialects that had another name."""

DIFFERENCES: dict[str, int] = {TOO_MANY: 70}
"""The reasons for answers that differ, and of how many of the 20,000."""


def answer(each: Asked) -> tuple[Answer, Board | None]:
    """Return what `replay` says today, and the start of the game."""
    checksum = crc32(each.text.encode("utf-8", "surrogatepass"))
    try:
        done = replay(each.start, each.text)
    except (NotationError, BoardError) as error:
        return [checksum, str(error)], None
    moves = " ".join(map(str, done.game.moves))
    cells = len(done.game.start.cells)
    dialect = CALLED_THEN.get(done.dialect, done.dialect)
    found = [checksum, dialect, done.autoplay, done.won, as_worded_then(done.error), cells, moves]
    return found, done.game.start


def as_worded_then(error: str | None) -> str | None:
    """Return why a line cannot be played in the words of then."""
    why = error.values.get("why") if isinstance(error, Message) else None
    if error is None or not isinstance(why, Message) or why.key not in SAID_THEN:
        return error
    cards = "card" if why.values["n"] == 1 else "cards"
    return error.replace(why, SAID_THEN[why.key].format(cards=cards, **why.values))


def played(start: Board, moves: str) -> list[tuple[int, ...]]:
    """Return the moves as cards, so that it does not matter which of the empty cells is taken.

    Cards that go home one after the other are in order, since the cells may be another way round.
    """
    board, reported = start, []
    for word in moves.split():
        move = move_of(word)
        cards = (
            board.columns[move.source][-move.count :]
            if move.source < 8
            else (card_in(board, move),)
        )
        reported.append((min(move.target, 8) if move.target != HOME else HOME, *cards))
        board = board.play(move)
    together = groupby(reported, key=lambda each: each[0] == HOME)
    return [each for home, some in together for each in (sorted(some) if home else some)]


def card_in(board: Board, move: Move) -> int:
    card = board.cells[move.source - 8]
    assert card is not None
    return card


def reason_for(then: Answer, now: Answer, start: Board | None) -> str | None:
    """Return why an answer differs, "" where it does not, None where there is no reason."""
    if then[:-1] == now[:-1] and start is not None and len(then) > 2:
        return "" if played(start, then[-1]) == played(start, now[-1]) else None
    if then == now:
        return ""
    return TOO_MANY if str(then[1]).startswith("more than 3,000 moves") else None


def compare(step: int) -> Counter[str]:
    record = recorded()
    reasons: Counter[str] = Counter()
    answers = record["answers"][::step]
    for at, (each, then) in enumerate(zip(asked(record["games"], step), answers, strict=True)):
        now, start = answer(each)
        assert now[0] == then[0], "the texts are no longer those that were recorded"
        reason = reason_for(then, now, start)
        assert reason is not None, (at * step, each.kind, each.text[:300], then[1:], now[1:])
        reasons[reason] += 1
    return reasons


def test_a_fortieth_of_the_texts_is_answered_as_it_was() -> None:
    reasons = compare(40)
    assert reasons[""] + sum(reasons[name] for name in DIFFERENCES) == 500


@pytest.mark.long
def test_all_texts_are_answered_as_they_were() -> None:
    reasons = compare(1)
    assert {name: count for name, count in reasons.items() if name} == DIFFERENCES


def test_the_record_holds_texts_of_every_kind() -> None:
    """Count the kinds: sound, damaged and hostile texts, won and refused ones, 0 to 8 cells."""
    answers = recorded()["answers"]
    assert len(answers) == 20_000
    replayed = [each for each in answers if len(each) > 2]
    assert {each[1] for each in replayed} == {
        "snx", "sn", "words", "boards", "microsoft", "fcpro", "macroxue", "record"
    }  # fmt: skip
    assert {each[5] for each in replayed} == set(range(9))
    assert {each[2] for each in replayed} == {"none", "horne", "fcpro", "max"}
    assert sum(each[3] for each in replayed) > 2_000
    assert sum(each[4] is not None for each in replayed) > 5_000
    assert sum(len(each) == 2 for each in answers) > 2_000
