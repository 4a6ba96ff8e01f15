"""The workbench in a real JupyterLab and a real Voila."""

import io
import re
import statistics
import time
from pathlib import Path

import pytest
from browser_axe import serious
from browser_bench import answer_times, drop_paths, open_bench, ready, task_row
from browser_lab import PATIENCE, Server, choose, full_page_shot, open_notebook, row, settle, wait_for_kernel
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

MIB = 2**20
ANSWERS_WITHIN = 0.5
MARKS = ("dk-run", "dk-painted")
_MARK_PAINT = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".dk-bench .dkz-drop")?.offsetHeight) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark("dk-painted")));
}).observe(document, { childList: true, subtree: true });"""


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return samples.make("plate", seed=7, name="milled_plate").save(tmp_path_factory.mktemp("drawings"))


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A folder as people have them: drawings, one in a folder below, one that is none, and other things."""
    folder = tmp_path / "job 4711"
    (folder / "old").mkdir(parents=True)
    samples.named("assembly").save(folder)
    scanned(folder / "scan.pdf", 2)
    samples.make("turned_part", seed=3, name="shaft").save(folder / "old")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    (folder / "readme.txt").write_text("not a drawing")
    for name in ("housing.dwg", "old/housing.DWG", "old/housing.step", "old/.lock.dwg"):
        (folder / name).write_bytes(b"in a format that is not read")
    return folder


@pytest.fixture
def heavy(tmp_path: Path) -> list[Path]:
    """Ten pictures of 20 MB each, which are drawings to the checks."""
    paths = [tmp_path / f"heavy {number}.bmp" for number in range(10)]
    for shade, path in enumerate(paths):
        into = io.BytesIO()
        Image.new("L", (800, 600), 255 - shade).save(into, "BMP")
        path.write_bytes(into.getvalue().ljust(20 * MIB, b"\0"))
    return paths


def scanned(path: Path, pages: int) -> Path:
    """Scanned pages take seconds each to read, so that what is shown meanwhile is there to be looked at."""
    with Image.open(io.BytesIO(samples.make("plate", seed=11, carrier="picture").data)) as sheet:
        grey = sheet.convert("L")
    grey.save(path, "PDF", resolution=200, save_all=True, append_images=[grey] * (pages - 1))
    return path


@pytest.mark.timed
def test_a_folder_is_dropped_read_and_looked_at(lab: Server, page: Page, job: Path, shots: Path) -> None:
    bench = open_bench(page, lab)
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    drop_paths(page, bench.locator(".dkz-drop"), [job])
    read = ("assembly.pdf", "scan.pdf", "shaft.pdf")
    for name in read:
        settle(bench, name, "ready")
    expect(settle(bench, "broken.pdf", "refused").locator(".dkb-note")).to_contain_text("damaged")
    expect(bench.locator(".dkb-table tbody tr")).to_have_count(4)
    expect(bench.locator(".dkz-passed")).to_contain_text(
        "Passed over in 'job 4711': 2 .dwg, 1 .step (drawkit reads PDF"
    )
    expect(bench.locator(".dkp-cost")).to_contain_text("This run reads 4 pages of 3 drawings. 40 of 40 pages left")
    assert bench.locator(".dkp-adds").evaluate("e => e.offsetWidth / e.parentElement.offsetWidth") == pytest.approx(
        4 / 40, abs=0.01
    )
    idle = statistics.median(answer_times(page, 4))

    bench.locator(".dkp-run").click()
    expect(task_row(bench, "scan.pdf")).to_have_attribute("data-state", "running", timeout=PATIENCE)
    expect(task_row(bench, "scan.pdf").locator(".dkb-drawing progress")).to_be_visible()
    busy = statistics.median(answer_times(page, 4))
    assert busy < ANSWERS_WITHIN + idle, f"{busy:.2f} s; while nothing ran {idle:.2f} s"
    full_page_shot(page, bench, shots / "bench-light-running.png")
    expect(bench.locator(".dkp-status")).to_contain_text("3 drawings read", timeout=PATIENCE)
    for name in read:
        expect(task_row(bench, name)).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    expect(bench.locator(".dkv-name")).to_have_text(re.compile(r"^(assembly|scan|shaft)\.pdf$"), timeout=PATIENCE)
    task_row(bench, "assembly.pdf").get_by_role("button", name="Open the result of assembly.pdf").click()
    expect(bench.locator(".dkv-name")).to_have_text("assembly.pdf", timeout=PATIENCE)
    expect(bench.locator(".dkq-gauge").first).to_contain_text("4 of 40 used", timeout=PATIENCE)
    expect(bench.locator(".dkq-day")).not_to_have_count(0)

    task_row(bench, "shaft.pdf").get_by_role("button", name="Open the result of shaft.pdf").click()
    expect(bench.locator(".dkv-name")).to_have_text("shaft.pdf", timeout=PATIENCE)
    expect(task_row(bench, "shaft.pdf")).to_have_attribute("aria-current", "true")
    bench.get_by_text("Limits and rates").click()
    expect(bench.locator(".dkq-facts")).to_contain_text("requests a minute")
    full_page_shot(page, bench, shots / "bench-light-result.png")


def test_cancel_filters_and_tasks_from_elsewhere(lab: Server, page: Page, tmp_path: Path, shots: Path) -> None:
    bench = open_bench(page, lab)
    page.get_by_role("button", name="Submit elsewhere").click()
    expect(task_row(bench, "elsewhere.pdf")).to_have_attribute("data-state", "completed", timeout=PATIENCE)

    choose(page, bench, [scanned(tmp_path / "catalogue.pdf", 10)])
    settle(bench, "catalogue.pdf", "ready")
    bench.locator(".dkp-run").click()
    stop = task_row(bench, "catalogue.pdf").get_by_role("button", name="Cancel catalogue.pdf")
    stop.focus()
    page.keyboard.press("Enter")
    expect(task_row(bench, "catalogue.pdf")).to_have_attribute("data-state", "cancelled", timeout=PATIENCE)
    settle(bench, "catalogue.pdf", "cancelled")
    expect(bench.locator(".dkp-status")).to_contain_text("ancelled", timeout=PATIENCE)

    bench.locator(".dkp-run").click()
    expect(bench.locator(".dkp-cancel")).to_be_visible()
    bench.locator(".dkp-cancel").click()
    expect(bench.locator(".dkp-cancel")).to_be_hidden(timeout=PATIENCE)
    settle(bench, "catalogue.pdf", "cancelled")

    bench.get_by_role("button", name="Completed 1").click()
    expect(bench.locator(".dkb-table tbody tr")).to_have_count(1)
    bench.get_by_role("button", name="All").click()
    bench.locator(".dkb-name").fill("CATA")
    expect(bench.locator(".dkb-table tbody tr").first).to_contain_text("catalogue.pdf")
    bench.locator(".dkb-name").fill("no such file")
    expect(bench.locator(".dkb-empty")).to_have_text("None fits the filter.")
    full_page_shot(page, bench, shots / "bench-light-cancelled.png")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_drawing_that_comes_while_another_is_read_is_queued_behind_it(
    request: pytest.FixtureRequest, page: Page, plate: Path, tmp_path: Path, shots: Path, theme: str
) -> None:
    bench = open_bench(page, request.getfixturevalue("lab" if theme == "light" else "dark_lab"))
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    run = bench.locator(".dkp-run")
    choose(page, bench, [scanned(tmp_path / "catalogue.pdf", 10)])
    settle(bench, "catalogue.pdf", "ready")
    run.click()
    expect(task_row(bench, "catalogue.pdf")).to_have_attribute("data-state", "running", timeout=PATIENCE)
    expect(run).to_have_attribute("aria-disabled", "true")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    choose(page, bench, [plate, tmp_path / "broken.pdf"])
    settle(bench, plate.name, "ready")
    expect(run).to_have_attribute("aria-disabled", "false")
    expect(bench.locator(".dkp-cost")).to_contain_text("This run reads 1 page of 1 drawing.")
    run.click()
    settle(bench, plate.name, "queued")
    told = bench.locator(".dkp-status .dku-message")
    expect(told).to_have_text(["Reading 1 drawing …", "1 drawing queued behind 1 other being read."])
    expect(run).to_have_attribute("aria-disabled", "true")
    note = settle(bench, "broken.pdf", "refused").locator(".dkb-note")
    share = note.evaluate(
        "n => n.getBoundingClientRect().width / n.closest('.dkb-table').getBoundingClientRect().width"
    )
    assert share > 0.7, "why it is refused has the room of the row"
    assert bench.locator(".dkb-frame").evaluate("f => f.scrollWidth - f.clientWidth") <= 1
    full_page_shot(page, bench, shots / f"bench-{theme}-queued.png")
    bench.locator(".dkp-cancel").click()
    expect(bench.locator(".dkp-cancel")).to_be_hidden(timeout=PATIENCE)
    settle(bench, plate.name, "cancelled")


def test_everything_is_there_again_after_the_page_was_loaded_anew(lab: Server, page: Page, plate: Path) -> None:
    bench = open_bench(page, lab)
    choose(page, bench, [plate])
    settle(bench, plate.name, "ready")
    bench.get_by_role("radio", name="Parts list").check()
    bench.locator(".dkp-path input").fill("drawings/*.pdf")
    bench.get_by_role("button", name="To run").click()
    page.evaluate("async () => { await window.jupyterapp.commands.execute('docmanager:save'); }")
    page.reload(timeout=PATIENCE)
    wait_for_kernel(page)
    ready(bench)
    settle(bench, plate.name, "ready")
    expect(bench.get_by_role("radio", name="Parts list")).to_be_checked()
    expect(bench.locator(".dkp-path input")).to_have_value("drawings/*.pdf")
    expect(bench.get_by_role("button", name="To run")).to_have_attribute("aria-pressed", "true")
    bench.get_by_role("button", name="All", exact=True).click()
    bench.locator(".dkp-run").click()
    settle(bench, plate.name, "done")


@pytest.mark.timed
def test_ten_files_of_twenty_megabytes(lab: Server, page: Page, heavy: list[Path]) -> None:
    bench = open_bench(page, lab)
    idle = statistics.median(answer_times(page, 4))
    began = time.monotonic()
    choose(page, bench, heavy)
    expect(bench.locator(".dkb-drawing progress:visible").first).to_be_visible()
    busy = statistics.median(answer_times(page, 6))
    assert row(bench, heavy[-1].name).get_attribute("data-entry") == "receiving", "it was measured during the upload"
    assert busy < ANSWERS_WITHIN + idle, f"{busy:.2f} s; while nothing came {idle:.2f} s"
    for path in heavy:
        expect(settle(bench, path.name, "ready").locator(".dkb-about")).to_contain_text("20.0 MB")
    expect(bench.locator(".dkp-cost")).to_contain_text("10 pages of 10 drawings")
    print(f"10 x 20 MB in {time.monotonic() - began:.0f} s; answers in {busy:.2f} s, at rest in {idle:.2f} s")  # noqa: T201


def test_each_part_alone(voila: Server, page: Page, plate: Path, shots: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 1900})
    open_notebook(page, voila, "parts")
    board = page.locator(".dk-board")
    expect(task_row(board, "assembly.pdf")).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    opening = task_row(board, "assembly.pdf").get_by_role("button", name="Open the result of assembly.pdf")
    opening.click()
    expect(board.locator(".dkb-result img")).to_be_visible(timeout=PATIENCE)
    quota = page.locator(".dk-quota")
    expect(quota.locator(".dkq-gauge").first).to_contain_text("1 used", timeout=PATIENCE)
    zone = page.locator(".dkz")
    drop_paths(page, zone.locator(".dkz-drop"), [plate])
    settle(zone, plate.name, "ready")
    full_page_shot(page, page.locator("body"), shots / "parts-voila.png")


def test_dark_theme(dark_lab: Server, page: Page, plate: Path, shots: Path) -> None:
    bench = open_bench(page, dark_lab)
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    choose(page, bench, [plate])
    settle(bench, plate.name, "ready")
    bench.locator(".dkp-run").click()
    expect(task_row(bench, plate.name)).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    for place in (".dkw-name", ".dkb-file", ".dku-title", ".dkq-left", ".dkp-card b"):
        colour = bench.locator(place).first.evaluate("e => getComputedStyle(e).color.match(/[\\d.]+/g).map(Number)")
        assert min(colour[:3]) > 150, f"{place}: text on a dark page is light"
    expect(bench.locator(".dkv-name")).to_have_text(plate.name, timeout=PATIENCE)
    full_page_shot(page, bench, shots / "bench-dark-result.png")


def test_voila(voila: Server, page: Page, plate: Path, shots: Path) -> None:
    bench = open_bench(page, voila)
    drop_paths(page, bench.locator(".dkz-drop"), [plate])
    settle(bench, plate.name, "ready")
    bench.locator(".dkp-run").click()
    settle(bench, plate.name, "done")
    expect(task_row(bench, plate.name)).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    expect(bench.locator(".dkv-name")).to_have_text(plate.name, timeout=PATIENCE)
    expect(bench.locator(".dkq-gauge").first).to_contain_text("1 of 40 used", timeout=PATIENCE)
    full_page_shot(page, bench, shots / "bench-voila-result.png")
    accessible(page, bench, shots / "bench-voila-narrow.png")


def test_voila_in_the_dark(voila: Server, page: Page, plate: Path, shots: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 1900})
    open_notebook(page, voila, "bench", dark=True)
    bench = page.locator(".dk-bench")
    expect(bench).to_be_visible(timeout=PATIENCE)
    ready(bench)
    drop_paths(page, bench.locator(".dkz-drop"), [plate])
    settle(bench, plate.name, "ready")
    bench.locator(".dkp-run").click()
    settle(bench, plate.name, "done")
    expect(bench.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    full_page_shot(page, bench, shots / "bench-voila-dark.png")
    accessible(page, bench, shots / "bench-voila-dark-narrow.png")


def accessible(page: Page, bench: Locator, shot: Path) -> None:
    """No finding of weight of axe-core on the whole page, wide and narrow."""
    serious(page, bench)
    page.set_viewport_size({"width": 700, "height": 2600})
    page.wait_for_timeout(500)
    serious(page, bench)
    assert bench.evaluate("b => b.scrollWidth - b.clientWidth") <= 1, "nothing is wider than a narrow page"
    bench.screenshot(path=shot)


@pytest.mark.benchmark
def test_first_paint(lab: Server, page: Page) -> None:
    """From the start of a fresh kernel's first cell, which imports drawkit too, to the drop zone on the screen."""
    page.add_init_script(_MARK_PAINT)
    taken = []
    for _ in range(3):  # the best of three: other programs run too
        open_notebook(page, lab, "alone")
        expect(page.locator(".dk-bench .dkz-drop")).to_be_visible()
        run, painted = (
            page.evaluate("name => performance.getEntriesByName(name)[0].startTime", name) for name in MARKS
        )
        taken.append((painted - run) / 1000)
    print("first paint:", ", ".join(f"{seconds:.2f} s" for seconds in taken))  # noqa: T201
    assert min(taken) <= 1.5
