"""How fast the atlas answers: a command, and a million questions in Python.

python -m benchmarks.atlas
"""

import random
import resource
import subprocess
import sys
from time import process_time

import freecell
from benchmarks.rounds import sized


def main() -> None:
    """Print seconds of CPU."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([sys.executable, "-m", "freecell", "about", "617"], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"freecell about 617: {used.ru_utime - before + used.ru_stime:.3f} s of CPU")
    count = sized(1_000_000, 100)
    asked = random.Random(617).choices(range(1, 1_000_001), k=count)
    began = process_time()
    for number in asked:
        freecell.about(number)
    print(f"{count:,} random answers: {process_time() - began:.1f} s of CPU")


if __name__ == "__main__":
    main()
