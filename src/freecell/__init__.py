"""FreeCell's numbered deals: a number, its exact board, and everything one then wants to do with it.

>>> import freecell
>>> freecell.deal_freecell(617)[0]
['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
>>> board = freecell.deal(617)
>>> len(board.legal_moves())
11
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from freecell.board import Autoplay, Board, BoardError, IllegalMoveError, Move, deal
from freecell.cards import CARD_NAMES, Card, NotationError, card_name, parse_card
from freecell.dealing import deal_freecell, dealFreeCell, deals, shuffled
from freecell.errors import FreecellError
from freecell.numbers import DealNumberError, parse_number, parse_ranges
from freecell.text.board_writer import format_board

if TYPE_CHECKING:
    from freecell.certificate import NoCertificateError, certify
    from freecell.certificate_check.check import CertificateError, Confirmed, check_certificate
    from freecell.daily import deal_of_the_day
    from freecell.deal_atlas import About, about, atlas, random_deal
    from freecell.deal_atlas.surveyed import SurveySet
    from freecell.finder import find, find_partial
    from freecell.foreign_program import Limits
    from freecell.game import Game
    from freecell.game_review import Review, review
    from freecell.instances import Instance, course
    from freecell.own_dealer.board_check import DealCheck, DealChecks, check_deal, check_deals
    from freecell.own_dealer.command_check import check_dealer
    from freecell.own_dealer.function_check import FunctionCheck, check_function
    from freecell.own_solver.judge import SolverVerdict
    from freecell.own_solver.solver_check import SolverCheck, check_solver
    from freecell.picture_reader import PictureCard, PictureReading, read_picture
    from freecell.solver import (
        FewestCells,
        Hint,
        Limit,
        fewest_cells,
        hint,
        prove,
        solve,
        solve_many,
    )
    from freecell.surveys import catalog, survey
    from freecell.text.board_reader import parse_board
    from freecell.text.bulk_check import LineCheck, check_lines
    from freecell.text.pddl import write_domain, write_problem
    from freecell.text.records import Record, read_records, write_record
    from freecell.text.solution_player import Replay, replay
    from freecell.verdict import Impossible, Solved, Undecided

__version__ = "0.1.0"

__all__ = [
    "CARD_NAMES",
    "About",
    "Autoplay",
    "Board",
    "BoardError",
    "Card",
    "CertificateError",
    "Confirmed",
    "DealCheck",
    "DealChecks",
    "DealNumberError",
    "FewestCells",
    "FreecellError",
    "FunctionCheck",
    "Game",
    "Hint",
    "IllegalMoveError",
    "Impossible",
    "Instance",
    "Limit",
    "Limits",
    "LineCheck",
    "Move",
    "NoCertificateError",
    "NotationError",
    "PictureCard",
    "PictureReading",
    "Record",
    "Replay",
    "Review",
    "Solved",
    "SolverCheck",
    "SolverVerdict",
    "SurveySet",
    "Undecided",
    "about",
    "atlas",
    "card_name",
    "catalog",
    "certify",
    "check_certificate",
    "check_deal",
    "check_dealer",
    "check_deals",
    "check_function",
    "check_lines",
    "check_solver",
    "course",
    "deal",
    "dealFreeCell",
    "deal_freecell",
    "deal_of_the_day",
    "deals",
    "fewest_cells",
    "find",
    "find_partial",
    "format_board",
    "hint",
    "parse_board",
    "parse_card",
    "parse_number",
    "parse_ranges",
    "prove",
    "random_deal",
    "read_picture",
    "read_records",
    "replay",
    "review",
    "shuffled",
    "solve",
    "solve_many",
    "survey",
    "write_domain",
    "write_problem",
    "write_record",
]

_LOADED_ON_USE = {
    "About": "deal_atlas",
    "CertificateError": "certificate_check.check",
    "Confirmed": "certificate_check.check",
    "DealCheck": "own_dealer.board_check",
    "DealChecks": "own_dealer.board_check",
    "FunctionCheck": "own_dealer.function_check",
    "FewestCells": "solver",
    "Game": "game",
    "Hint": "solver",
    "Impossible": "verdict",
    "Instance": "instances",
    "Limit": "solver",
    "Limits": "foreign_program",
    "LineCheck": "text.bulk_check",
    "NoCertificateError": "certificate",
    "PictureCard": "picture_reader",
    "PictureReading": "picture_reader",
    "Record": "text.records",
    "Replay": "text.solution_player",
    "Review": "game_review",
    "Solved": "verdict",
    "SolverCheck": "own_solver.solver_check",
    "SolverVerdict": "own_solver.judge",
    "SurveySet": "deal_atlas.surveyed",
    "Undecided": "verdict",
    "about": "deal_atlas",
    "atlas": "deal_atlas",
    "catalog": "surveys",
    "certify": "certificate",
    "check_certificate": "certificate_check.check",
    "check_deal": "own_dealer.board_check",
    "check_dealer": "own_dealer.command_check",
    "check_deals": "own_dealer.board_check",
    "check_function": "own_dealer.function_check",
    "check_lines": "text.bulk_check",
    "check_solver": "own_solver.solver_check",
    "course": "instances",
    "deal_of_the_day": "daily",
    "fewest_cells": "solver",
    "find": "finder",
    "find_partial": "finder",
    "hint": "solver",
    "parse_board": "text.board_reader",
    "prove": "solver",
    "random_deal": "deal_atlas",
    "read_picture": "picture_reader",
    "read_records": "text.records",
    "replay": "text.solution_player",
    "review": "game_review",
    "solve": "solver",
    "solve_many": "solver",
    "survey": "surveys",
    "write_domain": "text.pddl",
    "write_problem": "text.pddl",
    "write_record": "text.records",
}
"""Where to find the names that most programs do not need, so that the import stays quick."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any of the above
    """Load what is used for the first time."""
    if name not in _LOADED_ON_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LOADED_ON_USE[name]}"), name)
    globals()[name] = value
    return value
