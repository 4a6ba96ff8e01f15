"""The upload form in a real JupyterLab and a real Voila."""

import io
from pathlib import Path

import pytest
from browser_lab import PATIENCE, Server, choose, drop, full_page_shot, open_form, row, settle
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader, PdfWriter

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

MIB = 2**20
PASSWORD = "open sesame"
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


@pytest.fixture(scope="module")
def long(plate: Path) -> Path:
    """A document of 14 pages."""
    writer = PdfWriter()
    for _ in range(14):
        writer.append(PdfReader(plate))
    path = plate.parent / "fourteen" / "long.pdf"
    path.parent.mkdir()
    writer.write(path)
    return path


@pytest.fixture(scope="module")
def locked(plate: Path) -> Path:
    writer = PdfWriter(clone_from=PdfReader(plate))
    writer.encrypt(user_password=PASSWORD, algorithm="AES-256")
    path = plate.parent / "behind" / "locked.pdf"
    path.parent.mkdir()
    writer.write(path)
    return path


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


def answer(form: Locator, name: str, label: str) -> Locator:
    """The field in which a question about a file is answered."""
    field = row(form, name).get_by_label(f"{label} of {name}")
    expect(field).to_be_visible()
    return field


def type_in(page: Page, field: Locator, text: str) -> None:
    """Answer by keyboard alone."""
    field.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_pages_of_a_long_document_are_chosen_in_its_row(lab: Server, page: Page, long: Path, shots: Path) -> None:
    form = open_form(page, lab)
    choose(page, form, [long])
    note = settle(form, long.name, "pages").locator(".dkz-note")
    expect(note).to_have_text("14 pages; at most 10 are read at a time. Choose which.")
    expect(form.locator(".dkz .dku-said")).to_contain_text("long.pdf: choose pages. 14 pages")
    form.locator(".dkp-run").click()
    expect(form.locator(".dkp-status")).to_contain_text("Answer first what is asked in the list, beside long.pdf")

    pages = answer(form, long.name, "Pages to read")
    type_in(page, pages, "13-15")
    expect(note).to_have_text("There is no page 15: the last one is 14.")
    expect(pages).to_have_attribute("aria-invalid", "true")
    expect(pages).to_be_focused()
    expect(pages).to_have_accessible_description("There is no page 15: the last one is 14.")
    full_page_shot(page, form, shots / "lab-light-pages.png")
    type_in(page, pages, "2, 14")
    settle(form, long.name, "ready")
    expect(pages).to_have_attribute("aria-invalid", "false")
    expect(pages).to_be_focused()
    expect(form.locator(".dkp-cost")).to_contain_text("This run reads 2 pages of 1 drawing.")
    pages.fill("2")
    form.locator(".dkp-run").click()  # what was typed counts once one leaves the field
    settle(form, long.name, "done")
    expect(form.locator(".dkp-status")).to_contain_text("1 drawing read", timeout=PATIENCE)
    expect(form.locator(".dkp-cost")).to_have_text("")
    row(form, long.name).get_by_role("button", name="Use these pages of long.pdf").click()
    expect(pages).to_be_focused()
    expect(pages).to_have_value("2")
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(2)


def test_a_locked_pdf_is_opened_in_its_row(lab: Server, page: Page, locked: Path, shots: Path) -> None:
    form = open_form(page, lab)
    choose(page, form, [locked])
    note = settle(form, locked.name, "locked").locator(".dkz-note")
    expect(note).to_contain_text("used once and kept nowhere")
    password = answer(form, locked.name, "Password")
    expect(password).to_have_attribute("type", "password")
    type_in(page, password, f"not {PASSWORD}")
    expect(note).to_contain_text("The password does not open this PDF")
    expect(form.locator(".dkz .dku-said")).to_contain_text("The password does not open this PDF")
    settle(form, locked.name, "locked")
    expect(password).to_have_value("")
    expect(password).to_be_focused()
    full_page_shot(page, form, shots / "lab-light-locked.png")
    type_in(page, password, PASSWORD)
    settle(form, locked.name, "ready")
    expect(row(form, locked.name).locator(".dkz-ask")).to_have_count(0)
    expect(form.locator(".dkz-drop")).to_be_focused()
    form.locator(".dkp-run").click()
    settle(form, locked.name, "done")
    expect(form.locator(".dkp-result img")).to_be_visible(timeout=PATIENCE)
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    kept = [path.read_text("utf-8", "replace") for path in lab.folder.glob("**/*.ipynb")]
    assert any("An upload form" in text for text in kept), "the notebook was saved with what it shows"
    assert not any(PASSWORD in text for text in [*kept, lab.log()])


def test_questions_in_the_dark_and_on_a_narrow_page(
    dark_lab: Server, page: Page, long: Path, locked: Path, shots: Path
) -> None:
    form = open_form(page, dark_lab)
    drop(page, form, [(long.name, long.read_bytes()), (locked.name, locked.read_bytes())])
    settle(form, long.name, "pages")
    settle(form, locked.name, "locked")
    type_in(page, answer(form, long.name, "Pages to read"), "all")
    expect(row(form, long.name).locator(".dkz-note")).to_contain_text("Pages are written like 1, 3-5")
    full_page_shot(page, form, shots / "lab-dark-questions.png")
    hold_against_axe(page, form)
    page.set_viewport_size({"width": 700, "height": 1200})
    for name, label in ((long.name, "Pages to read"), (locked.name, "Password")):
        box, around = answer(form, name, label).bounding_box(), row(form, name).bounding_box()
        assert box["x"] + box["width"] <= around["x"] + around["width"]
    form.screenshot(path=shots / "lab-dark-questions-700.png")


def test_questions_in_voila(voila: Server, page: Page, long: Path, locked: Path, shots: Path) -> None:
    form = open_form(page, voila)
    choose(page, form, [long, locked])
    settle(form, long.name, "pages")
    settle(form, locked.name, "locked")
    type_in(page, answer(form, long.name, "Pages to read"), "14")
    password = answer(form, locked.name, "Password")
    password.fill(PASSWORD)
    full_page_shot(page, form, shots / "voila-questions.png")
    row(form, locked.name).get_by_role("button", name="Open locked.pdf").click()
    for name in (long.name, locked.name):
        settle(form, name, "ready")
    form.locator(".dkp-run").click()
    for name in (long.name, locked.name):
        settle(form, name, "done")
    hold_against_axe(page, form)


def hold_against_axe(page: Page, form: Locator) -> None:
    """Hold what is seen of the form against the rules of axe-core: no finding that is serious or worse."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe-core comes with: pip install 'drawkit[test]'")
    page.evaluate(next(Path(axe.__file__).parent.rglob("axe.min.js")).read_text("utf-8"))
    form.evaluate("v => v.setAttribute('data-axe', 'here')")
    found = page.evaluate("axe.run('[data-axe=here]', {resultTypes: ['violations']})")["violations"]
    assert [f"{one['id']}: {one['help']}" for one in found if one["impact"] in {"serious", "critical"}] == []
