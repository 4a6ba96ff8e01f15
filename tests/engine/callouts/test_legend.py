"""Which marks of reference dimensions the notes of a sheet explain."""

from __future__ import annotations

import pytest

from drawkit.engine.callouts import legend_of, read_dimension


@pytest.mark.parametrize(
    ("note", "marks"),
    [
        ("* Размеры для справок", {"*"}),
        ("1. *Размеры для справок.", {"*"}),
        ("* Размер для справок; ** размеры для справок", {"*", "**"}),
        ("*) Размеры для справок", {"*"}),
        ("* - справочные размеры", {"*"}),
        ("Размеры, отмеченные *, для справок", {"*"}),
        ("∗ REFERENCE DIMENSIONS", {"*"}),
        ("** DIMENSIONS FOR REFERENCE ONLY", {"**"}),
        ("DIMENSIONS MARKED * ARE FOR REFERENCE", {"*"}),
        ("* = REF.", {"*"}),
        ("* Hilfsmaße", {"*"}),
        ("*参考尺寸", {"*"}),
        ("*印は参考寸法", {"*"}),
        ("带*号的尺寸为参考尺寸", {"*"}),
        ("5 * Maße zur Information", {"*"}),
        ("* DIMENSIONS FOR INFORMATION ONLY", {"*"}),
        ("* cotes à titre indicatif", {"*"}),
        ("* quote indicative", {"*"}),
        ("* Maße am Bau prüfen", set()),
        ("* REFER TO SHEET 2", set()),
        ("* Размеры обеспечить инструментом", set()),
        ("REFERENCE DIMENSIONS", set()),
        ("DIMENSIONS IN MM", set()),
        ("", set()),
    ],
)
def test_marks_of_reference_dimensions(note: str, marks: set[str]) -> None:
    assert legend_of([note]) == marks


def test_legend_decides_about_the_mark() -> None:
    legend = legend_of(["1. *Размеры для справок."])
    marked, other, plain = (read_dimension(text, legend=legend) for text in ("120*", "120**", "120"))
    assert marked is not None
    assert other is not None
    assert plain is not None
    assert (marked.dimension.reference, other.dimension.reference, plain.dimension.reference) == (True, False, False)
    assert marked.score > other.score
