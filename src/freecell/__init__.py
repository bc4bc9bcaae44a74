"""FreeCell's numbered deals: deal, show, play, check, find and solve them.

>>> import freecell
>>> freecell.deal_freecell(617)[0]
['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
>>> board = freecell.deal(617)
>>> len(board.legal_moves())
11
"""

from importlib import import_module

__version__ = "0.1.0"


def _public_names() -> dict[str, str]:
    """Return the module of every public name, as `__init__.pyi` lists them."""
    stub = __file__.rpartition("__init__")[0] + "__init__.pyi"
    lines = __spec__.loader.get_data(stub).decode().splitlines()  # a wheel may be in a zip file
    imports = [line.split() for line in lines if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in imports}


_MODULES = _public_names()
__all__ = sorted(_MODULES)  # noqa: PLE0605 - a list, made from the stub


def __getattr__(name: str) -> object:
    """Import the module of a name on first use, so that `import freecell` is quick."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, also those that no program has used yet."""
    return sorted({*globals(), *__all__})
