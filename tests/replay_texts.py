"""Texts for `replay`: sound, damaged and hostile, in all dialects, with 0 to 8 cells; always the same ones.

The games that they record are kept in `data/replay-record.json.xz`, with what the first implementation
of `replay` answered to every text. Nothing here depends on what is judged by them: the dialects that
are written by rule are written here again, the others are kept as they were written then.
"""

import json
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from freecell.board import Board, Move, deal
from freecell.board.moves import PLACE_NAMES
from freecell.cards import CARD_NAMES, RANKS, card_of

RECORD = Path(__file__).parent / "data" / "replay-record.json.xz"
COUNT = 20_000
_SEED = 617


class Asked(NamedTuple):
    """What `replay` is asked: a start and a text, and what kind of text it is."""

    start: int | Board | None
    text: str
    kind: str


class RecordedGame(NamedTuple):
    """A game, and the texts that record it, by dialect."""

    number: int
    cells: int
    moves: list[Move]
    texts: dict[str, str]


def recorded() -> dict[str, Any]:
    """Return the games and the answers that were recorded."""
    with lzma.open(RECORD, "rt", encoding="utf-8") as file:
        content: dict[str, Any] = json.load(file)
    return content


def move_of(word: str) -> Move:
    """Return the move that `str(move)` wrote."""
    count = int(word[3:], 16) if len(word) > 2 else 1
    return Move(PLACE_NAMES.index(word[0]), PLACE_NAMES.index(word[1]), count)


def recorded_games(games: list[dict[str, Any]]) -> list[RecordedGame]:
    """Return the recorded games, with the texts that are written by rule."""
    answer = []
    for game in games:
        moves = [move_of(word) for word in game["moves"].split()]
        start = deal(game["number"], game["cells"])
        texts = dict(game["texts"])
        texts |= {"snx": _snx(moves), "sn": _plain(moves), "words": _words(moves)}
        texts |= {"boards": _boards(start, moves), "record": _record(game, moves)}
        answer.append(RecordedGame(game["number"], game["cells"], moves, texts))
    return answer


def _plain(moves: list[Move]) -> str:
    return " ".join(str(move)[:2] for move in moves)


def _snx(moves: list[Move]) -> str:
    return " ".join(map(str, moves))


def _words(moves: list[Move]) -> str:
    def place(at: int) -> str:
        if at == 16:
            return "the foundations"
        return f"stack {at}" if at < 8 else f"freecell {at - 8}"

    return "\n".join(
        f"Move {f'{move.count} cards' if move.source < 8 and move.target < 8 else 'a card'} "
        f"from {place(move.source)} to {place(move.target)}"
        for move in moves
    )


def _boards(start: Board, moves: list[Move]) -> str:
    boards = [start]
    for move in moves:
        boards.append(boards[-1].play(move))
    return "\n\n====\n\n".join(map(_board, boards))


def _board(board: Board) -> str:
    homes = [f"{'CDHS'[suit]}-{('0' + RANKS)[board.homes[suit]]}" for suit in (2, 0, 1, 3)]
    cells = "".join(f"  {'  ' if card is None else CARD_NAMES[card]}" for card in board.cells)
    columns = [": " + " ".join(CARD_NAMES[card] for card in column) for column in board.columns]
    return "\n".join([f"Foundations: {' '.join(homes)} ", f"Freecells:{cells}", *columns])


def _record(game: dict[str, Any], moves: list[Move]) -> str:
    return f"Deal: {game['number']}\nCells: {game['cells']}\nResult: won\n\n{_snx(moves)}"


def asked(games: list[dict[str, Any]], step: int = 1) -> Iterator[Asked]:
    """Yield every text, or one in `step`: each comes from its own chance and needs none of the others."""
    read = recorded_games(games)
    for at in range(0, COUNT, step):
        chance = random.Random(_SEED * 1_000_003 + at)
        yield _asked(chance, read)


def _asked(chance: random.Random, games: list[RecordedGame]) -> Asked:
    kind = chance.choices(_MAKERS, [22, 30, 12, 20, 10, 6])[0]
    return kind(chance, games)


def _sound(chance: random.Random, games: list[RecordedGame]) -> Asked:
    """A text as it was written, whole or its first part, with some of the ornaments that people add."""
    game = chance.choice(games)
    dialect = chance.choice(list(game.texts))
    text = game.texts[dialect]
    if chance.random() < 0.4 and dialect != "record":
        text = _first_part(text, dialect, chance)
    if dialect not in ("boards", "record", "fcpro", "words") and chance.random() < 0.5:
        text = _adorned(text, chance)
    return Asked(_start(game, dialect, chance), text, f"sound {dialect}")


def _start(game: RecordedGame, dialect: str, chance: random.Random) -> int | Board | None:
    states_it = dialect in ("record", "fcpro", "macroxue")
    if states_it and chance.random() < 0.5:
        return None
    if game.cells == 4 or states_it:
        return game.number if chance.random() < 0.6 else deal(game.number, game.cells)
    return deal(game.number, game.cells)


def _first_part(text: str, dialect: str, chance: random.Random) -> str:
    parts = {"boards": "====", "words": "\n"}.get(dialect, " ")
    if dialect == "macroxue":
        return text[: chance.randrange(8, len(text))]
    pieces = text.split(parts)
    return parts.join(pieces[: chance.randint(1, len(pieces))])


def _adorned(text: str, chance: random.Random) -> str:
    words = text.split()
    match chance.randrange(7):
        case 0:
            return " ".join(f"{at}. {word}" for at, word in enumerate(words, 1))
        case 1:
            return ", ".join(words)
        case 2:
            return " ".join(f"{word[0]}->{word[1:]}" for word in words)
        case 3:
            return "\n".join(f"> {word}" for word in words)
        case 4:
            return " ".join(words).upper()
        case 5:
            return f"Here is how I won (easy):\n\n{' '.join(words[:9])} (so far)\n{' '.join(words[9:])}"
        case _:
            return "".join(words)


def _damaged(chance: random.Random, games: list[RecordedGame]) -> Asked:
    """A text in which something was changed, dropped, doubled or put in."""
    game = chance.choice(games)
    dialect = chance.choice(list(game.texts))
    text = game.texts[dialect]
    if chance.random() < 0.7:
        text = _first_part(text, dialect, chance)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        text = (_damaged_move if chance.random() < 0.6 else _damaged_letters)(text, chance)
    return Asked(_start(game, dialect, chance), text, f"damaged {dialect}")


def _damaged_letters(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    end = at + chance.choice([0, 1, 2, 3, 6])
    put = chance.choice(["", chance.choice("12345678abcdefgkhrv"), chance.choice(PIECES)])
    return text[:at] + put + text[end:]


def _damaged_move(text: str, chance: random.Random) -> str:
    """Put another place where one is named, or leave a word out, or write one twice."""
    named = list(re.finditer(r"[1-8a-dh]{2}|(?<=stack )\d|(?<=freecell )\d", text))
    if not named:
        return text
    found = chance.choice(named)
    places = "0123456789" if found[0].isdigit() and len(found[0]) == 1 else "12345678abcdh"
    other = found[0][:-1] + chance.choice(places)
    put = chance.choice([other, other, "", f"{found[0]} {found[0]}"])
    return text[: found.start()] + put + text[found.end() :]


def _on_another_board(chance: random.Random, games: list[RecordedGame]) -> Asked:
    """A text with a wrong number of cells, or of another deal."""
    game = chance.choice(games)
    dialect = chance.choice(list(game.texts))
    text = _first_part(game.texts[dialect], dialect, chance)
    number = game.number if chance.random() < 0.7 else chance.randrange(1, 32_000)
    return Asked(deal(number, chance.randrange(9)), text, f"elsewhere {dialect}")


def _played(chance: random.Random, games: list[RecordedGame]) -> Asked:
    """Moves at random from somewhere in a game, written as one of the dialects would."""
    game = chance.choice(games)
    board = deal(game.number, game.cells)
    for move in game.moves[: chance.randrange(len(game.moves))]:
        board = board.play(move)
    spare = chance.randrange(9 - len(board.cells)) if chance.random() < 0.3 else 0
    board = Board(board.columns, (*board.cells, *[None] * spare), board.homes)
    dialect = chance.choice(["snx", "sn", "microsoft", "fcpro", "macroxue"])
    text = " ".join(_random_words(board, dialect, chance))
    if dialect == "fcpro":
        text = f"#custom Attempt: 1 NumFcs={len(board.cells)} (FCPro)\n{text}"
    return Asked(board, text or "8a", f"played {dialect}")


def _random_words(board: Board, dialect: str, chance: random.Random) -> Iterator[str]:
    kind = {"microsoft": "horne", "fcpro": "fcpro", "macroxue": "max"}.get(dialect, "none")
    cells = list(board.cells)  # as the program has them that writes
    for _ in range(chance.choice([5, 20, 60])):
        legal = board.legal_moves()
        if kind != "none":
            legal = [move for move in legal if _goes_by_itself(board, move)]
        if not legal:
            return
        longest = max(legal, key=lambda move: move.count)
        move = longest if chance.random() < 0.3 else chance.choice(legal)
        yield _word(board, move, cells, dialect, chance)
        board = board.play(move).play_home(kind)  # type: ignore[arg-type]  # one of the kinds
        cells = [card if card in board.cells else None for card in cells]


def _goes_by_itself(board: Board, move: Move) -> bool:
    if move.target >= 8 or board.columns[move.target] or move.source >= 8:
        return True
    most = min(board.run_length(move.source), board.longest_run(move.target))
    return move.count == most


def _word(
    board: Board, move: Move, cells: list[int | None], dialect: str, chance: random.Random
) -> str:
    """Write a move; a card may go to any empty cell, and its letter follows from that."""
    source, target = PLACE_NAMES[move.source], PLACE_NAMES[move.target]
    if move.source >= 8:
        (card,) = board.cards_at(move.source)
        held = [each for each in cells if each is not None or dialect != "macroxue"]
        source = PLACE_NAMES[8 + held.index(card)]
        cells[cells.index(card)] = None
    if 8 <= move.target < 16:
        empty = [at for at, each in enumerate(cells) if each is None]
        at = empty[0] if dialect == "macroxue" else chance.choice(empty)
        cells[at] = board.columns[move.source][-1]
        target = "r" if dialect == "macroxue" else PLACE_NAMES[8 + at]
    if dialect == "macroxue":  # a letter counts the cards in cells, in the order they came
        cells.sort(key=lambda each: each is None)
    counted = dialect == "snx" and move.count > 1
    return f"{source}{target}{f'v{move.count:x}' if counted else ''}"


PIECES = [
    "8a", "87", "a2", "5h", "24v2", "v", " ", "\n", "1.", "->", "(", ")", "617:", "4r", "#", "Game #617", "k3",
    "Move a card from stack 7 to freecell 0", "Foundations: H-0 C-0 D-0 S-0", "Freecells:", ": 7D AD", "--", "\t",
    "Deal: 617", "Cells: 4", "Result: won", "====", "?deal=617:8r", "h", "9", "x", "#617 Attempt: 1", "10♥", "|",
    "[", "]", "{", "Cells: 9", "Board: 7D / AD", "NumFcs=3", "\ufeff", "\u2028", "\x00", "é", "8av0", "12vf", "Move 2 cards",
    "Move 13 cards from stack 0 to stack 1", "https://x.test/game/617", "-1:", "99999999999:", "1:", "2:",
]  # fmt: skip


def _pieces(chance: random.Random, _: list[RecordedGame]) -> Asked:
    """Anything at all, made of what texts are made of."""
    joined = chance.choice(["", " ", "\n"]).join(chance.choices(PIECES, k=chance.randrange(12)))
    starts: list[int | Board | None] = [617, None, -1, deal(617, chance.randrange(9))]
    start = chance.choice(starts)
    return Asked(start, joined, "pieces")


def _hostile(chance: random.Random, _: list[RecordedGame]) -> Asked:
    """What would make a careless search run away, or a careless reader fall over."""
    runs = [[card_of(rank, rank % 2 + 2 * each) for rank in range(12, -1, -1)] for each in (0, 1)]
    rest = [card for card in range(52) if card not in runs[0] and card not in runs[1]]
    columns = [*runs, rest, *[[]] * 5]
    board = Board(columns, [None] * chance.randrange(9))
    if chance.random() < 0.6:
        text = " ".join(_wandering(chance)) + chance.choice(["", " 3h", " 1h", " 3a 3b"])
        return Asked(board, text, "hostile moves")
    text = chance.choice(["8a", "(", "1.", "12 ", "8a\n", "Deal: 617\n", "- ", "9S", "8r"])
    text *= chance.choice([10, 1_000, 3_001])
    return Asked(617 if chance.choice([True, False]) else board, text, "hostile text")


def _wandering(chance: random.Random) -> Iterator[str]:
    """Write moves to empty columns, each of which could be of any number of cards."""
    empty = chance.sample("45678", 5)
    sources = ["1", "2"]
    for _ in range(chance.choice([2, 4, 5, 30])):
        target = empty.pop() if empty else chance.choice("12345678")
        yield chance.choice(sources) + target
        sources.append(target)
        if chance.random() < 0.3:
            yield chance.choice(["1a", "2b", "1h", "a1", "b2"])


_MAKERS = [_sound, _damaged, _on_another_board, _played, _pieces, _hostile]
