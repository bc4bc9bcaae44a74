"""`freecell serve` and `freecell site`: the page with its service, or as files for a web host."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from freecell.cli.catalog import catalog_option, open_catalogs, pyodide_option
from freecell.cli.numbers import SETTINGS, FiniteRange
from freecell.extras import need_extra
from freecell.interrupts import stop_listening


def _proxies(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Refuse what is no address or network: the server would silently trust none."""
    from ipaddress import ip_network

    for address in text.split(",") if text else []:
        try:
            ip_network("::" if address.strip() == "*" else address.strip())
        except ValueError as error:
            raise click.BadParameter(f"{error} (expected addresses, networks or *)") from error
    return text


def _path(_: click.Context, __: click.Parameter, text: str) -> str:
    """Refuse a path that does not begin at the root, or says more than a path."""
    if text and (not text.startswith("/") or not text.isascii() or set(text) & set("?# ")):
        raise click.BadParameter(f"{text!r} is no path (expected one such as /freecell)")
    return text.rstrip("/")


def _number(
    name: str, kind: click.IntRange | FiniteRange, default: int, text: str
) -> Callable[[Any], Any]:
    """Return an option that takes a number and shows its default."""
    return click.option(name, type=kind, default=default, show_default=True, help=text)


@click.command(context_settings=SETTINGS, short_help="Serve the page and its API to others.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@_number("--port", click.IntRange(1, 65535), 8617, "Port to listen on.")
@_number("--workers", click.IntRange(1, 64), 1, "Number of worker processes.")
@click.option(
    "--root-path",
    default="",
    callback=_path,
    help="Path under which a proxy publishes the page, such as /freecell.",
)
@click.option(
    "--trust-proxy", callback=_proxies, help="Trust the forwarded headers of these addresses."
)
@_number("--seconds", FiniteRange(0.1, 600), 10, "Time limit of a search.")
@_number("--megabytes", click.IntRange(16, 65536), 512, "Memory limit of a search.")
@_number("--searches", click.IntRange(1, 64), 2, "Number of searches at once.")
@_number("--queue", click.IntRange(0, 10000), 16, "Number of searches that may wait.")
@_number("--per-minute", click.IntRange(0), 240, "Requests per minute and client.")
@click.option("--log/--no-log", default=True, help="Log every request as a line of JSON.")
@catalog_option
@pyodide_option
def serve(
    host: str,
    port: int,
    workers: int,
    root_path: str,
    trust_proxy: str | None,
    folders: Sequence[Path],
    pyodide: Path | None,
    **limits: float,
) -> None:
    """Serve the page and its API to others until Ctrl-C. See docs/serving.md.

    \b
    Examples:
      freecell serve
      freecell serve --catalog results/ --catalog cells/
      freecell serve --pyodide pyodide/
      freecell serve --workers 2 --root-path /freecell --trust-proxy 127.0.0.1
    """
    from dataclasses import replace

    need_extra("serve", "the service needs")
    from freecell.web.pyodide import check_pyodide
    from freecell.web.server import serve as serve_page
    from freecell.web.settings import catalog_setting, settings_from_environment

    open_catalogs(folders)  # report a bad one here, and not in every worker
    if pyodide is not None:
        check_pyodide(pyodide)
    # The few settings that have no option here can be given in the environment.
    settings = replace(
        settings_from_environment(),
        root_path=root_path,
        catalog=catalog_setting(folders),
        pyodide="" if pyodide is None else str(pyodide.absolute()),
        **limits,  # type: ignore[arg-type]  # the options are named and typed like the settings
    )
    click.echo(f"http://{host}:{port}{settings.root_path}/  (Ctrl-C ends it)", err=True)
    stop_listening()  # the server has handlers of its own
    serve_page(settings, host=host, port=port, workers=workers, trusted=trust_proxy)


@click.command(short_help="Write the page as static files.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into.",
)
@pyodide_option
def site(output: Path, pyodide: Path | None) -> None:
    """Write the whole page as static files that any web host can serve.

    \b
    Examples:
      freecell site -o public
      freecell site -o public --pyodide pyodide
    """
    from freecell.web.site import write_site

    files = write_site(output, pyodide)
    size = sum(path.stat().st_size for path in files)
    click.echo(f"{output}: {len(files)} files, {size:,} bytes")
