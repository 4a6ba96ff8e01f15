"""What stands on drawings: random callouts after ISO 129-1, ISO 286, ISO 1101, ISO 6410-1, ISO 21920-1 and ASME Y14.5.

A space is a gap that the net does not say; `|` parts the compartments of a feature control frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from drawkit.engine.training.callouts.phrases import foreign, phrase
from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.classes import CIRCLED_LETTERS

CHARACTERISTICS: Final = "⌖⏥⏤○⌭⌒⌓∠⊥∥◎⌯↗⌰"

_FITS: Final = (
    "H7 H8 H9 H11 H6 G7 F8 E9 D10 K7 N9 P9 JS9 JS7 M7 N7 P7 g6 h6 h7 h8 h9 h11 f7 f8 k6 js6 m6 n6 p6 r6 s6 e8 d9 c11 "
    "H7/g6 H7/h6 H7/k6 H8/f7 H7/p6 H7/s6 H11/c11 k5 m5 js5 H5 g5 H13 h13 x8 u6 j6 j5 J7"
)
_WORDS: Final = (
    "TYP THRU MAX MIN REF MAX. MIN. TYP. REF. DEEP DP EQSP EQ.SP. PLCS PLACES SECTION DETAIL VIEW SCALE SHEET max min "
    "max. min. typ R.H. L.H. LH RH BSC DIA CBORE CSINK C'BORE SPOTFACE CHAM FLAT KNURL ISO DIN EN ANSI ASME NTS mm "
    "HOLES THREAD RAD SQ tief DURCH NAME DATE QTY ITEM REV NO DWG SIZE MATL FIN kg inch AVG CF ST GAGE BOTH SIDES "
    "FAR NEAR SIDE Rev. Ind. No. Nr. P.L. Pos. INDICATED UNLESS AROUND ALL OVER FULL ROUND Ra Rz ca Blatt Datum "
    "Schnitt Ansicht Passfeder x X"
)
_COARSE: Final = {3: "0.5", 4: "0.7", 5: "0.8", 6: "1", 8: "1.25", 10: "1.5", 12: "1.75", 16: "2", 20: "2.5", 24: "3"}
_UNIFIED: Final = (
    "#2-56 #4-40 #6-32 #8-32 #10-24 #10-32 1/4-20 1/4-28 5/16-18 3/8-16 3/8-24 7/16-14 1/2-13 1/2-20 9/16-12 5/8-11 "
    "3/4-10 7/8-9 1-8 .250-20 .375-16 .190-32 .500-13 .4375-14 .164-32 1/2-14 1/8-27 1.000-8 .3750-16"
)
_ALONE: Final = "ABCDEFGHJKLMNPRSTUVWXYZ" + "0123456789" * 2
_CODE: Final = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"


def _of(rng: Rng, *choices: str) -> str:
    return choices[int(rng.integers(len(choices)))]


def _chance(rng: Rng, share: float) -> bool:
    return bool(rng.random() < share)


def _word(rng: Rng, values: str) -> str:
    """One of the blank-separated values."""
    return _of(rng, *values.split())


def number(rng: Rng, mark: str) -> str:
    """A nominal value with `mark` for its decimals: whole, metric or inch, also without the leading zero."""
    kind = rng.random()
    if kind < 0.34:
        return str(rng.integers(1, 100))
    if kind < 0.42:
        return str(rng.integers(100, 2600))
    places = int(rng.choice([1, 1, 1, 2, 2, 2, 3, 3, 4]))
    text = f"{rng.random() * float(rng.choice([1, 1, 2, 10, 10, 40, 100, 500])):.{places}f}"
    if kind < 0.75 and text.startswith("0") and mark == ".":
        text = text[1:]
    return text.replace(".", mark)


def small(rng: Rng, mark: str) -> str:
    """A tolerance: mostly below one, with or without the leading zero."""
    if mark == "." and _chance(rng, 0.35):
        return "." + _word(rng, "005 010 001 002 003 015 020 03 01 005 0005 030 008 012 000 1 05 0015 025 050")
    if _chance(rng, 0.85):
        tail = _word(rng, "1 2 3 4 5 02 05 01 15 25 018 012 021 033 025 03 08 10 20 006 015 035 009 001 0 00 000 5 8")
        return f"0{mark}{tail}"
    return _word(rng, "1 2 0 0 0 3 5 10") if _chance(rng, 0.6) else number(rng, mark)


def _plus_minus(rng: Rng, mark: str) -> str:
    return _of(rng, "±", " ±", " ± ") + small(rng, mark)


def _linear(rng: Rng, mark: str) -> str:
    return number(rng, mark)


def _toleranced(rng: Rng, mark: str) -> str:
    return _of(rng, "", "", "⌀", "⌀", "R") + number(rng, mark) + _plus_minus(rng, mark)


def _deviation(rng: Rng, mark: str) -> str:
    kind = rng.random()
    if kind < 0.12:
        return "±" + _of(rng, "", " ") + small(rng, mark)
    if kind < 0.22:
        return _of(rng, "0", "0", " 0", "+0", "-0")
    degree = "°" if _chance(rng, 0.05) else ""
    return _of(rng, "+", "-") + _of(rng, "", "", " ") + small(rng, mark) + degree


def _glued_deviations(rng: Rng, mark: str) -> str:
    first = _of(rng, "", "⌀") + number(rng, mark)
    return first + _of(rng, " ", "") + _of(rng, "+", "-") + small(rng, mark)


def _round_one(rng: Rng, mark: str) -> str:
    sign = _of(rng, "⌀", "⌀", "⌀", "⌀ ", "⌀ ", "R", "R", "R ", "S⌀", "SR", "□", "□ ", "⌀")
    behind = _of(rng, "", "", "", "", " TYP", " THRU", " MAX", " REF")
    return sign + number(rng, mark) + behind


def _angle(rng: Rng, mark: str) -> str:
    kind = rng.random()
    if kind < 0.45:
        return f"{rng.integers(1, 361)}°"
    if kind < 0.6:
        return _word(rng, "15 20 30 45 60 75 82 90 100 110 118 120 135 180 360") + "°"
    if kind < 0.75:
        return f"{rng.integers(0, 120)}{mark}{rng.integers(0, 100)}°"
    minutes = f"{rng.integers(1, 180)}°{_of(rng, '', ' ')}{rng.integers(0, 60)}'"
    if kind < 0.85:
        return minutes
    if kind < 0.9:
        return f'{minutes}{_of(rng, "", " ")}{rng.integers(0, 60)}"'
    return f"{rng.integers(1, 180)}°{_plus_minus(rng, mark)}°"


def _fit(rng: Rng, mark: str) -> str:
    fit = _word(rng, _FITS)
    return fit if _chance(rng, 0.25) else _of(rng, "⌀", "⌀", "") + number(rng, mark) + _of(rng, " ", "") + fit


def _thread(rng: Rng, mark: str) -> str:
    kind = rng.random()
    if kind < 0.6:
        size = int(rng.choice(list(_COARSE)))
        pitch = _of(rng, "", "", f"{_of(rng, 'x', ' x ', 'X')}{_COARSE[size].replace('.', mark)}", "x1")
        grade = _of(rng, "", "", "", "-6H", "-6g", " - 6H", "-LH", " LH", "-6H/6g", "x20", " x 30")
        return f"M{size}{pitch}{grade}"
    if kind < 0.85:
        series = _of(rng, " UNC", " UNF", "UNC", "UNF", " UNEF", " NPT", "")
        grade = _of(rng, "", "-2B", " - 2B", "-2A", "-3B", "-3A", " LH") if series else ""
        return _word(rng, _UNIFIED) + series + grade
    pipe = _of(rng, "G1/2", "G 1/8", "G1/4 A", "R1/2", "Rc1/4", "Rp 3/4", "G3/8", "NPT 1/4", "1/8 NPT", "G1 1/2")
    return pipe if kind < 0.94 else f"Tr{rng.integers(8, 60)}x{rng.integers(2, 9)}"


def _depth(rng: Rng, mark: str) -> str:
    return _of(rng, "↧", "↧", " ↧ ", " ↧") + number(rng, mark)


def _hole(rng: Rng, mark: str) -> str:
    kind = rng.random()
    sign = _of(rng, "⌀", "⌀", "⌀ ")
    if kind < 0.4:
        return sign + number(rng, mark) + _of(rng, _depth(rng, mark), " THRU", " THRU ALL")
    if kind < 0.65:
        return _of(rng, "⌴", "⌴ ") + sign + number(rng, mark) + _of(rng, _depth(rng, mark), "")
    if kind < 0.9:
        return (
            _of(rng, "⌵", "⌵ ")
            + sign
            + number(rng, mark)
            + _of(rng, "x", " x ", " X ", "X ")
            + _word(rng, "82 90 100 120")
            + "°"
        )
    return _of(rng, "", "M4", "M6", "M8") + _depth(rng, mark)


def _counted(rng: Rng, mark: str) -> str:
    times = _of(rng, "x", " x ", "x ", "X", "X ", " X ", "×", "× ", " × ")
    of = _CALLOUTS[int(rng.integers(len(_CALLOUTS)))](rng, mark)
    if _chance(rng, 0.12):
        return f"({rng.integers(2, 30)}{times.strip()})"
    if _chance(rng, 0.12):
        return f"{of} {rng.integers(2, 30)}{_of(rng, 'x', 'X')}"
    return f"{rng.integers(2, 40)}{times}{of}"


def _reference(rng: Rng, mark: str) -> str:
    inside = _of(rng, "", "⌀", "R") + number(rng, mark) + _of(rng, "", "", "°")
    return _of(rng, f"({inside})", f"({inside})", f"{inside} REF", f"[{inside}]", f"{number(rng, mark)} [{inside}]")


def _chamfer(rng: Rng, mark: str) -> str:
    size, times = number(rng, mark), _of(rng, "x", " x ", "X", " X ", "×")
    return _of(rng, f"{size}{times}45°", f"{size}{times}45°", f"C{size}", f"CH{size}", f"45°{times}{size}", f"C {size}")


def _surface(rng: Rng, mark: str) -> str:
    value = _word(rng, "0.1 0.2 0.4 0.8 1.6 3.2 6.3 12.5 25 50 0.025 63 125 32 16 250 0.05 100").replace(".", mark)
    return _of(rng, "Ra ", "Ra", "Ra ", "Rz ", "Rz", "√Ra ", "", "√", "Rmax ", "Rt ", "Ra") + value


def _zone(rng: Rng, mark: str) -> str:
    circled = "".join(rng.choice(list(CIRCLED_LETTERS), int(rng.choice([0, 0, 0, 0, 1, 1, 2]))).tolist())
    return _of(rng, "", "", "⌀", "⌀", "⌀ ", "S⌀") + small(rng, mark) + circled


def _datum(rng: Rng) -> str:
    letter = str(rng.choice(list("ABCDEFGHKLMNPRSTXYZ")))
    kind = rng.random()
    if kind < 0.08:
        return f"{letter}-{rng.choice(list('ABCDE'))}"
    return letter + (str(rng.choice(list("ⓂⓁⓂⓁⓅ"))) if kind < 0.25 else "")


def frame(rng: Rng, mark: str) -> str:
    """A feature control frame, or its first or last compartments."""
    cells = [str(rng.choice(list(CHARACTERISTICS))), _zone(rng, mark)]
    cells += [_datum(rng) for _ in range(int(rng.choice([0, 1, 1, 2, 2, 3])))]
    kind = rng.random()
    if kind < 0.15:
        cells = cells[1:]
    elif kind < 0.2:
        cells = cells[:2]
    elif kind < 0.24:
        cells = cells[2:] or cells
    return "|".join(cells)


def _words(rng: Rng, _mark: str) -> str:
    return " ".join(_word(rng, _WORDS) for _ in range(int(rng.choice([1, 1, 1, 2, 2, 3]))))


def _section(rng: Rng, _mark: str) -> str:
    letter = _of(rng, *"ABCDEFGHJKX")
    pair = f"{letter}{_of(rng, '-', '-', ' - ')}{letter}"
    return _of(rng, pair, pair, f"SECTION {pair}", f"DETAIL {letter}", f"VIEW {letter}", f"({pair})")


def _scale(rng: Rng, _mark: str) -> str:
    ratio = f"{_word(rng, '1 1 1 2 5 10')}{_of(rng, ':', ':', ' : ', '/')}{_word(rng, '1 2 5 10 20 50')}"
    return _of(rng, ratio, ratio, f"({ratio})", f"SCALE {ratio}")


def _inch(rng: Rng, _mark: str) -> str:
    odd = f"{2 * int(rng.integers(0, 16)) + 1}/{_word(rng, '32 64 16 8')}"
    whole = str(rng.integers(1, 30))
    decimal = f'{_of(rng, "", "", "", "⌀", "R", "⌀ ")}{number(rng, ".")}{_of(rng, "", "", " ")}"'
    feet = f"{whole}'{_of(rng, '-', ' ', ' - ')}{_of(rng, odd, str(rng.integers(0, 12)))}\""
    return _of(rng, odd, odd + '"', f"{whole} {odd}", f'{whole} {odd}"', *[decimal] * 4, f"⌀{odd}", f"R{odd}", feet)


def _alone(rng: Rng, _mark: str) -> str:
    return f"{rng.integers(1, 25)}." if _chance(rng, 0.1) else _of(rng, *_ALONE)


def _symbol(rng: Rng, _mark: str) -> str:
    return str(rng.choice([*CHARACTERISTICS, *CIRCLED_LETTERS, *"⌀⌀⌀↧↧⌴⌵□±°√RRSM"]))


def _code(rng: Rng, _mark: str) -> str:
    kind = rng.random()
    if kind < 0.3:
        day, month = int(rng.integers(1, 32)), int(rng.integers(1, 13))
        return f"{day:02}{_of(rng, '.', '/', '-')}{month:02}{_of(rng, '.', '/', '-')}{rng.integers(1998, 2030)}"
    if kind < 0.45:
        return f"{_of(rng, *'ABCDEFG')}{rng.integers(1, 20)}"
    letters = rng.choice(list(_CODE + "-./"), int(rng.integers(3, 10)))
    return "".join(letters.tolist()).strip("-./") or "A1"


def _limit(rng: Rng, mark: str) -> str:
    value = number(rng, mark)
    words = _of(
        rng, "MAX", "MIN", "max", "min", "max.", "TYP", "mm", "BSC", "DEEP", "REF", "AVG", "kg", "%", "µm", "N", "Nm"
    )
    return _of(
        rng, f"{value} {words}", f"{value} {words}", f"{words} {value}", f"L={value}", f"A={value}", f"={value}="
    )


def _with_unit(rng: Rng, mark: str) -> str:
    """Some systems write the unit behind each value."""
    sign = _of(rng, "", "", "⌀", "⌀ ", "R")
    unit = "deg" if not sign and _chance(rng, 0.2) else _of(rng, "in", "in", "mm")
    return sign + number(rng, mark) + _of(rng, "", "", " ") + unit


def _general(rng: Rng, mark: str) -> str:
    """A line of a table of general tolerances: so many decimals, so much deviation."""
    if _chance(rng, 0.2):
        return f"X°{_of(rng, '', ' ')}±{_of(rng, '', ' ')}{_word(rng, '0.5 1 2')}°"
    places = _word(rng, "X .X .XX .XXX X.X X.XX X.XXX 0.X 0.XX").replace(".", mark)
    return places + _of(rng, " ± ", "±", " = ±", " ±") + small(rng, mark)


_CALLOUTS: Final[tuple[Callable[[Rng, str], str], ...]] = (
    _linear, _round_one, _round_one, _round_one, _hole, _hole, _thread, _thread, _angle, _chamfer, _toleranced, _fit,
)  # fmt: skip
_KINDS: Final[tuple[tuple[float, Callable[[Rng, str], str]], ...]] = (
    (14, _linear), (9, _round_one), (9, _toleranced), (8, _deviation), (2, _glued_deviations), (6, _angle), (6, _fit),
    (8, _thread), (6, _hole), (9, _counted), (5, _reference), (3, _chamfer), (6, _surface), (14, frame), (5, _words),
    (2, _section), (2, _scale), (5, _inch), (7, _alone), (9, _symbol), (3, _code), (3, _limit),
    (4, _with_unit), (1, _general), (50, phrase), (6, foreign),
)  # fmt: skip
_SHARES: Final = np.array([weight for weight, _ in _KINDS], np.float64)


def callout(rng: Rng) -> str:
    """One text of a drawing."""
    mark = "," if _chance(rng, 0.35) else "."
    kind = int(rng.choice(len(_KINDS), p=_SHARES / _SHARES.sum()))
    return _KINDS[kind][1](rng, mark).strip()
