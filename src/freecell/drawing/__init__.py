"""Draws boards and lines of play.

- `card_art`: how the cards look: shapes and themes, for pictures and for the page;
- `picture`: a board as SVG; `film`: a line of play as SVG that moves;
- `terminal`: a board drawn for a terminal.
"""
