"""How many features a callout stands for: in front of the value and behind it (ISO 129-1, ASME Y14.5, GOST 2.307)."""

from __future__ import annotations

from typing import Final

from ..decimals import coarsest
from .draft import Draft
from .threads import thread
from .tokens import Cursor, Token
from .values import amount, near

_DEVIATES: Final = 0.03
"""Of the number before a dash: one this small behind it is its lower deviation, as in "40-0.1"."""

_H16: Final = 0.4
"""Of the coarsest grade, IT18: the tolerance of IT16, beyond which no size is left free (GOST 30893.1)."""

_MOST: Final = 2000
"""No callout stands for more features than this."""

_MOST_HOLES: Final = 100
"""A larger number alone in parentheses is rather a size."""

_MOST_THREADS: Final = 12
"""A larger number behind "x" and a thread is rather a screw's length, behind a toleranced size a depth."""

_MOST_BY_DASH: Final = 12
"""A larger number that is joined by a dash to one of its own size is rather a limit."""

_COUNTED: Final = 75.0
"""No chamfer is as steep as this, in degrees: "4 x 90°" counts angles."""

_USUAL: Final = 45
"""The angle of nearly all chamfers, in degrees."""

_HOLES: Final = (
    *("HOLE", "LÖCHER", "BOHR", "TROU", "AGUJ", "TALAD", "FORI", "FURO", "OTW", "GAT", "HÅL", "HULLER", "REIK"),
    *("OTVOR", "DÍRY", "DĚR", "DELIK", "FURAT", "ОТВ", "穴", "孔"),
)


def means_hole(token: Token) -> bool:
    """Say whether what `token` counts are holes."""
    return token.text.upper().startswith(_HOLES)


def count_at(c: Cursor, ahead: int = 0) -> int | None:
    """Give the whole number `ahead`, when it can be a count."""
    token = c.peek(ahead)
    return int(token.value) if token.whole and 0 < token.value <= _MOST else None


def quantity(c: Cursor, d: Draft) -> bool:
    """Read count ("x" | "-" | COUNT | [SPACING] "@") or QTY count before a value; the first one counts."""
    if d.quantity != 1:
        return False
    if c.peek().kind == "QTY":
        return _named(c, d)
    if c.peek().kind in {"(", "TIMES"}:
        return _set_off(c, d)
    count = count_at(c)
    if count is None or not (_joined(c, d) or _beside_symbol(c, d)):
        return False
    d.quantity = count
    _weigh(c, d)
    return True


def _joined(c: Cursor, d: Draft) -> bool:
    """Pass over a count and what joins it to the value."""
    follower = c.peek(1)
    if follower.kind == "TIMES" and not is_chamfer(c) and not is_product(c, d):
        c.at += 2
        c.take("TIMES")
    elif follower.kind == "COUNT" and c.peek(2).kind != "END":
        c.at += 2
        d.implied_hole |= means_hole(c.peek(-1))
        c.take("-", ",", ":")
    elif follower.kind == "WORD" and means_hole(c.peek(2)) and c.peek(3).kind in {"⌀", "WORD", "NUM"}:
        d.aside.append(follower)
        d.implied_hole = True
        c.at += 3
    elif (spaced := _spaced(c)) is not None:
        c.at += spaced
    elif _hyphen(c, d):
        c.at += 2
    else:
        return False
    return True


def _set_off(c: Cursor, d: Draft) -> bool:
    """Read "(" count ")" or "x" count before a symbol or COUNT: "(2) ⌀.25", "(4) PLACES R5", "X4 R3"."""
    count = count_at(c, 1)
    ahead = 3 if c.peek().kind == "(" else 2
    if count is None or (ahead == 3 and c.peek(2).kind != ")") or (ahead == 2 and not c.peek(1).glued):
        return False
    counted = c.peek(ahead).kind == "COUNT"
    if not (counted or c.peek(ahead).kind in {"⌀", "□"} or _letter(c, ahead)):
        return False
    c.at += ahead + int(counted)
    d.quantity = count
    d.implied_hole |= counted and means_hole(c.peek(-1))
    d.mark()
    return True


def lone_behind(c: Cursor, d: Draft) -> bool:
    """Read "(" count ")" as the last of a hole's callout: "⌀.035 ±.003 [0.89 ±0.08] (8)"."""
    count = count_at(c, 1)
    last = c.peek().kind == "(" and c.peek(2).kind == ")" and c.peek(3).kind == "END"
    if not last or count is None or not 1 < count <= _MOST_HOLES or d.kind != "diameter" or d.quantity != 1:
        return False
    c.at += 3
    d.quantity = count
    d.doubt(0.9)
    return True


def _letter(c: Cursor, ahead: int) -> bool:
    """Say whether a letter that decides a value's kind stands `ahead`, apart from what is before it."""
    return c.word("M", "R", "SR", ahead=ahead) and c.peek(ahead + 1).kind == "NUM" and not c.peek(ahead).glued


def _beside_symbol(c: Cursor, d: Draft) -> bool:
    signed = c.peek(1).kind in {"⌀", "□"} and c.peek(2).kind in {"NUM", "{", "(", "⌀"}
    if not (signed or _letter(c, 1) or _is_counted_thread(c)):
        return False
    c.at += 1
    d.doubt(0.75)
    return True


def _is_counted_thread(c: Cursor) -> bool:
    """Say whether a count is stuck to a metric thread, as in "4M4": no number has an M behind it and a figure."""
    count, letter, size = c.peek(), c.peek(1), c.peek(2)
    return (
        letter.text == "M" and letter.glued and size.kind == "NUM" and size.glued and 2 <= count.value <= _MOST_THREADS
    )


def _spaced(c: Cursor) -> int | None:
    """Give the length of count [SPACING | COUNT] "@", as in "5@10=50" and "4 EQ SP @ 10"."""
    ahead = 1
    while c.peek(ahead).kind in {"SPACING", "COUNT", "THRU"}:
        ahead += 1
    return ahead + 1 if c.peek(ahead).text == "@" and c.peek(ahead + 1).kind == "NUM" else None


def _named(c: Cursor, d: Draft) -> bool:
    """Read QTY ["." | ":" | "="] count."""
    start = c.at
    c.at += 1
    c.take(".", ":", "=")
    count = count_at(c)
    if count is None or (d.nominal is None and c.peek(1).kind == "END"):
        c.at = start
        return False
    c.at += 1
    d.quantity = count
    d.mark()
    return True


def _weigh(c: Cursor, d: Draft) -> None:
    """Weigh a number: behind "20x" it is a dimension with a quantity; behind "20 x" and "20x5" it may be a product."""
    times, number = c.peek(-1), c.peek()
    if times.kind == "TIMES" and number.kind == "NUM":
        d.marked = d.marked or times.glued != number.glued
        d.doubt(0.95 if times.glued and not number.glued else 0.8 if not times.glued else 0.7)
    else:
        d.mark()


def _hyphen(c: Cursor, d: Draft) -> bool:
    """Tell count "-" (symbol | number), as in "4-⌀3" and "2-2.70"; limits and deviations are none."""
    if c.peek(1).kind != "-":
        return False
    opened = int(c.peek(2).kind == "(")
    follower, number = c.peek(2 + opened), c.peek(3 + opened)
    if follower.kind in {"⌀", "□", "#", "SPHERE", "CHAMFER", "DIA"} or _is_chamfer_at(c, 2):
        return True
    if follower.text in {"R", "SR", "M", "C", "S"} and number.kind in {"NUM", "⌀"}:
        return number.glued or bool(opened) or follower.text in {"R", "SR", "M"}
    glued = c.peek(1).glued and follower.glued
    return not opened and follower.kind == "NUM" and glued and not is_thread(c, d) and _counts_number(c, d)


def _counts_number(c: Cursor, d: Draft) -> bool:
    """Say whether a whole number counts the number behind its dash: a drilled hole, or what is no limit beside it."""
    count, follower = c.peek(), c.peek(2)
    if c.peek(3).kind == "HOLE":
        return True
    if not follower.decimals or count.value < 2 or follower.value <= _most_behind(count.value, follower):
        return False
    if near(count.value, follower.value) and not _counts_like(count, follower, dashed=d.dashed):
        return False
    d.doubt(0.75)
    return True


def _most_behind(number: float, dashed: Token) -> float:
    """Give the largest lower deviation that can stand behind `number` and a dash.

    Offices that count so write a decimal point; with a comma it may be as large as that of h16: "4-0,3" (GOST 2.307).
    """
    return _H16 * coarsest(number) if "," in dashed.text else _DEVIATES * number


def _counts_like(count: Token, value: Token, *, dashed: bool) -> bool:
    """Say whether a whole number before a dash counts the value behind it, though both may be limits of one size.

    Ends of a range rise and have the same decimals: "2-1.70" falls, and who prints the zero of "2-2.20" prints "2.00".
    """
    odd = value.value < count.value or value.text.endswith("0")
    return count.value <= _MOST_BY_DASH and (odd or dashed)


def _is_chamfer_at(c: Cursor, ahead: int) -> bool:
    c.at += ahead
    found = is_chamfer(c)
    c.at -= ahead
    return found


def is_thread(c: Cursor, d: Draft) -> bool:
    """Say whether a thread is designated here."""
    start = c.at
    found = thread(c, d.units) is not None
    c.at = start
    return found


def is_chamfer(c: Cursor) -> bool:
    """Say whether number "x" degrees stands here; "2X 45°", "4 x 90°" and "8 x 45° (=360°)" count angles instead."""
    if not (c.peek().kind == "NUM" and c.peek(1).kind in {"TIMES", "/"}):
        return False
    first, times, angle = c.peek(), c.peek(1), c.peek(2)
    if angle.kind != "NUM":
        return False
    if c.peek(3).kind not in {"°", "DEG"}:
        return first.value == 1 and angle.value == _USUAL and c.peek(3).kind not in {"=", "("}
    if not first.whole or first.value == 1 or times.kind != "TIMES":
        return True
    full = first.value * angle.value == 360 and angle.value != _USUAL
    summed = c.peek(4).kind == "=" or c.kinds("(", "=", ahead=4)
    return not ((times.glued and not angle.glued) or angle.value >= _COUNTED or full or summed)


def is_product(c: Cursor, d: Draft) -> bool:
    """Say whether two lengths stand here: "10 x 20 SLOT", "SLOT 10 x 20", "1 x 1 CHAMFER", "10x10 SQ", "15x15"."""
    ahead = 0
    for kind in ("NUM", "TIMES", "NUM"):
        if c.peek(ahead).kind != kind:
            return False
        ahead += 2 if c.peek(ahead + 1).kind == "UNIT" else 1
    return "SLOT" in d.said or c.peek(ahead).kind in {"SLOT", "SQUARE", "CHAMFER"} or is_square(c)


def is_square(c: Cursor) -> bool:
    """Say whether the same whole number stands here twice, without a gap and with nothing behind it, as in "15x15"."""
    first, times, second = (c.peek(ahead) for ahead in range(3))
    alike = first.whole and second.whole and first.value == second.value and times.glued and second.glued
    return alike and times.kind == "TIMES" and c.peek(3).kind in {"END", ")", "TYP", "REF"}


def count_behind(c: Cursor, d: Draft) -> bool:
    """Read count (COUNT | TYP | "x") behind the value."""
    number, word = c.peek(), c.peek(1)
    if count_at(c) is None or d.quantity != 1:
        return False
    if word.kind == "COUNT":
        d.implied_hole |= means_hole(word)
    elif word.kind == "TYP" and (d.marked or number.line > c.peek(-1).line):
        d.typical = True
    elif not _multiplies(c):
        return False
    c.at += 2
    d.quantity = int(number.value)
    d.mark()
    return True


def counted_again(c: Cursor, d: Draft) -> bool:
    """Set aside the callout's own quantity where it stands in front of a sink once more: "2X ⌀5 THRU / 2X ⌴ ⌀9"."""
    again = count_at(c) == d.quantity and c.peek(1).kind == "TIMES" and c.peek(2).kind in _SINKS
    if again and d.quantity > 1:
        d.aside += [c.peek(), c.peek(1)]
        c.at += 2
    return again and d.quantity > 1


_SINKS: Final = frozenset({"⌴", "⌵", "CBORE", "CSK"})
"""What a sink begins with."""


def _multiplies(c: Cursor) -> bool:
    """Say whether number "x" stands here with nothing behind that it could be multiplied with."""
    follower = c.peek(2)
    ends = follower.kind in {")", ",", ";"} or (follower.kind not in {"NUM", "⌀", "□"} and not follower.glued)
    return c.peek(1).kind == "TIMES" and ends


def times_behind(c: Cursor, d: Draft) -> bool:
    """Read "x" count behind the value, apart from it and stuck to its number: "⌀8 X4", "12.5 X2"; or "(" "x" count ")".

    "⌀5 x 12" and "⌀5x12" say a depth; behind a tolerance a small number is a count, as in "2.65±0.15x2", and so it is
    behind a depth, of which a hole has one: "⌀5 ↧12x4".
    """
    opened = c.peek().kind == "("
    times, number = c.peek(int(opened)), c.peek(1 + int(opened))
    count = count_at(c, 1 + int(opened))
    if count is None or d.quantity != 1 or times.kind != "TIMES":
        return False
    alone = c.peek(2 + int(opened)).kind
    if opened or alone == ")":
        fits = alone == ")"
    else:
        toleranced = d.deviations is not None and times.glued
        most = _MOST_THREADS if d.thread or toleranced else _MOST
        sunk = d.depth is not None and number.glued and 1 < count <= _MOST_THREADS
        fits = d.kind == "radius" or sunk or (times.glued == toleranced and number.glued and count <= most)
    if not fits or alone in {"°", "DEG", "DEPTH", "UNIT", "CENTIMETRES"}:
        return False
    c.at += 2 + 2 * int(opened)
    d.quantity = count
    d.mark()
    return True


def named_behind(c: Cursor, d: Draft) -> bool:
    """Read QTY count, or NUMBER count COUNT, behind the value."""
    if c.peek().kind == "QTY":
        return d.quantity == 1 and _named(c, d)
    c.at += 1
    if c.peek().kind == "NUM" and count_behind(c, d):
        return True
    c.at -= 1
    return False


def dash_behind(c: Cursor, d: Draft) -> bool:
    """Read "-" count COUNT behind the value, as in "⌀5 - 4 OFF" and "-( 4 ) HOLES"."""
    start = c.at
    c.at += 1
    if (c.peek(1).kind == "COUNT" and count_behind(c, d)) or set_off_behind(c, d):
        return True
    c.at = start
    return False


def set_off_behind(c: Cursor, d: Draft) -> bool:
    """Read "(" count ")" COUNT behind the value."""
    count = count_at(c, 1)
    if not c.kinds("(", "NUM", ")", "COUNT") or count is None or d.quantity != 1:
        return False
    c.at += 4
    d.quantity = count
    d.implied_hole |= means_hole(c.peek(-1))
    d.mark()
    return True


def total(c: Cursor, d: Draft) -> bool:
    """Set aside ["("] "=" amount [")"], the sum of a chain such as "5 x 18 (= 90)"."""
    start = c.at
    c.take("(")
    if c.take("=") and amount(c) is not None and d.quantity > 1:
        c.take(")")
        d.aside += [c.peek(place - c.at) for place in range(start, c.at)]
        d.mark()
        return True
    c.at = start
    return False
