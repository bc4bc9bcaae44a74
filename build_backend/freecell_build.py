"""scikit-build-core, with zig among the requirements where nothing else compiles the page's engine.

An editable installation is left alone: who develops runs `make wasm`.
"""

from typing import Any

from page_engine import requirements
from scikit_build_core import build
from scikit_build_core.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Return what a wheel needs besides what pyproject.toml names."""
    return [*build.get_requires_for_build_wheel(config_settings), *requirements()]


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Return what an sdist needs: it is made with the engine compiled."""
    return [*build.get_requires_for_build_sdist(config_settings), *requirements()]
