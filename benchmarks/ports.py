"""Ports of this machine, for services that a benchmark or a test starts."""

import socket
import time
from contextlib import suppress
from random import Random

PORTS = range(20_000, 32_000)
"""Ports outside the system's ephemeral range: no connection takes one before its service."""
_chance = Random()


def free_port() -> int:
    """Return a free port."""
    while True:
        port = _chance.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_for(port: int) -> None:
    """Wait until a server listens."""
    for _ in range(1200):  # a minute, where much else is going on
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")
