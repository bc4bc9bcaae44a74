"""What some tests need that is not installed everywhere."""

import pytest


def needs(there: object, otherwise: str) -> pytest.MarkDecorator:
    """Leave a test out where something is missing, with the reason; under `.ci/run` let it fail."""
    return pytest.mark.needs("" if there else otherwise)
