"""A long mixed load on the service, with clients that misbehave and workers that are killed.

Many clients at addresses of the loopback range ask for everything there is, and compare each answer
with the library. Others send nonsense, dawdle, do not read, leave, or hold connections. The newest
worker is killed again and again; the oldest lives through it all, and shows whether memory grows.
`FREECELL_SOAK_SECONDS` says how long (1800).
"""

import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from benchmarks.serving import serving
from benchmarks.soak_clients import PROTECTING, Answer, Client, misbehave
from benchmarks.soak_requests import Asked, draw

SECONDS = int(os.environ.get("FREECELL_SOAK_SECONDS", "1800"))
CLIENTS = 20
VANDALS = 30
KILL_EVERY = 30
AFTERMATH = 3
"""For this many seconds after a worker was killed, lost connections are accepted."""
OPTIONS = ["--workers", "2", "--seconds", "2", "--per-minute", "600", "--no-log"]


@dataclass
class Tally:
    """What happened so far."""

    answers: Counter[str] = field(default_factory=Counter)
    """How many answers there were, by kind and status."""
    wrong: list[str] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    """When an answer was lost."""
    kills: list[float] = field(default_factory=list)
    deal_times: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """Of the oldest worker, in kilobytes, every few seconds."""

    def judge(self, asked: Asked, answer: Answer, seconds: float) -> None:
        """Compare an answer with the library's, and count it."""
        self.answers[f"{asked.kind} {answer.status}"] += 1
        if missing := [name for name in PROTECTING if name not in answer.headers]:
            self.wrong.append(f"{asked.path}: {answer.status} without {missing}")
        if answer.status in (429, 503):  # a refusal for load says when to come back
            if not answer.headers.get("retry-after", "").isdigit():
                self.wrong.append(f"{asked.path}: {answer.status} without Retry-After")
        elif complaint := asked.judge(answer.status, answer.content):
            self.wrong.append(f"{asked.path}: {complaint}")
        if asked.kind == "deal":
            self.deal_times.append(seconds)

    def lost_without_reason(self) -> int:
        """Return how many answers were lost with no worker that was killed just before."""
        return sum(
            not any(kill <= lost <= kill + AFTERMATH for kill in self.kills) for lost in self.lost
        )


async def be_a_client(port: int, address: str, tally: Tally, end: float) -> None:
    """Ask for one thing after the other."""
    chance = random.Random(address)
    client = Client(port, address)
    while time.monotonic() < end:
        asked = await asyncio.to_thread(draw, chance)
        begun = time.monotonic()
        try:
            answer = await client.ask(asked)
        except (OSError, asyncio.IncompleteReadError):
            tally.lost.append(time.monotonic())
        except TimeoutError:
            tally.wrong.append(f"{asked.path}: no answer within a minute")
        else:
            await asyncio.to_thread(tally.judge, asked, answer, time.monotonic() - begun)
        await asyncio.sleep(chance.random() / 5)
    await client.leave()


async def be_a_vandal(port: int, address: str, end: float) -> None:
    """Misbehave in one way after the other."""
    chance = random.Random(address)
    while (left := end - time.monotonic()) > 0:
        try:
            await asyncio.wait_for(misbehave(port, address, chance), left)
        except TimeoutError:
            return
        await asyncio.sleep(chance.random())


def workers(parent: int) -> list[int]:
    """Return the worker processes, the oldest first."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    found = [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    return sorted(found, key=_start_time)


def _start_time(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[19])


def resident(process: int) -> int:
    """Return how much memory a process holds now, in kilobytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


async def kill_and_watch(parent: int, tally: Tally, end: float) -> None:
    """Kill the newest worker now and then, and note the memory of the oldest."""
    oldest, next_kill = workers(parent)[0], time.monotonic() + KILL_EVERY
    while time.monotonic() < end:
        await asyncio.sleep(min(5, KILL_EVERY))
        alive = workers(parent)
        if oldest not in alive:
            tally.wrong.append("a worker died that the test did not kill")
            return
        tally.memory.append(resident(oldest))
        if time.monotonic() > next_kill and len(alive) == 2:
            next_kill = time.monotonic() + KILL_EVERY
            tally.kills.append(time.monotonic())
            os.kill(alive[-1], signal.SIGKILL)


async def soak(port: int, parent: int, seconds: int) -> Tally:
    """Run all clients for this many seconds."""
    tally, end = Tally(), time.monotonic() + seconds
    good = [be_a_client(port, f"127.0.1.{n}", tally, end) for n in range(1, CLIENTS + 1)]
    bad = [be_a_vandal(port, f"127.0.2.{1 + n % 5}", end) for n in range(VANDALS)]
    await asyncio.gather(*good, *bad, kill_and_watch(parent, tally, end))
    return tally


def report(tally: Tally, errors: str) -> dict[str, object]:
    """Return the figures."""
    third = len(tally.memory) // 3
    parts = (tally.memory[:third], tally.memory[third:-third], tally.memory[-third:])
    thirds = [median(part) for part in parts]
    statuses = Counter(key.split()[1] for key in tally.answers.elements())
    return {
        "answers": tally.answers.total(),
        "by status": dict(sorted(statuses.items())),
        "wrong": tally.wrong[:20],
        "5xx but 503": sum(
            n for status, n in statuses.items() if status >= "500" and status != "503"
        ),
        "workers killed": len(tally.kills),
        "answers lost with them": len(tally.lost),
        "answers lost otherwise": tally.lost_without_reason(),
        "deals, ms: median, p99": [
            round(1000 * median(tally.deal_times), 1),
            round(1000 * quantiles(tally.deal_times, n=100)[98], 1),
        ],
        "oldest worker, MB": [round(kilobytes / 1024, 1) for kilobytes in thirds],
        "memory grew": thirds[-1] > 1.1 * thirds[1],
        "tracebacks": errors.count("Traceback"),
    }


def is_sound(figures: dict[str, object]) -> bool:
    """Whether nothing happened that must not."""
    forbidden = ("wrong", "5xx but 503", "answers lost otherwise", "tracebacks", "memory grew")
    return not any(figures[name] for name in forbidden)


def main() -> None:
    """Soak, and print the figures; the exit status says whether all was well."""
    with tempfile.TemporaryFile("w+") as errors:
        with serving("freecell", "serve", "--port", "PORT", *OPTIONS, errors=errors) as (port, it):
            while len(workers(it.pid)) < 2:
                time.sleep(0.1)
            tally = asyncio.run(soak(port, it.pid, SECONDS))
        errors.seek(0)
        figures = report(tally, errors.read())
    print(json.dumps(figures, indent=1))
    Path("bench-soak.json").write_text(json.dumps(figures, indent=1) + "\n")
    sys.exit(0 if is_sound(figures) else 1)


if __name__ == "__main__":
    main()
