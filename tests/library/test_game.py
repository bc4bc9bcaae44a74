import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from freecell import Solved, replay, solve
from freecell.board import HOME, BoardError, IllegalMoveError, Move, deal
from freecell.game import Game
from tests.strategies import examples


def test_a_new_game_is_at_its_start() -> None:
    game = Game(deal(617))
    assert (game.start, game.board, game.moves, game.ahead) == (deal(617), deal(617), (), ())
    assert not game.won
    assert repr(game) == "<Game of 0 moves>"


def test_moves_are_played_in_order() -> None:
    game = Game(deal(617), [Move(0, 8), Move(7, 2)])
    assert game.board == deal(617).play(Move(0, 8)).play(Move(7, 2))
    assert list(game.boards()) == [deal(617), deal(617).play(Move(0, 8)), game.board]
    assert repr(game) == "<Game of 2 moves: 1a 83>"


def test_an_illegal_move_is_named_with_its_place_in_the_line() -> None:
    with pytest.raises(IllegalMoveError, match=r"^move 2: illegal move 1h: JD cannot go home"):
        Game(deal(617), [Move(7, 2), Move(0, HOME)])


def test_the_number_travels_with_the_game() -> None:
    game = Game(deal(617), [Move(7, 8), Move(7, 9)], number=617)
    assert game.single_steps().number == 617
    result = solve(617)
    assert isinstance(result, Solved)
    assert result.game.number == 617
    assert replay(617, "8a 8b").game.number == replay(None, "Deal: 617\n8a").game.number == 617
    assert replay(deal(617), "8a 8b").game.number is None
    with pytest.raises(BoardError, match="the start is not deal 618"):
        Game(deal(617), number=618)


def test_moves_are_described_in_words() -> None:
    game = Game(deal(617), [Move(7, 2), Move(7, 9)])
    assert game.in_words() == ["QH onto KC in column 3", "2S to cell b"]
    assert game.in_words("es") == ["QH sobre KC en la columna 3", "2S a la celda b"]


def test_an_illegal_move_leaves_the_game_as_it_was() -> None:
    game = Game(deal(617), [Move(0, 8)])
    game.undo()
    with pytest.raises(IllegalMoveError):
        game.play(Move(0, HOME))
    assert game.ahead == (Move(0, 8),)


def test_a_new_move_drops_what_could_be_redone() -> None:
    game = Game(deal(617), [Move(0, 8), Move(7, 2)])
    game.undo()
    game.play(Move(1, 9))
    assert game.redo() is None
    assert game.moves == (Move(0, 8), Move(1, 9))


def test_games_are_compared_by_start_and_moves() -> None:
    moves = [Move(0, 8), Move(7, 2)]
    game = Game(deal(617), moves)
    assert game == Game(deal(617), moves)
    assert game != Game(deal(617), moves[:1])
    assert game != Game(deal(617, cells=5), moves)
    assert game != "a game"
    game.undo()
    assert game == Game(deal(617), moves[:1])
    with pytest.raises(TypeError):
        hash(game)


def test_a_player_does_not_count_moves_home() -> None:
    board = deal(-3)
    game = Game(board, board.moves_home("max"))
    assert game.won
    assert (len(game), game.player_count()) == (52, 0)


class PlayedGame(RuleBasedStateMachine):
    """A long game with undo and redo agrees with the boards that its moves make."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(deal(617))

    @rule(choice=st.integers(0, 999))
    def play(self, choice: int) -> None:
        if moves := self.game.board.legal_moves():
            self.game.play(moves[choice % len(moves)])

    @rule()
    def undo(self) -> None:
        board, move = self.game.board, self.game.undo()
        if move is not None:
            assert self.game.board.play(move) == board
            assert self.game.ahead[0] == move

    @rule()
    def redo(self) -> None:
        board, move = self.game.board, self.game.redo()
        if move is not None:
            assert board.play(move) == self.game.board

    @invariant()
    def the_moves_lead_to_the_board(self) -> None:
        board = self.game.start
        for move, after in zip(self.game.moves, list(self.game.boards())[1:], strict=True):
            board = board.play(move)
            assert board == after
        assert board == self.game.board
        assert len(self.game) == len(self.game.moves)

    def teardown(self) -> None:
        singly = self.game.single_steps()
        assert singly.board == self.game.board
        assert all(move.count == 1 for move in singly.moves)


TestPlayedGame = PlayedGame.TestCase
TestPlayedGame.settings = examples(25)
