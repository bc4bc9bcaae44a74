"""Checks the user's own dealer, and names its bug where it is wrong.

- `board_check`: a board that it made;
- `function_check`: a function, called in a process of its own (`process`), which may return boards
  in many forms (`returned_board`).
"""
