"""What is drawn from the atlas: the document, its pictures, and the table that answers queries."""

from typing import Any

import numpy as np
import pytest

from freecell.deal_atlas import Atlas
from freecell.deal_atlas.table import to_table, write_csv, write_parquet
from freecell.difficulty import LEVELS
from tests.commands import run
from tools.atlas.report import END, START, rank_correlation, write_report

# The document


def test_the_document_is_drawn_from_the_atlas(undisturbed, tmp_path):
    document = tmp_path / "atlas.md"
    document.write_text(f"# Before\n\n{START}\nold\n{END}\n\nAfter\n")
    write_report(Atlas(undisturbed), document, tmp_path)
    text = document.read_text()
    known = [Atlas(undisturbed).about(number) for number in range(1, 401)]
    proved = sum(each.fewest_proved for each in known)
    assert text.startswith("# Before\n\n")
    assert text.endswith(f"{END}\n\nAfter\n")
    assert "old" not in text
    assert f"| fewest cells, proved | {proved} | {1_000_000 - proved:,} | {proved} |" in text
    assert "fewest, nodes 3,000" in text
    for level in LEVELS:
        assert f"| {level} | {sum(each.level == level for each in known)} |" in text
    of_two = [
        each.moves for each in known if each.fewest_proved and each.fewest == 2 and each.moves
    ]
    row = f"| 2 | {len(of_two)} | {np.mean(of_two):.2f} | {min(of_two)} | {max(of_two)} |"
    assert row in text
    names = {"fewest", "moves", "difficulty", "difficulty-fewest"}
    assert {path.stem for path in tmp_path.glob("*.svg")} == {f"atlas-{name}" for name in names}
    again = text.encode()
    write_report(Atlas(undisturbed), document, tmp_path)
    assert document.read_bytes() == again


def test_an_empty_atlas_can_be_drawn_too(tmp_path):
    (tmp_path / "atlas.md").write_text(f"{START}{END}")
    write_report(Atlas(tmp_path / "none"), tmp_path / "atlas.md", tmp_path / "images")
    assert "| difficulty | 0 | 1,000,000 | 0 |" in (tmp_path / "atlas.md").read_text()


def test_the_rank_correlation_of_the_same_order_is_one():
    assert rank_correlation(np.array([1, 5, 5, 9]), np.array([0, 2, 2, 3])) == pytest.approx(1)
    assert rank_correlation(np.array([1, 2, 3]), np.array([9, 8, 7])) == pytest.approx(-1)


# The table


def queried(query: str) -> list[Any]:
    import duckdb

    found = duckdb.sql(query)
    assert found is not None
    return found.fetchall()


def test_the_exported_table_answers_queries(undisturbed, tmp_path):
    import polars

    path = tmp_path / "atlas.parquet"
    write_parquet(path, Atlas(undisturbed))
    known = [Atlas(undisturbed).about(number) for number in range(1, 401)]
    of_cells = queried(
        f"select fewest, count(*) from '{path}' where fewest_proved and number > 0 group by all order by all"
    )
    proved = [each.fewest for each in known if each.fewest_proved and each.fewest is not None]
    assert of_cells == [(cells, proved.count(cells)) for cells in sorted({*proved})]
    [(mean,)] = queried(f"select avg(moves) from '{path}' where number > 0")
    assert mean == pytest.approx(np.mean([each.moves or 0 for each in known]))
    hard = polars.scan_parquet(path).filter(polars.col("level") == "very hard").select("number")
    assert hard.collect().to_series().to_list() == [
        number for number in range(-4, 401) if Atlas(undisturbed).about(number).level == "very hard"
    ]
    open_ones = polars.scan_parquet(path).filter(polars.col("difficulty").is_null()).collect()
    assert len(open_ones) == 1_000_005 - 405


def test_the_table_as_text(undisturbed, tmp_path):
    write_csv(tmp_path / "atlas.csv", Atlas(undisturbed))
    lines = (tmp_path / "atlas.csv").read_text().splitlines()
    assert len(lines) == 1_000_006
    assert lines[0] == '"number","verdict","fewest","fewest_proved","moves","shortest","least","score","difficulty","level"'  # fmt: skip
    first = Atlas(undisturbed).about(1)
    assert lines[6].startswith(f'1,"solved",{first.fewest},')
    assert lines[6].endswith(f',{first.difficulty},"{first.level}"')
    assert lines[-1] == '1000000,"undecided",,false,,false,,,,'


def test_the_command_writes_what_is_asked_for(tmp_path):
    import polars

    path = tmp_path / "atlas.parquet"
    assert run("atlas", "-o", str(path)) == (0, f"{path}\n", "")
    assert polars.read_parquet(path).columns == to_table(Atlas(tmp_path)).column_names
    assert run("atlas", "--format", "csv", "-o", str(tmp_path / "x")).status == 0
    assert (tmp_path / "x").read_text().startswith('"number"')
