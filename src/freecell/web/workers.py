"""Several processes that serve: whoever dies is replaced at once, whoever is stuck after a while.

uvicorn asks one process after the other whether it is well, and waits for the answer: if a process is
killed before it has answered, nobody is replaced, and no signal heard, until that wait is over. Here
nobody waits: an answer that is due is looked for in every round.
"""

import time

from uvicorn.supervisors.multiprocess import Multiprocess, Process

_NEVER_STARTED = 3
"""How a process ends that could not start, as any other in its place."""


class Worker(Process):
    """A process that serves, and since when it owes an answer."""

    asked: float | None = None

    def is_alive(self, timeout: float = 5) -> bool:
        """Whether it runs and owes no answer for longer than `timeout`."""
        if not self.process.is_alive():
            return False
        try:
            while self.parent_conn.poll():
                self.parent_conn.recv()
                self.asked = None
            if self.asked is None:
                self.parent_conn.send(b"ping")
                self.asked = time.monotonic()
        except (OSError, EOFError):  # it died just now
            return False
        return time.monotonic() - self.asked < timeout


class Workers(Multiprocess):
    """All processes that serve, watched until a signal ends them."""

    def init_processes(self) -> None:
        """Start all of them."""
        self.processes = [self._begin() for _ in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        """Replace those that died or are stuck."""
        for index, worker in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if worker.is_alive(self.config.timeout_worker_healthcheck):
                continue
            worker.kill()
            worker.join()
            if worker.exitcode == _NEVER_STARTED:
                self.should_exit.set()
            else:
                self.processes[index] = self._begin()

    def _begin(self) -> Worker:
        worker = Worker(self.config, self.sockets)
        worker.start()
        return worker
