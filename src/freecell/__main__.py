"""The entry point of the command `freecell`, and of `python -m freecell`."""

from freecell.interrupts import listen


def run() -> None:
    """Run the command, which Ctrl-C ends from its first line on."""
    listen()
    from freecell.cli import main

    main(prog_name="freecell")


if __name__ == "__main__":
    run()
