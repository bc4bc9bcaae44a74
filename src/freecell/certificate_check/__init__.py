"""Checks certificates in plain Python, with rules of its own that the search does not use."""
