"""A notebook with a drawing that has faults, and the ways to look at what it is for: findings, characteristics."""

from pathlib import Path

from browser_lab import PATIENCE, Server, open_notebook, write_notebook
from playwright.sync_api import Locator, Page, expect

FAULTY_CELL = """\
import drawkit
from drawkit import contract, engine, samples
sample = samples.named("milled_plate")
truth = sample.truth
faults = {
    "d12": {"upper_deviation": -0.1, "lower_deviation": 0.1},  # the wrong way round
    "d18": {"fit": "H33"},  # no grade of ISO 286
    "d13": {"upper_deviation": -0.1, "lower_deviation": 0.0, "confidence": 0.6},  # not read for certain
}
dimensions = tuple(one.model_copy(update=faults.get(one.id, {})) for one in truth.dimensions)
position = truth.geometric_tolerances[0]
elsewhere = position.model_copy(update={
    "id": "g9", "page": 2, "datums": (contract.DatumReference(label="K"),), "text": "⌖ ⌀0.2 K"
})
data = truth.model_copy(update={
    "dimensions": dimensions,
    "geometric_tolerances": (*truth.geometric_tolerances, elsewhere),
    "pages": (truth.pages[0], truth.pages[0].model_copy(update={"page": 2})),
})
picture = engine.previews(sample.data, truth, redact=False)[0]
plate = drawkit.Result(data, "faulty_plate.pdf", [picture, picture], redacted=False)
viewer = drawkit.ResultViewer(plate, height=620)
viewer
"""
CLEAN_CELL = """\
page = contract.PageReport(page=1, width=400, height=300)
empty = drawkit.ResultViewer(drawkit.Result(contract.Result(pages=(page,)), "empty.pdf"), height=240)
empty
"""
TWICE_CELL = """\
import pathlib
import tempfile
import drawkit
from drawkit import contract
from drawkit.review import Folder, Keeper
page = contract.PageReport(page=1, width=400, height=300)
sizes = tuple(
    contract.Dimension(id=f"d{n}", text=f"{n}", nominal=n, box=(40 * n, 40, 40 * n + 20, 50)) for n in range(1, 5)
)
data = contract.Result(pages=(page,), dimensions=sizes)
folder = Folder(pathlib.Path(tempfile.mkdtemp()))
viewers = []
for _ in range(2):
    result = drawkit.Result(data, "twice.pdf")
    result._keep_with(Keeper(folder, "ab" * 32))
    viewers.append(drawkit.ResultViewer(result, height=420))
viewers[0]
"""


REVISIONS_CELL = """\
import drawkit
from drawkit import engine, samples
sample = samples.named("milled_plate")
picture = engine.previews(sample.data, sample.truth, redact=False)[0]
first, *others = sample.truth.dimensions
came = {"d18": {"text": "⌀35 H8 THRU", "fit": "H8"}, "d12": {"nominal": 19.0, "text": "19 ±0.1"}}
kept = tuple(one.model_copy(update=came.get(one.id, {})) for one in others if one.id != "d22")
old = drawkit.Result(sample.truth, "plate_A.pdf", [picture], redacted=False)
later = sample.truth.model_copy(update={"dimensions": (first, *kept)})
new = drawkit.Result(later, "plate_B.pdf", [picture], redacted=False)
comparison = drawkit.ComparisonViewer(drawkit.compare(old, new), height=620)
comparison
"""
TASKS_CELLS = [
    """\
import tempfile
import drawkit
from drawkit import samples
client = drawkit.connect(state=tempfile.mkdtemp(), workers=1)
for name, sample in (("plate_A.pdf", "milled_plate"), ("plate_B.pdf", "milled_plate"), ("other.pdf", "turned_part")):
    client.submit(samples.named(sample).data, "dimension_tolerance", name=name).wait()
""",
    """\
bench = drawkit.workbench(client)
bench
""",
]


def write(folder: Path) -> None:
    write_notebook(folder / "views.ipynb", [FAULTY_CELL, CLEAN_CELL])
    write_notebook(folder / "twice.ipynb", [TWICE_CELL, "viewers[1]"])
    write_notebook(folder / "revisions.ipynb", [REVISIONS_CELL])
    write_notebook(folder / "tasks.ipynb", TASKS_CELLS)


def open_views(page: Page, server: Server, *, dark: bool = False) -> tuple[Locator, Locator]:
    """Open the notebook, run it, and wait for both viewers."""
    page.set_viewport_size({"width": 1500, "height": 1000})
    open_notebook(page, server, "views", dark=dark)
    found = page.locator(".dk-viewer")
    expect(found).to_have_count(2, timeout=PATIENCE)
    expect(found.nth(0).locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    return found.nth(0), found.nth(1)


def turn_to(viewer: Locator, view: str) -> None:
    """Open a view by its tab, and wait for what it tells."""
    tab = viewer.get_by_role("tab", name=view, exact=True)
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(viewer.locator(".dkv-working")).to_be_hidden(timeout=PATIENCE)


def line(viewer: Locator, key: str) -> Locator:
    return viewer.locator(f'.dkv-line[data-row="{key}"]')


def marked(viewer: Locator) -> Locator:
    return viewer.locator('.dkv-line[aria-selected="true"]')
