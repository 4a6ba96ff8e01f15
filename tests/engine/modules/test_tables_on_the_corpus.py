"""Parts lists and title blocks of the labelled corpus, scored as its labels say."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack

import pytest

from drawkit.engine.modules import balloons, bom, title_block
from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.sheets import read_page

pytestmark = pytest.mark.corpus
FIELDS = ("position", "quantity", "part_number", "designation", "material", "remark")
TITLE = (
    "title", "drawing_number", "part_number", "revision", "material", "scale", "sheet", "sheet_size", "date",
    "drawn_by", "checked_by", "approved_by", "projection",
)  # fmt: skip


@pytest.fixture(scope="module")
def pages(corpus):
    """Each page with a text layer, and its label; the files stay open, since logos are read from the picture."""
    found = []
    with ExitStack() as stack:
        for file in sorted((corpus / "drawings").glob("*.pdf")):
            label = json.loads((corpus / "labels" / f"{file.stem}.json").read_text("utf-8"))
            document = stack.enter_context(open_pdf(file.read_bytes()))
            for page in label["pages"]:
                sheet = read_page(document.page(page["page"]))
                if sheet.words:
                    found.append((file.stem, sheet, page))
        yield found


def same(text) -> str:
    return "".join(str(text or "").casefold().split()).replace("-", "").replace("\x02", "")


def f1(pairs) -> float:
    right = truth = read = 0
    for a, b in pairs:
        right += sum((a & b).values())
        truth += sum(a.values())
        read += sum(b.values())
    return 2 * right / (truth + read)


def test_parts_list_cells(pages):
    pairs = []
    for _, sheet, page in pages:
        truth = Counter((f, same(r.get(f))) for r in page.get("bom") or [] for f in FIELDS if same(r.get(f)))
        read = Counter((f, same(getattr(r, f))) for r in bom.read(sheet) for f in FIELDS if same(getattr(r, f)))
        pairs.append((truth, read))
    assert f1(pairs) >= 0.97


def test_title_block_fields(pages):
    pairs = []
    for _, sheet, page in pages:
        truth = Counter((f, same(v)) for f in TITLE if (v := page["title_block"].get(f)))
        read = Counter((f, same(v)) for b in title_block.read(sheet) for f in TITLE if (v := getattr(b, f)))
        pairs.append((truth, read))
    assert f1(pairs) >= 0.95


def test_sure_title_blocks_are_right(pages):
    for stem, sheet, page in pages:
        for block in title_block.read(sheet):
            if block.confidence >= 0.9:
                wrong = [f for f in TITLE if same(getattr(block, f)) != same(page["title_block"].get(f))]
                assert not wrong, (stem, page["page"])


def test_every_balloon_names_a_part(pages):
    for stem, sheet, page in pages:
        positions = {r["position"].lstrip("0") for r in page.get("bom") or []}
        found = balloons.read(sheet)
        assert {b.position for b in found} <= positions, stem
        if stem == "a1_large_module":
            assert {b.position for b in found} == positions
