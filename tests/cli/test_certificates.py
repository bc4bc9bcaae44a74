"""`freecell check` of a certificate."""

import json
from pathlib import Path

from click.testing import CliRunner

from freecell import certify
from freecell.cli import main

SMALL = certify(3, cells=1)


def run(*arguments: str, stdin: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(main, ["check", *arguments], input=stdin)
    return done.exit_code, done.output


def written(folder: Path, text: str = SMALL) -> str:
    file = folder / "3.fcc"
    file.write_text(text)
    return str(file)


def test_it_says_what_was_confirmed(tmp_path: Path) -> None:
    confirmed = (
        "confirmed: deal 3 cannot be won (cells: 1). None of the 448 positions of the easier game is "
        "won; twins distinguished: none\n"
    )
    assert run(written(tmp_path)) == (0, confirmed)
    assert run("-", stdin=SMALL) == (0, confirmed)
    assert run("3", written(tmp_path)) == (0, confirmed)
    assert run("3", written(tmp_path, SMALL.replace("\n", "\r\n"))) == (0, confirmed)


def test_it_speaks_other_languages(tmp_path: Path) -> None:
    status, output = run(written(tmp_path), "--lang", "es")
    assert (status, output.startswith("confirmado: reparto 3: no se puede ganar")) == (0, True)


def test_a_program_can_read_it(tmp_path: Path) -> None:
    status, output = run(written(tmp_path), "--format", "json")
    assert (status, json.loads(output)) == (
        0,
        {
            "confirmed": True,
            "kind": "impossible",
            "number": 3,
            "cells": 1,
            "positions": 448,
            "distinguished": [],
            "length": None,
            "unit": None,
        },
    )
    changed = SMALL.replace("positions: 448", "positions: 447")
    status, output = run(written(tmp_path, changed), "--format", "json")
    assert (status, json.loads(output)) == (
        1,
        {"confirmed": False, "why": "there are more positions than the 447 it claims"},
    )


def test_it_says_why_a_certificate_is_refused(tmp_path: Path) -> None:
    refusals = {
        SMALL.replace("homes", "home"): "line 3: unknown field: 'home: 0 0 0 0'",
        SMALL.replace("cells: -", "cells: -\ncells: -"): "line 5: the field cells is there twice",
        SMALL.replace("cells: -\n", ""): "the field cells is missing",
        SMALL.replace("cells: -", "cells: x"): "cells: not in the exact form of a certificate: 'x'",
        SMALL[:-1]: "the last line does not end: the certificate is cut off",
        SMALL + "x" * 100_000: "longer than 100,000 characters, so not a certificate",
    }
    for text, why in refusals.items():
        assert run(written(tmp_path, text)) == (1, f"refused: {why}\n")
    assert run("4", written(tmp_path)) == (1, "refused: it is not about deal 4\n")
