"""The systems that wheels are made for, and the two interfaces of Python on each."""

from typing import NamedTuple


class Target(NamedTuple):
    """A system and processor, with the names that zig, CMake and pip have for it."""

    name: str
    zig: str
    cmake: str
    processor: str
    platform: str
    suffix_311: str
    suffix_abi3: str = ".abi3.so"

    @property
    def is_windows(self) -> bool:
        """Whether its modules are linked with a library of Python."""
        return self.cmake == "Windows"


TARGETS = [
    Target("Linux on x86-64", "x86_64-linux-gnu.2.17", "Linux", "x86_64",
           "manylinux_2_17_x86_64.manylinux2014_x86_64", ".cpython-311-x86_64-linux-gnu.so"),
    Target("Linux on ARM64", "aarch64-linux-gnu.2.17", "Linux", "aarch64",
           "manylinux_2_17_aarch64.manylinux2014_aarch64", ".cpython-311-aarch64-linux-gnu.so"),
    Target("Windows on x86-64", "x86_64-windows-gnu", "Windows", "AMD64",
           "win_amd64", ".cp311-win_amd64.pyd", ".pyd"),
    Target("macOS on x86-64", "x86_64-macos.11.0", "Darwin", "x86_64",
           "macosx_11_0_x86_64", ".cpython-311-darwin.so"),
    Target("macOS on ARM64", "aarch64-macos.11.0", "Darwin", "arm64",
           "macosx_11_0_arm64", ".cpython-311-darwin.so"),
]  # fmt: skip


class Interface(NamedTuple):
    """What a module is compiled against: one Python, or the stable interface of all newer ones."""

    version: str
    python_tag: str
    abi_tag: str

    def suffix(self, target: Target) -> str:
        """Return how the name of a module ends."""
        return target.suffix_abi3 if self.abi_tag == "abi3" else target.suffix_311


STABLE = Interface("3.12", "cp312", "abi3")
OLDEST = Interface("3.11", "cp311", "cp311")
INTERFACES = [STABLE, OLDEST]


def wheel_name(version: str, interface: Interface, target: Target) -> str:
    """Return the name of a wheel."""
    return f"freecell-{version}-{interface.python_tag}-{interface.abi_tag}-{target.platform}.whl"
