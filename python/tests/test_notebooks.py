"""The notebooks run from the first cell to the last."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=[file.stem for file in NOTEBOOKS])
def test_a_notebook_runs(file: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "notebooks are kept without their results"
    # Elsewhere than in the project: only what is installed is found.
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert sum(bool(cell.get("outputs")) for cell in notebook.cells) >= 3


def test_all_three_notebooks_are_found() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["first_steps", "luck_and_skill", "own_engine"]
