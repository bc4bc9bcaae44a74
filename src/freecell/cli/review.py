"""`freecell review`: a game looked back on, position by position."""

import json

import click

from freecell.board import deal
from freecell.cards import NotationError
from freecell.cli.files import name_of, read_text
from freecell.cli.numbers import SETTINGS, parse_start, text_or_json
from freecell.errors import FreecellError
from freecell.game import Game
from freecell.game_review import Review
from freecell.game_review import review as review_game
from freecell.text.solution_player import replay
from freecell.verdict import IMPOSSIBLE, SOLVED

_SAID = {"solved": "can be won", "impossible": "lost", "undecided": "not decided"}


@click.command(context_settings=SETTINGS)
@click.argument("number", type=click.UNPROCESSED)
@click.argument("file")
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="Number of cells; 4.")
@click.option("--choices", is_flag=True, help="Also which other moves would have kept the win.")
@text_or_json
def review(number: str, file: str, cells: int, form: str, *, choices: bool) -> None:
    """Look back on a game of deal NUMBER: where it could be won, and which move lost it.

    FILE has the moves in any dialect; - is standard input. For every position it is said whether it
    can be won and in how many moves, as players count. Exit status 0 where the game was won or can
    be, 3 where it was lost, 4 where that is not decided.

    \b
    Examples:
      freecell review 617 my-game.txt
      freecell review 617 my-game.txt --choices
    """
    told = review_game(_game(parse_start(number), file, cells))
    click.echo(_json(told, choices=choices) if form == "json" else _text(told, choices=choices))
    last = told.verdicts[-1]
    raise click.exceptions.Exit(0 if last == SOLVED else 3 if last == IMPOSSIBLE else 4)


def _game(number: int | str, file: str, cells: int) -> Game:
    try:
        result = replay(number if cells == 4 else deal(number, cells), read_text(file))
    except FreecellError as error:
        raise NotationError(f"{name_of(file)}: {error}") from error
    if result.error is not None:
        raise NotationError(f"{name_of(file)}: impossible: {result.error}")
    return result.game


def _text(told: Review, *, choices: bool) -> str:
    lines = ["       move  then            moves needed"]
    for index, position in enumerate(told.positions):
        move = str(told.game.moves[index - 1]) if index else ""
        needed = "" if position.needed is None else str(position.needed)
        mark = "  <- this move lost the game" if index - 1 == told.losing_move else ""
        lines.append(f"{index:5}  {move:4}  {_SAID[position.verdict]:14}  {needed}{mark}".rstrip())
        if choices and index < len(told.game):
            keeping = " ".join(map(str, told.keeping_moves(index))) or "none"
            lines.append(f"       kept by: {keeping}")
    return "\n".join([*lines, "", _summary(told)])


def _summary(told: Review) -> str:
    first, last = told.positions[0], told.positions[-1]
    if last.board.won:
        return f"won in {told.game.player_count()} moves; {first.needed} would have been enough"
    if told.losing_move is not None and told.better is not None:
        move = told.game.moves[told.losing_move]
        line = " ".join(map(str, told.better.moves))
        return f"lost by move {told.losing_move + 1}, {move}; this would have won: {line}"
    if last.verdict == SOLVED:
        return f"can still be won, in {last.needed} moves"
    if first.verdict == IMPOSSIBLE:
        return "could not be won from the start"
    return "not decided"


def _json(told: Review, *, choices: bool) -> str:
    positions = []
    for index, position in enumerate(told.positions):
        line = None if position.line is None else " ".join(map(str, position.line.moves))
        entry: dict[str, object] = {
            "verdict": position.verdict, "needed": position.needed, "line": line,
        }  # fmt: skip
        if choices:
            entry["keeping"] = [str(move) for move in told.keeping_moves(index)]
        positions.append(entry)
    moves = [str(move) for move in told.game.moves]
    return json.dumps({"moves": moves, "losing_move": told.losing_move, "positions": positions})
