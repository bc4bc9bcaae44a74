"""Load on the service, from a second process: deals, pictures, and verdicts mixed in.

Every rate is given beside that of a bare Starlette route in the same run. It needs `wrk`.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO

from benchmarks.ports import free_port, wait_for
from benchmarks.rounds import TINY, sized
from freecell.web import assets

SECONDS = sized(int(os.environ.get("FREECELL_BENCH_SECONDS", "30")), 1)
CONNECTIONS = sized(64, 2)
SLICES = sized(3, 1)
UNHURRIED = "function delay() return 200 end\n"
"""For `wrk`: in a tiny run a connection asks five times a second."""

BARE = """
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
async def bare(_):
    return Response(b"{}", media_type="application/json")
app = Starlette(routes=[Route("/", bare)])
"""

# Each request asks for another deal, so that no cache helps more than it would in life.
DEALS = """
counter = 0
request = function()
  counter = counter + 1
  return wrk.format("GET", "/api/deals/" .. (1 + counter % 30000))
end
"""
PICTURES = DEALS.replace("30000)", '30000) .. "/picture.svg"')
# One request in ten asks for a verdict. The latency is that of all; deals are measured apart.
VERDICTS = """
counter = 0
request = function()
  counter = counter + 1
  local body = '{"number": ' .. (1 + counter % 30000) .. ', "goal": "short"}'
  return wrk.format("POST", "/api/verdict", {["Content-Type"] = "application/json"}, body)
end
"""


class Load(NamedTuple):
    """What `wrk` measured."""

    rate: float
    p99: float
    """Milliseconds within which 99 of 100 requests were answered."""
    errors: int
    """Answers that were no success, and connections that failed."""


@contextmanager
def serving(
    *command: str, errors: TextIO | int = subprocess.DEVNULL
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run a service on some port until the block ends; `errors` takes what it complains about."""
    port = free_port()
    arguments = [word.replace("PORT", str(port)) for word in command]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bare.py").write_text(BARE)
        process = subprocess.Popen([sys.executable, "-m", *arguments], cwd=folder, stderr=errors)
        try:
            wait_for(port)
            yield port, process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def start_load(
    port: int, script: str, connections: int = CONNECTIONS, seconds: int = SECONDS
) -> subprocess.Popen[str]:
    """Begin to ask, with a script that says what."""
    file = Path(tempfile.mkdtemp()) / "ask.lua"
    file.write_text(script + UNHURRIED if TINY else script)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", "--latency"]
    command += ["-s", str(file), f"http://127.0.0.1:{port}/"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def measured(load: subprocess.Popen[str]) -> Load:
    """Wait for the end of a load, and read what it measured."""
    text, _ = load.communicate()
    rate = float(re.findall(r"Requests/sec:\s+([\d.]+)", text)[0])
    value, unit = re.findall(r"99%\s+([\d.]+)(us|ms|s)", text)[0]
    wrong = sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", text)))
    for counts in re.findall(r"Socket errors: (.*)", text):
        wrong += sum(map(int, re.findall(r"\d+", counts)))
    return Load(rate, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit], wrong)


def peak_memory(process: int) -> int:
    """Return the most memory a process ever held, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) // 1024


def in_turn(ports: dict[str, tuple[int, str]]) -> dict[str, Load]:
    """Measure several things in turns, so that other work on the machine hits all alike."""
    loads: dict[str, list[Load]] = {name: [] for name in ports}
    for _ in range(SLICES):
        for name, (port, script) in ports.items():
            loads[name].append(measured(start_load(port, script, seconds=SECONDS // SLICES)))
    return {
        name: Load(
            sum(load.rate for load in all_of) / SLICES,
            max(load.p99 for load in all_of),
            sum(load.errors for load in all_of),
        )
        for name, all_of in loads.items()
    }


@contextmanager
def held_connections(port: int) -> Iterator[None]:
    """Hold 1,000 connections that say nothing and 200 that do not read, all from one address.

    The service may end them; other clients must not notice.
    """
    request = f"GET /{assets.folder()}engine/engine.wasm HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as held:
        for number in range(1200):
            line = held.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.bind(("127.0.0.9", 0))
            line.connect(("127.0.0.1", port))
            if number >= 1000:
                line.sendall(request * 50)
        yield


def main() -> None:
    """Measure, and print a table and a JSON file."""
    limits = ["--per-minute", "0", "--no-log", "--searches", "2", "--queue", "16"]
    with (
        serving("uvicorn", "bare:app", "--port", "PORT", "--no-access-log") as (bare_port, _),
        serving("freecell", "serve", "--port", "PORT", *limits) as (port, process),
    ):
        loads = in_turn(
            {"bare route": (bare_port, ""), "deals": (port, DEALS), "pictures": (port, PICTURES)}
        )
        asking = start_load(port, VERDICTS, 32)
        loads["deals beside verdicts"] = measured(start_load(port, DEALS, 8))
        loads["short verdicts"] = measured(asking)
        with held_connections(port):
            loads["deals beside held ones"] = measured(start_load(port, DEALS, 8))
            loads["pictures beside held ones"] = measured(start_load(port, PICTURES, 8))
        memory = peak_memory(process.pid)
    bare = loads["bare route"].rate
    for name, load in loads.items():
        print(
            f"{name:24} {load.rate:7,.0f}/s, {load.rate / bare:4.2f} of bare   "
            f"p99 {load.p99:6.1f} ms   {load.errors} not answered with 200"
        )
    print(f"the worker held at most {memory} MB")
    results = {name: load._asdict() for name, load in loads.items()}
    Path("bench-serving.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
