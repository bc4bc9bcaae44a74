"""Certificates of both kinds, made by the search, and the checkers that share no code with it."""

import random
import re

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from freecell import (
    Board,
    Confirmed,
    Game,
    Impossible,
    Limit,
    NoCertificateError,
    Solved,
    certify,
    check_certificate,
    deal,
    prove,
    solve,
    solve_many,
)
from freecell.certificate import certify_impossible
from freecell.certificate_check.form import IMPOSSIBLE, SHORTEST, CertificateError
from freecell.errors import OptionError
from tests.changed_certificates import changed_in_every_way
from tests.checker import Checker
from tests.strategies import boards, examples

ALL = 2**26 - 1
EIGHT = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]

# What is changed, and what the C++ checker says of it.
TAMPERED = {
    "another length": (r"length: 21", "length: 20", "the length is wrong"),
    "another unit": (r"unit: moves", "unit: cards", "the length is wrong|is not legal"),
    "no such unit": (r"unit: moves", "unit: runs", "unit: not in the exact form"),
    "fewer positions": (r"positions: \d", "positions: 1", "more positions than it claims"),
    "more positions": (r"positions: ", "positions: 1", "it claims 1"),
    "another checksum": (r"(checksum: .*)[0-7](\w*)", r"\g<1>8\2", "the checksum is"),
    "a move less": (r"moves: \w+ ", "moves: ", "is not legal|does not win"),
    "a line that ends early": (r" \w+\npositions", "\npositions", "does not win"),
    "a move that there is not": (r"moves: \w+ ", "moves: 11 ", "is not legal"),
    "another board": (r"column 1: (\w+) (\w+)", r"column 1: \2 \1", "is not legal|positions"),
    "a card twice": (r"column 1: (\w+) (\w+)", r"column 1: \1 \1", "each of the 52 cards"),
    "another version": (SHORTEST, SHORTEST.replace("1", "2"), "not a certificate"),
    "no board": (r"column 8: .*\n", "", "the field column 8 is missing"),
    "a field twice": (r"(unit: .*\n)", r"\1\1", "the field unit is there twice"),
    "an unknown field": (r"(unit: .*\n)", r"\1author: me\n", "unknown field: author: me"),
    "fields out of order": (r"(unit: .*\n)(length: .*\n)", r"\2\1", "out of order"),
    "a space too many": (r"homes: ", "homes:  ", "homes: not in the exact form"),
    "a line cut off": (r"\n$", "", "cut off"),
}


@pytest.fixture(scope="module")
def win() -> Game:
    """Return the shortest win of a deal that needs few positions."""
    result = solve(2, goal="shortest")
    assert isinstance(result, Solved)
    return result.game


def small_board() -> Board:
    """Return a board that cannot be won, with a card in a cell: a few hundred positions."""
    board = deal(617, 1)
    return board.play(next(move for move in board.legal_moves() if str(move) == "8a"))


def small_win() -> str:
    """Return the certificate of a shortest win that is a few moves long."""
    solved = solve(18, goal="shortest")
    assert isinstance(solved, Solved)
    board = list(solved.game.boards())[16]
    return certify(board)


def test_a_shortest_win_has_the_board_the_line_and_the_positions(win: Game):
    lines = certify(win).splitlines()
    names = [line.partition(":")[0] for line in lines[1:]]
    columns = [f"column {number}" for number in range(1, 9)]
    board = ["homes", "cells", *columns]
    assert lines[0] == SHORTEST
    assert names == ["unit", "length", *board, "moves", "positions", "checksum"]


def test_an_impossible_board_has_the_game_and_the_positions():
    assert certify(3, cells=1) == (
        f"{IMPOSSIBLE}\n"
        "distinguished: none\n"
        "homes: 0 0 0 0\n"
        "cells: -\n"
        "column 1: KC 7D TC 4H 6C 9S 8C\n"
        "column 2: 2D JH QH AS TD 2C 4S\n"
        "column 3: QC 9D TS JD 2S 3H 5S\n"
        "column 4: 7H JS 5D 8D 3C 4C 5C\n"
        "column 5: 6S QS 6H AC 9H AH\n"
        "column 6: 8H 8S KS 6D KD 2H\n"
        "column 7: TH 9C 7C 3D 7S JC\n"
        "column 8: 4D QD AD KH 3S 5H\n"
        "positions: 448\n"
        "checksum: a94205d5d07d4c79\n"
    )


def test_the_eight_of_the_million_are_confirmed(checker: Checker):
    answers = checker([certify(number) for number in EIGHT])
    positions = [42598, 14667, 9379, 9083, 15185, 26630, 45516, 5355]
    assert answers == [
        f"confirmed: 4 cells: the board cannot be won: none of the {size} positions of the easier "
        "game is won; twins distinguished: none"
        for size in positions
    ]


def test_the_smallest_of_the_eight_is_confirmed_in_python():
    confirmed = check_certificate(certify(781948))
    assert confirmed == Confirmed("impossible", confirmed.start, 5355)


@pytest.mark.long
@pytest.mark.parametrize("number", EIGHT)
def test_each_of_the_eight_is_confirmed_in_python(number: int):
    assert check_certificate(certify(number)).kind == "impossible"


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "cells", "twins"),
    [(798194, 0, "none"), (384243, 2, "none"), (138026, 3, "none"), (982, 2, "none"),
     (8983, 1, "none"), (472883268, 4, "2r 4b 4r")],
)  # fmt: skip
def test_deals_that_others_left_open_or_that_were_hard_are_confirmed(
    number: int, cells: int, twins: str, checker: Checker
):
    certificate = certify_impossible(deal(number, cells), limit=Limit(bytes=8 * 2**30))
    (answer,) = checker([certificate])
    assert answer.startswith(f"confirmed: {cells} cells: the board cannot be won")
    assert answer.endswith(f"twins distinguished: {twins}")


def test_with_all_twins_distinguished_it_is_the_real_game(checker: Checker):
    certificate = certify_impossible(deal(781948), distinguished=ALL)
    real = prove(781948)
    assert "\ndistinguished: all\n" in certificate
    assert isinstance(real, Impossible)
    assert f"none of the {real.positions} positions" in checker([certificate])[0]


def test_twins_that_are_distinguished_are_named(checker: Checker):
    certificate = certify(90, cells=1)
    assert "\ndistinguished: 6r\n" in certificate
    assert checker([certificate])[0].endswith("twins distinguished: 6r")


@examples(20)
@given(boards(max_moves=70), st.integers(0, ALL) | st.sampled_from([0, ALL]))
def test_what_is_certified_is_confirmed_and_cannot_be_won(board: Board, distinguished: int):
    try:
        limit = Limit(nodes=3_000)
        certificate = certify_impossible(board, limit=limit, distinguished=distinguished)
    except NoCertificateError:
        reject()
    assert check_certificate(certificate).cells == len(board.cells)
    assert not isinstance(prove(board, limit=Limit(nodes=100_000)), Solved)


def test_the_checker_confirms_a_shortest_win_and_refuses_it_tampered_with(
    checker: Checker, win: Game
):
    text = certify(win)
    assert re.match(
        r"confirmed: 4 cells: the line wins in 21 moves, those home not counted, and no win has fewer",
        checker([text])[0],
    )
    changed = [re.sub(right, wrong, text, count=1) for right, wrong, _ in TAMPERED.values()]
    assert text not in changed
    for what, answer in zip(TAMPERED, checker(changed), strict=True):
        assert re.match(f"refused: .*({TAMPERED[what][2]})", answer), (what, answer)


KINDS = {
    "impossible": lambda: certify(small_board()),
    "distinguished": lambda: certify_impossible(small_board(), distinguished=0b110_0000_1101),
    "shortest": small_win,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_certificate_that_is_changed_anywhere_is_refused_by_both(kind: str, checker: Checker):
    assert accepted_changes(KINDS[kind](), 60, checker) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_changes_of_a_certificate_are_refused_by_both(kind: str, checker: Checker):
    assert accepted_changes(KINDS[kind](), 1_000, checker) == []


def accepted_changes(true: str, count: int, checker: Checker) -> list[str]:
    """Return the changed certificates that one of the checkers confirms; both confirm the true one."""
    assert checker([true])[0].startswith("confirmed: ")
    assert check_certificate(true)
    changed = changed_in_every_way(true, count, random.Random(24))
    answers = checker(changed)
    accepted = [
        text for text, answer in zip(changed, answers, strict=True) if "refused: " not in answer
    ]
    for text in changed:
        try:
            check_certificate(text)
        except CertificateError:
            continue
        accepted.append(text)
    return accepted


@pytest.mark.long
def test_the_checker_confirms_twenty_deals_and_single_cards(checker: Checker):
    won: list[str] = []
    for result in solve_many(range(1, 61), goal="shortest", limit=Limit(nodes=600_000)):
        if isinstance(result, Solved) and len(won) < 20:
            won.append(certify(result.game))
    assert len(won) == 20
    single = solve(3, goal="shortest", unit="cards")
    assert isinstance(single, Solved)
    won.append(certify(single.game, unit="cards"))
    assert [answer[:9] for answer in checker(won)] == ["confirmed"] * 21


@pytest.mark.long
def test_both_checkers_confirm_a_shortest_win_in_both_counts():
    assert check_certificate(certify(2)).length == 21
    assert check_certificate(certify(3, unit="cards")).length == 73


def test_a_number_or_a_board_gets_the_certificate_of_its_kind():
    assert certify(2).startswith(f"{SHORTEST}\nunit: moves\nlength: 21\n")
    assert certify(deal(3, 1)) == certify(3, cells=1)
    with pytest.raises(NoCertificateError, match="the limit of 1 nodes was reached"):
        certify(2, limit=Limit(nodes=1))
    with pytest.raises(NoCertificateError, match="the board can be won"):
        certify_impossible(deal(617))
    with pytest.raises(NoCertificateError, match="the proof was not finished: nodes"):
        certify_impossible(deal(11982), limit=Limit(nodes=1_000))


def test_a_certificate_that_is_too_large_is_refused_before_its_positions_are_listed():
    with pytest.raises(CertificateError, match=r"claims 448 positions, .* at most 447"):
        check_certificate(certify(3, cells=1), positions=447)
    with pytest.raises(OptionError, match="not a number of positions: -1"):
        check_certificate("", positions=-1)


def test_progress_is_reported():
    listed: list[int] = []
    check_certificate(certify(781948), progress=listed.append)
    assert listed
    assert listed == sorted(listed)


def test_a_win_that_is_not_shortest_has_no_certificate():
    long = solve(26, goal="short")
    assert isinstance(long, Solved)
    assert long.player_count() == 23
    with pytest.raises(OptionError, match="there is a shorter one"):
        certify(long.game)


def test_a_refutation_without_memory_has_no_certificate(win: Game):
    with pytest.raises(NoCertificateError, match="the refutation was not finished: bytes"):
        certify(win, limit=Limit(bytes=1))


def test_a_refutation_is_held_to_every_limit(win: Game):
    with pytest.raises(NoCertificateError, match="the refutation was not finished: nodes"):
        certify(win, limit=Limit(nodes=1))
    with pytest.raises(NoCertificateError, match="the refutation was not finished: seconds"):
        certify(win, limit=Limit(seconds=0))
    with pytest.raises(OptionError, match="not a limit of bytes: -1"):
        certify(win, limit=Limit(bytes=-1))
    with pytest.raises(NoCertificateError, match=r"the refutation was not finished: cancelled"):
        certify(win, cancel=Set())


class Set:
    def is_set(self) -> bool:
        return True


def test_only_a_won_game_has_a_certificate(win: Game):
    with pytest.raises(
        OptionError, match=r"not a shortest win: .* \(expected a game that is won\)"
    ):
        certify(Game(win.start, win.moves[:-1]))
    with pytest.raises(OptionError, match="no such unit: 'runs'"):
        certify(win, unit="runs")  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("length: 21", "length: 021"),
        (r"checksum: \w", "checksum: X"),
        ("homes: 0 0 0 0", "homes: 0 0 0 14"),
        ("cells: - - - -", "cells: - - - - - - - - -"),
        ("unit: moves", "unit: runs"),
        (r"moves: \w+ \w+", "moves: 1h 12v0"),  # no card
        (r"moves: \w+ \w+", "moves: 1h 2e"),  # a cell that there is not
        (r"moves: \w+ \w+", "moves: 1a 2a"),  # a cell that is occupied
        (r"moves: \w+ \w+", "moves: 1h a1"),  # from an empty cell
    ],
)
def test_the_checker_in_python_refuses_what_is_not_in_the_exact_form(right: str, wrong: str):
    certificate = certify(2)
    changed, count = re.subn(right, wrong, certificate, count=1)
    assert (count, changed != certificate) == (1, True)
    with pytest.raises(CertificateError):
        check_certificate(changed)


TWO_LEFT = "homes: 13 13 13 11\ncells: - - - -\ncolumn 1: QS KS\n" + "".join(
    f"column {column}: -\n" for column in range(2, 9)
)
"""A board that one move wins: the king makes way for its queen."""


def with_board(certificate: str, board: str) -> str:
    """Return a certificate with another board."""
    return re.sub(r"homes: .*?(?=moves: |positions: )", board, certificate, flags=re.DOTALL)


def test_a_longer_win_than_the_shortest_is_not_confirmed():
    certificate = with_board(certify(2), TWO_LEFT)
    certificate = re.sub("length: 21", "length: 2", certificate)
    certificate = re.sub(r"moves: .*", "moves: 1a a2 1h 2h", certificate)
    with pytest.raises(CertificateError, match="shorter"):
        check_certificate(certificate)


def test_a_board_that_can_be_won_is_not_confirmed_impossible():
    certificate = with_board(certify(deal(3, 1)), TWO_LEFT)
    with pytest.raises(CertificateError, match="won"):
        check_certificate(certificate)


def test_what_was_confirmed_is_written_in_words():
    shortest = small_win()
    length = re.search(r"length: (\d+)", shortest)
    assert length
    assert length[1] in str(check_certificate(shortest).message())
    certificate = certify_impossible(deal(3, 1), distinguished=ALL)
    assert "all" in str(check_certificate(certificate).message())
    with pytest.raises(CertificateError, match="not a certificate"):
        check_certificate(5)  # type: ignore[arg-type]  # what is tested
