"""Files of a folder that hold drawings or models in a format drawkit does not read: named, never passed in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

from .contract import LOCAL_FORMATS

_PICTURES: Final = "heic heif avif jp2 j2k psd tga djvu svg eps ps ai emf wmf cgm plt hpgl hpg"
_DRAWINGS: Final = "dwg dxf dwt dgn dwf dwfx idw slddrw catdrawing drw dft vsd vsdx fcstd cdr"
_MODELS: Final = (
    "step stp stpz iges igs sldprt sldasm ipt iam catpart catproduct prt asm par psm sat sab x_t x_b jt stl obj 3mf "
    "3dm f3d skp ifc"
)
_ARCHIVES: Final = "zip 7z rar tar tgz gz"
OTHER_SUFFIXES: Final = frozenset(f".{word}" for word in f"{_PICTURES} {_DRAWINGS} {_MODELS} {_ARCHIVES}".split())
"""Endings of files that a person may expect to be read; those of texts, tables and programs are not among them."""
_READ: Final = ", ".join(sorted(LOCAL_FORMATS.values(), key="PDF".__ne__))
WHAT_TO_DO: Final = f"drawkit reads {_READ}: export or convert them"


def passed_over(names: Iterable[str | PurePath]) -> str:
    """How many files of each such ending there are among these, such as "2 .dwg, 1 .tif"; empty when there is none."""
    endings = Counter(PurePath(name).suffix.lower() for name in names)
    found = sorted((-count, ending) for ending, count in endings.items() if ending in OTHER_SUFFIXES)
    return ", ".join(f"{-count:,} {ending}" for count, ending in found)
