"""Refuses unknown options, but lets -1 to -4 through as deal numbers."""

from collections.abc import Iterator, Mapping

import click


def refuse_unknown_options(command: click.Command, parent: click.Context, args: list[str]) -> None:
    """Refuse an unknown option that was taken for an argument.

    What follows two dashes is an argument whatever it is.
    """
    context = click.Context(command, parent, command.name, **command.context_settings)
    if not context.ignore_unknown_options:
        return  # click refuses them itself
    found, rest, _ = command.make_parser(context).parse_args(list(args))
    given = args[: args.index("--")] if "--" in args else args
    for argument in (*rest, *_arguments(command, found)):
        if _is_option(argument) and argument in given:
            raise click.NoSuchOption(argument.partition("=")[0], ctx=context)


def _arguments(command: click.Command, found: Mapping[str, object]) -> Iterator[str]:
    """Yield the arguments that the command was given."""
    for parameter in command.params:
        value = found.get(parameter.name or "")
        if isinstance(parameter, click.Argument):
            yield from (value,) if isinstance(value, str) else ()
            yield from value if isinstance(value, tuple) else ()


def _is_option(argument: str) -> bool:
    return argument.startswith("-") and argument != "-" and not argument[1].isdigit()
