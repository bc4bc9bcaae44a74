"""What the document about shortest solutions says is what the atlas knows."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from freecell.deal_atlas import Atlas
from tools.atlas.maker import join_shortest
from tools.atlas.shortest_report import (
    END,
    START,
    Intervals,
    beams,
    intervals,
    sections,
    write_report,
)


@pytest.fixture
def known(tmp_path: Path) -> Intervals:
    """Return what a small atlas knows: three lengths, and two intervals of which one is open."""
    (tmp_path / "proofs.csv").write_text("-1,30\n1,29\n2,21,21\n3,18\n27,29,31,0,60\n")
    join_shortest(tmp_path / "atlas", tmp_path / "proofs.csv")
    return intervals(Atlas(tmp_path / "atlas"))


def test_the_atlas_is_asked_without_the_special_games(known):
    assert known == Intervals({1: 29, 2: 21, 3: 18}, {27: (29, 31)})


def test_the_document_says_what_is_proved(known, tmp_path):
    document, pictures = tmp_path / "shortest.md", tmp_path / "images"
    pictures.mkdir()
    document.write_text(f"before\n{START}\nold\n{END}\nafter\n")
    others = {"effort 2": {1: 30, 2: 21, 3: 20, 27: 35}, "the list": {1: 29}, "nobody": {5: 1}}
    write_report(known, others, document, pictures)
    text = document.read_text()
    assert text.startswith(f"before\n{START}\n\n### How far it goes\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| 1 to 100 | 3 | 1 | 22.67 | 21 | 18 | 29 |" in text
    assert "| 1 to 10 | 29 | 21 | 18 |  |" in text
    assert "| 29 to 31 |" in text
    assert "| longest | 1 (29), 2 (21), 3 (18) |" in text
    assert "| effort 2 | 3 | 22.67 | 23.67 | 2 | 66.7 % | 2 |" in text
    assert "| the list | 1 | 29.00 | 29.00 | 0 | 0.0 % | 0 |" in text
    assert "nobody" not in text
    for name in ("lengths", "others"):
        drawn = ElementTree.parse(pictures / f"shortest-{name}.svg").getroot()
        assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    titles = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["effort 2: 67", "the list: 0"]


def test_deals_that_were_chosen_for_their_length_have_no_mean(known):
    text = "".join(sections(known._replace(proved={**known.proved, 224_533: 8}), {}))
    assert "| 1 to 100 | 3 | 1 | 22.67 | 21 | 18 | 29 |" in text
    assert "| 1 to 1,000,000 | 4 | 1 |  |  | 8 | 29 |" in text
    assert "| shortest | 224533 (8), 3 (18)" in text


def test_a_document_of_an_atlas_without_proofs_is_empty_and_sound(tmp_path):
    document = tmp_path / "shortest.md"
    document.write_text(f"{START}{END}")
    write_report(intervals(Atlas(tmp_path)), {}, document, tmp_path)
    assert "| longest |  |" in document.read_text()


def test_beams_are_never_shorter_than_the_shortest(known):
    found = beams([2, 3])
    assert list(found) == [f"effort {effort}" for effort in range(1, 6)]
    assert all(lengths[n] >= known.proved[n] for lengths in found.values() for n in (2, 3))
