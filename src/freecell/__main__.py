"""`python -m freecell` is the command `freecell`."""

from freecell.cli import main

if __name__ == "__main__":
    main(prog_name="freecell")
