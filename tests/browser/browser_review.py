"""A notebook with a worn sheet to review, a long one for its times, and what code makes of both afterwards."""

from pathlib import Path

from browser_lab import PATIENCE, Server, open_notebook, write_notebook
from playwright.sync_api import Locator, Page, expect

from drawkit import engine, samples

ITEMS = 2000
HEIGHT = 640  # of the viewer, in pixels

WORN_CELL = f"""\
from pathlib import Path
import drawkit
from drawkit import contract, engine
data = Path("cover_plate.png").read_bytes()
read = contract.Result.from_json(Path("cover_plate.json").read_bytes())
plate = drawkit.Result(read, "cover_plate.png", engine.previews(data, read, redact=False), redacted=False)
viewer = drawkit.ResultViewer(plate, height={HEIGHT})
viewer
"""
LONG_CELL = f"""\
dims = tuple(
    contract.Dimension(
        id=f"d{{i}}", text=f"{{i}} ±0.1", nominal=float(i), upper_deviation=0.1, lower_deviation=-0.1,
        box=(10 + 23 * (i % 50), 10 + 20 * (i // 50), 30 + 23 * (i % 50), 20 + 20 * (i // 50)),
        confidence=0.5 + (i % 50) / 100,
    )
    for i in range({ITEMS})
)
long = drawkit.Result(contract.Result(
    units="mm", dimensions=dims, pages=(contract.PageReport(page=1, width=1190.55, height=841.89),)
), "long")
many = drawkit.ResultViewer(long, height=420)
many
"""
TOLD_CELL = """\
print("reviewed:", plate.reviewed, "and", long.reviewed)
print("added:", [(i.text, i.box is not None) for i in plate.corrected.dimensions if contract.state_of(i) == "added"])
"""


def write(folder: Path) -> None:
    write_worn(folder)
    write_notebook(folder / "review.ipynb", [WORN_CELL, LONG_CELL, TOLD_CELL])


def write_worn(folder: Path) -> None:
    """The worn sheet and what the engine reads on it: seconds of work, done once and not in each kernel."""
    sample = samples.make("plate", seed=7, name="cover_plate", carrier="picture", dpi=150, wear="worn")
    (folder / "cover_plate.png").write_bytes(sample.data)
    (folder / "cover_plate.json").write_text(engine.analyze(sample.data).to_json(), "utf-8")


def open_review(page: Page, server: Server) -> tuple[Locator, Locator]:
    """Open the notebook, run it, and wait for both viewers."""
    open_notebook(page, server, "review")
    found = page.locator(".dk-viewer")
    expect(found).to_have_count(2, timeout=PATIENCE)
    expect(found.nth(0).locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    expect(found.nth(1).locator(".dkv-row")).to_have_count(ITEMS, timeout=PATIENCE)
    return found.nth(0), found.nth(1)


def marked(viewer: Locator) -> str:
    """The key of the marked row."""
    row = viewer.locator('.dkv-row[aria-selected="true"]').first
    expect(row).to_be_visible()
    return row.get_attribute("data-key") or ""


def state(viewer: Locator, key: str) -> Locator:
    return viewer.locator(f'.dkv-row[data-key="{key}"]')


def reviewed(viewer: Locator) -> int:
    """How many rows are reviewed, as the bar on top says."""
    return int(viewer.locator(".dkv-reviewed").inner_text().partition(" ")[0].replace(",", ""))
