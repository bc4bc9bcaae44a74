"""Starting the service: one process or several, stopped gracefully."""

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess

from freecell.web.app import create_app
from freecell.web.rate_limit import counts_for_all
from freecell.web.settings import Settings, catalog_setting
from freecell.web.timeout_protocol import TimeoutProtocol

_OTHER_FILES = 200
"""Files that a worker has open besides connections: modules while they load, surveys, pipes."""


def serve(
    settings: Settings, *, host: str, port: int, workers: int = 1, trusted: str | None = None
) -> None:
    """Serve until interrupted. Forwarded headers are believed from the proxies in `trusted`."""
    allow_open_files(settings.connections + _OTHER_FILES)
    with counts_for_all() if workers > 1 else nullcontext("") as counts:
        os.environ.update(replace(settings, counts=counts).environment())  # workers read them there
        _run(settings, host=host, port=port, workers=workers, trusted=trusted)


class WorkerProcesses(Multiprocess):
    """Several processes that serve; uvicorn replaces one that dies, or does not answer for long."""

    def keep_subprocess_alive(self) -> None:
        """Check them all. With our end of a pipe closed, a death ends the wait for the answer."""
        for worker in self.processes:
            worker.child_conn.close()
        super().keep_subprocess_alive()


def _run(settings: Settings, *, host: str, port: int, workers: int, trusted: str | None) -> None:
    config = uvicorn.Config(
        "freecell.web.app:create_app",
        factory=True,
        http=TimeoutProtocol,
        ws="none",
        host=host,
        port=port,
        workers=workers,
        root_path=settings.root_path,
        proxy_headers=trusted is not None,
        forwarded_allow_ips=trusted,
        server_header=False,
        access_log=False,
        log_level="error",  # a warning for each malformed request would let strangers fill a disk
        timeout_keep_alive=15,
        timeout_graceful_shutdown=15,
        timeout_worker_healthcheck=30,  # starting on a busy machine takes long
        h11_max_incomplete_event_size=16384,
    )
    if workers > 1:
        WorkerProcesses(config, [config.bind_socket()]).run()
        return
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after it has shut down
        server.run()
    if not server.started:
        sys.exit(1)


def allow_open_files(count: int) -> None:
    """Raise the limit of open files, which is low by default; worker processes inherit it."""
    with suppress(ImportError, OSError, ValueError):  # not every system has such limits
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def listen(port: int) -> socket.socket:
    """Bind a port of the loopback interface; 0 takes any free one.

    Connections are accepted from now on: those that come before the server runs wait for it.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen()
    return listener


def serve_here(listener: socket.socket, catalogs: Sequence[Path] = ()) -> None:
    """Serve the page to this machine only, with no limit for the one client there is."""
    settings = Settings(
        per_minute=0, client_searches=2, log=False, catalog=catalog_setting(catalogs)
    )
    config = uvicorn.Config(
        create_app(settings),
        http=TimeoutProtocol,
        ws="none",
        log_level="error",
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[listener])
