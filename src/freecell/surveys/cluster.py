"""A Dask cluster as the workers of a survey; they write to a folder that they share.

The part of a lost worker goes to another one. What lasts (a full disk, a part
that no worker has the memory for, a scheduler that is gone) ends the survey with one line.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from freecell.extras import need_extra
from freecell.interrupts import check, starting_processes
from freecell.surveys import part as parts
from freecell.surveys.part import Outcome
from freecell.surveys.plan import Options, Part, Plan, SurveyError, make_plan

if TYPE_CHECKING:
    from freecell.surveys.workers import Workers

_PATIENCE = 10.0
"""Seconds that a scheduler has to answer; also how long nothing need happen before it is asked."""

_ROUND = 0.1
"""Seconds of one wait for parts; Ctrl-C is checked between two waits."""

_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)
"""Dask raises either, by its version and by where it notices."""

_LOST = 3
"""After this many lost workers, blame the part."""

_ALONE = 40.0
"""Seconds without any worker, while parts wait, after which no other one is expected to come."""

_GO_ON = "run the same command again to go on"

_AHEAD = 3
_LEAST_AHEAD = 16
"""Parts handed out before a worker asks for them: for each thread, and at least."""


class _Cluster:
    """The workers that a scheduler knows."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - Dask has no types
        self._client = client
        self._heard = self._manned = monotonic()
        self._most = _LEAST_AHEAD

    def run(self, folder: Path, plan: Plan) -> Iterator[tuple[Part, Outcome]]:
        try:
            yield from self._run(folder, plan)
        except SurveyError:
            raise
        except (OSError, *_CANCELLED):  # what Dask makes of parts whose scheduler it lost
            raise self._gone() from None
        except Exception:
            if self._client.status == "running":
                raise
            raise self._gone() from None

    def _run(self, folder: Path, plan: Plan) -> Iterator[tuple[Part, Outcome]]:
        coming, plan = plan.parts(), plan.named()
        waiting: dict[Any, Part] = {}
        while True:
            for part in islice(coming, self._most - len(waiting)):
                future = self._client.submit(_ensure, folder, part, plan, pure=False)
                waiting[future] = part
            if not waiting:
                return
            check()
            if self._heard - self._manned > _ALONE:
                raise self._deserted(folder, waiting)
            for future in self._done(waiting):
                outcome = self._outcome(folder, waiting[future], future)
                if outcome is not None:
                    yield waiting.pop(future), outcome

    def _done(self, waiting: dict[Any, Part]) -> list[Any]:
        """Wait a moment for some to be done; now and then make sure that the scheduler is there."""
        from distributed import wait

        if monotonic() - self._heard > _PATIENCE:
            self._ask_scheduler()
        done: list[Any] = []
        with suppress(TimeoutError):
            done = list(wait(list(waiting), _ROUND, "FIRST_COMPLETED").done)
        return done

    def _ask_scheduler(self) -> None:
        """Ask it how many can work now: others may have come."""
        try:
            known = self._client.sync(self._client.scheduler.identity, callback_timeout=_PATIENCE)
        except (OSError, TimeoutError, RuntimeError):
            raise self._gone() from None
        threads = sum(worker["nthreads"] for worker in known["workers"].values())
        self._most = max(_LEAST_AHEAD, _AHEAD * threads)
        self._heard = monotonic()
        if threads:
            self._manned = self._heard

    def _outcome(self, folder: Path, part: Part, future: Any) -> Outcome | None:  # noqa: ANN401 - Dask has no types
        """Fetch the outcome of a part; None where it was lost with its worker."""
        from distributed import KilledWorker

        try:
            outcome: Outcome = future.result(timeout=_PATIENCE)
        except TimeoutError:
            return None
        except KilledWorker as error:
            raise SurveyError(
                f"{_lost(folder, part, error.allowed_failures + 1)}, the last of them "
                f"{error.last_worker.address}, perhaps for want of memory; {_GO_ON}"
            ) from None
        return outcome

    def _deserted(self, folder: Path, waiting: dict[Any, Part]) -> SurveyError:
        """Name the part over which most workers were lost, now that there is none left."""

        def losses(dask_scheduler: Any) -> dict[str, int]:  # noqa: ANN401 - Dask has no types
            return {key: task.suspicious for key, task in dask_scheduler.tasks.items()}

        found: dict[str, int] = {}
        with suppress(Exception):  # a scheduler may refuse to run what it is sent
            found = self._client.run_on_scheduler(losses)
        future, part = max(waiting.items(), key=lambda each: found.get(each[0].key, 0))
        if not (count := found.get(future.key, 0)):
            return SurveyError("the cluster has no workers any more; " + _GO_ON)
        return SurveyError(f"{_lost(folder, part, count)}, and none is left; {_GO_ON}")

    def _gone(self) -> SurveyError:
        address = self._client.scheduler.address
        return SurveyError(f"the scheduler {address} does not answer any more; {_GO_ON}")


def _lost(folder: Path, part: Part, count: int) -> str:
    workers = f"{count} workers were" if count > 1 else "a worker was"
    return f"{folder / part.name}: {workers} lost while computing it"


def _ensure(folder: Path, part: Part, plan: Plan) -> Outcome:
    """Make sure of a part, on a worker, which is named where that fails."""
    from distributed import get_worker

    try:
        return parts.ensure(folder, part, plan)
    except SurveyError as error:
        raise SurveyError(f"{error} (worker {get_worker().address})") from None
    except Exception as error:
        raise SurveyError(
            f"{folder / part.name}: {error!r} (worker {get_worker().address})"
        ) from error


@contextmanager
def cluster(scheduler: str | None, local_cluster: int | None, plan: Plan) -> Iterator[Workers]:
    """Connect to a scheduler, or start workers on this machine."""
    need_extra("cluster", "a cluster needs")
    import dask

    # The survey itself reports what ended it, in one line.
    with dask.config.set({"logging": {"distributed": "critical"}}):
        import distributed  # noqa: F401 - it sets up its logging by the settings above
    # Only now, when its own settings are there to be restored.
    with dask.config.set(
        {
            "distributed.admin.log-length": 0,
            "distributed.scheduler.allowed-failures": _LOST,
            # Otherwise a worker that takes longer to start again is given up, until none is left.
            "distributed.deploy.lost-worker-timeout": "1 hour",
        }
    ):
        for logger in ("distributed", "distributed.client", "tornado.application"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        with _local_scheduler(local_cluster) if scheduler is None else _given(scheduler) as address:
            client = _connected(address)
            try:
                _check_versions(_asked(client, plan.options), plan)
                with client.as_current():  # the caller may have a client too
                    yield _Cluster(client)
            finally:
                with suppress(TimeoutError, OSError, *_CANCELLED):
                    client.close(timeout=2)


@contextmanager
def _given(scheduler: str) -> Iterator[str]:
    yield scheduler


@contextmanager
def _local_scheduler(count: int | None) -> Iterator[str]:
    from distributed import LocalCluster

    try:
        with starting_processes():  # the thread that starts the workers, now and later, inherits it
            local = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                dashboard_address=":0",  # any free port: others may have a cluster, too
                silence_logs=logging.CRITICAL,
                env={"DASK_LOGGING__DISTRIBUTED": "critical"},
            )
    except RuntimeError as error:  # such as a worker that was killed while it started
        raise SurveyError(f"the local cluster did not start: {error}") from error
    with local:
        yield str(local.scheduler_address)


def _connected(address: str) -> Any:  # noqa: ANN401 - Dask has no types
    from distributed import Client

    try:
        _within(2 * _PATIENCE, lambda: asyncio.run(_greet(address)))
        return Client(address, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise SurveyError(f"no scheduler answers at {address}: {_first_line(error)}") from error


async def _greet(address: str) -> None:
    """Wait for an answer with a timeout: a client would wait for ever for a silent scheduler."""
    from distributed.comm.core import connect

    comm = await connect(address, timeout=_PATIENCE)
    await comm.write({"op": "identity", "reply": True})
    await comm.read()
    comm.abort()


def _within(seconds: float, work: Callable[[], object]) -> None:
    """Do something in a thread that is left behind when it takes too long."""
    failed: list[Exception] = []

    def attempt() -> None:
        try:
            work()
        except Exception as error:  # it is raised again, below
            failed.append(error)

    thread = Thread(target=attempt, daemon=True)
    thread.start()
    until = monotonic() + seconds
    while thread.is_alive() and monotonic() < until:
        thread.join(_ROUND)
        check()
    if failed:
        raise failed[0]
    if thread.is_alive():
        raise TimeoutError(f"no answer within {seconds:g} s")


def _asked(client: Any, options: Options) -> dict[str, Plan]:  # noqa: ANN401 - Dask has no types
    """Ask every worker for a plan of one deal, which shows its version of the program."""
    try:
        found: dict[str, Plan] = client.sync(
            client._run,
            make_plan,
            options._replace(numbers="1", listed=False),
            callback_timeout=2 * _PATIENCE,
        )
    except (OSError, TimeoutError, *_CANCELLED) as error:
        raise SurveyError(f"the workers do not answer: {_first_line(error)}") from error
    return found


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def _check_versions(found: dict[str, Plan], plan: Plan) -> None:
    """Refuse workers that have another program: their parts would not fit together with ours."""
    if not found:
        raise SurveyError("the cluster has no workers (expected some: dask worker ADDRESS)")
    for worker, own in sorted(found.items()):
        if (own.version, own.signature) != (plan.version, plan.signature):
            raise SurveyError(
                f"worker {worker} has freecell {own.version} with search signature "
                f"{own.signature} (expected {plan.version} with {plan.signature})"
            )
