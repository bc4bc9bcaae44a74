"""The settings of a service: its limits, and its path behind a proxy.

Every worker process is started anew and reads its settings from the environment, where `freecell
serve` has put them: `FREECELL_QUEUE=8` and so on, by the names of the fields.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from freecell.errors import FreecellError

_YEAR = 366 * 24 * 3600


class SettingError(FreecellError):
    """A setting is not a number, or out of range."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person who runs a service decides."""

    root_path: str = ""
    """The path under which a proxy shows the service, such as `/freecell`; empty for the root."""

    seconds: float = 10.0
    """How long one search may take."""

    megabytes: int = 512
    """How much memory one search may take."""

    searches: int = 2
    """How many searches run at once in each lane of a worker."""

    queue: int = 16
    """How many requests may wait in each lane; a request beyond them is answered with 503."""

    queue_seconds: float = 10.0
    """How long a request may wait for its search to begin; then it is answered with 503."""

    body: int = 65536
    """The largest body of a request, in bytes."""

    body_seconds: float = 10.0
    """How long a client may take to send it, and before it the head of the request."""

    per_minute: int = 240
    """Limit of computing requests per client and minute; 0 for no limit."""

    client_searches: int = 0
    """How many searches of one client run at once in a lane; 0 for all but one."""

    connections: int = 1000
    """How many connections a worker holds."""

    client_connections: int = 100
    """How many of them one client may hold."""

    client_bytes: int = 4 * 2**20
    """How many bytes of answers may wait for one client to read them."""

    write_seconds: float = 60.0
    """How long a client may take to read an answer."""

    counts: str = ""
    """The file in which several workers count the requests of clients; empty for one worker."""

    log: bool = True
    """Whether every request is logged, as one line of JSON on standard error."""

    pyodide: str = ""
    """The folder with Pyodide's files, for Python in the page for learners; empty for none."""

    catalog: str = ""
    """Folders of surveys to ask first, separated as in PATH; empty for none."""

    def __post_init__(self) -> None:
        """Refuse values out of range, `nan` and `inf` among them."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, int | float) and not 0 <= value <= _most(field.name):
                raise SettingError(
                    f"{field.name}: {value} is out of range (expected 0 to {_most(field.name):,})"
                )

    def environment(self) -> dict[str, str]:
        """Return the variables from which a worker reads these settings."""
        return {f"FREECELL_{f.name.upper()}": str(getattr(self, f.name)) for f in fields(self)}


def catalog_setting(folders: Iterable[Path]) -> str:
    """Return the setting `catalog` for these folders, as absolute paths."""
    return os.pathsep.join(str(folder.absolute()) for folder in folders)


def settings_from_environment() -> Settings:
    """Read the settings; what is not set keeps its default."""
    found: dict[str, object] = {}
    for field in fields(Settings):
        name = f"FREECELL_{field.name.upper()}"
        if (text := os.environ.get(name)) is not None:
            found[field.name] = _read(name, text, type(field.default))
    return Settings(**found)  # type: ignore[arg-type]  # each is read by the type of its default


def _read(name: str, text: str, kind: type) -> object:
    if kind is bool:
        return text.lower() in ("1", "true", "yes")
    try:
        value: object = kind(text)
    except ValueError:
        raise SettingError(f"{name}: not a number: {text[:40]!r}") from None
    return value


def _most(name: str) -> int:
    return _YEAR if name.endswith("seconds") else 2**40
