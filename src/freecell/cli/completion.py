"""`freecell completion`: the completion script of a shell."""

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "zsh", "fish")


@click.command(short_help="Print the completion script of a shell.")
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that completes commands and options in a shell.

    \b
    Examples:
      eval "$(freecell completion bash)"      # in ~/.bashrc
      freecell completion fish > ~/.config/fish/completions/freecell.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None  # the choices above are those that click knows
    main = context.find_root().command
    click.echo(kind(main, {}, "freecell", "_FREECELL_COMPLETE").source())
