"""`freecell puzzle`: a position in which one move, or two, keep the win."""

import json
from datetime import date

import click

from freecell.board import Move
from freecell.cards import NotationError, shorten
from freecell.cli.numbers import SETTINGS, text_or_json
from freecell.difficulty import LEVELS, Level
from freecell.puzzle_set import Puzzle, puzzle_of_the_day, puzzles
from freecell.puzzle_set import puzzle as find_puzzle
from freecell.text.address import parse_moves


@click.command(context_settings=SETTINGS, short_help="Show a puzzle: few moves keep the win.")
@click.argument("chosen", metavar="[NUMBER]", required=False, type=int)
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="The puzzle of another day.")
@click.option("--list", "listed", is_flag=True, help="List all puzzles, a line each.")
@click.option("--level", type=click.Choice(LEVELS), help="With --list: those of one level.")
@click.option(
    "--try", "tried", metavar="MOVE", help="Say whether a move, such as 2a, keeps the win."
)
@click.option("--answer", is_flag=True, help="Show the moves that keep the win, and how it is won.")
@text_or_json
def puzzle(
    chosen: int | None, day: date | None, level: Level | None, tried: str | None, form: str,
    *, listed: bool, answer: bool,
) -> None:  # fmt: skip
    """Show puzzle NUMBER, or the puzzle of the day: few moves keep the win, and all others lose it.

    Exit status with --try: 0 where the move keeps the win, 3 where it loses.

    \b
    Examples:
      freecell puzzle
      freecell puzzle 17 --try 4d
      freecell puzzle 17 --answer
      freecell puzzle --list --level hard
    """
    if listed:
        click.echo(_list(puzzles(level), form))
        return
    shown = puzzle_of_the_day(day) if chosen is None else find_puzzle(chosen)
    if tried is not None:
        keeps = shown.keeps_the_win(_move(tried))
        click.echo(_tried(shown, tried, form, keeps=keeps))
        raise click.exceptions.Exit(0 if keeps else 3)
    click.echo(
        json.dumps(_values(shown, answer=answer)) if form == "json" else _text(shown, answer=answer)
    )


def _move(text: str) -> Move:
    moves = parse_moves(text, 4)
    if len(moves) != 1:
        raise NotationError(f"not one move: {shorten(text)} (expected one such as 2a or 27v3)")
    return moves[0]


def _list(shown: tuple[Puzzle, ...], form: str) -> str:
    if form == "json":
        return json.dumps([_facts(each) for each in shown])
    lines = [
        f"{each.number:5}  {each.level:9}  {each.wrong:3} %  deal {each.deal}" for each in shown
    ]
    return "\n".join([" number  level  wrong  from", *lines])


def _text(shown: Puzzle, *, answer: bool) -> str:
    count = len(shown.answers)
    asked = (
        "One move keeps the win: find it."
        if count == 1
        else f"{_NUMBERS[count]} moves keep the win: find one."
    )
    game = shown.game
    lines = [
        f"Puzzle {shown.number}, {shown.level}: "
        f"deal {shown.deal} after {game.player_count()} moves. {asked}",
        f"The simulated players go wrong in {shown.wrong} of 100 choices.",
        "",
        str(shown.board),
    ]
    if answer:
        lines += [
            "",
            *(f"{win.moves[0]} wins: {' '.join(map(str, win.moves))}" for win in shown.wins),
        ]
    return "\n".join(lines)


_NUMBERS = {2: "Two", 3: "Three"}


def _tried(shown: Puzzle, move: str, form: str, *, keeps: bool) -> str:
    if form == "json":
        return json.dumps({"puzzle": shown.number, "move": move, "keeps_the_win": keeps})
    return f"{move} keeps the win" if keeps else f"{move} loses: no win is left after it"


def _facts(shown: Puzzle) -> dict[str, object]:
    return {"number": shown.number, "level": shown.level, "wrong": shown.wrong, "deal": shown.deal}


def _values(shown: Puzzle, *, answer: bool) -> dict[str, object]:
    moves = [str(move) for move in shown.game.moves]
    values = {
        **_facts(shown),
        "moves": moves,
        "board": str(shown.board),
        "answers": len(shown.answers),
    }
    if answer:
        values["wins"] = [[str(move) for move in win.moves] for win in shown.wins]
    return values
