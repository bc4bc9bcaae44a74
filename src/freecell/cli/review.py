"""`freecell review`: decides every position of a game."""

import json

import click

from freecell.board import deal
from freecell.cards import NotationError
from freecell.cli.files import name_of, read_text
from freecell.cli.numbers import SETTINGS, text_or_json
from freecell.errors import FreecellError
from freecell.game import Game
from freecell.game_review import Review
from freecell.game_review import review as review_game
from freecell.instances import check_start
from freecell.text.solution_player import replay
from freecell.verdict import IMPOSSIBLE, SOLVED

_SAID = {"solved": "can be won", "impossible": "lost", "undecided": "not decided"}


@click.command(context_settings=SETTINGS, short_help="Find the move that lost a game.")
@click.argument("number", type=click.UNPROCESSED)
@click.argument("file")
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="Number of cells (default: 4).")
@click.option("--choices", is_flag=True, help="Also list the moves that would have kept the win.")
@text_or_json
def review(number: str, file: str, cells: int, form: str, *, choices: bool) -> None:
    """Review a game of deal NUMBER: where it could be won, and which move lost it.

    FILE has the moves in any dialect; - is standard input. For every position it prints whether it
    can be won and in how many moves, as players count. Exit status 0: the game was or can be won,
    3: it is lost, 4: undecided.

    \b
    Examples:
      freecell review 617 my-game.txt
      freecell review 617 my-game.txt --choices
    """
    reviewed = review_game(_game(check_start(number), file, cells))
    click.echo(
        _json(reviewed, choices=choices) if form == "json" else _text(reviewed, choices=choices)
    )
    last = reviewed.verdicts[-1]
    raise click.exceptions.Exit(0 if last == SOLVED else 3 if last == IMPOSSIBLE else 4)


def _game(number: int | str, file: str, cells: int) -> Game:
    try:
        result = replay(number if cells == 4 else deal(number, cells), read_text(file))
    except FreecellError as error:
        raise NotationError(f"{name_of(file)}: {error}") from error
    if result.error is not None:
        raise NotationError(f"{name_of(file)}: impossible: {result.error}")
    return result.game


def _text(reviewed: Review, *, choices: bool) -> str:
    lines = ["       move  then            moves needed"]
    for index, position in enumerate(reviewed.positions):
        move = str(reviewed.game.moves[index - 1]) if index else ""
        needed = "" if position.needed is None else str(position.needed)
        mark = "  <- this move lost the game" if index - 1 == reviewed.losing_move else ""
        lines.append(f"{index:5}  {move:4}  {_SAID[position.verdict]:14}  {needed}{mark}".rstrip())
        if choices and index < len(reviewed.game):
            keeping = " ".join(map(str, reviewed.keeping_moves(index))) or "none"
            lines.append(f"       kept by: {keeping}")
    return "\n".join([*lines, "", _summary(reviewed)])


def _summary(reviewed: Review) -> str:
    first, last = reviewed.positions[0], reviewed.positions[-1]
    if last.board.won:
        return f"won in {reviewed.game.player_count()} moves; {first.needed} would have been enough"
    if reviewed.losing_move is not None and reviewed.better is not None:
        move = reviewed.game.moves[reviewed.losing_move]
        line = " ".join(map(str, reviewed.better.moves))
        return f"lost by move {reviewed.losing_move + 1}, {move}; this would have won: {line}"
    if last.verdict == SOLVED:
        return f"can still be won, in {last.needed} moves"
    if first.verdict == IMPOSSIBLE:
        return "could not be won from the start"
    return "not decided"


def _json(reviewed: Review, *, choices: bool) -> str:
    positions = []
    for index, position in enumerate(reviewed.positions):
        line = None if position.line is None else " ".join(map(str, position.line.moves))
        entry: dict[str, object] = {
            "verdict": position.verdict, "needed": position.needed, "line": line,
        }  # fmt: skip
        if choices:
            entry["keeping"] = [str(move) for move in reviewed.keeping_moves(index)]
        positions.append(entry)
    moves = [str(move) for move in reviewed.game.moves]
    return json.dumps({"moves": moves, "losing_move": reviewed.losing_move, "positions": positions})
