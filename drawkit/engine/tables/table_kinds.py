"""What a table tells, by its caption, headings and cells: holes, a gear, bends, pins, tolerances, a specification.

Words: ASME Y14.100 and Y14.5 (hole tables), ISO 1340 and DIN 3966 (gear data), ISO 2768 (tolerances) and the headings
of common drawing systems in English, German, French, Spanish, Italian, Portuguese, Polish, Russian, Japanese, Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...contract import TableKind
from ..titles.labels import bom_column, is_decoy, plain, revision_column

_WORDS: Final[dict[TableKind, str]] = {
    "hole": (
        "hole table, hole chart, hole, holes, hole no, hole size, hole id, hole tag, tag, x loc, y loc, xloc, yloc, "
        "x dim, y dim, x dimension, y dimension, x position, y position, drill, drill table, drill chart, drill size, "
        "bohrung, bohrungen, bohrungstabelle, bohrtabelle, lochtabelle, table de perçage, table des trous, trou, "
        "perçage, tabla de taladros, taladro, agujero, tabla de agujeros, tabella fori, foro, fori, tabela de furos, "
        "furo, tabela otworów, otwór, таблица отверстий, отверстие, отв, 穴表, 穴, 孔表, 孔"
    ),
    "gear": (
        "gear data, gear, spur gear data, module, normal module, teeth, number of teeth, no of teeth, pressure angle, "
        "helix angle, pitch diameter, reference diameter, diametral pitch, base tangent length, addendum, "
        "profile shift, profile shift coefficient, zähnezahl, modul, verzahnung, verzahnungsdaten, eingriffswinkel, "
        "schrägungswinkel, teilkreisdurchmesser, profilverschiebung, nombre de dents, module normal, "
        "angle de pression, número de dientes, módulo, ángulo de presión, numero di denti, modulo, "
        "angolo di pressione, número de dentes, liczba zębów, moduł, модуль, число зубьев, угол наклона, "
        "исходный контур, коэффициент смещения, делительный диаметр, степень точности, 歯数, モジュール, 圧力角, "
        "歯車, 模数, 齿数, 压力角, 齿形角, 齿轮参数, 精度等级"
    ),
    "bend": (
        "bend table, bend, bends, bend no, bend angle, bend direction, bend radius, bend allowance, k factor, "
        "inner radius, direction, flat pattern, biegetabelle, biegung, biegewinkel, biegeradius, biegerichtung, "
        "table de pliage, pli, pliage, tabla de plegado, plegado, doblez, tabella pieghe, piega, dobra, "
        "tabela gięć, гибка, таблица гибов, 曲げ表, 曲げ, 折弯表, 折弯"
    ),
    "pin": (
        "pin, pin no, pin number, pin name, pin assignment, pinout, pin out, pin description, signal, signal name, "
        "wire, wire no, wire color, wire colour, wire gauge, wiring, wiring diagram, connector, terminal, net, awg, "
        "color code, cable, from, to, core pin, port, connections, leiter, ader, aderfarbe, klemme, stecker, "
        "belegung, pinbelegung, fil, couleur du fil, broche, señal, cable color, segnale, sygnał, przewód, "
        "контакт, цепь, провод, цвет провода, 端子, 信号, 配線, 引脚, 针脚, 线号, 信号名称"
    ),
    "tolerance": (
        "tolerance, tolerances, general tolerance, general tolerances, linear tolerance, angular tolerance, "
        "tolerance table, fit, fits, deviation, upper, lower, upper limit, lower limit, max, min, nominal, "
        "toleranz, toleranzen, allgemeintoleranz, allgemeintoleranzen, passung, passungen, abmaß, abmaße, nennmaß, "
        "passmaß, grenzmaß, grenzmaße, höchstmaß, mindestmaß, tolérance, tolérances, tolérances générales, "
        "ajustement, ajustements, écart, tolerancia, tolerancias, tolerancias generales, ajuste, ajustes, "
        "tolleranza, tolleranze, tolleranze generali, tolerância, tolerâncias, tolerancja, tolerancje, pasowanie, "
        "odchyłka, odchyłki, допуск, допуски, отклонение, предельные отклонения, посадка, toleranțe, "
        "公差, 一般公差, 普通公差, 普通許容差, 寸法区分, 許容差, 未注公差, 极限偏差, 偏差"
    ),
    "specification": (
        "specification, specifications, spec, specs, parameter, parameters, value, values, property, properties, "
        "characteristic, characteristics, technical data, data, rating, item, symbol, unit, units, condition, "
        "kennwert, kennwerte, technische daten, wert, eigenschaft, caractéristique, caractéristiques, valeur, "
        "características, especificaciones, valor, caratteristiche, specifiche, valore, especificações, parametr, "
        "parametry, wartość, параметр, параметры, характеристика, технические данные, значение, наименование "
        "параметра, 仕様, 項目, 諸元, 规格, 参数, 技术参数, 数值"
    ),
}
_INDEX: Final[dict[str, frozenset[TableKind]]] = {}
for _kind, _text in _WORDS.items():
    for _word in _text.split(","):
        _INDEX[plain(_word)] = _INDEX.get(plain(_word), frozenset()) | {_kind}
_CAPTION, _HEADING, _CELL = 3.0, 1.0, 0.5  # what a word counts by where it stands
_MOST = 0.6  # share of the rows with a deviation from which on they tell tolerances
_DEVIATION: Final = re.compile(r"(?:[+\-−±]|\+/-)\s*\d*[.,]?\d+\s*°?$")
_WEAK: Final[frozenset[TableKind]] = frozenset(("specification",))


def kinds_named(text: str) -> frozenset[TableKind]:
    """The kinds of table that a caption or heading speaks of: all of it, or a word of a longer one."""
    whole = _INDEX.get(plain(text))
    if whole is not None:
        return whole
    parts = [_INDEX[key] for part in text.split() if (key := plain(part)) in _INDEX and len(key) > 2]
    return frozenset().union(*parts) if len(text.split()) <= 5 else frozenset()


def kind_of(caption: str | None, columns: Sequence[str] | None, rows: Sequence[Sequence[str]]) -> TableKind:
    """The kind that most words of caption, headings and first column speak for; "other" where none do."""
    scores: dict[TableKind, float] = {}
    told = [(caption or "", _CAPTION), *((c, _HEADING) for c in columns or ()), *((r[0], _CELL) for r in rows if r)]
    for text, weight in told:
        for kind in kinds_named(text):
            scores[kind] = scores.get(kind, 0.0) + (weight / 2 if kind in _WEAK else weight)
    if sum(any(_DEVIATION.match(c.strip()) for c in row[1:]) for row in rows) > _MOST * len(rows):
        scores["tolerance"] = scores.get("tolerance", 0.0) + _HEADING
    best = max(scores, key=lambda k: scores[k], default=None)
    return best if best is not None and scores[best] >= _HEADING else "other"


def is_heading(text: str) -> bool:
    """Whether a cell reads as the heading of a column in any table."""
    known = bool(kinds_named(text)) or is_decoy(text)
    return known or bom_column(text) is not None or revision_column(text) is not None


def heads(row: Iterable[str]) -> bool:
    """Whether most cells of a row with text, two at least, read as headings, and none is a number."""
    filled = [c for c in row if c]
    named = sum(is_heading(c) for c in filled)
    return len(filled) >= 2 and named * 2 > len(filled) and not any(_is_number(c) for c in filled)


def _is_number(text: str) -> bool:
    return text[:1].isdigit() and sum(c.isalpha() for c in text) <= 1
