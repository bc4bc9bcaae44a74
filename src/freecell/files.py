"""Atomic writes, exclusive creation and locks of files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from freecell.interrupts import on_interrupt

_FAR_AWAY = 2**40
"""Where the byte lies that stands for a file where whole files cannot be locked: behind its end."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: under its name it is whole or absent."""
    if _is_special(path):  # such as /dev/stdout, which is not to be replaced
        with _naming(path):
            path.write_bytes(content)
        return
    with _temporary(path, content) as temporary:
        temporary.replace(path)
    sync_folder(path.parent)


def create_whole(path: Path, content: bytes) -> bool:
    """Write a new file, whole; return False, and change nothing, where it exists already."""
    with _temporary(path, content) as temporary:
        try:
            os.link(temporary, path)
        except (FileExistsError, FileNotFoundError):  # who was quicker may have tidied up, too
            return False
        except OSError:  # a disk without links
            return _create_plainly(path, content)
    sync_folder(path.parent)
    return True


def _create_plainly(path: Path, content: bytes) -> bool:
    try:
        with path.open("xb") as file:
            _write(file, content)
    except FileExistsError:
        return False
    return True


@contextmanager
def _temporary(path: Path, content: bytes) -> Iterator[Path]:
    """Write to a name of its own, which is gone afterwards."""
    # Two machines may have processes of the same number: the name is drawn.
    temporary = path.with_name(f".{path.name}.{token_hex(6)}.tmp")

    def remove() -> None:
        temporary.unlink(missing_ok=True)

    with on_interrupt(remove), _naming(path):
        try:
            with temporary.open("xb") as file:
                _write(file, content)
            yield temporary
        finally:
            remove()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file where the system does not, as when the disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or os.fspath(path)
        raise


def _write(file: BinaryIO, content: bytes) -> None:
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _is_special(path: Path) -> bool:
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False


def sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder survives the loss of power."""
    if os.name == "nt":
        return  # a folder cannot be opened there, and need not be
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Lock a file that is never replaced; False where another process has locked it."""
    with path.open("rb") as file:
        yield _lock(file)


def _lock(file: BinaryIO) -> bool:
    try:
        import fcntl
    except ImportError:
        return _lock_byte(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a disk without locks: parts are written whole anyway
    return True


def _lock_byte(file: BinaryIO) -> bool:
    """Lock as Windows does; without any locks, allow everything."""
    with suppress(ImportError):
        import msvcrt

        file.seek(_FAR_AWAY)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # on Windows
        except OSError:
            return False
    return True
