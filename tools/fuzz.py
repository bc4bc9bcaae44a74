"""Call every public function with every argument, sensible and senseless, for as long as asked.

    python -m tools.fuzz SECONDS [SEED]

`make fuzz` does it with the core built with sanitizers and all its assertions. A function refuses
what it is given with an error of ours; where it is not even of the right type, with whatever
exception Python has for that. All else is a finding: another exception, a solution that does not
win, a crash, or no answer within a minute. The calls are made in a process of its own, and the one
that is under way is kept in a file: however that process dies, the call is known.
"""

import faulthandler
import inspect
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import freecell
from freecell import Board, FreecellError, Game, Review, Solved
from tools.fuzz_arguments import (
    ALWAYS_SENSIBLE,
    MAKERS,
    NEVER_ODD,
    ODD,
    SELVES,
    SPECIAL,
    WRONG,
    StopError,
)

HANGS = 60
MOST_ITEMS = 30
CURRENT = Path("fuzz-call.txt")
CALLING = "FREECELL_FUZZ_CALLING"
"""Set in the process that makes the calls."""
RARE = {"survey": 0.02}
"""Slow functions are called in one of this many turns."""

ALLOWED: dict[str, type[Exception]] = {
    "catalog": OSError,
    "survey": OSError,
    "Review.choices": IndexError,
    "Review.keeping_moves": IndexError,
}
"""What some may raise besides, as others of their kind do."""

VALUES = {
    "About", "Autoplay", "Card", "CARD_NAMES", "Confirmed", "DealCheck", "DealChecks",
    "FewestCells", "FunctionCheck", "Hint",
    "Impossible", "LineCheck", "Replay", "Review", "Solved", "Undecided",
}  # fmt: skip
"""Names of types, and what is only returned."""


def functions() -> dict[str, Callable[..., Any]]:
    """Return what is called: all that is exported, and what boards, games and reviews can do.

    What says of itself that it is unchecked is called with what was checked alone.
    """
    found: dict[str, Callable[..., Any]] = {}
    for name in sorted(freecell.__all__):
        each = getattr(freecell, name)
        is_error = isinstance(each, type) and issubclass(each, Exception)
        if name not in VALUES and not is_error:
            found[name] = each
    for kind in (Board, Game, Review):
        for name, method in vars(kind).items():
            trusting = name.startswith("_") or name.endswith("_unchecked")
            if inspect.isfunction(method) and not trusting:
                found[f"{kind.__name__}.{name}"] = method
    return found


class Call(NamedTuple):
    """A function and what it is called with."""

    name: str
    function: Callable[..., Any]
    given: dict[str, Any]
    mistyped: bool
    """Whether an argument is of no type that the function takes."""


def drawn(name: str, function: Callable[..., Any], chance: random.Random) -> Call:
    """Draw an argument for each parameter; the first of a method is a board or a game."""
    given: dict[str, Any] = {}
    odd, mistyped = chance.random() < 0.5, chance.random() < 0.2
    wrong = False
    for parameter in inspect.signature(function).parameters.values():
        known = parameter.name
        has_default = parameter.default is not parameter.empty
        if known not in ALWAYS_SENSIBLE and has_default and chance.random() < 0.3:
            continue
        maker = SPECIAL.get((name, known)) or MAKERS.get(known)
        if known == "self":
            maker = SELVES[name.partition(".")[0]]
        elif known not in ALWAYS_SENSIBLE:
            if odd and known in ODD and (name, known) not in NEVER_ODD and chance.random() < 0.5:
                maker = chance.choice(ODD[known])
            if maker is None or (mistyped and chance.random() < 0.5):
                maker, wrong = chance.choice(WRONG), True
        assert maker is not None
        given[known] = maker(chance)
    return Call(name, function, given, wrong)


def outcome(call: Call) -> str:
    """Call, and return how it ended; what must not happen is raised."""
    try:
        result = call.function(**call.given)
        if isinstance(result, Iterator):
            result = list(islice(result, MOST_ITEMS))
    except FreecellError:
        return "refused"
    except StopError:
        return "stopped"
    except (SystemError, RecursionError):
        raise
    except MemoryError:
        if call.name != "deals":
            raise
        return "too many"
    except TypeError as error:
        if "incompatible function arguments" in str(
            error
        ):  # the core was handed what it cannot take
            raise
        return "of no such type"
    except Exception as error:
        if call.mistyped or isinstance(error, ALLOWED.get(call.name, ())):
            return "refused"
        raise
    for each in result if isinstance(result, list) else [result]:
        if isinstance(each, Solved):
            assert each.game.won, "a solution that does not win"
    return "answered"


def fuzz(
    seconds: float, seed: int, keep: Path | None = None, calls: int = sys.maxsize
) -> Counter[str]:
    """Call one function after the other, for so long or so often; return how the calls ended."""
    chance, ended, end = random.Random(seed), Counter[str](), time.monotonic() + seconds
    known = list(functions().items())
    left: list[tuple[str, Callable[..., Any]]] = []
    while time.monotonic() < end and ended.total() < calls:
        left = left or chance.sample(known, len(known))  # each as often as the others
        name, function = left.pop()
        if chance.random() > RARE.get(name, 1):
            continue
        call = drawn(name, function, chance)
        if keep is not None:
            shown = ", ".join(f"{key}={_shown(value)}" for key, value in call.given.items())
            keep.write_text(f"seed {seed}: {name}({shown})\n", encoding="utf-8", errors="replace")
            faulthandler.dump_traceback_later(HANGS, exit=True)
        ended[f"{name}: {outcome(call)}"] += 1
        if "folder" in call.given:
            shutil.rmtree(call.given["folder"], ignore_errors=True)
    return ended


def _shown(value: object) -> str:
    try:
        return repr(value)[:2000]
    except ValueError:  # a number with more digits than Python writes
        return "10**5000"


def main() -> int:
    """Fuzz for as long as the arguments say, in another process, and say how that ended."""
    if CALLING in os.environ:
        call_all()
        return 0
    CURRENT.write_text("no call yet\n", encoding="utf-8")
    signal.signal(signal.SIGTERM, _stopped)
    command = [sys.executable, "-m", "tools.fuzz", *sys.argv[1:]]
    status = subprocess.run(command, env=os.environ | {CALLING: "1"}, check=False).returncode
    if status:
        _report_end(f"killed by signal {-status}" if status < 0 else f"ended with status {status}")
        return 1
    CURRENT.unlink()
    return 0


def _stopped(*_: object) -> None:
    """Say that it was stopped from outside, and where; otherwise that looks like a finding."""
    _report_end("stopped from outside")
    sys.exit(143)


def _report_end(how: str) -> None:
    print(f"{how}, in the call\n{CURRENT.read_text(encoding='utf-8')}", flush=True)


def call_all() -> None:
    """Make the calls, and print how they ended."""
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    faulthandler.enable()
    warnings.simplefilter("error", RuntimeWarning)
    print(f"seed {seed}; the call under way is in {CURRENT}", flush=True)
    ended = fuzz(seconds, seed, CURRENT)
    faulthandler.cancel_dump_traceback_later()
    for name in functions():
        counts = {
            key.partition(": ")[2]: n for key, n in ended.items() if key.startswith(f"{name}: ")
        }
        print(f"{name:24}", *(f"{n:,} {how}" for how, n in sorted(counts.items())), sep="  ")
    print(f"{ended.total():,} calls, nothing found", flush=True)


if __name__ == "__main__":
    sys.exit(main())
