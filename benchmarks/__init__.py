"""Measurements side by side with the peers, in one run: rates and ratios."""
