"""Somebody's own solver, run on a set of deals and judged.

- `judge`: what a program printed about one deal, read and replayed;
- `solver_check`: a solver on many deals, and the table.
"""
