"""Runs in the closed room of the page, in Pyodide: calls the learner's dealer, and answers in JSON.

`load` takes the text of the dealer, `call` a number. What is answered has the form that the room
expects of functions in JavaScript, too; see program.js.
"""

import io
import json
import random
import sys
import traceback
from contextlib import redirect_stdout
from typing import Any

NAMES = ("deal_freecell", "dealFreeCell", "deal_free_cell", "deal")
FILE = "dealer.py"
MOST = 20_000
dealers: list[Any] = []


def load(source: str) -> str:
    """Run the text, and find the function in it: by its name, else the last one."""
    names: dict[str, Any] = {"__name__": "dealer"}
    try:
        with redirect_stdout(io.StringIO()):
            exec(compile(source, FILE, "exec"), names)
    except BaseException as error:
        return json.dumps({"unread": shown_error(error), "line": line_of(error)})
    functions = [each for each in names.values() if type(each) is type(load)]
    named = [names[name] for name in NAMES if callable(names.get(name))]
    dealers[:] = (named or functions[::-1])[:1]
    return json.dumps({"loaded": True} if dealers else {"missing": True})


def call(number: int, turn: int) -> str:
    """Call the function, and say how it went."""
    printed, before = io.StringIO(), random.getstate()
    answer: dict[str, Any] = {"number": number, "round": turn}
    seeded = watch_seeds()
    try:
        with redirect_stdout(printed):
            value = dealers[0](number)
        answer |= described(value)
    except SystemExit:
        answer["type"] = "ended"
    except BaseException as error:
        answer |= {"raised": shown_error(error), "line": line_of(error)}
    answer["random"] = seeded() or random.getstate() != before
    answer["printed"] = printed.getvalue()[:2000]
    return json.dumps(answer)


def described(value: object) -> dict[str, Any]:
    """Return a value as JSON, and as Python shows it."""
    if value is None:
        return {"type": "null"}
    shown = repr(value)
    cut = repr(shown) if len(shown) <= 40 else f"{shown[:40]!r}... ({len(shown)} characters)"
    try:
        # Only lists are written as JavaScript writes them; the task does not ask for other values.
        text = json.dumps(value, separators=(",", ":") if all_lists(value) else None)
    except (TypeError, ValueError, RecursionError):
        return {"type": "object", "shown": cut}
    return {"type": "object", "shown": cut, **({"text": text} if len(text) <= MOST else {})}


def all_lists(value: object) -> bool:
    """Whether a value is a list of lists."""
    return type(value) is list and all(type(each) is list for each in value)


def watch_seeds() -> Any:  # noqa: ANN401 - a function that says whether a generator was seeded
    """Watch whether a random generator of Python's is seeded, until it is asked."""
    seeded, seed = [], random.Random.seed

    def noted(self: random.Random, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - whatever is given
        seeded.append(True)
        seed(self, *arguments, **options)

    random.Random.seed = noted  # type: ignore[method-assign]  # put back when it is asked

    def asked() -> bool:
        random.Random.seed = seed  # type: ignore[method-assign]  # put back
        return bool(seeded)

    return asked


def shown_error(error: BaseException) -> str:
    """Return the type of an error and what it says, in one short line."""
    message = str(error.msg) if isinstance(error, SyntaxError) else str(error)
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return " ".join(text.split())[:200]


def line_of(error: BaseException) -> int:
    """Return the line of the dealer that an error comes from; 0 where it is none of its lines."""
    if isinstance(error, SyntaxError):
        return error.lineno or 0
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == FILE), 0)


sys.setrecursionlimit(1000)
