"""Matrices of a page's objects: two rows of (2, 3), as plain numbers, for a page has tens of thousands of them."""

from __future__ import annotations

from typing import Any

from pypdfium2 import raw

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c and d, e, f: (x, y) goes to (a x + b y + c, d x + e y + f)."""


def matrix_of(target: Any) -> Matrix:
    """The matrix from an object's own space to that of what holds it (ISO 32000-1, 8.3.4)."""
    m = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(target, m)
    return m.a, m.c, m.e, m.b, m.d, m.f


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """First the inner matrix, then the outer one."""
    (a, b, c, d, e, f), (p, q, r, s, t, u) = outer, inner
    return a * p + b * s, a * q + b * t, a * r + b * u + c, d * p + e * s, d * q + e * t, d * r + e * u + f


def inverse(matrix: Matrix) -> Matrix:
    """The way back from a matrix that does not make all flat."""
    a, b, c, d, e, f = matrix
    size = a * e - b * d
    return e / size, -b / size, (b * f - c * e) / size, -d / size, a / size, (c * d - a * f) / size
