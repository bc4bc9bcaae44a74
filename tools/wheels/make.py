"""Make the sdist and all wheels in dist/: `make wheels`, or some: `make wheels ONLY=arm`.

The core is compiled once for each system, the module twice: for Python 3.11, and for the stable
interface of 3.12 and newer. All wheels are made from the sdist, which carries the page's engine.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

from build_backend.page_engine import zig

from tools.wheels.pythons import headers, library, pythons, usable
from tools.wheels.targets import INTERFACES, TARGETS, Interface, Target, wheel_name

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
BIN = Path(sys.executable).parent
MOST_BYTES = 8_000_000

Settings = dict[str, object]


def make_sdist() -> Path:
    """Make the sdist, with the page's engine inside."""
    code = f"import freecell_build; print(freecell_build.build_sdist({str(DIST)!r}))"
    variables = {"PYTHONPATH": str(ROOT / "build_backend"), "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = run([sys.executable, "-c", code], cwd=ROOT, **variables)
    return DIST / done.splitlines()[-1]


def unpacked(sdist: Path) -> Path:
    """Unpack the sdist, and return the folder of its tree."""
    target = BUILD / "source"
    shutil.rmtree(target, ignore_errors=True)
    with tarfile.open(sdist) as file:
        file.extractall(target, filter="data")
    return target / sdist.name.removesuffix(".tar.gz")


def compiler(target: Target) -> Settings:
    """Return what CMake has to know to compile for a system with zig."""
    program = zig()
    if program is None:
        sys.exit("zig is missing (expected: pip install ziglang)")
    folder = BUILD / target.zig
    folder.mkdir(parents=True, exist_ok=True)
    # It compiles its own libraries for each level of optimization, and again for programs without
    # debug information, as nanobind links its modules on Linux: let there be one of each.
    strip = " -s" if target.cmake == "Linux" else ""
    return {
        # The headers of nanobind 3.1 use stderr and do not include what has it.
        "CMAKE_CXX_COMPILER": script(
            folder / "c++", f"{program} c++ -O3{strip} -target {target.zig} -include cstdio"
        ),
        "CMAKE_AR": script(folder / "ar", f"{program} ar"),
        "CMAKE_RANLIB": script(folder / "ranlib", f"{program} ranlib"),
        "CMAKE_MAKE_PROGRAM": BIN / "ninja",
        "CMAKE_SYSTEM_NAME": target.cmake,
        "CMAKE_SYSTEM_PROCESSOR": target.processor,
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_TRY_COMPILE_TARGET_TYPE": "STATIC_LIBRARY",
        "CMAKE_OSX_SYSROOT": "/",  # zig brings its own
    }


def script(path: Path, command: str) -> Path:
    """Write a program that is a tool of zig, since CMake wants one word for it."""
    path.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    path.chmod(0o755)
    return path


def compile_core(source: Path, target: Target) -> Path:
    """Compile what does not know Python, once for a system; return the library."""
    folder = BUILD / target.zig / "core"
    shutil.rmtree(folder, ignore_errors=True)  # zig keeps what it compiled
    given = [f"-D{name}={value}" for name, value in compiler(target).items()]
    cmake = str(BIN / "cmake")
    run(
        [
            cmake,
            "-S",
            str(source),
            "-B",
            str(folder),
            "-G",
            "Ninja",
            "-DFREECELL_TARGET=core",
            *given,
        ]
    )
    run([cmake, "--build", str(folder)])
    return folder / "libcore.a"


def make_wheel(source: Path, core: Path, python: str, interface: Interface, target: Target) -> Path:
    """Compile the module and pack a wheel; return it in dist/."""
    folder = BUILD / target.zig / interface.python_tag
    program = zig()
    assert program is not None
    settings = compiler(target) | {
        "FREECELL_CORE": core,
        "FREECELL_PYTHON_VERSION": interface.version,
        "FREECELL_PYTHON_HEADERS": headers(python, interface, target, BUILD / "headers"),
        "FREECELL_PYTHON_SUFFIX": interface.suffix(target),
        "FREECELL_PYTHON_LIBRARY": (
            library(python, interface, program, BUILD / target.zig) if target.is_windows else ""
        ),
    }
    shutil.rmtree(folder, ignore_errors=True)
    given = [f"-Ccmake.define.{name}={value}" for name, value in settings.items()]
    run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", str(source),
         f"-Cbuild-dir={folder / 'build'}", "-w", str(folder / "packed"), *given],
        PATH=f"{BIN}:{os.environ['PATH']}",
    )  # fmt: skip
    [packed] = (folder / "packed").glob("*.whl")
    return retagged(packed, interface, target)


def retagged(packed: Path, interface: Interface, target: Target) -> Path:
    """Name a wheel after the system that it is for, instead of this one."""
    run(
        [sys.executable, "-m", "wheel", "tags", "--remove", "--python-tag", interface.python_tag,
         "--abi-tag", interface.abi_tag, "--platform-tag", target.platform, str(packed)],
    )  # fmt: skip
    [named] = packed.parent.glob("*.whl")
    version = named.name.split("-")[1]
    wanted = DIST / wheel_name(version, interface, target)
    return Path(shutil.move(named, wanted))


def run(command: list[str], cwd: Path | None = None, **variables: str) -> str:
    """Run a command and return its output, which is shown where it fails."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ | variables
    )
    if done.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def report(path: Path, begun: float) -> None:
    """Say what was made, how large it is, and how long it took."""
    size = path.stat().st_size
    print(f"{path.name}  {size / 1e6:.2f} MB  {time.monotonic() - begun:.0f} s", flush=True)
    if size > MOST_BYTES:
        sys.exit(f"{path.name} is too large (expected at most {MOST_BYTES:,} bytes)")


def main() -> None:
    """Make the sdist and the wheels whose names contain one of the arguments; all without any."""
    wanted = sys.argv[1:]
    DIST.mkdir(exist_ok=True)
    begun = time.monotonic()
    sdist = make_sdist()
    report(sdist, begun)
    source = unpacked(sdist)
    version = sdist.name.removesuffix(".tar.gz").split("-")[1]
    chosen = usable(pythons())
    for target in TARGETS:
        names = {each: wheel_name(version, each, target) for each in chosen}
        needed = [
            each for each, name in names.items()
            if not wanted or any(word in name for word in wanted)
        ]  # fmt: skip
        if needed:
            begun = time.monotonic()
            core = compile_core(source, target)
            print(
                f"{target.name}: the core compiled in {time.monotonic() - begun:.0f} s", flush=True
            )
        for interface in needed:
            begun = time.monotonic()
            report(make_wheel(source, core, chosen[interface], interface, target), begun)
    for each in INTERFACES:
        if each not in chosen:
            print(f"no wheels for Python {each.version}: no Python here has its headers")


if __name__ == "__main__":
    main()
