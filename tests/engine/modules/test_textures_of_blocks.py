"""The texture of all surfaces that a title block tells, as offices that have a cell for it do (ISO 21920-1)."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.page import read_sheet


def with_cell(text: str) -> Drawing:
    d = Drawing().box(40, 40, 560, 380)
    d.cell(300, 320, 420, 350, "TITLE", "LEVER", 8).cell(420, 320, 560, 350, "DWG NO", "EX-7", 7)
    d.cell(300, 350, 360, 380, "SURFACE", text).cell(360, 350, 420, 380, "SCALE", "1:2")
    return d.cell(420, 350, 560, 380, "SHEET", "1/1")


@pytest.mark.parametrize(("text", "told"), [("Ra 3.2", [("Ra", 3.2)]), ("3.2", []), ("PAINTED", [])])
def test_a_parameter_with_its_value_needs_no_sign(text: str, told: list[tuple[str, float]]) -> None:
    page = read_sheet(with_cell(text).sheet(), ["title_block", "surface_textures"])
    assert page.items["title_block"]
    assert [(t.parameter, t.value) for t in page.items["surface_textures"]] == told
