"""The commands find, check and convert, run as a shell would."""

import json
from pathlib import Path

import pytest

from freecell import deal, format_board, read_records
from freecell.cards import CARD_NAMES
from freecell.cli import files
from freecell.own_dealer.board_check import deal_with_bugs
from freecell.text.solution_writer import DIALECTS
from tests.commands import run
from tests.games import won_games

GAME = won_games()[2]
BOARD = str(deal(617))


def test_find_prints_the_number_of_a_board(tmp_path: Path):
    file = tmp_path / "board.txt"
    file.write_text(format_board(deal(617), "json"))
    assert run("find", str(file)) == (0, "617\n", "")
    assert run("find", "-", stdin=f"Game #618\n{BOARD}") == (
        0,
        "617\n",
        "the text says 618, but it is deal 617\n",
    )


def test_find_by_some_cards(tmp_path: Path):
    assert run("find", "--top", "7D AD 5C 3S 5S 8C 2D AH") == (0, "617\n", "")
    file = tmp_path / "seen.txt"
    file.write_text("7D ?? -- 3S -- 8C\n-- 7S QD\n-- QC 3H")
    assert run("find", "--partial", str(file), "--in", "1-1000000") == (0, "617\n", "")
    code, output, _ = run("find", "--top", "7D", "--in", "1-32000", "--count", "3")
    assert (code, len(output.split())) == (0, 3)


def test_find_says_where_there_is_nothing_to_find(tmp_path: Path):
    cards = [CARD_NAMES[card] for card in range(52)]
    file = tmp_path / "board.txt"
    file.write_text(" ".join(cards))
    assert run("find", str(file)) == (1, "", "Error: no number deals these cards\n")
    assert run("find", "--top", "7D AD 5C 3S", "--in", "1-10")[0] == 1
    assert run("find", "-", stdin="JD 2D\n9H XX\n") == (
        1,
        "",
        "Error: <stdin>: line 2: not a card: 'XX' "
        "(expected a rank of A23456789TJQK and a suit of CDHS)\n",
    )
    assert (
        run("find", "no-such-file.txt")[2] == "Error: no-such-file.txt: No such file or directory\n"
    )
    assert run("find")[0] == 2
    assert run("find", "--top", "7D", "--in", "1,5")[0] == 2


def test_check_a_solution():
    code, output, errors = run("check", "617", "-", stdin=GAME.write("sn"))
    assert (code, errors) == (0, "")
    assert output.splitlines() == [
        "notation: Standard (2a 27 5h)",
        "automatic play: none",
        f"moves: {len(GAME)}, of which 52 go home",
        "legal, and won",
    ]


def test_a_report_is_in_the_language_asked_for(tmp_path: Path):
    answer = run("check", "617", "-", "--lang", "es", stdin=GAME.write("sn"))[1].splitlines()
    assert answer == [
        "notación: Estándar (2a 27 5h)",
        "juego automático: none",
        f"movimientos: {len(GAME)}, de ellos 52 a la fundación",
        "todos los movimientos son legales y la partida está ganada",
    ]
    answer = run("check", "617", "-", "--lang", "ru", stdin="8a 8b 17")[1].splitlines()
    assert answer[3:5] == [
        "невозможно: ход 3, 17: JD нельзя положить на JH",
        "расклад перед этим ходом:",
    ]
    answer = run("check", "617", "-", "--lang", "it", stdin="8a")[1].splitlines()
    assert answer[3:6] == [
        "tutte le mosse sono lecite, ma la partita non è vinta: restano 52 carte",
        "il tavolo alla fine:",
        "Cells: QH -- -- --",
    ]
    many = tmp_path / "many.txt"
    won = " ".join(GAME.write("sn").split())
    many.write_text(f"617: {won}\n617: 8a\n617: 17\n617 8a\n")
    answer = run("check", str(many), "--lang", "pt")[1].splitlines()
    assert answer[:3] == [
        f"617: ganha em {len(GAME)} jogadas, sn",
        "617: legal, mas restam 52 cartas, microsoft",
        "617: impossível: jogada 1, 17: JD não encaixa sobre JH",
    ]
    assert answer[3].startswith("linha 4: não é uma solução: ")
    assert answer[4] == "4 verificadas: 1 ganhas, 1 por terminar, 1 impossíveis, 1 ilegíveis"


def test_check_an_impossible_solution(tmp_path: Path):
    file = tmp_path / "moves.txt"
    file.write_text("8a 8b 17")
    code, output, _ = run("check", "617", str(file))
    assert code == 1
    lines = output.splitlines()
    assert lines[3] == "impossible: move 3, 17: JD does not fit on JH"
    assert lines[5:7] == ["Cells: QH 2S -- --", "Home: -- -- -- --"]


def test_check_an_unfinished_solution():
    code, output, _ = run("check", "617", "-", stdin="8a 8b")
    assert code == 1
    assert "legal, but not won: 52 cards are left" in output
    code, output, _ = run("check", "617", "-", "--cells", "2", stdin="8a 8b 8c")
    assert "impossible: move 3, 8c: there is no cell c" in output


def test_check_as_json():
    code, output, _ = run("check", "617", "-", "--format", "json", stdin=GAME.write("microsoft"))
    content = json.loads(output)
    assert code == 0
    assert content["won"]
    assert (content["dialect"], content["autoplay"], content["error"]) == (
        "microsoft",
        "horne",
        None,
    )
    code, output, _ = run("check", "617", "-", "--format", "json", stdin=BOARD)
    assert (code, json.loads(output)["right"]) == (0, True)


def test_check_a_function(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dealers.py").write_text(
        "from freecell import deal_freecell as right\n"
        "def deal(number):\n    return right(number)\n"
        "def wrong(number):\n    return right(number)[::-1]\n"
        "def late(number):\n    return right(number + 1)\n"
    )
    code, output, _ = run("check", "--function", "dealers:deal")
    assert code == 0
    assert output.splitlines()[0] == "1: right: this is deal 1"
    assert "it passes the five checks of the task" in output
    code, output, _ = run("check", "--function", "dealers:wrong", "617")
    assert (code, output.splitlines()[-1]) == (1, "1 of 1 calls are wrong")
    assert "cards in the rows: 4 8 8 8 8 8 8 (expected 8 8 8 8 8 8 4)" in output
    code, output, _ = run("check", "--function", "dealers:late", "1", "617", "--format", "json")
    content = json.loads(output)
    assert (code, content["right"], content["passes"]) == (1, False, False)
    assert content["verdicts"][1]["number"] == 617
    assert content["summary"][0] == "2 of 2 calls are wrong"
    assert "likely cause: the generator starts with the number + 1" in content["summary"][1]
    code, output, _ = run("check", "--function", "dealers:none", "--lang", "it")
    assert (code, output.splitlines()[0][:28]) == (1, "ha sollevato AttributeError:")


def test_check_needs_something_to_check():
    code, _, errors = run("check")
    assert code == 2
    assert "expected a number and a file, a file, --function, --dealer or --solver" in errors


def test_check_a_board():
    assert run("check", "617", "-", stdin=BOARD) == (0, "right: this is deal 617\n", "")
    names = [CARD_NAMES[card] for card in deal_with_bugs(617, ["one step late"])]
    rows = [names[row : row + 8] for row in range(0, 52, 8)]
    code, output, _ = run("check", "617", "-", stdin=json.dumps(rows))
    assert code == 1
    assert output.splitlines()[1] == (
        "likely cause: the generator makes one step too many before the first card"
    )
    code, output, _ = run("check", "617", "-", "--format", "json", stdin=json.dumps(rows))
    assert json.loads(output)["bugs"] == [["one step late"]]


def test_check_refuses_what_is_neither():
    assert run("check", "617", "-", stdin="hello there")[2].startswith(
        "Error: <stdin>: no moves in"
    )
    assert run("check", "617", "-", stdin="KD QX TH JC TC KH QH")[2].startswith(
        "Error: <stdin>: line 1: not a card: 'QX'"
    )
    assert run("check", "617", "a", "b")[0] == 2


def test_check_many_lines(tmp_path: Path):
    won = [
        f"{number}: {game.write('snx')}".replace("\n", " ")
        for number, game in zip((1, 2, 617, 6, 100), won_games(), strict=True)
    ]
    file = tmp_path / "many.txt"
    file.write_text("\n".join([*won, "617: 8a 17", "617: 8a", "what?"]))
    code, output, _ = run("check", str(file))
    assert code == 1
    lines = output.splitlines()
    assert lines[0] == f"1: won in {len(won_games()[0])} moves, sn"
    assert lines[5:] == [
        "617: impossible: move 2, 17: JD does not fit on JH",
        "617: legal, but 52 cards are left, microsoft",
        "line 8: not a solution: no number and colon in 'what?' (expected a line such as 617: 8a 8b)",
        "8 checked: 5 won, 1 unfinished, 1 impossible, 1 unreadable",
    ]
    assert len(run("check", str(file), "--quiet")[1].splitlines()) == 4
    code, output, errors = run("check", "-", "--format", "json", stdin=won[0])
    assert (code, json.loads(output)["won"]) == (0, True)
    assert errors == "1 checked: 1 won, 0 unfinished, 0 impossible, 0 unreadable\n"
    assert run("check", "-")[2] == (
        "Error: <stdin>: no lines (expected lines such as 617: 8a 8b 87)\n"
    )


def test_a_line_without_an_end_is_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "_MOST_BYTES", 50)
    file = tmp_path / "many.txt"
    for text in ("x" * 1000 + "\n617: 8a\n", "x" * 50 + "\n617: 8a", "x" * 49 + "\r\n617: 8a\r\n"):
        file.write_text(text)
        for code, output, _ in (run("check", str(file)), run("check", "-", stdin=text)):
            assert code == 1
            assert "line 1: not a solution: " in output
            assert "617: legal, but 52 cards are left, microsoft" in output
            assert "2 checked: 0 won, 1 unfinished, 0 impossible, 1 unreadable" in output


@pytest.mark.parametrize("dialect", [*DIALECTS, "record"])
def test_convert_to_every_dialect(dialect):
    code, output, errors = run("convert", "617", "-", "--to", dialect, stdin=GAME.write("sn"))
    assert (code, errors) == (0, "")
    assert run("check", "617", "-", stdin=output)[0] == 0


def test_convert_takes_the_number_from_the_text():
    code, output, _ = run("convert", "-", "--to", "record", stdin=GAME.write("macroxue"))
    assert code == 0
    (record,) = read_records(output.splitlines())
    assert record.game.won


def test_convert_refuses_what_is_impossible():
    assert run("convert", "617", "-", "--to", "snx", stdin="8a 17") == (
        1,
        "",
        "Error: <stdin>: move 2, 17: JD does not fit on JH\n",
    )
    assert run("convert", "617", "-", "--to", "snx", stdin="")[0] == 1
    assert run("convert", "1", "2", "3", "--to", "snx")[0] == 2
    assert run("convert", "617", "-")[0] == 2
