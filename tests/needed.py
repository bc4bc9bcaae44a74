"""What some tests need that is not installed everywhere."""

import os

import pytest


def needs(there: object, otherwise: str) -> pytest.MarkDecorator:
    """Leave a test out where something is missing, with the reason; under `.ci/run` let it fail."""
    return pytest.mark.needs("" if there else otherwise)


def not_on_windows(missing: str) -> pytest.MarkDecorator:
    """Leave a test out on Windows, which lacks what it is about."""
    return needs(os.name != "nt", f"Windows has no {missing}")
