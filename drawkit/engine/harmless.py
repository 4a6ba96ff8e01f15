"""What of a drawing's text names neither a person nor a company, as far as that is known."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .titles.labels import bom_column, is_heading_word, is_other_label, plain, revision_column, title_label
from .titles.title_cells import Found
from .titles.values import as_date, general_standard, is_company, units_in

FACTS: Final = (
    "title", "drawing_number", "part_number", "revision", "material", "finish", "scale", "sheet", "sheet_size",
    "date", "mass", "projection", "units", "general_tolerance",
)  # fmt: skip
"""Fields of a title block that tell of the part and the sheet, not of people."""

_TOLD = ("title", "material", "finish", "drawing_number", "part_number")
"""Fields of free text: without a label they may as well be somebody's name."""
_CLEAR = 0.85  # confidence from which a value is its label's: one that only stands near it may be somebody's name
_WORD = re.compile(r"[^\W\d_]{2,}")
_WORDS: Final = (
    "thru through typ max min ref dia rad deep depth drill tap reamed bore cbore csk csink spotface places place "
    "plcs equally spaced both sides side each end near far all around over view section detail front rear top bottom "
    "left right isometric scale angles angular linear fractional fraction decimal decimals decimals places one two "
    "three four tolerance tolerances unless otherwise specified noted stated dimensions dimension are in and or of "
    "the to for is not do does this drawing print scaled mm cm inch inches millimeters millimetres degrees degree "
    "surface surfaces finish roughness break sharp edges edge corners remove burrs deburr chamfer fillet radii "
    "radius third first angle projection general interpret per iso din en asme ansi jis gb gost prior material "
    "thickness weight mass kg lb lbs approx alle maße in mm kanten gratfrei allgemeintoleranzen oberfläche werkstoff "
    "gewicht blatt von ansicht schnitt einzelheit toutes cotes en tolérances générales échelle masse matière feuille "
    "sur vue coupe"
)
_DRAFTING = frozenset(_WORDS.split())
_SUPPLIERS: Final = (
    "supplier,vendor,manufacturer,mfr,mfg,hersteller,lieferant,fournisseur,fabricant,fabricante,proveedor,fornitore,"
    "produttore,leverantör,tillverkare,поставщик,изготовитель,メーカー,供应商,厂家,source,make,brand"
)
_COLUMNS_OF_OTHERS = frozenset(map(plain, _SUPPLIERS.split(",")))
_TELLING = re.compile(
    r"@|https?:|www\.|\b[\w-]+\.(?:com|org|net|edu|gov|io|de|fr|es|it|co|eu|ru|cn|jp|ch|at|nl|uk)\b|©|\(c\)|copyright"
    r"|all rights|alle rechte|tous droits|todos los derechos|propert\w+|proprietary|confidential|eigentum|vertraulich"
    r"|weitergabe|schutzvermerk|propri[ée]t|confidentiel|propiedad|confidencial|propriet|riservat|собственност|конфиденц"
    r"|版权|保密|機密|著作権|without (?:the )?(?:prior )?(?:written )?(?:permission|consent)|reproduc|disclos"
    r"|educational (?:product|version|license)|\btel\b|\bfax\b|phone|[a-z]:\\|(?:/[\w.-]+){3,}|\\\\\w",
    re.IGNORECASE,
)


def names_a_supplier(heading: str) -> bool:
    """Whether a column of a parts list tells companies."""
    return plain(heading) in _COLUMNS_OF_OTHERS


@lru_cache(maxsize=4096)
def is_telling(text: str) -> bool:
    """Whether a text outside a title block tells of its owner: an address, a notice of property, a company."""
    return bool(_TELLING.search(text)) or is_company(text)


@lru_cache(maxsize=4096)
def is_common(text: str) -> bool:
    """Whether a text has only labels, numbers, units and words of the trade."""
    known = title_label(text) or bom_column(text) or revision_column(text) or is_other_label(text)
    if known or general_standard(text) or units_in(text) == text or as_date(text) == text.strip():
        return True
    return all(is_heading_word(word) or word.casefold() in _DRAFTING for word in _WORD.findall(text))


def is_fact(found: Found) -> bool:
    """Whether a field of a title block may be shown: it tells of the part, and of free text its label says so."""
    clear = found.field not in _TOLD or (bool(found.label) and found.confidence >= _CLEAR)
    return found.field in FACTS and clear and not is_company(found.value)
