"""How a service is to behave: its limits, and where it stands behind a proxy.

Every worker process is started anew and reads its settings from the environment, where `freecell
serve` has put them: `FREECELL_QUEUE=8` and so on, by the names of the fields.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path


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
    """How many searches run at once in a worker."""

    queue: int = 16
    """How many more may wait; a request beyond them is answered with 503."""

    body: int = 65536
    """The largest body of a request, in bytes."""

    body_seconds: float = 10.0
    """How long a client may take to send it, and before it the head of the request."""

    per_minute: int = 240
    """How many requests that compute something one client may make in a minute; 0 for any number."""

    log: bool = True
    """Whether every request is logged, as one line of JSON on standard error."""

    catalog: str = ""
    """Folders of surveys to ask first, separated as in PATH; empty for none."""

    def environment(self) -> dict[str, str]:
        """Return the variables from which a worker reads these settings."""
        return {f"FREECELL_{f.name.upper()}": str(getattr(self, f.name)) for f in fields(self)}


def catalog_setting(folders: Iterable[Path]) -> str:
    """Return folders as the setting `catalog` has them; a worker may be started elsewhere."""
    return os.pathsep.join(str(folder.absolute()) for folder in folders)


def settings_from_environment() -> Settings:
    """Read the settings; what is not set keeps its default."""
    found: dict[str, object] = {}
    for field in fields(Settings):
        text = os.environ.get(f"FREECELL_{field.name.upper()}")
        if text is not None:
            found[field.name] = _read(text, type(field.default))
    return Settings(**found)  # type: ignore[arg-type]  # each is read by the type of its default


def _read(text: str, kind: type) -> object:
    if kind is bool:
        return text.lower() in ("1", "true", "yes")
    value: object = kind(text)
    return value
