"""
The compiled core of freecell: call it through the modules of the package.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Reviewer:
    """Looks at a line of play, a question at a time."""

    def __init__(self, columns: Sequence[bytes], cells: bytes, homes: bytes, moves: bytes) -> None: ...

    def step(self, nodes: int, seconds: float, bytes: int, tick: object) -> bool:
        """Ask one more question; false when there was none left."""

    def choices(self, index: int, nodes: int, seconds: float, bytes: int, tick: object) -> list[tuple[bytes, str]]:
        """The legal moves at a position, and the verdict after each of them."""

    def verdict(self, index: int) -> str:
        """Solved, impossible or undecided."""

    def needed(self, index: int) -> int:
        """How many player's moves the win has that is kept for a position."""

    def line(self, index: int) -> bytes:
        """That win, three bytes a move."""

MOST_EFFORT: int = 5

class Answer:
    """What a search found out about a board."""

    @property
    def verdict(self) -> str:
        """Solved, impossible or undecided."""

    @property
    def reached(self) -> str:
        """Of an undecided one the limit: nodes, bytes, seconds or cancelled."""

    @property
    def nodes(self) -> int:
        """How many positions were searched."""

    @property
    def positions(self) -> int:
        """Of an impossible one: how many can be reached."""

    @property
    def moves(self) -> bytes:
        """Of a win, three bytes each: source, target, count."""

    @property
    def least(self) -> int | None:
        """Of a search for the shortest win: it has no fewer."""

    @property
    def most(self) -> int | None:
        """... and no more, where a win is known."""

def solve_shortest(columns: list[bytes], cells: bytes, homes: bytes, single_cards: bool, nodes: int, seconds: float, bytes: int, tick: object, on_interval: object) -> Answer:
    """Find the shortest win and prove that there is no shorter one."""

def refute_board(columns: list[bytes], cells: bytes, homes: bytes, single_cards: bool, most: int, nodes: int, seconds: float, bytes: int, tick: object) -> tuple[str, int, int]:
    """
    Show that no win has at most this many moves (moves home are free): how it ended, positions, checksum.
    """

def certify_impossible(columns: Sequence[bytes], cells: bytes, homes: bytes, nodes: int, seconds: float, bytes: int, tick: object | None, distinguished: int = 0) -> tuple[str, int, int, int]:
    """
    Search an easier game without a win: how that ended (impossible, solved, or the limit that was reached), the faces whose twins are distinguished (bits 2 * rank + 1 if red), positions, checksum.
    """

def lower_bound(columns: Sequence[bytes], cells: bytes, homes: bytes, single_cards: bool) -> int:
    """Return how many moves, those home not counted, a board needs at least."""

def fewest_cells(columns: list[bytes], cells: bytes, homes: bytes, nodes: int, seconds: float, bytes: int, tick: object) -> tuple[int, int, int, Answer]:
    """
    Find the fewest cells that win a board: least, most, the first number left open or -1, and the answer with `most`.
    """

def solve_board(columns: Sequence[bytes], cells: bytes, homes: bytes, effort: int, nodes: int, seconds: float, bytes: int, tick: object | None) -> Answer:
    """Solve a board; a solution has been replayed."""

class DealSolver:
    """Solves deals by number, keeping its memory between them."""

    def __init__(self) -> None: ...

    def solve(self, numbers: list[int], cells: int, effort: int, nodes: int, seconds: float, bytes: int, tick: object) -> list[Answer]:
        """Solve these deals; each solution has been replayed."""

class DealShortener:
    """Looks for shorter wins of deals, keeping its memory between them."""

    def __init__(self) -> None: ...

    def shorten(self, number: int, known: int, places: int) -> int:
        """
        Return the moves of the shortest win found that has fewer, or 0; it was replayed.
        """

def verify_moves(columns: Sequence[bytes], cells: bytes, homes: bytes, moves: bytes) -> tuple[bool, int, str]:
    """
    Play moves by the rules of the verifier: whether they win, how many are legal, why not.
    """

def count_moves(cells: int, moves: bytes) -> tuple[int, int]:
    """
    Count legal moves from a fresh deal: as players do, and in single cards.
    """

def perft(columns: Sequence[bytes], cells: bytes, homes: bytes, depth: int) -> int:
    """
    Count the lines of this many moves, by the rules of the search (perft).
    """

def prove_board(columns: Sequence[bytes], cells: bytes, homes: bytes, safe_play: bool, nodes: int, seconds: float, bytes: int, tick: object | None) -> Answer:
    """Look at every position; the answer is as that of solve_board."""

def prove_by_twins(columns: Sequence[bytes], cells: bytes, homes: bytes, nodes: int, seconds: float, bytes: int, tick: object | None, distinguished: int = 0) -> Answer:
    """
    Look at every position of the easier game where loose cards of one rank and colour are alike, except `distinguished` ones (bits 2 * rank + 1 if red): impossible, or undecided.
    """

def decide_by_twins(columns: Sequence[bytes], cells: bytes, homes: bytes, nodes: int, seconds: float, bytes: int, tick: object | None) -> Answer:
    """
    The same; where the easier game can be won, more of the cards are distinguished until it says how the real one ends.
    """

def deal_cards(number: int) -> bytes:
    """The 52 cards of a deal in the order they are dealt, one byte a card."""

def deal_rows(number: int) -> list[list[str]]:
    """The seven rows of a deal, as card names."""

def dealers() -> list[str]:
    """
    The ways of dealing many at once that this processor can use, the fastest first.
    """

def deal_range(first: int, cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 52), order='C', device='cpu')], threads: int, dealer: str = '') -> None:
    """
    Fill an array with the deals from `first` on, by the fastest dealer unless one is named.
    """

def deal_numbers(numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cards: Annotated[NDArray[numpy.uint8], dict(shape=(None, 52), order='C', device='cpu')], threads: int, dealer: str = '') -> None:
    """
    Fill an array with the deals of these numbers, by the fastest dealer unless one is named.
    """

def find_deal(cards: bytes) -> int | None:
    """The number that deals 52 cards, or None."""

def find_first_cards(cards: bytes) -> list[int]:
    """All numbers whose deal starts with these cards, four or more."""

def scan_for_cards(known: Sequence[tuple[int, int]], first: int, end: int) -> list[int]:
    """
    The numbers of a range that deal these cards as those of these indices.
    """

def scan_for_deal(cards: bytes, first: int, end: int) -> int | None:
    """
    The number of a range that deals 52 cards, found by trying one after the other.
    """

class Replay:
    """How far written moves could be played, and how they were read."""

    @property
    def moves(self) -> bytes: ...

    @property
    def autoplay(self) -> str: ...

    @property
    def refusal(self) -> tuple[str, int, int, int, int, int] | None: ...

    @property
    def done(self) -> int: ...

    @property
    def won(self) -> bool: ...

class Followed:
    """How far some boards could be followed."""

    @property
    def moves(self) -> bytes: ...

    @property
    def reached(self) -> int: ...

class Written:
    """A line as text, or the move that cannot be written and why."""

    @property
    def text(self) -> str: ...

    @property
    def at(self) -> int: ...

    @property
    def move(self) -> bytes: ...

    @property
    def refusal(self) -> tuple[str, int, int, int, int, int] | None: ...

class PlayedPlan:
    """How far a plan could be played, and why no further."""

    @property
    def moves(self) -> bytes: ...

    @property
    def fault(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def refusal(self) -> tuple[str, int, int, int, int, int] | None: ...

class LineVerdict:
    """What was found out about a line `number: moves`."""

    @property
    def readable(self) -> bool: ...

    @property
    def won(self) -> bool: ...

    @property
    def counted(self) -> bool: ...

    @property
    def macroxue(self) -> bool: ...

    @property
    def number(self) -> int: ...

    @property
    def autoplay(self) -> str: ...

    @property
    def done(self) -> int: ...

    @property
    def cards_left(self) -> int: ...

    @property
    def refusal(self) -> tuple[str, int, int, int, int, int] | None: ...

    @property
    def refused(self) -> str: ...

def replay_written(columns: Sequence[bytes], cells: bytes, homes: bytes, written: bytes, kind: str) -> Replay:
    """
    Play written moves, three bytes each, in the reading of them that wins or goes furthest.
    """

def write_line(columns: Sequence[bytes], cells: bytes, homes: bytes, moves: bytes, dialect: str, number: int | None) -> Written:
    """Write moves in a dialect."""

def play_plan(columns: Sequence[bytes], cells: bytes, homes: bytes, actions: str) -> PlayedPlan:
    """Play the actions of a plan, one a line."""

def single_steps(columns: Sequence[bytes], cells: bytes, homes: bytes, moves: bytes) -> bytes:
    """The single-card moves that legal moves stand for."""

def follow_boards(columns: Sequence[bytes], cells: bytes, homes: bytes, boards: Sequence[tuple[Sequence[bytes], bytes, bytes]]) -> Followed:
    """
    Go from board to board, as far as one move, or one and moves home, lie between them.
    """

def legal_moves(columns: Sequence[bytes], cells: bytes, homes: bytes) -> bytes:
    """Every legal move, by source and target."""

def refusal(columns: Sequence[bytes], cells: bytes, homes: bytes, move: bytes) -> tuple[str, int, int, int, int, int] | None:
    """
    Why a move is illegal: the name of the reason, place, card, other card, count, most.
    """

def moves_home(columns: Sequence[bytes], cells: bytes, homes: bytes, autoplay: str) -> bytes:
    """The moves home of automatic play."""

def check_lines(lines: Sequence[str], cells: int) -> list[LineVerdict]:
    """Check lines `number: moves`, each in whatever dialect it is written."""

def mistake_names() -> list[list[str]]:
    """
    The names of the mistakes of a dealer: in its values, deck, pick and layout.
    """

def deal_mistaken(number: int, mistakes: Sequence[str], suits: str = '') -> bytes | None:
    """
    The cards of a dealer with these mistakes, row by row, one byte a card; or None.
    """

def explain_boards(boards: Sequence[tuple[int, bytes]]) -> list[tuple[list[str], str]]:
    """
    The fewest mistakes with which all these boards are dealt, and the order of the suits where it is another; all that are as few.
    """

def nearest_dealer(number: int, cards: bytes) -> tuple[list[str], int]:
    """
    The mistakes with which most of a board's first cards are dealt, and how many cards.
    """

def divergence(number: int, cards: bytes) -> tuple[int, int, int, int, int, int, int, int] | None:
    """
    The first step at which a board leaves the right shuffle: state, value, step, cards left, right index, drawn index, clue and modulus; None for the right board.
    """

def common_deck(boards: Sequence[tuple[int, bytes]]) -> bytes | None:
    """
    The deck in another order with which all boards are dealt rightly, or None.
    """

def common_places(boards: Sequence[tuple[int, bytes]]) -> bytes | None:
    """
    For each place of the board the card of the right deal that lies there, or None.
    """

def compute_facts(number: int, verdict: str, moves: int | None, fewest: int | None, fewest_proved: bool, difficulty: int | None, thorough: bool, tick: object) -> tuple[str, int | None, int | None, bool, int | None, int, list[str]]:
    """
    Compute what is missing of a deal's facts, within a budget of positions: the facts in the same order, the positions of a proof, and what was computed.
    """

def budget_positions(thorough: bool) -> tuple[int, int, int]:
    """
    Return the effort of a budget, its positions for a short win, and for each number of cells.
    """

DIFFICULTY_VERSION: int = 1

MOST_DIFFICULT: int = 254

def play_games(number: int, seed: int = 0) -> tuple[int, int, int]:
    """
    Let the players play a deal: games played, games won, cards left over all games.
    """

def difficulties(first: int, last: int, seed: int = 0) -> bytes:
    """How hard the deals of a range are for the players: one byte a deal."""

def read_picture(rgb: bytes, width: int, height: int, weights: bytes) -> tuple[int, int, list[list[tuple[float, float, float, float, int, int, float, int]]], list[tuple[float, float, float, float, int, int, float, int]], list[tuple[float, float, float, float, int, int, float, int]], int | None]:
    """
    Certainty, reason, columns, cells, homes and number of the board in a picture; each card is left, top, width, height, card, other card, sureness, cell, with 255 for no card.
    """

class SurveyRows:
    """The columns of a survey, in the layout of Arrow."""

    @property
    def numbers(self) -> bytes: ...

    @property
    def cells(self) -> bytes: ...

    @property
    def verdict_offsets(self) -> bytes: ...

    @property
    def verdicts(self) -> bytes: ...

    @property
    def solved(self) -> bytes: ...

    @property
    def moves(self) -> bytes: ...

    @property
    def steps(self) -> bytes: ...

    @property
    def decided(self) -> bytes: ...

    @property
    def positions(self) -> bytes: ...

    @property
    def won(self) -> bytes: ...

    @property
    def at_most(self) -> bytes: ...

    @property
    def possible(self) -> bytes: ...

    @property
    def least(self) -> bytes: ...

    @property
    def most(self) -> bytes: ...

    @property
    def solution_offsets(self) -> bytes: ...

    @property
    def solutions(self) -> bytes: ...

    @property
    def counts(self) -> list[int]:
        """Solved, impossible, undecided."""

def survey_rows(ranges: Sequence[tuple[int, int]], cells: int, effort: int, fewest: bool, solutions: bool, nodes: int, bytes: int, shortest: bool = False, single_cards: bool = False) -> SurveyRows:
    """
    Solve the deals of some ranges, from the first to the last number of each; every solution has been replayed.
    """
