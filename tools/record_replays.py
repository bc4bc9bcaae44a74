"""Write what `replay` answers to tests/replay_texts.py to tests/data/replay-record.json.xz.

It was run once, on the implementation that was replaced; run again it would only record what it is
to judge. `tests/text/test_replay_record.py` compares.
"""

import json
import lzma
import random
from concurrent.futures import ProcessPoolExecutor
from typing import Any
from zlib import crc32

from freecell import BoardError, Game, NotationError, Solved, find, replay, solve
from freecell.board import deal
from tests.games import won_games
from tests.replay_texts import RECORD, Asked, asked

_CELLS = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 6, 7, 8, 8)


def games() -> list[dict[str, Any]]:
    """Return won games, with the texts of the dialects that leave moves out."""
    chance = random.Random(20_000)
    wins = won_games() + [_win(chance, cells) for cells in _CELLS * 2]
    return [
        {
            "number": find(game.start),
            "cells": len(game.start.cells),
            "moves": " ".join(map(str, game.moves)),
            "texts": {
                name: game.write(name) for name in ("microsoft", "fcpro", "macroxue", "steps")
            },
        }
        for game in wins
    ]


def _win(chance: random.Random, cells: int) -> Game:
    while True:
        board = deal(chance.randrange(1, 1_000_000), cells)
        result = solve(board, goal="short" if cells > 3 else "any", effort=1)
        if isinstance(result, Solved):
            return result.game


def answer(each: Asked) -> list[Any]:
    """Return what `replay` says, in a form that can be kept."""
    checksum = crc32(each.text.encode("utf-8", "surrogatepass"))
    try:
        done = replay(each.start, each.text)
    except (NotationError, BoardError) as error:
        return [checksum, str(error)]
    moves = " ".join(map(str, done.game.moves))
    cells = len(done.game.start.cells)
    return [checksum, done.dialect, done.autoplay, done.won, done.error, cells, moves]


if __name__ == "__main__":
    played = games()
    with ProcessPoolExecutor(2) as pool:
        answers = list(pool.map(answer, asked(played), chunksize=50))
    content = json.dumps({"games": played, "answers": answers}, ensure_ascii=False)
    RECORD.write_bytes(lzma.compress(content.encode(), preset=9 | lzma.PRESET_EXTREME))
