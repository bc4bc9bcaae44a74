"""`freecell check` for certificates."""

import json
import sys
from collections.abc import Iterable

import click

from freecell.board import Board, deal
from freecell.cards import parse_card
from freecell.certificate_check.check import CertificateError, Confirmed, check_certificate
from freecell.certificate_check.form import IMPOSSIBLE, MOST_TEXT, SHORTEST, Start
from freecell.finder import find
from freecell.words import Message, message_of


def looks_like_a_certificate(line: str) -> bool:
    """Whether a text that begins with this line is meant to be a certificate of ours."""
    return any(line.startswith(kind.rstrip("0123456789")) for kind in (IMPOSSIBLE, SHORTEST))


def check_certificate_lines(
    lines: Iterable[str], form: str, lang: str, number: int | str | None = None
) -> bool:
    """Check a certificate, which should be about this deal; say what came of it."""
    text = ""
    for line in lines:
        text += line
        if len(text) > MOST_TEXT:  # it is refused for that
            break
    try:
        confirmed = check_certificate(text, progress=_show if sys.stderr.isatty() else None)
        board = _board(confirmed.start)
        found = find(board)
        if number is not None and board != deal(number, confirmed.cells):
            raise CertificateError(Message("certificate_other", number=str(number)))
    except CertificateError as error:
        why = message_of(error)
        refused = Message("certificate_refused", why=why)
        click.echo(
            json.dumps({"confirmed": False, "why": why})
            if form == "json"
            else refused.in_language(lang)
        )
        return False
    click.echo(_json(confirmed, found) if form == "json" else _said(confirmed, found, lang))
    return True


def _show(listed: int) -> None:
    click.echo(f"\r{listed:,} positions listed\x1b[K\r", nl=False, err=True)


def _said(confirmed: Confirmed, number: int | None, lang: str) -> str:
    return Message("certificate_confirmed", what=confirmed.message(number)).in_language(lang)


def _json(confirmed: Confirmed, number: int | None) -> str:
    return json.dumps(
        {
            "confirmed": True,
            "kind": confirmed.kind,
            "number": number,
            "cells": confirmed.cells,
            "positions": confirmed.positions,
            "distinguished": list(confirmed.distinguished),
            "length": confirmed.length,
            "unit": confirmed.unit,
        }
    )


def _board(start: Start) -> Board:
    return Board(
        [[parse_card(card) for card in column] for column in start.columns],
        [None if card is None else parse_card(card) for card in start.cells],
        start.homes,
    )
