"""The extras of the package, and the error message where one is not installed.

The base installation has the library, the commands and the page. Everything below is asked for by
the functions that use it, when they are called.
"""

from freecell.errors import FreecellError

EXTRAS = {
    "serve": ("starlette", "uvicorn"),
    "survey": ("pyarrow",),
    "cluster": ("pyarrow", "dask", "distributed"),
    "picture": ("PIL",),
}
"""The modules that each extra installs."""


class MissingExtraError(FreecellError):
    """Something was asked for that needs an extra of the package, which is not installed."""


def need_extra(extra: str, purpose: str) -> None:
    """Refuse in one line without an extra: `surveys need pyarrow (expected: pip install ...)`."""
    from importlib.util import find_spec

    missing = [module for module in EXTRAS[extra] if find_spec(module) is None]
    if missing:
        names = " and ".join("Pillow" if module == "PIL" else module for module in missing)
        raise MissingExtraError(
            f"{purpose} {names}, not installed here (expected: pip install 'freecell[{extra}]')"
        )
