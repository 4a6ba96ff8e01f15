"""A notebook with viewers in it, and the ways to open it: a read drawing, a crowded sheet, several pages."""

from pathlib import Path

from browser_lab import PATIENCE, Server, open_notebook, write_notebook
from playwright.sync_api import Locator, Page, expect

from drawkit import engine, samples

ITEMS = 300

READ_CELL = """\
from pathlib import Path
import drawkit
from drawkit import contract
read = contract.Result.from_json(Path("viewed_plate.json").read_bytes())
plate = drawkit.Result(read, "milled_plate.pdf", [Path("viewed_plate.png").read_bytes()])
viewer = drawkit.ResultViewer(plate)
viewer
"""
CROWDED_CELL = f"""\
import io
from PIL import Image
buffer = io.BytesIO()
Image.new("L", (2000, 1414), 255).save(buffer, "PNG")
dims = tuple(
    contract.Dimension(
        id=f"d{{i}}", text=f"{{i}} ±0.1", nominal=float(i), upper_deviation=0.1, lower_deviation=-0.1,
        box=(20 + 56 * (i % 20), 20 + 52 * (i // 20), 55 + 56 * (i % 20), 32 + 52 * (i // 20)),
        confidence=1 - (i % 10) / 10, page=page,
    )
    for page in (1, 2) for i in range({ITEMS})
)
crowd = contract.Result(dimensions=dims, pages=tuple(
    contract.PageReport(page=page, width=1190.55, height=841.89) for page in (1, 2)
))
crowded = drawkit.ResultViewer(drawkit.Result(crowd, "crowded", [buffer.getvalue()]), height=420)
crowded
"""
TOLD_CELL = """\
print("corrections:", [(c.id, c.field, c.read, c.value, c.origin) for c in plate.by_hand])
"""


def write(folder: Path) -> None:
    """The notebook, and what it shows: read once, not in each kernel."""
    sample = samples.make("plate", seed=7, name="milled_plate")
    read = engine.analyze(sample.data)
    (preview,) = engine.previews(sample.data, read)
    (folder / "viewed_plate.json").write_text(read.to_json(), "utf-8")
    (folder / "viewed_plate.png").write_bytes(preview)
    write_notebook(folder / "viewer.ipynb", [READ_CELL, CROWDED_CELL, TOLD_CELL])


def open_viewers(page: Page, server: Server) -> tuple[Locator, Locator]:
    """Open the notebook, run it, and wait for both viewers with their pictures."""
    open_notebook(page, server, "viewer")
    found = page.locator(".dk-viewer")
    expect(found).to_have_count(2, timeout=PATIENCE)
    for at in range(2):
        expect(found.nth(at).locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    return found.nth(0), found.nth(1)
