"""The upload form in a real JupyterLab and a real Voila."""

import io
from pathlib import Path

import pytest
from browser_lab import PATIENCE, Server, choose, drop, full_page_shot, open_form, row, settle
from PIL import Image
from playwright.sync_api import Page, expect

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

MIB = 2**20
_RUN_AND_TURN_TO_CANCEL = """(form) => new Promise((done) => {
  const cancel = form.querySelector(".dkp-cancel");
  new MutationObserver((_, observer) => {
    if (cancel.hidden) return;
    observer.disconnect();
    cancel.focus();
    done();
  }).observe(cancel, { attributes: true });
  form.querySelector(".dkp-run").click();
})"""


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return samples.make("plate", seed=7, name="milled_plate").save(tmp_path_factory.mktemp("drawings"))


@pytest.fixture
def heavy(tmp_path: Path) -> Path:
    """A picture of almost 20 MB that is a drawing to the checks."""
    into = io.BytesIO()
    Image.new("L", (800, 600), 255).save(into, "BMP")
    path = tmp_path / "heavy.bmp"
    path.write_bytes(into.getvalue().ljust(20 * MIB, b"\0"))
    return path


def test_chooser_run_and_result_in_lab(lab: Server, page: Page, plate: Path, shots: Path) -> None:
    form = open_form(page, lab)
    choose(page, form, [plate])
    settle(form, plate.name, "ready")
    expect(form.locator(".dkp-cost")).to_contain_text("This run reads 1 page of 1 drawing.")
    full_page_shot(page, form, shots / "lab-light-ready.png")
    form.evaluate(_RUN_AND_TURN_TO_CANCEL)
    settle(form, plate.name, "done")
    expect(form.locator(".dkp-status")).to_contain_text("1 drawing read", timeout=PATIENCE)
    expect(form.locator(".dkp-result img")).to_be_visible(timeout=PATIENCE)
    assert form.locator(".dkp-result img").evaluate("i => i.decode().then(() => i.naturalWidth)") > 300
    expect(form.locator(".dkp-result table").first).to_be_visible()
    expect(form.locator(".dkp-cost")).not_to_contain_text("period")  # a service of one's own has no quota
    expect(form.locator(".dkp-run")).to_be_focused()
    full_page_shot(page, form, shots / "lab-light-result.png")


def test_each_error_stands_beside_its_file(lab: Server, page: Page, shots: Path, plate: Path) -> None:
    form = open_form(page, lab)
    bad = {
        "empty.pdf": (b"", "The file is empty"),
        "cut.pdf": (plate.read_bytes()[:3000], "damaged or cut off"),
        "letter.txt": (b"Dear Sir or Madam", "none of the accepted formats"),
        "huge.png": (b"\x89PNG\r\n\x1a\n" + bytes(20 * MIB - 7), "A file may have 20 MiB"),
    }
    drop(page, form, [*((name, data) for name, (data, _) in bad.items()), (plate.name, plate.read_bytes())])
    for name, (_, reason) in bad.items():
        expect(settle(form, name, "refused").locator(".dkz-note")).to_contain_text(reason)
    settle(form, plate.name, "ready")
    expect(form.locator(".dkz-file")).to_have_count(5)
    full_page_shot(page, form, shots / "lab-light-errors.png")
    remove = row(form, "letter.txt").get_by_role("button", name="Remove letter.txt")
    remove.focus()
    page.keyboard.press("Enter")
    expect(form.locator(".dkz-file")).to_have_count(4)
    expect(form.locator(".dkz-drop")).to_be_focused()
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(2)


def test_twenty_megabytes_arrive_whole(lab: Server, page: Page, heavy: Path) -> None:
    form = open_form(page, lab)
    choose(page, form, [heavy])
    expect(settle(form, heavy.name, "ready").locator(".dkz-about")).to_contain_text("20.0 MB")


def test_paste_paths_keyboard_and_profiles(lab: Server, page: Page, plate: Path, shots: Path) -> None:
    form = open_form(page, lab)
    zone = form.locator(".dkz-drop")
    page.evaluate(
        """async () => {
             const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 200 });
             const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
             await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
           }"""
    )
    zone.focus()  # JupyterLab takes the focus while it runs cells
    page.keyboard.press("Control+V")
    settle(form, "image.png", "ready")

    path = form.locator(".dkp-path input")
    path.fill(str(plate.parent / "*.pdf"))
    path.press("Enter")
    settle(form, plate.name, "ready")
    expect(form.locator(".dkz-passed")).to_be_hidden()
    (plate.parent / "plate.dwg").write_bytes(b"in a format that is not read")
    path.fill(str(plate.parent))
    path.press("Enter")
    expect(form.locator(".dkz-passed")).to_contain_text("1 .dwg (drawkit reads PDF")
    expect(form.locator(".dkz-file")).to_have_count(2)
    path.fill("no/such/folder")
    path.press("Enter")
    expect(form.locator(".dkp-status")).to_contain_text("There is no file, folder or pattern match")
    expect(path).to_be_focused()
    expect(form.locator(".dkz-passed")).to_be_hidden()

    with page.expect_file_chooser():
        zone.press("Enter")  # its focus is a question to the page: only then is the watch for a chooser on for certain
    expect(zone).to_be_focused()

    form.get_by_role("radio", name="Advanced").check()
    form.locator(".dkp-run").click()
    expect(form.locator(".dkp-status")).to_contain_text("tick at least one")
    form.get_by_role("checkbox", name="Title block").check()
    expect(form.locator(".dkp-cost")).to_contain_text("2 pages of 2 drawings")
    full_page_shot(page, form, shots / "lab-light-advanced.png")


def test_dark_theme(dark_lab: Server, page: Page, plate: Path, shots: Path) -> None:
    form = open_form(page, dark_lab)
    drop(page, form, [(plate.name, plate.read_bytes()), ("letter.txt", b"Dear Sir")])
    settle(form, "letter.txt", "refused")
    settle(form, plate.name, "ready")
    text = form.locator(".dkz-name").first.evaluate("e => getComputedStyle(e).color.match(/[\\d.]+/g).map(Number)")
    assert min(text[:3]) > 150, "text on a dark page is light"
    form.locator(".dkp-run").click()
    settle(form, plate.name, "done")
    expect(form.locator(".dkp-result img")).to_be_visible(timeout=PATIENCE)
    full_page_shot(page, form, shots / "lab-dark-result.png")


def test_voila(voila: Server, page: Page, plate: Path, shots: Path) -> None:
    form = open_form(page, voila)
    choose(page, form, [plate])
    settle(form, plate.name, "ready")
    form.locator(".dkp-run").click()
    settle(form, plate.name, "done")
    expect(form.locator(".dkp-result img")).to_be_visible(timeout=PATIENCE)
    full_page_shot(page, form, shots / "voila-result.png")
