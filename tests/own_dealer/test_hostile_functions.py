"""Functions that mean harm: each ends with one line, and their caller goes on unharmed.

They know how they are called: the socket to the caller is a variable of a function around them.
"""

import json
import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from freecell import check_function, deal_freecell
from freecell.own_dealer import call_messages
from freecell.own_dealer.call_messages import Call, Ended, Loaded, read_message, write_message
from freecell.own_dealer.called import limit_resources
from freecell.own_dealer.returned_board import read_returned

FEW = [1, 617]
PATIENCE = 60


def caller() -> socket.socket:
    """Return the socket that leads to the caller, as a function can find it."""
    frames = [frame for frame, _ in traceback.walk_stack(None)]
    [found] = [
        frame.f_locals["connection"]
        for frame in frames
        if frame.f_code.co_name == "serve" and "connection" in frame.f_locals
    ]
    assert isinstance(found, socket.socket)
    return found


def sends(content: bytes, *, then: Callable[[int], object] = deal_freecell) -> Any:
    """Return a function that writes to its caller itself."""

    def dealer(number: int) -> object:
        caller().sendall(content)
        return then(number)

    return dealer


def stays(_: int) -> None:
    threading.Event().wait()


def in_pieces(_: int) -> None:
    """Send a line that never ends, a byte at a time, so that something always arrives."""
    way_out = caller()
    while True:
        way_out.sendall(b" ")
        time.sleep(0.01)


def endless(_: int) -> None:
    way_out = caller()
    while True:
        way_out.sendall(b"x" * 4096)


def lines_without_end(_: int) -> None:
    way_out = caller()
    while True:
        way_out.sendall(b"{}\n" * 1000)


def closes_everything(_: int) -> None:
    os.closerange(0, 1000)
    stays(0)


def forks_and_stays(_: int) -> None:
    os.fork()
    stays(0)


def many_processes(_: int) -> None:
    for _ in range(20):
        if os.fork() == 0:
            stays(0)


def ignores_signals(_: int) -> None:
    for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(each, signal.SIG_IGN)
    while True:
        pass


def stops_itself(_: int) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def recurses_in_c(_: int) -> Any:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


class Liar(list):  # type: ignore[type-arg]  # of anything
    """A list that is equal to everything, and has no end."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None

    def __len__(self) -> int:
        return 7

    def __iter__(self) -> Iterator[str]:
        while True:
            yield "AC"


class Exits:
    """A value that ends the process when it is read."""

    def tolist(self) -> Any:
        raise SystemExit

    def __repr__(self) -> str:
        raise SystemExit


class Bomb:
    """What runs a command where it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return (os.mkdir, (str(self.mark),))


class UnsayableError(Exception):
    """An error that cannot be written as text."""

    def __str__(self) -> str:
        raise RuntimeError


def raises_the_unsayable(_: int) -> None:
    raise UnsayableError


FLOOD = "it sent messages of its own instead of returning boards, and was ended"
LATE = "1: no answer within 0.5 s: an endless loop?"
GONE = "1: it ended the program instead of returning a board"

right_call = write_message(
    Call(1, 1, read_returned(deal_freecell(1)), "", "", "", exact=True)
)  # forged

HOSTILE: dict[str, tuple[Any, str | tuple[str, ...]]] = {
    "garbage": (sends(b"\xff\x00\n"), FLOOD),
    "half a message": (sends(right_call[:-9], then=stays), LATE),
    "half a message and more of it": (sends(right_call[:40]), FLOOD),
    "a length of 2^62": (sends(struct.pack("!iQ", -1, 2**62), then=stays), LATE),
    "its own pickle": (sends(pickle.dumps(Bomb(Path("never"))) + b"\n"), FLOOD),
    "a line without an end": (endless, (FLOOD, LATE)),
    "a line a byte at a time": (in_pieces, (LATE, FLOOD)),
    "lines without an end": (lines_without_end, (FLOOD, LATE)),
    "an answer too many": (sends(right_call), FLOOD),
    "the answer to another number": (sends(right_call.replace(b'": 1,', b'": 2,', 1)), FLOOD),
    "the end before its time": (sends(write_message(Ended("done", 1.0, 1.0))), FLOOD),
    "not loaded, after all": (sends(write_message(Ended("not loaded"))), FLOOD),
    "a number for a list": (sends(b"617\n"), FLOOD),
    "19,000 brackets": (sends(b"[" * 19_000 + b"\n"), FLOOD),
    "a number of many digits": (sends(b"1" * 60_000 + b"\n"), FLOOD),
    "not a number": (sends(b'{"how":"done","rate":NaN,"ours":NaN,"text":""}\n'), FLOOD),
    "everything closed": (closes_everything, GONE),
    "the connection shut": (lambda _: caller().shutdown(socket.SHUT_RDWR), GONE),
    "a copy of itself": (forks_and_stays, LATE),
    "many copies": (many_processes, (FLOOD, "it returned nothing")),
    "signals ignored": (ignores_signals, LATE),
    "stopped": (stops_itself, LATE),
    "lists in lists": (recurses_in_c, ("cards in the rows: 1 ", "RecursionError", GONE)),
    "equal to everything": (lambda _: Liar(), (LATE, "MemoryError", GONE)),
    "a value that exits": (lambda _: Exits(), "it returned 'Exits': SystemExit"),
    "an error without a text": (raises_the_unsayable, "it raised UnsayableError"),
    "a long error": (lambda _: int("x" * 4000), "it raised ValueError: "),
    "a million lists": (lambda _: [["AC"]] * 1_000_000, "not a board"),
    "a long name of a card": (lambda _: ["x" * 1_000_000] * 52, "not a card: "),
}  # fmt: skip


WOULD_HARM = {"garbage", "half a message", "a length of 2^62", "its own pickle", "everything closed",
              "many copies", "signals ignored", "a line without an end"}  # fmt: skip
"""Those after which a caller might be in disorder, one of each kind."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="they need a system that copies processes")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_function_ends_with_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dealer, one_or_more = HOSTILE[name]
    expected = [one_or_more] if isinstance(one_or_more, str) else one_or_more
    check = check_function(dealer, FEW, seconds=0.5 if LATE in expected else PATIENCE)
    reported = check.problem or check.verdicts[0].text
    assert any(each in reported for each in expected), reported
    assert "\n" not in reported
    assert len(reported) < 2000
    assert not check.right
    assert not check.passes
    assert list(tmp_path.iterdir()) == []  # the pickle was not loaded
    if name in WOULD_HARM:
        assert check_function(deal_freecell, [617]).right  # and the caller is well


# A process that outlives its caller

CALLER = """
import os, sys, time
from freecell import check_function

def busy_in_c(_):
    open({mark!r}, "w").write(str(os.getpid()))
    if {forks}:
        os.fork()
    pow(3, 2**40, 2**2_000_003 - 1)  # for hours, without letting go of the interpreter

check_function(busy_in_c, [1], seconds=3600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the processes are read from /proc")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_process_ends_when_its_caller_is_killed(end: signal.Signals, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    code = CALLER.format(mark=str(mark), forks=end != signal.SIGTERM)
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        child = int(wait_for(lambda: mark.exists() and mark.read_text()))
        wait_for(lambda: len(group(child)) == (1 if end == signal.SIGTERM else 2))
        process.send_signal(end)
        process.wait(PATIENCE)
    wait_for(lambda: not group(child))


def wait_for(condition: Callable[[], Any]) -> Any:
    """Wait until something is so, and return it."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "it did not become so"
        time.sleep(0.02)
    return value


def group(leader: int) -> list[int]:
    """Return the processes of a group that still run."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_bytes().rpartition(b")")[2].split()
        except OSError:  # it ended just now
            continue
        if int(fields[2]) == leader and fields[0] not in (b"Z", b"X"):
            found.append(int(each.parent.name))
    return found


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it needs a system that copies processes")
def test_nothing_of_a_function_runs_on_when_it_was_checked(tmp_path: Path) -> None:
    mark = tmp_path / "pid"

    def leaves_a_copy(number: int) -> object:
        if os.fork() == 0:
            while True:
                pass
        mark.write_text(str(os.getpid()))
        return deal_freecell(number)

    assert check_function(leaves_a_copy, FEW).right
    wait_for(lambda: not group(int(mark.read_text())))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it needs a system that copies processes")
def test_processor_time_is_limited() -> None:
    """A process that got away from its group, or whose caller sleeps, ends by this limit."""
    child = os.fork()
    if child == 0:
        limit_resources(0.5)
        while True:
            pass
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGXCPU


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it needs a system that copies processes")
def test_running_out_of_processor_time_is_one_clear_line() -> None:
    check = check_function(lambda _: os.kill(os.getpid(), signal.SIGXCPU), [617])
    assert check.problem == "617: it used more processor time than it may, and was ended"


# What the caller reads


def test_what_the_process_says_is_what_it_sent() -> None:
    call = Call(617, 2, read_returned(deal_freecell(617)), "", "", "", exact=True, random=True)
    problem = Call(617, 1, None, "raised", "x" * 9000 + "\ud800", "because", exact=False)
    for message in (Loaded(), call, Ended("done", 1.5, 2.5)):
        assert read_message(write_message(message)) == message
    read = read_message(write_message(problem))
    assert isinstance(read, Call)
    assert read.text == "x" * 600


def variants() -> Iterator[bytes]:
    """Yield messages with one thing in them that is not as it should be."""
    odd: list[object] = [None, True, -1, 1.5, "x", "", [], [1], {}, "x" * 601, 2**70, [[]] * 52]
    for message in (right_call, write_message(Ended("done", 1.0, 2.0))):
        content = json.loads(message)
        for key in content:
            for value in odd:
                if value != content[key] and type(value) is not type(content[key]):
                    yield json.dumps({**content, key: value}).encode()
            yield json.dumps({k: v for k, v in content.items() if k != key}).encode()
        yield json.dumps({**content, "more": 1}).encode()
    content = json.loads(right_call)
    for key in content["returned"]:
        for value in odd:
            if value is None and key == "names":
                continue
            yield json.dumps({**content, "returned": {**content["returned"], key: value}}).encode()


def test_what_is_not_exactly_a_message_is_refused() -> None:
    refused = list(variants())
    assert len(refused) > 100
    for line in refused:
        with pytest.raises(call_messages.MessageError):
            read_message(line)


def test_a_line_of_any_bytes_is_refused_or_read() -> None:
    for content in (
        b"",
        b"\x00" * 99,
        b"[" * call_messages.LONGEST_LINE,
        b'{"a":' * 9999,
        b"1" * call_messages.LONGEST_LINE,
    ):
        with pytest.raises(call_messages.MessageError):
            read_message(content)
