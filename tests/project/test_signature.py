from benchmarks.signature import FILE, signature


def test_the_search_looks_at_as_many_positions_as_its_signature_says():
    """A change of the search on purpose: put the new number into the file and into the commit."""
    assert signature() == int(FILE.read_text())
