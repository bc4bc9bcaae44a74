"""Check the wheels in dist/: what is inside, what they ask of a system, and whether they run.

The wheels for Linux on x86-64 are installed for every Python of this machine and for newer ones of
Debian's, with no compiler on the path, and the tests of the library run against them; those for
ARM64 under qemu, with Debian's Python for that processor; those for Windows under wine, after they
were compared with the names that Python exports there. Those for macOS are read only.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tools.wheels.debian import ARM, CHOSEN, INTEL, SUITES, TOOLS, run_unpacked
from tools.wheels.make import BIN, BUILD, DIST, MOST_BYTES, ROOT
from tools.wheels.pythons import names_in, pythons, stable_names
from tools.wheels.targets import INTERFACES, TARGETS
from tools.wheels.windows import run_windows

NEEDED = {
    "freecell/web/static/engine/engine.wasm", "freecell/web/static/engine/player.wasm",
    "freecell/web/static/engine/picture.wasm", "freecell/web/static/learn/dealer.wasm",
    "freecell/web/static/index.html",
    "freecell/web/static/app.js", "freecell/words.json", "freecell/daily.json",
    "freecell/deal_atlas/data/index.fca", "freecell/deal_atlas/data/0000001.fca",
    "freecell/_core.pyi", "freecell/py.typed",
}  # fmt: skip
TESTS = (ROOT / "tools" / "library_tests.txt").read_text().split()
BESIDE = ["tests", "benchmarks", "tools", "docs", "README.md", "core", "pyproject.toml"]
"""What tests read besides the installed package."""


def check_contents(wheel: Path) -> list[str]:
    """Return what is wrong with the files in a wheel."""
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    problems = [f"{name} is missing" for name in sorted(NEEDED - names)]
    modules = [name for name in names if name.startswith("freecell/_core.") and name[-1] in "od"]
    expected = [f"freecell/_core{suffix_in(wheel)}"]
    if modules != expected:
        problems.append(f"the compiled module is {modules} (expected {expected})")
    if wheel.stat().st_size > MOST_BYTES:
        problems.append(f"{wheel.stat().st_size:,} bytes (expected at most {MOST_BYTES:,})")
    return problems + tool("check-wheel-contents", str(wheel))


def suffix_in(wheel: Path) -> str:
    """Return how the module of a wheel must be named, by the name of the wheel."""
    target = next(each for each in TARGETS if wheel.stem.endswith(each.platform))
    interface = next(each for each in INTERFACES if f"-{each.abi_tag}-" in wheel.name)
    return interface.suffix(target)


def check_names(wheel: Path) -> list[str]:
    """Return what a wheel uses of Python or the system that it may not."""
    problems: list[str] = []
    if "-abi3-" in wheel.name:
        problems += tool("abi3audit", "--strict", str(wheel))
    if "manylinux" in wheel.name:
        shown = subprocess.run(
            [BIN / "auditwheel", "show", wheel], capture_output=True, text=True, check=False
        )
        platform = wheel.stem.split("-")[-1].split(".")[0]
        if f'"{platform}"' in shown.stdout:
            print(f"  auditwheel: consistent with {platform}", flush=True)
        else:
            problems.append(f"auditwheel: {shown.stdout}{shown.stderr}")
    if "win" in wheel.stem.split("-")[-1]:
        problems += check_windows(wheel)
    return problems


def check_windows(wheel: Path) -> list[str]:
    """Return the names that a module asks Python for, and Python does not export."""
    import pefile

    stable = "-abi3-" in wheel.name
    functions, data = stable_names() if stable else names_in(pythons()["3.11"])
    library = "python3.dll" if stable else "python311.dll"
    with zipfile.ZipFile(wheel) as file:
        [name] = [name for name in file.namelist() if name.endswith(".pyd")]
        module = pefile.PE(data=file.read(name))
    asked = {
        entry.dll.decode().lower(): {each.name.decode() for each in entry.imports}
        for entry in module.DIRECTORY_ENTRY_IMPORT
    }
    problems = [
        f"{name} is not in {library}"
        for name in sorted(asked.get(library, set()) - functions - data)
    ]
    if library not in asked:
        problems.append(f"it does not ask for {library}, but for {sorted(asked)}")
    print(
        f"  asks {library} for {len(asked.get(library, ()))} names; "
        f"also {sorted(set(asked) - {library})}"
    )
    return problems


def tool(name: str, *arguments: str) -> list[str]:
    """Run one of the tools that look at wheels; print how it ends, or return why it fails."""
    done = subprocess.run([BIN / name, *arguments], capture_output=True, text=True, check=False)
    lines = f"{done.stdout}{done.stderr}".strip().splitlines()
    if done.returncode:
        return ["\n".join([f"{name}:", *lines])]
    print(f"  {name}: {lines[-1].strip() if lines else 'no objection'}", flush=True)
    return []


def tree() -> Path:
    """Return a folder with the tests and what they read, but without the sources of the package."""
    folder = BUILD / "tree"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in BESIDE:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return folder


def run_here(wheel: Path, version: str, python: str) -> list[str]:
    """Install a wheel into a fresh environment where there is no compiler, and run the tests."""
    venv = BUILD / "venv" / version
    shutil.rmtree(venv, ignore_errors=True)
    subprocess.run([python, "-m", "venv", venv], check=True)
    alone = {"PATH": str(venv / "bin"), "HOME": os.environ.get("HOME", "/")}
    pip: list[str | Path] = [
        venv / "bin" / "python",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "install",
    ]
    steps: list[list[str | Path]] = [
        [*pip, str(wheel)],
        [venv / "bin" / "freecell", "deal", "617"],
        [*pip, *TOOLS],
        [venv / "bin" / "python", "-m", "pytest", "-q", "-n", "auto", "-m", CHOSEN,
         "-p", "no:cacheprovider", "-c", ROOT / "pyproject.toml", "--rootdir", ".", *TESTS],
    ]  # fmt: skip
    folder = tree()
    for step in steps:
        done = subprocess.run(
            step, cwd=folder, env=alone, capture_output=True, text=True, check=False
        )
        if done.returncode:
            return [f"{step[1:4]}: {done.stdout[-3000:]}{done.stderr[-3000:]}"]
    print(f"  Python {version}: {done.stdout.splitlines()[-1]}", flush=True)
    return []


def fits(wheel: Path, version: str) -> bool:
    """Whether a Python of this version can load the wheel."""
    if "-abi3-" in wheel.name:
        return tuple(map(int, version.split("."))) >= (3, 12)
    return f"-cp{version.replace('.', '')}-" in wheel.name


def check(wheel: Path) -> list[str]:
    """Return everything that is wrong with a wheel."""
    print(f"{wheel.name}  {wheel.stat().st_size / 1e6:.2f} MB", flush=True)
    problems = [*check_contents(wheel), *check_names(wheel)]
    if "manylinux" in wheel.stem and wheel.stem.endswith("_x86_64"):
        for version, python in pythons().items():
            if fits(wheel, version):
                problems += run_here(wheel, version, python)
    if "manylinux" in wheel.stem:
        processor = ARM if wheel.stem.endswith("aarch64") else INTEL
        for each, version in SUITES:
            if each is processor and fits(wheel, version):
                problems += run_unpacked(wheel, processor, version, tree(), TESTS)
    elif wheel.stem.endswith("win_amd64"):
        problems += run_windows(wheel, tree(), TESTS)
    else:
        print("  built, not run here", flush=True)
    return problems


def main() -> int:
    """Check all wheels; return 1 where something is wrong with one."""
    wrong = 0
    for wheel in sorted(DIST.glob("*.whl")):
        for problem in check(wheel):
            wrong += 1
            print(f"  WRONG: {problem}", flush=True)
    print(f"{len(list(DIST.glob('*.whl')))} wheels, {wrong} problems")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
