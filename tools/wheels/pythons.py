"""Compile modules for a Python: its headers, and on Windows the names in its library."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.wheels.targets import INTERFACES, STABLE, Interface, Target

_ASK = (
    "import sys, sysconfig; print(*sys.version_info[:2], sep='.');"
    "print(sysconfig.get_path('include')); print(sysconfig.get_config_h_filename())"
)

_WINDOWS = """\
/* The sizes and names that Python's headers ask for, on Windows with 64 bits. */
#define MS_WIN32 1
#define MS_WINDOWS 1
#define MS_WIN64 1
#define NT_THREADS 1
#define WITH_THREAD 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_WCHAR_H 1
#define HAVE_UINTPTR_T 1
#define HAVE_SSIZE_T 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_UINTPTR_T 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_WCHAR_T 2
#define SIZEOF_TIME_T 8
#define SIZEOF_OFF_T 4
#define SIZEOF_PID_T 4
#define SIZEOF_FPOS_T 8
#define ALIGNOF_SIZE_T 8
#define ALIGNOF_LONG 4
#define ALIGNOF_MAX_ALIGN_T 16
#define PY_LONG_LONG long long
"""
_ELSEWHERE = """
/* What zig has no headers of. */
#undef HAVE_CRYPT_H
#undef HAVE_LIBINTL_H
"""


def pythons() -> dict[str, str]:
    """Return the Pythons of this machine that have headers, by version: 3.11, 3.12 and so on."""
    found: dict[str, str] = {}
    names = ["python3", *(f"python3.{minor}" for minor in range(11, 20))]
    paths = [sys.executable, *filter(None, map(shutil.which, names))]
    paths += map(str, Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python"))
    for path in paths:
        done = subprocess.run([path, "-c", _ASK], capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        if done.returncode == 0 and Path(lines[1], "Python.h").exists():
            found.setdefault(lines[0], path)
    return found


def usable(found: dict[str, str]) -> dict[Interface, str]:
    """Return the Python whose headers each interface takes; the stable one takes any newer."""
    chosen = {}
    for interface in INTERFACES:
        least = tuple(map(int, interface.version.split(".")))
        for version in sorted(found, key=lambda text: tuple(map(int, text.split(".")))):
            given = tuple(map(int, version.split(".")))
            if given == least or (interface is STABLE and given > least):
                chosen[interface] = found[version]
                break
    return chosen


def headers(python: str, interface: Interface, target: Target, folder: Path) -> Path:
    """Copy the headers of a Python, with the configuration of another system."""
    done = subprocess.run([python, "-c", _ASK], capture_output=True, text=True, check=True)
    _, include, configuration = done.stdout.splitlines()
    place = folder / f"{interface.python_tag}-{target.zig}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(include, place)
    text = _WINDOWS if target.is_windows else Path(configuration).read_text() + _ELSEWHERE
    (place / "pyconfig.h").write_text(text)
    return place


def library(python: str, interface: Interface, zig: str, folder: Path) -> Path:
    """Make the import library for Windows modules from the names that Python exports."""
    dll = "python3" if interface is STABLE else f"python{interface.version.replace('.', '')}"
    functions, data = stable_names() if interface is STABLE else names_in(python)
    folder.mkdir(parents=True, exist_ok=True)
    definition = folder / f"{dll}.def"
    lines = [*sorted(functions), *(f"{name} DATA" for name in sorted(data))]
    definition.write_text("\n".join([f"LIBRARY {dll}.dll", "EXPORTS", *lines]) + "\n")
    result = folder / f"{dll}.lib"
    subprocess.run(
        [zig, "dlltool", "-m", "i386:x86-64", "-D", f"{dll}.dll",
         "-d", str(definition), "-l", str(result)],
        check=True,
    )  # fmt: skip
    return result


def stable_names() -> tuple[set[str], set[str]]:
    """Return the functions and data of the stable interface of 3.12, as in python3.dll."""
    from abi3info import DATAS, FUNCTIONS

    def names(table: object) -> set[str]:
        assert isinstance(table, dict)
        return {
            symbol.name
            for symbol, each in table.items()
            if (each.added.major, each.added.minor) <= (3, 12)
            and (each.ifdef is None or each.ifdef.name == "MS_WINDOWS")
        }

    return names(FUNCTIONS), names(DATAS)


def names_in(python: str) -> tuple[set[str], set[str]]:
    """Return the functions and the data that a Python of this machine exports."""
    from elftools.elf.elffile import ELFFile

    found: dict[str, set[str]] = {"STT_FUNC": set(), "STT_OBJECT": set()}
    ask = "import sys, sysconfig; print(sysconfig.get_config_var('LIBDIR')); print(sys.base_prefix)"
    done = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True)
    folder = done.stdout.splitlines()[0]
    files = [Path(python).resolve(), *Path(folder).glob("libpython3.11.so*")]
    for path in files:
        with path.open("rb") as file:
            table: Any = ELFFile(file).get_section_by_name(".dynsym")
            for symbol in table.iter_symbols():
                kind = symbol["st_info"]["type"]
                if re.match("_?Py", symbol.name) and symbol["st_shndx"] != "SHN_UNDEF":
                    found.get(kind, set()).add(symbol.name)
    return found["STT_FUNC"], found["STT_OBJECT"]
