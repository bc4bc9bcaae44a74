"""The program of docs/solvers.md is compiled, and judged; its Python is run by test_documents."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from freecell.own_solver import check_solver

PAGE = Path(__file__).parents[2] / "docs" / "solvers.md"


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler to try it with")
def test_the_program_of_the_page_is_right(tmp_path):
    (code,) = re.findall(r"```cpp\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "mysolver.cpp").write_text(code, encoding="utf-8")
    command = ["c++", "-std=c++17", "-O1", "-o", "mysolver", "mysolver.cpp"]
    subprocess.run(command, cwd=tmp_path, check=True)
    checked = check_solver(str(tmp_path / "mysolver"), "1-3,ending:12:617,ending:26:320", jobs=2)
    assert checked.right, str(checked)
