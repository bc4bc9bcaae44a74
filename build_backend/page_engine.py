"""Compile the engine for the browser into the folder of the page.

The files are engine.wasm, player.wasm, picture.wasm and dealer.wasm.

A clang that knows WebAssembly does it where there is one (Debian: clang-14 lld-14 wasi-libc
libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32); otherwise zig from PyPI
(`pip install ziglang`), which first compiles a C++ library of its own. CMakeLists.txt runs this for
wheels and sdists, `make wasm` for a checkout.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "src" / "freecell" / "web" / "static"
PLACES = {"engine": "engine", "player": "engine", "picture": "engine", "dealer": "learn"}
"""The programs, and the folder of the page that each belongs to."""
ZIG = "ziglang>=0.13"
_PROBE = "#include <vector>\nint main() { return int(std::vector<int>(3).size()); }\n"


@cache
def clang() -> str | None:
    """Return a clang that compiles C++ for WebAssembly, None where there is none."""
    if os.environ.get("FREECELL_ZIG") == "1":
        return None
    names = ["clang++", *(f"clang++-{version}" for version in range(30, 13, -1))]
    found = [path for name in names if (path := shutil.which(name))]
    return next(filter(_knows_webassembly, found), None)


def _knows_webassembly(compiler: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.cpp"
        probe.write_text(_PROBE)
        options = ["--target=wasm32-wasi", "-fno-exceptions", "-mexec-model=reactor"]
        command = [compiler, *options, str(probe), "-o", str(probe.with_suffix(".wasm"))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def zig() -> str | None:
    """Return the program of `ziglang`, None where it is not installed."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        return None
    return str(Path(found.origin).with_name("zig.exe" if os.name == "nt" else "zig"))


def requirements() -> list[str]:
    """Return what is to be installed before this can run."""
    if is_there() or clang():
        return []
    return [ZIG] if shutil.which("ninja") else [ZIG, "ninja>=1.11"]


def is_there() -> bool:
    """Whether this is an sdist, which carries what was compiled."""
    return (ROOT / "PKG-INFO").exists() and not missing()


def missing() -> list[Path]:
    """Return the files of the page that are not there."""
    files = [STATIC / place / f"{name}.wasm" for name, place in PLACES.items()]
    return [path for path in files if not path.exists()]


def compile_all(build: Path, cmake: str, ninja: str) -> str:
    """Compile what has changed; return the name of the compiler."""
    if found := clang():
        compiler, name = [found], Path(found).name
    elif found := zig():
        compiler, name = [found, "c++"], "zig"
    else:
        sys.exit(
            "the page's engine: no clang for WebAssembly, and no zig "
            "(expected: pip install ziglang)"
        )
    settings = {
        "FREECELL_TARGET": "browser",
        "CMAKE_MAKE_PROGRAM": ninja,
        "CMAKE_SYSTEM_NAME": "Generic",
        "CMAKE_CXX_COMPILER": ";".join(compiler),
        "CMAKE_CXX_COMPILER_TARGET": "wasm32-wasi",
        "CMAKE_CXX_COMPILER_FORCED": "ON",
        "CMAKE_CXX_FLAGS_RELEASE": "-DNDEBUG",
    }
    given = [f"-D{key}={value}" for key, value in settings.items()]
    _run([cmake, "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "--log-level=WARNING", *given])
    _run([cmake, "--build", str(build)])
    for program, place in PLACES.items():
        compiled = build / f"{program}.wasm"
        if b"wasi_snapshot" in compiled.read_bytes():
            sys.exit(f"{program}.wasm asks for a system with files, and a browser is none")
        shutil.copyfile(compiled, STATIC / place / f"{program}.wasm")
    return name


def _run(command: list[str]) -> None:
    """Run a command, whose output is shown where it fails."""
    inherited = {"CMAKE_ARGS", "CXXFLAGS", "LDFLAGS", "CPPFLAGS"}  # meant for another compiler
    variables = {name: value for name, value in os.environ.items() if name not in inherited}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=variables)
    if done.returncode:
        sys.exit(f"the page's engine was not compiled:\n{done.stdout}{done.stderr}")


def main() -> None:
    """Compile, or say that an sdist brought the files along."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "browser")
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--ninja", default="ninja")
    given = parser.parse_args()
    if is_there():
        print("the page's engine is here already")
        return
    ninja = given.ninja if re.search("ninja", given.ninja) else shutil.which("ninja") or "ninja"
    name = compile_all(given.build, given.cmake, ninja)
    sizes = ", ".join(
        f"{program}.wasm {(STATIC / place / f'{program}.wasm').stat().st_size:,} bytes"
        for program, place in PLACES.items()
    )
    print(f"compiled with {name}: {sizes}")


if __name__ == "__main__":
    main()
