"""`freecell check`: checks a solution, a board, a file of many solutions, or a certificate."""

import json
from collections import Counter
from itertools import chain

import click

from freecell.board import Board, deal
from freecell.cards import CARD_NAMES, NotationError
from freecell.cli.certificates import check_certificate_lines, looks_like_a_certificate
from freecell.cli.files import name_of, read_lines, read_text
from freecell.cli.numbers import SETTINGS, FiniteRange, text_or_json
from freecell.errors import FreecellError
from freecell.foreign_program import MOST_JOBS, MOST_SECONDS, Limits
from freecell.instances import check_start
from freecell.numbers import check_number
from freecell.own_dealer.board_check import DealCheck, check_deal
from freecell.text.board_reader import parse_board
from freecell.text.board_writer import BOARD_FORMATS, BoardFormat, format_board
from freecell.text.bulk_check import check_lines
from freecell.text.solution_player import Replay, replay
from freecell.text.solution_reader import looks_like_a_solution
from freecell.words import LANGUAGES, Message, in_language


@click.command(
    context_settings=SETTINGS, short_help="Check a solution, a board, a certificate or a program."
)
@click.argument(
    "arguments", nargs=-1, required=False, metavar="[NUMBER] FILE", type=click.UNPROCESSED
)
@click.option(
    "--function",
    metavar="MODULE:NAME",
    help="Check your own Python function: my_module:deal_freecell or dealer.py:deal.",
)
@click.option(
    "--dealer",
    metavar="COMMAND",
    help="Check your own dealer in any language: './deal {number}'.",
)
@click.option(
    "--solver",
    metavar="COMMAND",
    help="Judge your own solver: './mysolver {number}', './mysolver {board}'.",
)
@click.option(
    "--deals", default="1-20", help="With --solver: numbers, endings, or course (default: 1-20)."
)
@click.option(
    "--board-format",
    type=click.Choice(BOARD_FORMATS),
    default="fc-solve",
    help="With --solver: the board format that it reads.",
)
@click.option(
    "--seconds",
    type=FiniteRange(0.001, MOST_SECONDS),
    default=60.0,
    help="With --solver: time limit for each deal (default: 60).",
)
@click.option(
    "--megabytes",
    type=click.IntRange(17, 2**30),
    default=1000,
    help="With --solver: memory limit for each deal (default: 1000).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    help="With --solver: number of deals at once (default: 1).",
)
@click.option("--cells", type=click.IntRange(0, 8), default=4, help="Number of cells (default: 4).")
@text_or_json
@click.option(
    "--quiet", is_flag=True, help="For many lines: print only the wrong ones and the summary."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the verdict.")
def check(
    arguments: tuple[str, ...],
    function: str | None,
    dealer: str | None,
    solver: str | None,
    deals: str,
    board_format: BoardFormat,
    seconds: float,
    megabytes: int,
    jobs: int,
    cells: int,
    form: str,
    *,
    quiet: bool,
    lang: str,
) -> None:
    """Check a solution or a board of deal NUMBER, many solutions, a certificate, or a program.

    A solution may be in any dialect; every move is checked against the rules. A board is compared
    with the right one, and the likely bug is named. Without a NUMBER, FILE has lines
    "number: moves", or is a certificate of freecell solve --certificate, which is verified with
    rules of its own. - is standard input. Exit status 0: correct, 1: wrong.

    --function calls your own Python function in a separate process, with games 1, 617 and others,
    or with the given NUMBERs; each call may take 2 seconds. --dealer runs your own program, which
    prints a board in any form; {number} in its arguments, and its standard input, are the number.
    It may take 10 seconds.

    --solver runs your own solver for each deal, with the board on its standard input; {number} in
    its arguments becomes the deal, {board} a file with the board. It prints moves in any dialect,
    "impossible" or "gave up". Its answers are replayed; its time, memory and output are limited,
    and everything that it starts is ended. It runs with your own permissions, without a sandbox.
    Exit status 0: all right, 1: an answer was wrong or unreadable, 4: otherwise not all were
    solved. JSON has one object per line: one for each deal, and the summary.

    \b
    Examples:
      freecell check 617 solution.txt
      freecell check 617 my-board.txt
      freecell check many.txt
      freecell check 11982.fcc
      freecell check --function my_module:deal_freecell
      freecell check --dealer "./deal {number}"
      freecell check --solver "./mysolver {number}" --deals 1-100 --seconds 10
      freecell check --solver "fc-solve -m -snx {board}" --deals course --jobs 2
    """
    if solver is not None:
        from freecell.cli.check_solver import check_solver_command

        if arguments or function is not None or dealer is not None:
            raise click.UsageError("--solver is by itself: name the deals with --deals")
        limits = Limits(seconds, megabytes * 10**6)
        check_solver_command(solver, deals, cells, limits, jobs, board_format, form, lang)
        return
    if function is not None or dealer is not None:
        numbers = [check_number(each) for each in arguments]
        _check_dealer(function, dealer, numbers, form, lang)
        return
    if not arguments:
        raise click.UsageError(
            "expected a number and a file, a file, --function, --dealer or --solver"
        )
    if len(arguments) == 1:
        _check_many(arguments[0], cells, form, lang, quiet=quiet)
        return
    if len(arguments) > 2:
        raise click.UsageError("expected a number and a file, or a file")
    number, file = check_start(arguments[0]), arguments[1]
    text = read_text(file)
    try:
        right = _check_one(number, text, cells, form, lang)
    except FreecellError as error:
        raise NotationError(f"{name_of(file)}: {in_language(error, lang)}") from error
    if not right:
        raise click.exceptions.Exit(1)


def _check_dealer(
    function: str | None, command: str | None, numbers: list[int], form: str, lang: str
) -> None:
    """Check a function that is named, or a program, and end with status 1 where it is wrong."""
    if command is not None:
        from freecell.own_dealer.command_check import check_dealer

        if function is not None:
            raise click.UsageError("--function and --dealer exclude each other")
        checked = check_dealer(command, numbers or None, language=lang)
    else:
        from freecell.own_dealer.called import can_limit_resources
        from freecell.own_dealer.function_check import check_function

        if not can_limit_resources():
            click.echo("this system does not limit the memory and time of a process", err=True)
        checked = check_function(function or "", numbers or None, language=lang)
    if form == "json":
        verdicts = [verdict._asdict() for verdict in checked.verdicts]
        content = {"right": checked.right, "passes": checked.passes, "verdicts": verdicts}
        click.echo(json.dumps({**content, "summary": list(checked.summary())}))
    else:
        click.echo(str(checked))
    if not checked.right:
        raise click.exceptions.Exit(1)


def _check_one(number: int | str, text: str, cells: int, form: str, lang: str) -> bool:
    if looks_like_a_certificate(text):
        return check_certificate_lines([text.replace("\r\n", "\n")], form, lang, number)
    if looks_like_a_solution(text):
        result = replay(number if cells == 4 else deal(number, cells), text)
        click.echo(_replay_json(number, result) if form == "json" else _verdict(result, lang))
        return result.won and result.error is None
    if isinstance(number, str):
        return _check_ending(number, parse_board(text, cells), form, lang)
    checked = check_deal(number, parse_board(text))
    click.echo(_deal_json(checked) if form == "json" else checked.say(lang))
    return checked.right


def _check_ending(name: str, board: Board, form: str, lang: str) -> bool:
    """Compare a board with an ending. No dealer makes endings, so no bug is named."""
    expected = deal(name, len(board.cells))
    right = board == expected
    if form == "json":
        click.echo(json.dumps({"number": name, "right": right}))
    elif right:
        click.echo(Message("check_is_ending", name=name).in_language(lang))
    else:
        click.echo(f"{Message('check_not_ending', name=name).in_language(lang)}\n{expected}")
    return right


def _verdict(result: Replay, lang: str) -> str:
    """Say what a solution is, whether it is legal, and how it ends."""
    game = result.game
    lines = [
        Message("check_notation", name=Message(f"notation_{result.dialect}")),
        Message("check_autoplay", kind=result.autoplay),
        Message("check_moves", count=len(game), home=len(game) - game.player_count()),
    ]
    if result.error is not None:
        lines += [Message("check_impossible", why=result.error), Message("check_board_before")]
    elif result.won:
        lines.append(Message("check_won"))
    else:
        lines += [Message("check_left", n=result.cards_left), Message("check_board_at_end")]
    board = [] if result.won and result.error is None else [str(game.board)]
    return "\n".join([*(line.in_language(lang) for line in lines), *board])


def _replay_json(number: int | str, result: Replay) -> str:
    return json.dumps(
        {
            "number": number,
            "dialect": result.dialect,
            "autoplay": result.autoplay,
            "moves": result.game.write("snx").split(),
            "won": result.won,
            "error": result.error,
            "cards_left": result.cards_left,
            "board": json.loads(format_board(result.game.board, "json")),
        }
    )


def _deal_json(checked: DealCheck) -> str:
    return json.dumps(
        {
            "number": checked.number,
            "right": checked.right,
            "wrong_at": checked.wrong_at,
            "found": None if checked.found is None else CARD_NAMES[checked.found],
            "expected": None if checked.expected is None else CARD_NAMES[checked.expected],
            "bugs": checked.bugs,
            "dealt": checked.dealt,
            "divergence": None if checked.divergence is None else checked.divergence._asdict(),
        }
    )


def _check_many(file: str, cells: int, form: str, lang: str, *, quiet: bool) -> None:
    """Check lines one after the other, and sum up; or the certificate that they are."""
    totals: Counter[str] = Counter()
    lines = read_lines(file)
    first = next(lines, "")
    lines = chain([first], lines)
    if looks_like_a_certificate(first):
        if not check_certificate_lines(lines, form, lang):
            raise click.exceptions.Exit(1)
        return
    for verdict in check_lines(lines, cells):
        if verdict.won and verdict.error is None:
            totals["won"] += 1
        elif verdict.dialect is None:
            totals["unreadable"] += 1
        else:
            totals["impossible" if verdict.error else "unfinished"] += 1
        if not quiet or not verdict.won or verdict.error:
            shown = verdict.message() if form != "json" else json.dumps(verdict._asdict())
            click.echo(in_language(shown, lang) if lang != "en" else shown)
    total = sum(totals.values())
    if not total:
        raise NotationError(f"{name_of(file)}: no lines (expected lines such as 617: 8a 8b 87)")
    kinds = ("won", "unfinished", "impossible", "unreadable")
    summary = Message("lines_checked", total=total, **{kind: totals[kind] for kind in kinds})
    click.echo(summary.in_language(lang), err=form == "json")
    if totals["won"] < total:
        raise click.exceptions.Exit(1)
