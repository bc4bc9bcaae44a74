from freecell import Move, deal
from freecell.drawing.terminal import draw

DRAWN = """\
Game #617
   ·   ·   ·   ·  │   ♣   ♦   ♥   ♠
  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥
 10♦  7♠  Q♦  A♣  6♦  8♥  A♠  K♥
 10♥  Q♣  3♥  9♦  6♠  8♦  3♦ 10♣
  K♦  5♥  9♠  3♣  8♠  7♥  4♦  J♠
  4♣  Q♠  9♣  9♥  7♣  6♥  2♣  2♠
  4♠ 10♠  2♥  5♦  J♣  6♣  J♥  Q♥
  J♦  K♠  K♣  4♥"""


def test_a_board_is_drawn_with_symbols():
    assert draw(deal(617), "Game #617").plain == DRAWN


def test_red_cards_are_red():
    drawing = draw(deal(617))
    colours = {
        drawing.plain[span.start : span.end].strip(): str(span.style) for span in drawing.spans
    }
    assert colours["7♦"] == colours["K♥"] == "bright_red"
    assert colours["5♣"] == colours["3♠"] == "bold"


def test_cells_homes_and_the_letters_of_a_language():
    board = deal(-4).play_home()
    assert draw(board).plain == "   ·   ·   ·   ·  │  K♣  K♦  K♥  K♠"
    board = deal(617).play(Move(7, 8))
    assert draw(board, language="ru").plain.splitlines()[0] == "  Q♥   ·   ·   ·  │   ♣   ♦   ♥   ♠"
    assert draw(board, language="ru", letters=True).plain.splitlines()[0].startswith("  Д♥")
