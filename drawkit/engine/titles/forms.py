"""Title blocks whose cells are known by place: their layouts as data, and the one that a block's faces fit.

GOST 2.104 leaves drawing number, title, material and company without a caption, and so do default sheets of common
CAD systems. A layout is recognised by its walls alone, at any scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...contract import Box

_MM: Final = 72 / 25.4
_OFF: Final = 0.015  # of the form's width: by how much a wall may stand beside its place
_ALL: Final = 0.8  # share of a form's cells that must be there


@dataclass(frozen=True)
class Form:
    """A layout: its extent, and its cells as left, top, right, bottom from the upper left corner, with their fields.

    Lengths are millimetres where `drawn_in_millimetres`, else any unit. Cells under None help to recognise the form.
    """

    name: str
    width: float
    height: float
    fields: Mapping[str, Box]
    others: Sequence[Box] = ()
    drawn_in_millimetres: bool = False
    parted: Mapping[Box, float] = field(default_factory=dict)
    """Cells that hold two fields below each other, and where the lower one begins: no line is drawn there."""


def _people(rows: Mapping[str, int], top: float) -> dict[str, Box]:
    """The names of GOST 2.104, columns 10 to 13, in rows of 5 mm from `top` on."""
    return {field: (17.0, top + 5 * row, 40.0, top + 5 * row + 5) for field, row in rows.items()}


FORMS: Final = (
    Form(
        "GOST 2.104 form 1",
        185.0,
        55.0,
        {
            "drawing_number": (65, 0, 185, 15),
            "title": (65, 15, 135, 40),
            "material": (65, 40, 135, 55),
            "company": (135, 40, 185, 55),
            "mass": (150, 20, 167, 35),
            "scale": (167, 20, 185, 35),
            **_people({"drawn_by": 0, "checked_by": 1, "approved_by": 5}, 25.0),
        },
        ((135, 15, 150, 20), (150, 15, 167, 20), (167, 15, 185, 20), (135, 35, 155, 40), (155, 35, 185, 40)),
        drawn_in_millimetres=True,
    ),
    Form(
        "GOST 2.104 form 2",
        185.0,
        40.0,
        {
            "drawing_number": (65, 0, 185, 15),
            "title": (65, 15, 135, 40),
            "company": (135, 25, 185, 40),
            "sheet": (150, 20, 165, 25),
            **_people({"drawn_by": 0, "checked_by": 1, "approved_by": 4}, 15.0),
        },
        ((135, 15, 150, 20), (150, 15, 165, 20), (165, 15, 185, 20), (165, 20, 185, 25)),
        drawn_in_millimetres=True,
    ),
    Form(
        "GOST 2.104 form 2a",
        185.0,
        15.0,
        {"drawing_number": (65, 0, 175, 15), "sheet": (175, 7, 185, 15)},
        ((175, 0, 185, 7), (0, 10, 7, 15), (7, 10, 17, 15), (17, 10, 40, 15), (40, 10, 55, 15), (55, 10, 65, 15)),
        drawn_in_millimetres=True,
    ),
    Form(  # an ISO 7200 block: a row of people and dates over company, title and number
        "people over company and title",
        491.0,
        86.0,
        {"company": (0, 29, 216, 86), "title": (216, 29, 491, 57), "part_number": (216, 57, 389, 86)},
        ((0, 0, 92, 29), (92, 0, 165, 29), (389, 57, 433, 86), (433, 57, 491, 86)),
    ),
    Form(  # DIN 6771-1: changes at the left, people over a blank, title beside sheet and size at the foot
        "DIN 6771-1",
        538.0,
        157.0,
        {"scale": (228, 0, 280, 48), "sheet": (493, 109, 538, 133), "sheet_size": (493, 133, 538, 145)},
        (
            (154, 0, 228, 48),
            (280, 109, 493, 145),
            *((left, top, right, top + 12) for top in (48, 60) for left, right in ((154, 184), (184, 228), (228, 280))),
        ),
    ),
    Form(  # ASME Y14.1: company over title, size, code, number and revision, scale and sheet
        "ASME Y14.1",
        512.0,
        167.0,
        {
            "company": (165, 0, 512, 40),
            "title": (165, 40, 512, 116),
            "sheet_size": (165, 116, 197, 148),
            "drawing_number": (287, 116, 482, 148),
            "revision": (482, 116, 512, 148),
            "scale": (165, 148, 246, 167),
            "sheet": (369, 148, 512, 167),
        },
        ((197, 116, 287, 148), (0, 93, 165, 111), (0, 111, 165, 130), (0, 130, 165, 148)),
    ),
    Form(  # the default drawing sheet of KiCad: comments over the company, which no line parts from them
        "KiCad",
        108.0,
        32.0,
        {"company": (0, 12.5, 108, 15.5), "title": (0, 21.5, 108, 25.5), "sheet": (84, 28.5, 108, 32)},
        ((0, 15.5, 108, 21.5), (20, 25.5, 84, 28.5), (84, 25.5, 108, 28.5), (0, 28.5, 84, 32)),
        drawn_in_millimetres=True,
        parted={(0, 0, 108, 15.5): 12.5},
    ),
)
"""The layouts that are known, the largest of a family first."""


def parted_by_form(faces: Sequence[Box], box: Box) -> list[Box]:
    """The faces of a block, those that hold two fields of a known form parted in two."""
    known = np.array(faces, float).reshape(-1, 4)
    for form in (form for form in FORMS if form.parted):
        ruled = [cell for cell in (*form.fields.values(), *form.others) if not _is_part(cell, form)]
        for at in _places(form, box):
            fit = _Fit(form, at, faces, known)
            found = {face: low for cell, low in form.parted.items() if (face := fit.face(cell)) is not None}
            there = len(found) + sum(fit.face(cell) is not None for cell in ruled)
            if found and there >= _ALL * (len(form.parted) + len(ruled)):
                return [part for face in faces for part in _parts(face, found.get(face), at)]
    return list(faces)


def _is_part(cell: Box, form: Form) -> bool:
    """Whether a cell lies within one that is parted, so that no lines of its own bound it."""
    return any(p[0] <= cell[0] and p[1] <= cell[1] and cell[2] <= p[2] and cell[3] <= p[3] for p in form.parted)


def _parts(face: Box, low: float | None, at: Box) -> list[Box]:
    if low is None:
        return [face]
    middle = at[1] + low * at[3]
    return [(face[0], face[1], face[2], middle), (face[0], middle, face[2], face[3])]


def fields_by_place(faces: Sequence[Box], box: Box) -> dict[str, Box]:
    """The field of each face whose place in a known form says it; empty where the block fits none.

    `box` is the block's own; a form drawn to scale may be a part of it, at its lower right corner.
    """
    known = np.array(faces, float).reshape(-1, 4)
    for form in FORMS:
        for at in _places(form, box):
            fit = _Fit(form, at, faces, known)
            found = {name: face for name, cell in form.fields.items() if (face := fit.face(cell)) is not None}
            there = len(found) + sum(fit.face(cell) is not None for cell in form.others)
            if there >= _ALL * (len(form.fields) + len(form.others)):
                return found
    return {}


@dataclass(frozen=True)
class _Fit:
    """A form laid over the faces of a block: its upper left corner, and points for each unit across and down."""

    form: Form
    at: Box
    faces: Sequence[Box]
    known: NDArray[np.float64]
    """The faces as an array (n, 4): many cells of many forms are held against them."""

    def face(self, cell: Box) -> Box | None:
        """The face where the form has a cell."""
        slack = _OFF * self.form.width * self.at[2]
        fits = np.flatnonzero(np.abs(self.known - _moved(cell, self.at)).max(axis=1) <= slack)
        return self.faces[fits[0]] if len(fits) else None


def _moved(cell: Box, at: Box) -> Box:
    left, top, across, down = at
    return left + cell[0] * across, top + cell[1] * down, left + cell[2] * across, top + cell[3] * down


def _places(form: Form, box: Box) -> Iterator[Box]:
    """Where the form may lie: its upper left corner, and points for each of its units across and down."""
    across, down = (box[2] - box[0]) / form.width, (box[3] - box[1]) / form.height
    yield box[0], box[1], across, down
    yield box[2] - form.width * down, box[1], down, down
    yield box[0], box[3] - form.height * across, across, across
    if form.drawn_in_millimetres:
        yield box[2] - form.width * _MM, box[3] - form.height * _MM, _MM, _MM
