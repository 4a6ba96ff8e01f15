"""What the tests of the trainings share: the fonts that they draw with, where they are there."""

from __future__ import annotations

import pytest

OUTLINES = ("osifont", "LiberationSans-Regular", "LiberationMono-Regular")
STROKES = ("iso3098", "romans", "lc_opengost-ar")


@pytest.fixture(scope="session")
def installed_fonts() -> None:
    from drawkit.engine.training.symbols import fonts

    outlines = all(any(fonts.FONT_ROOT.rglob(f"{name}.ttf")) for name in OUTLINES)
    if not (outlines and fonts.STROKE_ROOT.exists()):
        pytest.skip("the Debian packages fonts-osifont, fonts-liberation and librecad-data are not installed")


@pytest.fixture
def few_faces(installed_fonts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only six real fonts, so that a test does not load ninety."""
    from drawkit.engine.training.symbols import fonts

    files = [next(fonts.FONT_ROOT.rglob(f"{name}.ttf")) for name in OUTLINES]
    strokes = [fonts.STROKE_ROOT / f"{name}.lff" for name in STROKES]
    found = (*map(fonts.outline_face, files), *map(fonts.stroke_face, strokes))
    monkeypatch.setattr("drawkit.engine.training.readers.typeset.faces", lambda: found)
    monkeypatch.setattr("drawkit.engine.training.symbols.examples.faces", lambda: found)
    monkeypatch.setattr("drawkit.engine.training.symbols.examples._STUDIOS", {})
