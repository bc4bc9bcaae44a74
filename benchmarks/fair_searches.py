"""How long others wait for an easy verdict while a few greedy clients ask for shortest wins.

Each greedy client has an address of this machine for itself (127.0.0.2 and up) and several
connections, and asks again and again. Another client asks for verdicts of ordinary deals, for deals
and for the page. With `--before`, the Python of another checkout's environment, both services are
measured in turn in one run:

    git worktree add ../before COMMIT && make -C ../before .venv/built
    python -m benchmarks.fair_searches --before ../before/.venv/bin/python

It also prints the memory of the worker: at rest, at most, and after the searches have ended.
"""

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.ports import free_port, wait_for

PAUSE = 1.0
"""Seconds after which a greedy client that was refused asks again, whatever Retry-After says."""
POLITE = "127.0.0.250"


class Plan(NamedTuple):
    """How much is asked."""

    addresses: list[int]
    """Numbers of greedy clients, measured one after the other."""
    connections: int
    """Of each greedy client."""
    questions: int
    """Of each kind, from the client that is measured."""


FULL = Plan([2, 4, 8], 20, 30)
TINY = Plan([2], 2, 2)


class Reply(NamedTuple):
    """What one request got."""

    status: int
    milliseconds: float


@contextmanager
def serving(python: str) -> Iterator[tuple[int, int]]:
    """Run the service of an environment as it is by default; give its port and its process."""
    port = free_port()
    command = [python, "-m", "freecell", "serve", "--no-log", "--port", str(port)]
    process = subprocess.Popen(command, cwd="/", stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


async def ask(port: int, source: str, request: bytes) -> Reply:
    """Send one request on a connection of its own, and wait for all of the answer."""
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(request)
        answer = await reader.read()
    finally:
        writer.close()
    status = int(answer[9:12] or 0)
    return Reply(status, (time.perf_counter() - begun) * 1000)


def get(path: str) -> bytes:
    """Return a request for an address."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def post(path: str, **content: object) -> bytes:
    """Return a request with a body."""
    body = json.dumps(content)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


async def be_greedy(port: int, source: str, seed: int, statuses: Counter[int]) -> None:
    """Ask for shortest wins until cancelled."""
    chance = random.Random(seed)
    while True:
        path = f"/api/deals/{chance.randrange(1, 32_001)}/solution?goal=shortest&unit=cards"
        try:
            reply = await ask(port, source, get(path))
        except OSError:
            reply = Reply(0, 0)
        statuses[reply.status] += 1
        if reply.status != 200:
            await asyncio.sleep(PAUSE)


async def be_polite(port: int, questions: int) -> dict[str, list[Reply]]:
    """Ask for verdicts, deals and the page, one after the other, as one person would."""
    numbers = random.Random(617).sample(range(1, 1_000_000), questions)
    replies: dict[str, list[Reply]] = {"easy verdicts": [], "deals": [], "pages": []}
    for number in numbers:
        for name, request in (
            ("easy verdicts", post("/api/verdict", number=number)),
            ("deals", get(f"/api/deals/{number}")),
            ("pages", get(f"/{number}")),
        ):
            replies[name].append(await ask(port, POLITE, request))
        await asyncio.sleep(0.1)
    return replies


async def measured(
    port: int, clients: int, plan: Plan
) -> tuple[dict[str, list[Reply]], Counter[int]]:
    """Let greedy clients begin, and measure another one beside them."""
    statuses: Counter[int] = Counter()
    greedy = [
        asyncio.create_task(be_greedy(port, f"127.0.0.{2 + client}", number, statuses))
        for client in range(clients)
        for number in range(plan.connections)
    ]
    await asyncio.sleep(2 * PAUSE)  # they fill every queue
    replies = await be_polite(port, plan.questions)
    for each in greedy:
        each.cancel()
    await asyncio.gather(*greedy, return_exceptions=True)
    return replies, statuses


def memory_of(process: int) -> tuple[int, int]:
    """Return what a process holds now, and what it held at most, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    now, most = (int(re.findall(rf"{name}:\s+(\d+)", status)[0]) for name in ("VmRSS", "VmHWM"))
    return now // 1024, most // 1024


def processor_time(process: int) -> int:
    """Return the processor time of a process, in ticks."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def wait_until_idle(process: int) -> None:
    """Wait until a process has done next to nothing for a second: its searches have ended."""
    for _ in range(120):
        before = processor_time(process)
        time.sleep(1)
        if processor_time(process) - before < 5:
            return
    raise TimeoutError("the service still works two minutes after all clients have gone")


def measure(pythons: dict[str, str], plan: Plan) -> dict[str, dict[str, object]]:
    """Measure the services in turn, with each number of greedy clients, and print the results."""
    results: dict[str, dict[str, object]] = {name: {} for name in pythons}
    with ExitStack() as running:
        services = {name: running.enter_context(serving(each)) for name, each in pythons.items()}
        at_rest = {}
        for name, (port, process) in services.items():
            asyncio.run(be_polite(port, 1))  # everything is loaded
            at_rest[name], _ = memory_of(process)
        for clients in plan.addresses:
            for name, (port, process) in services.items():
                replies, statuses = asyncio.run(measured(port, clients, plan))
                print(f"{name}: {clients} greedy clients got {dict(sorted(statuses.items()))}")
                for kind, each in replies.items():
                    results[name][f"{kind} beside {clients}"] = shown(kind, each)
                wait_until_idle(process)
        for name, (_, process) in services.items():
            afterwards, most = memory_of(process)
            results[name]["memory"] = [at_rest[name], most, afterwards]
            print(
                f"{name}: memory {at_rest[name]} MB at rest, {most} MB at most, "
                f"{afterwards} MB after the searches"
            )
    return results


def shown(kind: str, replies: list[Reply]) -> dict[str, float]:
    """Print how a kind of question was answered; return it for the file."""
    answered = sorted(reply.milliseconds for reply in replies if reply.status == 200)
    median, slowest = (answered[len(answered) // 2], answered[-1]) if answered else (0.0, 0.0)
    print(
        f"  {kind:14} {len(answered):3} of {len(replies)} answered, "
        f"median {median:7.1f} ms, slowest {slowest:7.1f} ms"
    )
    return {"asked": len(replies), "answered": len(answered), "median": median, "slowest": slowest}


def main() -> None:
    """Measure, and print a table and a JSON file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--before", help="the Python of the environment to compare with")
    parser.add_argument(
        "--tiny", action="store_true", help="ask only a little, to see that it works"
    )
    options = parser.parse_args()
    plan = TINY if options.tiny else FULL
    pythons = {"before": options.before} if options.before else {}
    results = measure({**pythons, "now": sys.executable}, plan)
    if not options.tiny:
        Path("bench-fair-searches.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
