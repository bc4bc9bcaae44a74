"""The base classes of this package's errors.

Only these become one line of a command or a 400 of the service. Any other exception is a mistake
of ours: a traceback, and a 500.
"""

from collections.abc import Sequence


class FreecellError(ValueError):
    """What was given is refused; the message says what it was, and what was expected."""


class OptionError(FreecellError):
    """There is no such choice: a goal, a theme, a number of threads, a limit."""


def check_choice(what: str, value: object, choices: Sequence[str]) -> None:
    """Refuse a value that is not one of the choices: `no such goal: 'best' (expected ...)`."""
    if value not in choices:
        raise OptionError(f"no such {what}: {value!r} (expected one of {', '.join(choices)})")
