"""The writers of foreign sheets: what they draw is what their labels say."""

from __future__ import annotations

import json
import random
import shutil

import pytest

shapely = pytest.importorskip("shapely", reason="shapely is not installed")

from tests.writers import paper_sheets  # noqa: E402
from tests.writers.hand import Block, Look, Obstacles, words  # noqa: E402
from tests.writers.paper import Face, PaperHand  # noqa: E402
from tests.writers.plan import Letters, compose, look, office  # noqa: E402
from tests.writers.spec import Office, Spec, Stack, entry, printed, text_of  # noqa: E402


def test_words_and_truth_of_a_callout_agree() -> None:
    spec = Spec("diameter", 5.5, 4, depth="THRU", counterbore=(9.0, 5.0))
    own = Office(quantity="{n}X ", decimal=",")
    assert text_of(printed(spec, own)) == "4X ⌀5,5 THRU ⌴ ⌀9 ↧5"
    truth = entry(spec, own)
    assert (truth["nominal"], truth["quantity"], truth["depth"]) == (5.5, 4, "THRU")
    assert truth["counterbore"] == {"diameter": 9.0, "depth": 5.0}


def test_limits_are_printed_as_two_values() -> None:
    spec = Spec("linear", 20.0, upper=0.02, lower=-0.01, limits=True)
    assert printed(spec, Office()) == [[Stack("20.02", "19.99", 1.0)]]
    assert (entry(spec, Office())["max"], entry(spec, Office())["min"]) == (20.02, 19.99)


def test_inches_without_leading_zero_and_with_trailing_ones() -> None:
    own = Office(units="inch", trailing=True, decimals=3, leading=False)
    assert text_of(printed(Spec("linear", 0.5, upper=0.005, lower=-0.005), own)) == ".500±.005"


def test_text_over_a_line_is_refused() -> None:
    obstacles = Obstacles()
    obstacles.add(lines=[shapely.LineString([(0, 0), (10, 0)])])
    assert not obstacles.free([], [shapely.box(2, -1, 4, 1)], 0.2)
    assert obstacles.free([], [shapely.box(2, 3, 4, 5)], 0.2)


def test_what_was_refused_is_not_in_the_truth() -> None:
    hand = PaperHand(Look(), Office(), Face("Helvetica"))
    hand.put(Block(words("TEXT IN THE WAY"), (100, 89), 10, (0.5, 0.5)))
    assert not hand.linear((60, 100), (140, 100), (60, 90), 0, Spec(nominal=80))
    assert hand.linear((60, 100), (140, 100), (60, 70), 0, Spec(nominal=80)) is False  # its extension lines cross it
    assert hand.linear((60, 100), (140, 100), (60, 120), 0, Spec(nominal=80))
    assert [d["nominal"] for d in hand.page["dimensions"]] == [80]


def test_sheets_of_the_same_seed_are_the_same(tmp_path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        paper_sheets.write(tmp_path / name, tmp_path / name, 2, 3)
    labels = sorted((tmp_path / "a").glob("*.json"))
    assert len(labels) == 2
    for label in labels:
        truth = json.loads(label.read_text("utf-8"))
        assert truth == json.loads((tmp_path / "b" / label.name).read_text("utf-8"))
        assert (tmp_path / "a" / truth["file"]).stat().st_size > 2000


def test_ezdxf_renders_its_dimensions(tmp_path) -> None:
    pytest.importorskip("ezdxf", reason="ezdxf is not installed")
    pytest.importorskip("pymupdf", reason="PyMuPDF is not installed")
    from tests.writers.ezdxf_hand import EzdxfHand

    letters = Letters("DejaVuSans.ttf", "latin", "Ø")
    rng = random.Random(5)
    own = office(rng, letters)
    size, own_look = look(rng, letters, own)
    hand = EzdxfHand(own_look, own)
    compose(hand, rng, size)
    hand.save(tmp_path / "sheet.pdf")
    assert hand.page["dimensions"]
    assert (tmp_path / "sheet.pdf").stat().st_size > 2000


@pytest.mark.skipif(shutil.which("librecad") is None, reason="LibreCAD is not installed")
def test_librecad_prints_a_sheet(tmp_path) -> None:
    pytest.importorskip("ezdxf", reason="ezdxf is not installed")
    from tests.writers import librecad_sheets

    librecad_sheets.write(tmp_path, tmp_path, 1, 1)
    assert len(list(tmp_path.glob("*.pdf"))) == len(list(tmp_path.glob("*.json"))) == 1
