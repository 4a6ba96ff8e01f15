"""`drawkit.compare`: what it takes, what it shows, what it writes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pandas as pd
import pypdf
import pytest

import drawkit
from drawkit import display, samples

SAMPLE = samples.named("milled_plate")


@pytest.fixture
def old(png: bytes) -> display.Result:
    return display.Result(SAMPLE.truth, "rev A", [png])


@pytest.fixture
def new(png: bytes) -> display.Result:
    first, *others = SAMPLE.truth.dimensions
    kept = (first.model_copy(update={"nominal": 99.5, "text": "99.5 <b>"}), *others[1:])
    return display.Result(SAMPLE.truth.model_copy(update={"dimensions": kept}), "rev B", [png])


def test_the_table_and_how_it_shows_itself(old: display.Result, new: display.Result) -> None:
    found = drawkit.compare(old, new)
    assert sorted(found.changes["change"]) == ["changed", "removed"]
    assert repr(found) == "<Compared rev A → rev B: 1 changed, 1 removed>"
    html = found._repr_mimebundle_()["text/html"]
    assert "99.5 &lt;b&gt;" in html
    assert "<b>rev A → rev B</b>" in html
    assert repr(drawkit.compare(old, old)) == "<Compared rev A → rev A: no change>"


def test_corrections_count(old: display.Result) -> None:
    other = display.Result(SAMPLE.truth, "checked")
    other.correct("dimensions", SAMPLE.truth.dimensions[0].id, nominal=5.25)
    assert list(drawkit.compare(old, other).changes["what"]) == [
        f"nominal {SAMPLE.truth.dimensions[0].nominal:g} → 5.25"
    ]


def test_pictures(old: display.Result, new: display.Result) -> None:
    found = drawkit.compare(old, new)
    assert repr(found.show()) == "<Picture: rev A and rev B, page 1, changes numbered>"
    bare = drawkit.compare(display.Result(SAMPLE.truth, "a"), display.Result(new.data, "b"))
    assert len(bare.show(theme="dark").png) > 1000
    with pytest.raises(ValueError, match="There is no page 7"):
        found.show(7)


@pytest.mark.parametrize("ending", ["xlsx", "csv", "json", "pdf", "html"])
def test_files(old: display.Result, new: display.Result, tmp_path: Path, ending: str) -> None:
    found = drawkit.compare(old, new)
    path = tmp_path / "new" / f"changes.{ending}"
    if ending == "xlsx":
        assert openpyxl.load_workbook(found.to_excel(path)).sheetnames == ["preview", "changes"]
    elif ending == "csv":
        assert list(pd.read_csv(found.write(path))["number"]) == [1, 2]
    elif ending == "json":
        told = json.loads(found.write(path).read_text())
        assert (told["old"], told["pages"], len(told["changes"])) == ("rev A", [[1, 1]], 2)
    elif ending == "pdf":
        assert "99.5 <b>" in pypdf.PdfReader(found.write(path)).pages[1].extract_text()
    else:
        page = found.report(path).read_text()
        assert page.startswith("<!doctype html>")
        assert "data:image/png;base64," in page
        assert "http" not in page.replace("http-equiv", "")


def test_names_of_files_that_are_none(old: display.Result, tmp_path: Path) -> None:
    found = drawkit.compare(old, old)
    with pytest.raises(ValueError, match=r"ends in \.xlsx; 'a\.csv' does not"):
        found.to_excel(tmp_path / "a.csv")
    with pytest.raises(ValueError, match=r"ends in \.html; 'a\.csv' does not"):
        found.report(tmp_path / "a.csv")


def test_other_drawings_are_told(old: display.Result) -> None:
    shaft = display.Result(samples.named("turned_part").truth, "shaft")
    found = drawkit.compare(old, shaft)
    assert not found.alike
    assert len(found.changes) == 0
    assert repr(found) == "<Compared rev A → shaft: different drawings>"
    assert "These are two different drawings" in found._repr_html_()
    many = drawkit.compare(old, shaft, anyway=True)
    assert many.alike
    assert "more</div>" in many._repr_html_() or len(many.changes) <= 60


def test_pages_without_a_counterpart_are_marked_on_their_own_side(old: display.Result) -> None:
    second = SAMPLE.truth.pages[0].model_copy(update={"page": 2})
    extra = SAMPLE.truth.dimensions[0].model_copy(update={"page": 2, "id": "x"})
    longer = SAMPLE.truth.model_copy(
        update={"pages": (*SAMPLE.truth.pages, second), "dimensions": (*SAMPLE.truth.dimensions, extra)}
    )
    found = drawkit.compare(display.Result(longer, "long"), old)
    assert list(found.changes["change"]) == ["removed"]
    assert len(found.show().png) > 1000
    assert len(drawkit.compare(old, display.Result(longer, "long")).show(2).png) > 1000


def test_files_are_read(tmp_path: Path, old: display.Result) -> None:
    class Reader:
        """Stands for a client."""

        def analyze(self, path: Path, profile: str, *, password: str | None) -> display.Result:
            assert (profile, password) == ("full", None)
            return display.Result(SAMPLE.truth, path.name)

    saved = tmp_path / "old.json"
    old.to_json(saved)
    found = drawkit.compare(saved, tmp_path / "new.pdf", client=Reader())  # type: ignore[arg-type]
    assert repr(found) == "<Compared old → new.pdf: no change>"


def locked(path: Path, password: str) -> Path:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(samples.make("assembly", seed=3).data)))
    writer.encrypt(user_password=password, algorithm="AES-256")
    writer.write(path)
    return path


def test_locked_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DRAWKIT_STATE", str(tmp_path / "state"))
    old, new = locked(tmp_path / "old.pdf", "open sesame"), locked(tmp_path / "new.pdf", "tapioca")
    again = locked(tmp_path / "again.pdf", "open sesame")
    answers = iter(["open sesame", "tapioca"])
    try:
        assert repr(drawkit.compare(old, again, password="open sesame")).endswith(": no change>")
        assert repr(drawkit.compare(old, new, password=("open sesame", "tapioca"))).endswith(": no change>")
        assert repr(drawkit.compare(old, new, password=lambda: next(answers))).endswith(": no change>")
        told = {}
        for given in (None, "open sesame", ("open sesame", None), ("wrong", "tapioca")):
            with pytest.raises(drawkit.client.UnreadableFile) as refused:
                drawkit.compare(old, new, password=given)
            told[given] = str(refused.value)
    finally:
        drawkit.local.stop()
    assert told[None].startswith("old.pdf: The PDF is locked. Pass password=")
    assert told["open sesame"].startswith("new.pdf: The password does not open this PDF.")
    assert told["open sesame", None].startswith("new.pdf: The PDF is locked.")
    assert told["wrong", "tapioca"].startswith("old.pdf: The password does not open this PDF.")
    said = "".join((*capfd.readouterr(), *told.values())).encode()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert not any(password in said + kept for password in (b"open sesame", b"tapioca"))


def test_json_that_is_no_result(tmp_path: Path, old: display.Result) -> None:
    (tmp_path / "other.json").write_text('{"pages": 7}')
    with pytest.raises(ValueError, match=r"other\.json is no result"):
        drawkit.compare(old, tmp_path / "other.json")


def test_without_a_client_one_is_connected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWKIT_STATE", str(tmp_path / "state"))
    path = samples.make("assembly", seed=3).save(tmp_path)
    try:
        assert repr(drawkit.compare(path, path)).endswith(": no change>")
    finally:
        drawkit.local.stop()
