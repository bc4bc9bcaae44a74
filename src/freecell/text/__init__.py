"""Boards, moves and lines of play as text.

- `tokens`: pasted text in lines and tokens;
- `board_reader`, `board_writer`: boards, in any form that people write them;
- `address`: positions and moves without spaces, as the page keeps them in an address;
- `solution_reader`: pasted solutions taken apart; `board_sequence`: those that are whole boards;
- `solution_player`: `replay`, which recognises and plays them;
- `solution_writer`: a line of play in every dialect;
- `line_player`: the core's player of written lines, that these two call;
- `pddl`: boards and plans for planners;
- `records`: games with their headers and comments, many in one file;
- `bulk_check`: millions of solutions, a line each.
"""
