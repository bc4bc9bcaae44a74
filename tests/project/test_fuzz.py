"""The fuzzer, for a short while: every public function, with arguments of every kind."""

from tools import fuzz


def test_every_public_function_bears_any_arguments() -> None:
    ended = fuzz.fuzz(seconds=600, seed=1, calls=300)
    called = {key.partition(": ")[0] for key in ended}
    assert called >= set(fuzz.functions()) - set(fuzz.RARE)
