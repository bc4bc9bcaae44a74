"""Somebody's own dealer: whether it is right, and where not, what its bug is.

- `board_check`: a board that it made;
- `function_check`: a function, called in a process of its own (`process`), which may return boards in
  many forms (`returned_board`).
"""
