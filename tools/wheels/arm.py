"""Linux on ARM64 on this machine: Debian's Python for that processor, unpacked and run by qemu."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.wheels.make import BUILD

QEMU = "qemu-aarch64-static"
SUITES = {"3.11": "bookworm", "3.13": "trixie"}
"""The releases of Debian that have these Pythons."""
QUICK = [
    "cards",
    "numbers",
    "dealing",
    "finder",
    "core_rules",
    "threads",
    "board_writer",
    "cli/test_deal",
]
"""Of the library's tests those that also finish under qemu, which is some twenty times slower."""


def mirror() -> str:
    """Return where this machine gets Debian's packages from."""
    files = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text() for path in files if path.is_file())
    found = re.search(r"^(?:URIs:|deb(?: \[.*?\])?) *(\S+/debian/?)\s", text, re.MULTILINE)
    if found is None:
        sys.exit("the machine's sources of packages name no mirror of Debian")
    return found[1]


def unpacked_python(version: str) -> Path:
    """Return a folder with Debian's Python for ARM64 and its libraries; fetch what is missing."""
    root = BUILD / "arm" / version
    if (root / "done").exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    for name in ("lists/partial", "archives/partial", "tree"):
        (root / name).mkdir(parents=True)
    (root / "status").touch()
    source = f"deb [trusted=yes] {mirror()} {SUITES[version]} main\n"
    (root / "sources.list").write_text(source)
    options = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
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
    apt = ["apt-get", "-qq", *given]
    subprocess.run([*apt, "update"], check=True)
    wanted = [f"python{version}", f"libpython{version}-stdlib", "libstdc++6"]  # numpy needs it
    subprocess.run([*apt, "install", "--download-only", "-y", *wanted], check=True)
    for package in sorted((root / "archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, root / "tree"], check=True)
    if not (root / "tree" / "lib").exists():  # newer releases have it as a link, made elsewhere
        (root / "tree" / "lib").symlink_to("usr/lib")
    shutil.rmtree(root / "archives")
    (root / "done").touch()
    return root


def python_command(root: Path, version: str) -> Path:
    """Write a program that runs that Python, also for the processes that it starts."""
    tree = root / "tree"
    program = root / "python"
    qemu = shutil.which(QEMU)
    python = tree / "usr" / "bin" / f"python{version}"
    program.write_text(f'#!/bin/sh\nexec {qemu} -L {tree} {python} "$@"\n')
    program.chmod(0o755)
    return program


def arm_python(wheel: Path, tests_tree: Path, tests: list[str]) -> list[str]:
    """Install a wheel for ARM64 beside an unpacked Python, and run tests against it."""
    if shutil.which(QEMU) is None:
        print(f"  built, not run here: {QEMU} is missing", flush=True)
        return []
    version = "3.13" if "-abi3-" in wheel.name else "3.11"
    root = unpacked_python(version)
    site = root / "site"
    shutil.rmtree(site, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install",
         "--target", site, "--only-binary", ":all:", "--python-version", version,
         "--platform", "manylinux_2_17_aarch64", "--platform", "manylinux2014_aarch64",
         "--platform", "manylinux_2_28_aarch64", "--platform", "manylinux_2_27_aarch64",
         wheel, "pytest>=9", "pytest-cov", "pytest-xdist", "hypothesis"],
        check=True,
    )  # fmt: skip
    program = python_command(root, version)
    (site / "sitecustomize.py").write_text(f"import sys\nsys.executable = {str(program)!r}\n")
    variables = {"PYTHONPATH": f"{site}:{tests_tree}", "PYTHONHOME": str(root / "tree" / "usr")}
    quick = [test for test in tests if any(word in test for word in QUICK)]
    shown = ""
    for words in (
        ["-c", "import platform, freecell;"
         "print(platform.machine(), freecell.deal_freecell(617)[0])"],
        ["-m", "freecell", "solve", "617", "--short"],
        ["-m", "pytest", "-q", "-m", "not slow and not long", "-p", "no:cacheprovider",
         "-p", "no:xdist",
         "--rootdir", ".", *quick],
    ):  # fmt: skip
        done = subprocess.run(
            [program, *words], cwd=tests_tree, env=os.environ | variables,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            return [f"{words[:3]} under qemu: {done.stdout[-3000:]}{done.stderr[-3000:]}"]
        shown = shown or done.stdout.strip()
    print(f"  Python {version} under qemu, {shown}: {done.stdout.splitlines()[-1]}", flush=True)
    return []
