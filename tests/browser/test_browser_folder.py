"""A folder on the workbench: one list for files and tasks, as long as the page lets it be, beside the result."""

import statistics
from pathlib import Path

import pytest
from browser_axe import serious
from browser_bench import drop_paths, open_bench, task_row
from browser_lab import PATIENCE, Server, open_notebook, seconds_to_filter, settle, write_notebook
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

MANY = 200
FILTER_SECONDS = 0.05
MANY_CELLS = [
    """\
import tempfile
import drawkit
client = drawkit.connect(state=tempfile.mkdtemp(), workers=1)
bench = drawkit.workbench(client)
bench
""",
    f"""\
data = drawkit.samples.named("assembly").data
for number in range({MANY}):
    bench.form.zone.inbox.keep(drawkit.client.uploads.read_drawing(data, f"part {{number}}.pdf"))
bench.form.zone.tell(now=True)
""",
]


@pytest.fixture(scope="module", autouse=True)
def notebooks(folder: Path) -> None:
    write_notebook(folder / "many.ipynb", MANY_CELLS)


@pytest.fixture
def drawings(tmp_path: Path) -> Path:
    into = tmp_path / "job"
    into.mkdir()
    for seed, kind in enumerate(("plate", "turned_part")):
        samples.make(kind, seed=seed, name=f"part {seed}").save(into)
    return into


def read(page: Page, bench: Locator, drawings: Path) -> list[str]:
    """Drop the folder, run it, and wait for its results."""
    drop_paths(page, bench.locator(".dkz-drop"), [drawings])
    names = [path.name for path in sorted(drawings.iterdir())]
    for name in names:
        settle(bench, name, "ready")
    bench.locator(".dkp-run").click()
    for name in names:
        settle(bench, name, "done")
    return names


def test_a_file_and_its_task_are_one_row(lab: Server, page: Page, drawings: Path, shots: Path) -> None:
    bench = open_bench(page, lab)
    names = read(page, bench, drawings)
    rows = bench.locator(".dkb-table tbody tr")
    expect(rows).to_have_count(len(names))
    expect(bench.locator(".dkz-file")).to_have_count(0)
    first = task_row(bench, names[0])
    expect(first.locator(".dkb-pictured")).to_be_visible(timeout=PATIENCE)
    expect(first.locator(".dkb-done")).to_contain_text("0 of ")
    expect(first.locator(".dkb-note")).to_contain_text("dimensions")
    first.get_by_role("button", name=f"Open the result of {names[0]}").click()
    expect(bench.locator(".dkv-name")).to_have_text(names[0], timeout=PATIENCE)
    expect(bench.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    bench.locator(".dkv-frame").focus()
    page.keyboard.press("n")
    page.keyboard.press("a")
    expect(first.locator(".dkb-done")).to_contain_text("1 of ")
    bench.get_by_label("Sort by", exact=True).select_option("name")
    assert rows.locator(".dkb-file").all_text_contents() == sorted(names)

    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    page.set_viewport_size({"width": 1800, "height": 1000})
    page.wait_for_function(  # JupyterLab lays out anew after the window has its size
        """() => {
            const place = shown => document.querySelector(shown).getBoundingClientRect();
            return place(".dkv-frame").left > place(".dkb-frame").right;  // the result stands beside the list
        }""",
        timeout=PATIENCE,
    )
    page.wait_for_timeout(500)
    bench.screenshot(path=shots / "folder-wide.png")
    page.set_viewport_size({"width": 700, "height": 1200})
    page.wait_for_timeout(500)
    assert bench.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), "nothing is wider than the page"
    bench.screenshot(path=shots / "folder-narrow.png")
    serious(page, bench)
    first.get_by_role("button", name=f"Remove {names[0]}").click()
    expect(task_row(bench, names[0])).to_have_attribute("data-entry", "")  # its task is there still


def test_a_photo_is_green_nowhere(lab: Server, page: Page, tmp_path: Path, shots: Path) -> None:
    across = Image.linear_gradient("L").resize((1200, 900))
    Image.merge("RGB", (across, across.rotate(180), Image.effect_noise((1200, 900), 60))).save(tmp_path / "photo.jpg")
    bench = open_bench(page, lab)
    drop_paths(page, bench.locator(".dkz-drop"), [tmp_path / "photo.jpg"])
    settle(bench, "photo.jpg", "ready")
    bench.locator(".dkp-run").click()
    row = task_row(bench, "photo.jpg")
    expect(row).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    expect(row).to_have_attribute("data-warn", "true", timeout=PATIENCE)
    colour = "e => getComputedStyle(e).backgroundColor"
    assert row.locator(".dkb-dot").evaluate(colour) == "rgb(230, 159, 0)"
    expect(bench.locator(".dkv-remark")).to_contain_text("Is it a drawing?", timeout=PATIENCE)
    expect(bench.locator(".dku-message[data-level=good]:visible")).to_have_count(0)
    bench.screenshot(path=shots / "folder-photo.png")


def test_in_the_dark(dark_lab: Server, page: Page, drawings: Path, shots: Path) -> None:
    bench = open_bench(page, dark_lab)
    names = read(page, bench, drawings)
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    expect(task_row(bench, names[0]).locator(".dkb-pictured")).to_be_visible(timeout=PATIENCE)
    expect(bench.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    bench.screenshot(path=shots / "folder-dark.png")
    serious(page, bench)


def test_voila(voila: Server, page: Page, drawings: Path, shots: Path) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    bench = open_bench(page, voila)
    names = read(page, bench, drawings)
    expect(task_row(bench, names[0]).locator(".dkb-pictured")).to_be_visible(timeout=PATIENCE)
    bench.screenshot(path=shots / "folder-voila.png")


@pytest.mark.timed
def test_two_hundred_drawings(lab: Server, page: Page, shots: Path) -> None:
    open_notebook(page, lab, "many")
    bench = page.locator(".dk-bench")
    rows = bench.locator(".dkb-table tbody tr")
    expect(bench).to_be_visible(timeout=PATIENCE)
    empty = bench.bounding_box()
    expect(rows).to_have_count(MANY, timeout=PATIENCE)
    expect(bench.locator(".dkp-cost")).to_contain_text(f"{MANY} drawings", timeout=PATIENCE)
    full = bench.bounding_box()
    run = bench.locator(".dkp-run").bounding_box()
    assert empty is not None
    assert full is not None
    assert run is not None
    assert full["height"] < empty["height"] + 450, "the list scrolls, not the page"
    assert run["y"] + run["height"] < full["y"] + 600, "Run is in sight"
    times = seconds_to_filter(bench, ".dkb-name", ["7", "19", "", "part 1", ""])
    told = f"filter of {MANY} drawings {statistics.median(times):.3f} s (most {max(times):.3f})"
    (shots / "folder-times.txt").write_text(told)
    print(told)  # noqa: T201 - a benchmark prints its figures
    bench.screenshot(path=shots / "folder-many.png")
    assert statistics.median(times) <= FILTER_SECONDS, told
