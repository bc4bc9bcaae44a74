"""Pythons that are not installed here: Debian's, unpacked into a folder and run from there.

Those for ARM64 run under qemu; those for x86-64 with the C library that is unpacked beside them.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tools.wheels.make import BUILD

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
QUICK = ["cards", "dealing", "finder", "core_rules", "threads", "board_writer"]
"""Of the library's tests those that also finish under qemu, which is some twenty times slower."""
SLOW = "first_cards_give_what_a_scan_gives"
"""Tests among them that scan millions of deals in Python."""
PATIENCE = 1800
"""Seconds after which a step is given up: emulators may hang."""
CHOSEN = "not slow and not long"
TOOLS = ["pytest>=9", "pytest-cov", "pytest-xdist", "hypothesis"]
"""What runs the tests."""


class Processor(NamedTuple):
    """A processor, with the names that Debian, pip and Linux have for it."""

    debian: str
    pip: str
    loader: str
    runner: str | None

    def command(self, tree: Path, python: Path) -> list[str | Path]:
        """Return how a Python of this processor is run from the folder where it was unpacked."""
        if self.runner is not None:
            return [shutil.which(self.runner) or self.runner, "-L", tree, python]
        libraries = f"{tree}/usr/lib/{self.pip}-linux-gnu:{tree}/lib/{self.pip}-linux-gnu"
        return [tree / self.loader, "--library-path", libraries, python]


ARM = Processor("arm64", "aarch64", "lib/ld-linux-aarch64.so.1", "qemu-aarch64-static")
INTEL = Processor("amd64", "x86_64", "lib64/ld-linux-x86-64.so.2", None)
SUITES = {
    (ARM, "3.11"): "bookworm",
    (ARM, "3.13"): "trixie",
    (INTEL, "3.14"): "testing",
    (INTEL, "3.15"): "testing",
}
"""The releases of Debian that have these Pythons."""


def mirror() -> str:
    """Return where this machine gets Debian's packages from."""
    files = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text() for path in files if path.is_file())
    found = re.search(r"^(?:URIs:|deb(?: \[.*?\])?) *(\S+/debian/?)\s", text, re.MULTILINE)
    if found is None:
        sys.exit("the machine's sources of packages name no mirror of Debian")
    return found[1]


def apt(root: Path, suite: str, architecture: str) -> list[str]:
    """Return apt-get for another release of Debian, with all that it keeps in a folder."""
    for name in ("lists/partial", "archives/partial"):
        (root / name).mkdir(parents=True)
    (root / "status").touch()
    (root / "sources.list").write_text(f"deb [signed-by={KEYS}] {mirror()} {suite} main\n")
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "root",
        "Dir::Etc::SourceList": root / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": root / "lists",
        "Dir::State::status": root / "status",
        "Dir::Cache::Archives": root / "archives",
        "Dir::Cache::pkgcache": "",
        "Dir::Cache::srcpkgcache": "",
        "Debug::NoLocking": "true",
    }
    given = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    command = ["apt-get", "-qq", *given]
    subprocess.run([*command, "update"], check=True)
    return command


def unpacked_python(processor: Processor, version: str) -> Path:
    """Return a folder with Debian's Python and its libraries; fetch what is missing."""
    root = BUILD / processor.debian / version
    if (root / "done").exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    command = apt(root, SUITES[processor, version], processor.debian)
    wanted = [f"python{version}", f"libpython{version}-stdlib", "libstdc++6"]  # numpy needs it
    subprocess.run([*command, "install", "--download-only", "-y", *wanted], check=True)
    (root / "tree").mkdir()
    for package in sorted((root / "archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, root / "tree"], check=True)
    for name in ("lib", "lib64"):  # newer releases have them as links, made elsewhere
        if not (root / "tree" / name).exists():
            (root / "tree" / name).symlink_to(f"usr/{name}")
    shutil.rmtree(root / "archives")
    shutil.rmtree(root / "lists")
    (root / "done").touch()
    return root


def python_command(root: Path, processor: Processor, version: str) -> Path:
    """Write a program that runs that Python, also for the processes that it starts."""
    tree = root / "tree"
    program = root / "python"
    words = processor.command(tree, tree / "usr" / "bin" / f"python{version}")
    program.write_text(f'#!/bin/sh\nexec {" ".join(map(str, words))} "$@"\n')
    program.chmod(0o755)
    return program


def install(wheel: Path, site: Path, version: str, *more: str, platforms: list[str]) -> None:
    """Install a wheel and what runs the tests into a folder, for a Python of another system."""
    shutil.rmtree(site, ignore_errors=True)
    given = [word for name in platforms for word in ("--platform", name)]
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install",
         "--target", site, "--only-binary", ":all:", "--python-version", version, *given,
         wheel, *TOOLS, *more],
        check=True,
    )  # fmt: skip


def run_unpacked(
    wheel: Path, processor: Processor, version: str, tests_tree: Path, tests: list[str]
) -> list[str]:
    """Install a wheel beside an unpacked Python, and run tests against it."""
    if processor.runner is not None and shutil.which(processor.runner) is None:
        print(f"  built, not run here: {processor.runner} is missing", flush=True)
        return []
    root = unpacked_python(processor, version)
    site = root / "site"
    names = ["manylinux_2_17", "manylinux2014", "manylinux_2_27", "manylinux_2_28"]
    install(wheel, site, version, platforms=[f"{name}_{processor.pip}" for name in names])
    program = python_command(root, processor, version)
    (site / "sitecustomize.py").write_text(f"import sys\nsys.executable = {str(program)!r}\n")
    variables = {
        "PYTHONPATH": f"{site}:{tests_tree}",
        "PYTHONHOME": str(root / "tree" / "usr"),
        "PATH": "",  # where a compiler would be
    }
    if processor.runner is not None:
        tests = [test for test in tests if any(word in test for word in QUICK)]
    quickly = ["-p", "no:xdist", "-k", f"not {SLOW}"]
    how = quickly if processor.runner is not None else ["-n", "auto"]
    return run_steps(
        f"Debian's Python {version} for {processor.debian}",
        [program],
        [*how, *tests],
        tests_tree,
        variables,
    )


def run_steps(
    name: str,
    python: list[str | Path],
    pytest_arguments: list[str],
    folder: Path,
    variables: dict[str, str],
) -> list[str]:
    """Deal, find, solve and run tests with a Python of another system; return what failed."""
    first = (
        "import platform, freecell;"
        "assert freecell.find(freecell.deal(617)) == 617;"
        "print(platform.system(), platform.machine(), *freecell.deal_freecell(617)[0])"
    )
    shown = ""
    for words in (
        ["-c", first],
        ["-m", "freecell", "solve", "617", "--short"],
        [
            "-m",
            "pytest",
            "-q",
            "-m",
            CHOSEN,
            "-p",
            "no:cacheprovider",
            "--rootdir",
            ".",
            *pytest_arguments,
        ],
    ):
        try:
            done = subprocess.run(
                [*python, *words], cwd=folder, env=os.environ | variables, timeout=PATIENCE,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            return [f"{name}, {words[:3]}: not within {PATIENCE} s: {(error.stdout or b'')!r}"]
        if done.returncode:
            return [f"{name}, {words[:3]}: {done.stdout[-3000:]}{done.stderr[-3000:]}"]
        shown = shown or done.stdout.strip()
    print(f"  {name}, {shown}: {done.stdout.splitlines()[-1]}", flush=True)
    return []
