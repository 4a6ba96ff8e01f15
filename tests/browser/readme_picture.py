"""Makes the pictures of README (viewer) and notebook 02 (workbench): `python tests/browser/readme_picture.py`.

On the bench two drawings are read and a file that is none is refused; in the viewer a review has begun.
"""

import io
import tempfile
from pathlib import Path

from browser_lab import CHROMIUM_ARGUMENTS, PATIENCE, ROOT, Server, choose, open_notebook, settle, write_notebook
from browser_review import WORN_CELL, write_worn
from conftest import chromium
from PIL import Image, ImageOps
from playwright.sync_api import Locator, Page, expect, sync_playwright

from drawkit import samples

PICTURES = ROOT / "tests" / "notebooks"
WIDTH, HEIGHT = 1550, 2400  # of the browser: what is shown is about 1400 px wide
MARGIN = 14
BENCH_CELL = """\
import os
import tempfile
import drawkit
os.environ["DRAWKIT_SERVICE_PAGES_PER_MONTH"] = "40"
client = drawkit.connect(state=tempfile.mkdtemp())
bench = drawkit.workbench(client)
bench
"""


def drawings(folder: Path) -> list[Path]:
    """A shaft, an assembly, and a file that is no drawing."""
    letter = folder / "letter.pdf"
    letter.write_text("Dear Sir or Madam")
    return [
        samples.make("turned_part", seed=11, name="shaft").save(folder),
        samples.named("assembly").save(folder),
        letter,
    ]


def opened(page: Page, server: Server, notebook: str) -> None:
    open_notebook(page, server, notebook)
    page.evaluate("window.jupyterapp.shell.collapseLeft()")


def fit(viewer: Locator) -> None:
    """Show the whole sheet; what is marked stays so."""
    expect(viewer.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    viewer.locator(".dkv-frame").focus()
    viewer.page.keyboard.press("0")
    viewer.page.mouse.move(2, 2)
    viewer.page.wait_for_timeout(2500)  # the view glides, and a sharper picture comes


def on_the_bench(page: Page, server: Server, files: list[Path]) -> Locator:
    opened(page, server, "bench")
    bench = page.locator(".dk-bench")
    expect(bench.locator(".dkw-said")).to_have_text("Service on this machine", timeout=PATIENCE)
    expect(bench.locator(".dkz-hint")).to_contain_text("TIFF", timeout=PATIENCE)  # the service told its limits
    choose(page, bench, files)
    for path, state in zip(files, ("ready", "ready", "refused"), strict=True):
        settle(bench, path.name, state)
    bench.get_by_role("button", name="Run", exact=True).click()
    for path in files[:2]:
        settle(bench, path.name, "done")
    bench.get_by_role("button", name=f"Open the result of {files[0].name}").click()
    expect(bench.locator(".dkb-pictured")).to_have_count(2, timeout=PATIENCE)
    fit(bench.locator(".dk-viewer"))
    return bench


def in_review(page: Page, server: Server) -> Locator:
    """The least sure items are decided by keys; the next stands with its crop beside its fields."""
    opened(page, server, "viewer")
    viewer = page.locator(".dk-viewer")
    expect(viewer.locator(".dkv-row").first).to_be_visible(timeout=PATIENCE)
    viewer.get_by_label("Table", exact=True).select_option("dimensions")
    viewer.locator(".dkv-frame").focus()
    for key in "nae":  # the first is right; the second has a counterbore that is not there
        page.keyboard.press(key)
        page.wait_for_timeout(500)
    page.keyboard.press("Control+A")
    page.keyboard.type("⌀35 H7 THRU")
    page.keyboard.press("Enter")
    expect(viewer.locator('.dkv-row[data-state="corrected"]')).to_be_visible()
    viewer.locator(".dkv-frame").focus()
    for key in "na":
        page.keyboard.press(key)
        page.wait_for_timeout(500)
    expect(viewer.locator(".dkv-crop")).to_be_visible()
    fit(viewer)
    return viewer


def keep(shown: Locator, name: str) -> None:
    """Write what is shown with a margin; few colours keep the file small."""
    with Image.open(io.BytesIO(shown.screenshot())) as seen:
        page = ImageOps.expand(seen.convert("RGB"), MARGIN, "white")
    page.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(PICTURES / name, "PNG", optimize=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder, home = Path(made, "notebooks"), Path(made, "home")
        folder.mkdir()
        home.mkdir()
        write_notebook(folder / "bench.ipynb", [BENCH_CELL])
        write_worn(folder)
        write_notebook(folder / "viewer.ipynb", [WORN_CELL])
        with Server("lab", folder, home) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=CHROMIUM_ARGUMENTS)
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.set_default_timeout(60_000)
            keep(in_review(page, server), "review.png")
            keep(on_the_bench(page, server, drawings(folder)), "workbench.png")
            browser.close()


if __name__ == "__main__":
    main()
