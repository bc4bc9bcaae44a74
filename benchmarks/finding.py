"""Finding numbers beside a plain scan in C++ that deals each number until a card differs.

Run by `make bench`; prints a table and writes bench-finding.json. The scan tries 50 million
numbers, and its rate is taken for all: how long 2^31 would take is what a search is measured by.
"""

import random
from functools import partial

from benchmarks.rounds import Claim, measure, per_second, report, sized
from freecell import _core, deal
from freecell.dealing import deal_cards
from freecell.finder import find, find_partial
from tests.plain_finder import find_in_python

RANDOM = random.Random(617)
BOARDS = [deal(RANDOM.randrange(2**33)) for _ in range(sized(500, 2))]
SCANNED = sized(50_000_000, 10_000)
LOOKED_AT = sized(2**24, 2**12)
ALL = 2**33
BAND = 2**31


def searches(count: int) -> float:
    """Return the rate of searches for full boards over all numbers, called from Python."""
    return per_second(count, lambda: [find(board) for board in BOARDS[:count]])


def python_searches(count: int) -> float:
    """Return the same rate of the search in plain Python."""
    return per_second(count, lambda: [find_in_python(board) for board in BOARDS[:count]])


def plain_scan() -> float:
    """Return how many times a second the plain scan could look through 2^31 numbers."""
    cards = deal_cards(2**31 - 1)
    return per_second(SCANNED, lambda: _core.scan_for_deal(cards, 0, SCANNED)) / BAND


def top_row() -> float:
    """Return the rate of searches for the top row over all 2^33 numbers."""
    top = "7D AD 5C 3S 5S 8C 2D AH"
    count = sized(5, 1)
    return per_second(count, lambda: [list(find_partial(top)) for _ in range(count)])


def six_cards() -> float:
    """Return how many numbers a second are tried for six cards anywhere: the median of five."""
    rates = []
    for _ in range(5):
        cards = deal_cards(RANDOM.randrange(2**31))
        known = [(index, cards[index]) for index in sorted(RANDOM.sample(range(52), 6))]
        rates.append(per_second(LOOKED_AT, partial(_core.scan_for_cards, known, 0, LOOKED_AT)))
    return sorted(rates)[2]


def main() -> None:
    """Measure all in one run."""
    rates = measure(
        {
            "full board": lambda: searches(len(BOARDS)),
            "full board, plain Python": lambda: python_searches(sized(5, 1)),
            "plain scan of 2^31": plain_scan,
            "top row, all 2^33": top_row,
            "six cards, numbers": six_cards,
        }
    )
    claims = [Claim("full board", "plain scan of 2^31", 10_000)]
    report("Searches a second", rates, claims, "bench-finding.json")
    for name, seconds in (
        ("full board", 0.001),
        ("full board, plain Python", 0.060),
        ("top row, all 2^33", 0.100),
    ):
        time = 1 / rates[name]
        verdict = "met" if time < seconds else "MISSED"
        print(f"  {name}: {time * 1000:.3f} ms (guide {seconds * 1000:g} ms: {verdict})")
    verdict = "met" if rates["six cards, numbers"] >= 100e6 else "MISSED"
    print(
        f"  six cards: {rates['six cards, numbers'] / 1e6:.0f} million numbers/s "
        f"(guide 100: {verdict})"
    )


if __name__ == "__main__":
    main()
