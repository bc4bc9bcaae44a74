"""Certificates checked in plain Python, with rules of their own: nothing of it is used by the search."""
