"""The committed notebooks: as told, executed, without faults, and without anything a reader should not get."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from stories import STORIES

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 1_000_000
PICTURES = re.compile(r"(?:data:image/\w+;base64,|\"image/png\": \")[A-Za-z0-9+/=\\n]+")
PRIVATE = {
    "an API key": re.compile(r"\bdk_[a-z]+_[0-9A-Za-z]{20,}|Bearer [A-Za-z0-9]"),
    "a webhook secret": re.compile(r"whsec_"),
    "a machine's path": re.compile(r"(?<![\w/.<])/(?:home|root|tmp|work|opt|usr|Users)/|[A-Z]:\\\\"),
    "an address of this machine": re.compile(r"127\.0\.0\.1|localhost:"),
    "an object's address": re.compile(r"\bat 0x[0-9a-f]{6,}"),
}


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    return request.param


def read(path: Path) -> nbformat.NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def test_there_is_a_notebook_for_each_story() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(STORIES)


def test_it_is_as_told(path: Path) -> None:
    cells = [(cell.cell_type, cell.source, tuple(cell.metadata.get("tags", ()))) for cell in read(path).cells]
    assert cells == list(STORIES[path.stem]), "run python tests/notebooks/build.py"


def test_every_cell_was_executed_in_order_and_none_failed(path: Path) -> None:
    code = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    kinds = {output.output_type for cell in code for output in cell.outputs}
    assert kinds <= {"execute_result", "display_data"}, "no errors, and nothing printed to the streams"


def test_what_it_shows_needs_no_kernel(path: Path) -> None:
    outputs = [output.data for cell in read(path).cells for output in cell.get("outputs", ())]
    assert outputs
    for data in outputs:
        assert "text/html" in data or "image/png" in data
        assert not any("widget" in kind for kind in data)
    assert any("data:image/png;base64," in data.get("text/html", "") for data in outputs)


def test_it_keeps_nothing_private_and_no_widget_state(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "widgets" not in json.loads(text)["metadata"]
    words = PICTURES.sub("", text)
    assert {what for what, pattern in PRIVATE.items() if pattern.search(words)} == set()


def test_it_is_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST
