"""What stands in words on drawings: captions of title blocks, notes, materials, names, words of sixteen languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.titles.further_label_words import FURTHER_OTHER_LABELS, FURTHER_TITLE_WORDS
from drawkit.engine.titles.label_words import OTHER_LABELS, TITLE_WORDS
from drawkit.engine.titles.national_label_words import NATIONAL_OTHER_LABELS, NATIONAL_TITLE_WORDS
from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.readers.wording import DICTIONARIES, dictionary, one_of, piece

_SHARES: Final = {
    "en_US": 0.5, "de_DE": 0.14, "fr": 0.06, "es_ES": 0.05, "it_IT": 0.05, "pt_PT": 0.04, "sv_SE": 0.03,
    "pl_PL": 0.03, "cs_CZ": 0.02, "da_DK": 0.02, "nb_NO": 0.01, "hu_HU": 0.02, "ro_RO": 0.01, "tr_TR": 0.01,
    "sk_SK": 0.01,
}  # fmt: skip
"""Of Debian's packages hunspell-*: how often a word is of each."""

LETTERS: Final = (
    "ÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝàáâãåæçèéêëìíîïñòóôõøùúûýÿÄÖÜąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰăâîșțĂÎȘȚğışĞİŞĺľŕŁ"
)
"""Letters of these languages besides those of English and of German in small letters."""

_LONGEST: Final = 38
_PLAIN: Final = re.compile(rf"[A-Za-zäöüß{LETTERS}'-]{{1,18}}")

_OFFICE: Final = (
    "all dimensions are in mm millimeters inches unless otherwise specified remove burrs and break sharp edges "
    "do not scale drawing general tolerances surface finish roughness material heat treatment hardness steel "
    "stainless aluminium aluminum brass bronze plastic rubber casting forging machined welded weld bead bolt "
    "screw nut washer pin shaft gear bearing housing cover plate bracket flange hub wheel spring bushing sleeve "
    "gasket seal ring spacer hole holes thread tapped drilled reamed counterbore countersink deep through "
    "typical places equally spaced section view detail front top side isometric assembly exploded drawn checked "
    "approved date scale sheet size rev revision description part number quantity item weight mass title project "
    "company confidential proprietary the information contained in this is property of any reproduction without "
    "written permission prohibited see note per to for with from on or as by is be shall must may not before "
    "after min max ref typ both sides each end anodize anodized black zinc plated painted coating color clear "
    "primer inner outer diameter radius length width height thickness depth angle centre center line axis datum "
    "plane face edge corner fillet chamfer round slot"
)
_WERK: Final = (
    "Allgemeintoleranzen Oberfläche Werkstoff Maßstab Gewicht Benennung Zeichnung Blatt Datum Name bearbeitet "
    "geprüft Norm gezeichnet Kanten gebrochen entgratet gratfrei alle nicht bemaßten Radien Bohrung Gewinde "
    "Welle Lager Gehäuse Deckel Flansch Platte Scheibe Schraube Mutter Stift Feder Nut Passfeder Schnitt Ansicht "
    "Einzelheit Teil Stück Menge Baugruppe Schutzvermerk beachten nach für mit und oder der die das von bis auf "
    "gehärtet geschliffen verzinkt lackiert geschweißt Schweißnaht umlaufend Kundennummer Auftrag Ersatz "
    "Ersteller Freigabe Änderung Index Halbzeug"
)
_MATERIALS: Final = (
    "AISI 304|AISI 316L|SAE 4140|EN AW-6082 T6|EN AW-6061-T6|6061-T6|7075-T651|AlMgSi1|AlMg3|S235JR|S355J2+N|C45|"
    "42CrMo4|16MnCr5|1.4301|1.4404|1.0503|X5CrNi18-10|CuZn39Pb3|GG25|EN-GJL-250|POM-C|PA6|PTFE|ABS|PLA|PETG|PC|"
    "FR4|NBR 70|EPDM|Ti-6Al-4V|17-4 PH|A36|A2-70|Q235A|45#|SUS304|SS400|S45C|A5052|SPCC|ADC12|MDF|Delrin|Nylon|"
    "Acrylic|316 SS|440C|HARDOX 400|Ck45|St37-2"
)
_STANDARDS: Final = (
    "DIN|ISO|DIN EN ISO|EN|DIN EN|ASME|ASME Y14.5|ANSI|JIS B|GB/T|UNI|NF E|BS|ASTM A|MIL-STD|SAE AMS|IPC"
)
_ENDINGS: Final = ".SLDDRW|.dwg|.pdf|.idw|.CATDrawing|.step|.FCStd"
_NAMES: Final = (
    "Miller Smith Schmidt Weber Bauer Rossi Martin Dubois Garcia Silva Novak Kowalski Larsen Nielsen Jansen "
    "Brown Wilson Meier Hofmann Lopez Costa Moreau Svensson Virtanen Nagy Popescu Yilmaz Chen Wang Tanaka Suzuki "
    "Kim Park Patel"
)
_FOREIGN_LETTERS: Final = "БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯбвгджзийклмнптфцчшщъыьэюя"
_KANA: Final = (0x3041, 0x3094), (0x30A1, 0x30F7)
_KANJI: Final = (0x4E00, 0x9FA0)
_CODED: Final = "shift_jis"


def phrase(rng: Rng, _mark: str) -> str:
    """One text in words, of no more characters than a crop holds."""
    kind = int(rng.choice(len(_KINDS), p=_CHANCES))
    return piece(_KINDS[kind][1](rng), rng, _LONGEST)


def foreign(rng: Rng, _mark: str) -> str:
    """Letters of scripts that the net does not tell apart, perhaps beside a size: 4-⌀5 貫通."""
    count = int(rng.integers(1, 7))
    if rng.random() < 0.25:
        text = "".join(_FOREIGN_LETTERS[int(k)] for k in rng.integers(0, len(_FOREIGN_LETTERS), count))
    else:
        text = "".join(_ideograph(rng) for _ in range(count))
    beside = f"{one_of(rng, '|⌀|R|M|4-⌀|2-M|4-')}{rng.integers(1, 60)}"
    kind = rng.random()
    return f"{beside}{text}" if kind < 0.25 else f"{text}{beside}" if kind < 0.35 else text


def _ideograph(rng: Rng) -> str:
    known = _ideographs()
    return (
        known[int(rng.integers(len(known)))]
        if rng.random() < 0.6
        else chr(int(rng.integers(*_KANA[int(rng.integers(2))])))
    )


@cache
def _ideographs() -> str:
    """Those of the Japanese standard, which typefaces have."""
    return "".join(chr(code) for code in range(*_KANJI) if chr(code).encode(_CODED, "ignore"))


def _caption(rng: Rng) -> str:
    told = _captions()[int(rng.integers(len(_captions())))]
    kind = rng.random()
    told = told.upper() if kind < 0.5 else told.title() if kind < 0.65 else told[:1].upper() + told[1:]
    return told + one_of(rng, "|||:|:| :|.") if rng.random() < 0.9 else f"{told}: {rng.integers(1, 400)}"


@cache
def _captions() -> tuple[str, ...]:
    told = [TITLE_WORDS, FURTHER_TITLE_WORDS, NATIONAL_TITLE_WORDS]
    groups = [group for fields in told for words in fields.values() for group in words]
    labels = ",".join([*groups, OTHER_LABELS, FURTHER_OTHER_LABELS, NATIONAL_OTHER_LABELS]).split(",")
    known = (label.strip() for label in labels)
    return tuple(
        label for label in known if label and all(_PLAIN.fullmatch(c) or c in " .#/()0123456789°" for c in label)
    )


def _sentence(rng: Rng) -> str:
    count = int(rng.choice([1, 1, 1, 2, 2, 3, 3, 4, 5, 6]))
    source = _WERK if rng.random() < 0.2 else _OFFICE
    of_office = rng.random() < 0.5
    language = _language(rng)
    joined = ""
    for _ in range(count):
        is_office = language is None or (of_office and rng.random() < 0.8)
        word = str(rng.choice(source.split())) if is_office else _word(rng, language)
        mark = one_of(rng, " | | | | | | |, |. | - |-|/| & | (|) |: | = |\"|' ") if joined else ""
        joined += mark + word
    told = _cased(joined, rng)
    if rng.random() < 0.15:
        told = f"{rng.integers(1, 25)}{one_of(rng, '. |. |) |- ')}{told}"
    if rng.random() < 0.15:
        size = rng.integers(1, 3000) / float(rng.choice([1, 1, 10, 100]))
        told += f" {one_of(rng, '||⌀|R|±|M|#')}{size:g}{one_of(rng, '||| mm|°|%| kg| in')}"
    return told + (one_of(rng, ".|.|,|;|:|!|)") if rng.random() < 0.2 else "")


def _cased(told: str, rng: Rng) -> str:
    kind = rng.random()
    if kind < 0.45:
        return told.upper()
    return told if kind < 0.7 else told[:1].upper() + told[1:] if kind < 0.88 else told.title()


def _word(rng: Rng, language: str | None) -> str:
    known = words(language) if language else tuple(_OFFICE.split())
    return known[int(rng.integers(len(known)))]


def _language(rng: Rng) -> str | None:
    """One of the languages whose dictionaries are installed, by its share; None where none is."""
    names, ends = _languages()
    return names[int(np.searchsorted(ends, rng.random() * ends[-1]))] if names else None


@cache
def _languages() -> tuple[tuple[str, ...], NDArray[np.float64]]:
    names = tuple(name for name in _SHARES if (DICTIONARIES / f"{name}.dic").exists())
    return names, np.cumsum([_SHARES[name] for name in names], dtype=np.float64)


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of one of hunspell's dictionaries. Raises FileNotFoundError where its package is not installed."""
    return dictionary(DICTIONARIES, name, _PLAIN)


def _material(rng: Rng) -> str:
    return one_of(rng, _MATERIALS)


def _standard(rng: Rng) -> str:
    part = f"-{rng.integers(1, 9)}" if rng.random() < 0.4 else ""
    year = f"{one_of(rng, ':|-')}{rng.integers(1970, 2026)}" if rng.random() < 0.3 else ""
    grade = one_of(rng, "||||-mK| m| - m|-fH| B| T6")
    return f"{one_of(rng, _STANDARDS)} {rng.integers(1, 30000)}{part}{year}{grade}"


def _name(rng: Rng) -> str:
    family, letter = str(rng.choice(_NAMES.split())), chr(int(rng.integers(65, 91)))
    given = _word(rng, _language(rng)).capitalize()
    short = f"{letter}. {family}|{family}|{letter}{family[0]}|{letter.lower()}{family.lower()}"
    told = one_of(rng, f"{short}|{given} {family}|{family}, {letter}.")
    return told.upper() if rng.random() < 0.3 else told


def _designation(rng: Rng) -> str:
    """A number of a drawing or of a part, an address, a name of a file."""
    letters = "".join(chr(int(k)) for k in rng.integers(65, 91, int(rng.integers(1, 5))))
    parts = [
        str(rng.integers(0, 10 ** int(rng.integers(2, 6)))).zfill(int(rng.integers(2, 5)))
        for _ in range(int(rng.integers(1, 4)))
    ]
    mark = one_of(rng, "-|.|_|/| ")
    told = mark.join([letters, *parts]) if rng.random() < 0.7 else mark.join(parts)
    kind = rng.random()
    if kind < 0.12:
        return f"{_word(rng, _language(rng)).lower()}{one_of(rng, '_|-||.')}{told}{one_of(rng, _ENDINGS)}"
    if kind < 0.16:
        return f"www.{_word(rng, _language(rng)).lower()}.{one_of(rng, 'com|de|org|net|fr|it')}"
    return told


_KINDS: Final[tuple[tuple[float, Callable[[Rng], str]], ...]] = (
    (24, _caption), (52, _sentence), (5, _material), (5, _standard), (5, _name), (9, _designation),
)  # fmt: skip
_CHANCES: Final = np.array([weight for weight, _ in _KINDS], np.float64) / sum(weight for weight, _ in _KINDS)
