"""A notebook with a viewer, run and saved: it shows the result without kernel and widgets, and nothing private."""

import base64
import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import drawkit

ROOT = Path(drawkit.__file__).parents[1]
KEY = "the-key-of-a-service-0123456789"
CELLS = [
    """\
import io, os
from PIL import Image
import drawkit
from drawkit import contract
buffer = io.BytesIO()
Image.effect_noise((300, 200), 50).save(buffer, "PNG")
data = contract.Result(
    pages=(contract.PageReport(page=1, width=400, height=300),),
    dimensions=(contract.Dimension(id="d1", text="12.5 ±0.1", nominal=12.5, box=(10, 10, 60, 20)),),
)
result = drawkit.Result(data, "housing.pdf", [buffer.getvalue()], redacted=True)
client = drawkit.Client("http://drawings.example", os.environ["DRAWKIT_API_KEY"])
client""",
    """\
viewer = drawkit.ResultViewer(result)
viewer._pane._handle_custom_msg({"op": "picture", "page": 1, "edition": 1}, [])
viewer.correct("dimensions", "d1", nominal=12.7)
viewer""",
    "result.dimensions",
]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved")
    path = folder / "story.ipynb"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DRAWKIT_API_KEY", KEY)
        patch.setenv("PYTHONPATH", str(ROOT))
        NotebookClient(
            notebook, timeout=300, store_widget_state=True, resources={"metadata": {"path": str(folder)}}
        ).execute()
    nbformat.write(notebook, path)
    return path


def test_it_shows_the_result_without_a_kernel(saved: Path) -> None:
    viewer, frame = (cell.outputs[0].data for cell in nbformat.read(saved, as_version=4).cells[1:])
    assert "12.5 ±0.1" in viewer["text/html"]
    assert "data:image/png;base64," in viewer["text/html"]
    assert viewer["text/plain"].startswith("<ResultViewer: <Result of housing.pdf")
    assert "12.7" in frame["text/html"]


def test_it_holds_nothing_private(saved: Path) -> None:
    text = saved.read_text("utf-8")
    assert KEY not in text
    assert str(saved.parent) not in text
    assert sys.prefix not in text
    state = nbformat.read(saved, as_version=4).metadata.widgets
    assert "iVBORw0KGgo" not in str(state), "no picture in the widgets' state"


def test_the_shared_copy_shows_it_too(saved: Path, tmp_path: Path) -> None:
    shared = drawkit.share(saved, tmp_path)
    assert shared.html is not None
    page = shared.html.read_text("utf-8")
    body = page[page.index("<body") :]
    assert "12.5 ±0.1" in body
    pictures = re.findall(r"data:image/png;base64,([A-Za-z0-9+/=]+)", body)
    assert [base64.b64decode(picture)[:4] for picture in pictures] == [b"\x89PNG"]
    assert "widgets" not in shared.notebook.read_text("utf-8").partition('"metadata"')[2].partition("nbformat")[0]
