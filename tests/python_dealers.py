"""Twenty dealers in Python, right and wrong ones, and a dozen that mean harm: for the page and the command."""

PLAIN = """\
def deal_freecell(number):
    state, cards = number, []
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    while deck:
        state = (state * 214013 + 2531011) % 2**31
        at = (state >> 16) % len(deck)
        deck[at], deck[-1] = deck[-1], deck[at]
        cards.append(deck.pop())
    return [cards[row : row + 8] for row in range(0, 52, 8)]
"""


def changed(*changes: tuple[str, str]) -> str:
    """Return the plain dealer with something replaced."""
    source = PLAIN
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


RETURN = "return [cards[row : row + 8] for row in range(0, 52, 8)]"
RIGHT = {
    "plain": PLAIN,
    "another name": changed(("def deal_freecell", "def deal")),
    "a name of its own, behind a helper": "def help(n):\n    return n\n\n" + changed(("def deal_freecell", "def my_own")),
    "bits": changed(("% 2**31", "& 0x7FFFFFFF"), ("(state >> 16)", "state // 65536")),
    "a class": "class Dealer:\n    def __call__(self, number):\n        return plain(number)\n"
    + changed(("def deal_freecell", "def plain")) + "deal_freecell = Dealer()\n",
    "columns": changed((RETURN, "return [cards[column::8] for column in range(8)]")),
    "one list": changed((RETURN, "return cards")),
    "text": changed((RETURN, "return '\\n'.join(' '.join(cards[row : row + 8]) for row in range(0, 52, 8))")),
    "small letters": changed(("A23456789TJQK", "a23456789tjqk")),
    "tuples": changed((RETURN, "return tuple(tuple(cards[row : row + 8]) for row in range(0, 52, 8))")),
}  # fmt: skip
WRONG = {
    "no modulus": changed(("% 2**31", "% 2**32")),
    "the card is taken out": changed(
        ("        deck[at], deck[-1] = deck[-1], deck[at]\n", ""), ("deck.pop()", "deck.pop(at)")
    ),
    "suits like bridge": changed(('"CDHS"', '"SHDC"')),
    "constants of the C standard": changed(("214013", "1103515245"), ("2531011", "12345")),
    "counted from one": changed(("= number, []", "= number + 1, []")),
    "a short mask": changed(("(state >> 16)", "(state >> 16 & 0xFFF)")),
    "Python's own generator": "import random\n" + changed(
        ("    while deck:\n", "    random.seed(number)\n    while deck:\n"),
        ("(state >> 16)", "random.getrandbits(15)"),
    ),
    "something kept": "calls = []\n" + changed(
        ("    while deck:\n", "    calls.append(number)\n    state += len(calls) > 12\n    while deck:\n")
    ),
    "an error": changed(("    while deck:\n", "    if number == 617:\n        raise ValueError('no luck')\n    while deck:\n")),
    "nothing": changed((RETURN, "cards")),
}  # fmt: skip
HOSTILE = {
    "endless": ("def deal_freecell(number):\n    while True:\n        pass\n", "no answer within 2 s"),
    "endless at once": ("while True:\n    pass\n", "no answer within 2 s"),
    "memory": (
        "def deal_freecell(number):\n    kept = []\n    while True:\n        kept.append(bytearray(10**8))\n",
        ("no answer within 2 s", "it raised"),
    ),
    "recursion": ("def deal_freecell(number):\n    return deal_freecell(number)\n", "it raised RecursionError"),
    "the page's JavaScript": (
        "import js\ndef deal_freecell(number):\n    return js.window.parent.document.title\n",
        "it raised AttributeError",
    ),
    "code in JavaScript": (
        "def deal_freecell(number):\n    from pyodide.code import run_js\n    return run_js('fetch(\"{service}\")')\n",
        "it raised",
    ),
    "code from a constructor": (
        "from pyodide.ffi import to_js\ndef deal_freecell(number):\n"
        "    return to_js([]).constructor.constructor('return this')().fetch('{service}')\n",
        "it raised",
    ),
    "a package": (
        "import pyodide_js\ndef deal_freecell(number):\n    pyodide_js.loadPackage('{service}x.whl')\n",
        ("it raised", "it returned nothing"),
    ),
    "the network": (
        "def deal_freecell(number):\n    from pyodide.http import open_url\n    return open_url('{service}').read()\n",
        ("it raised", "no answer within 2 s"),
    ),
    "a socket": (
        "import urllib.request\ndef deal_freecell(number):\n    return urllib.request.urlopen('{service}').read()\n",
        ("it raised", "no answer within 2 s"),  # the module takes a slow machine seconds to import
    ),
    "a thread": (
        "import threading\ndef deal_freecell(number):\n    threading.Thread(target=print).start()\n",
        "it raised RuntimeError",
    ),
    "a file": (
        "def deal_freecell(number):\n    return open('/etc/passwd').read() + open('/home/x', 'w').name\n",
        "it raised",
    ),
    "the end": ("import sys\ndef deal_freecell(number):\n    sys.exit(3)\n", "it ended the program"),
}  # fmt: skip
