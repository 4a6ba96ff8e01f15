import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drawkit.engine.picture.lines import find_lines
from drawkit.engine.picture.prepare import prepare
from drawkit.engine.picture_text.words import read_words

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
DPI = 200

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="The labelled corpus is not beside the project."),
]


def scanned(stem):
    """The first page as an office scanner shows it: 200 dpi, slightly askew."""
    pdfium = pytest.importorskip("pypdfium2")
    with pdfium.PdfDocument(CORPUS / "drawings" / f"{stem}.pdf") as pdf:
        image = pdf[0].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
    return np.asarray(image.rotate(0.6, Image.Resampling.BICUBIC, expand=True, fillcolor=255), np.uint8)


def plain(text):
    return text.replace(" ", "").replace(",", ".").replace("X", "x").replace("×", "x")


@pytest.mark.parametrize(("stem", "share"), [("center_pulley_mm", 0.9), ("raspimouse_top_plate", 0.75)])
def test_dimensions_of_a_scanned_drawing_are_found(stem, share):
    label = json.loads((CORPUS / "labels" / f"{stem}.json").read_text(encoding="utf-8"))
    tokens = [plain(t) for d in label["pages"][0]["dimensions"] for t in d["text"].split()]
    ready = prepare(scanned(stem), DPI)
    assert (ready.turned, ready.skew) == (0, pytest.approx(0.6, abs=0.05))
    read = "\n".join(plain(w.text) for w in read_words(ready.picture, DPI))
    assert sum(t in read for t in tokens) >= share * len(tokens)


def test_cells_of_a_scanned_title_block_do_not_melt_together():
    ready = prepare(scanned("lagergehaeuse"), DPI, find_turn=False)
    lines = find_lines(ready.ink, DPI)
    words = {w.text for w in read_words(ready.picture, DPI, cuts=lines)}
    assert {"GEZEICHNET", "GEPRÜFT", "WERKSTOFF:", "A3", "02.05.16"} <= words
