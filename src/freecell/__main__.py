"""`python -m freecell` is the command `freecell`, which begins here."""

import signal


def run() -> None:
    """Run the command. Ctrl-C while it still loads, or when it is over, ends it without a word."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from freecell.cli import main  # it takes Ctrl-C over while a command runs

    main(prog_name="freecell")


if __name__ == "__main__":
    run()
