"""What stands in Cyrillic on drawings: captions of the forms of GOST 2.104, materials, notes, phrases of any words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.readers.wording import DICTIONARIES, dictionary, one_of, piece

_SHARES: Final = {"ru_RU": 0.86, "uk_UA": 0.08, "bg_BG": 0.06}
_LONGEST: Final = 30
_CYRILLIC: Final = re.compile("[А-Яа-яЁёІіЇїЄєҐґ-]{2,16}")

_CAPTIONS: Final = (
    "Изм.|Изм|Лист|Листов|№ докум.|Подп.|Подп|Подпись|Дата|Разраб.|Разработал|Пров.|Проверил|Т.контр.|Т. контр.|"
    "Н.контр.|Н. контр.|Утв.|Утвердил|Лит.|Лит|Масса|Масштаб|Инв. № подл.|Взам. инв. №|Инв. № дубл.|Подп. и дата|"
    "Перв. примен.|Справ. №|Формат|Формат А4|Формат А3|Копировал|Поз.|Обозначение|Наименование|Кол.|Примечание|"
    "Примеч.|Зона|Документация|Сборочные единицы|Детали|Стандартные изделия|Прочие изделия|Материалы|Комплекты|"
    "Сборочный чертеж|Чертеж общего вида|Спецификация|Вид|Разрез|Сечение|Материал|Кол-во|Чертил|Принял|Нач. отд.|"
    "Гл. инж.|Стадия|Кол.уч.|№док.|Зм.|Арк.|Аркуш|Аркушів|№ докум.|Підпис|Розроб.|Перев.|Затв.|Маса|Літ.|"
    "Предприятие|Кафедра|группа|гр.|студент|Проект|Наименование изделия|Сталь|Литера|Деталь|Узел"
)
_WORDS: Final = (
    "отв. отверстий отверстия фаски фаска размеры для справок неуказанные предельные отклонения размеров радиусы "
    "скруглений литейные уклоны острые кромки притупить покрытие обработка термообработка твердость закалка калить "
    "вал втулка корпус крышка фланец шпилька гайка шайба болт винт кольцо пружина плита стойка кронштейн ось рычаг "
    "опора колесо шестерня зубчатое подшипник прокладка уплотнение штифт шпонка муфта ротор статор лопатка клапан "
    "пластина уголок швеллер труба лист полоса круг деталь узел сборка чертеж общий вид масса масштаб кг мм по от на "
    "до не более менее допуск шероховатость поверхности резьба сварка шов швы ткань нить клей краска грунт эмаль "
    "остальное кругом сторона места размер таблица технические требования прочность давление испытать нормаль профиль "
    "модуль число зубьев угол наклона коэффициент смещения степень точности длина ширина высота толщина диаметр радиус"
)
_GRADES: Final = (
    "Сталь 45|Сталь 40Х|Сталь 20|Ст3|Ст3сп|Сталь 3|12Х18Н10Т|30ХГСА|Д16Т|АМг6|АМг3|Л63|ЛС59-1|БрАЖ9-4|СЧ20|ВЧ50|Ст45|"
    "Сталь 65Г|09Г2С|АД31Т1|Б-ПН-О 4|Лист Б-ПН-4|Круг 40-В|БрОЦС5-5-5|Фторопласт-4|ПВХ|АБС|Резина|Оргстекло"
)
_STARTS: Final = "ГОСТ|ГОСТ|ГОСТ|ГОСТ Р|ОСТ 1|ТУ|ISO|DIN|ДСТУ|БДС"
_NOTES: Final = (
    "Размеры для справок.|* Размеры для справок|Неуказанные предельные отклонения размеров: H14, h14, ±IT14/2.|"
    "Острые кромки притупить R0,2 max|H14, h14, ±t2/2|Покрытие Хим.Окс.прм.|Сварка по ГОСТ 5264-80|45...50 HRC|"
    "Общие допуски по ГОСТ 30893.1 - m|Неуказанные радиусы 2 мм|Заусенцы не допускаются|Маркировать обозначение|"
    "Клеймить ОТК|Уклоны по ГОСТ 3212-92|Смазать|Обработать по сопрягаемой детали|Цементировать h 0,8...1,2 мм"
)
_LATIN: Final = "Ra Rz R M max min IT HRC HB SolidWorks AutoCAD KOMPAS-3D DIN ISO PLA ABS Inventor STL DXF PDF mm"
_LETTERS: Final = "АБВГДЕЖЗИКЛМНПРСТУФХЦЧШЩЭЮЯ"


def _caption(rng: Rng) -> str:
    return _cased(one_of(rng, _CAPTIONS), rng, 0.85)


def _material(rng: Rng) -> str:
    return f"{one_of(rng, _GRADES)} {_standard(rng)}" if rng.random() < 0.5 else one_of(rng, _GRADES)


def _note(rng: Rng) -> str:
    return piece(one_of(rng, _NOTES), rng, _LONGEST)


def _section(rng: Rng) -> str:
    return f"{_letter(rng)}{one_of(rng, '-| - |–')}{_letter(rng)}" if rng.random() < 0.6 else _view(rng)


def _latin(rng: Rng) -> str:
    return _cased(str(rng.choice(_LATIN.split())), rng, 0.7)


def _phrase(rng: Rng) -> str:
    count = int(rng.choice([1, 1, 2, 2, 3, 3, 4, 5]))
    words = [_word(rng) for _ in range(count)]
    joined = ""
    for word in words:
        mark = str(rng.choice([" ", " ", " ", " ", ", ", ". ", " - ", "-", " и ", " на ", " с ", " в ", " (", ": "]))
        joined += (mark if joined else "") + word
    told = _cased(joined, rng, 0.1)
    if rng.random() < 0.2:
        told = f"{rng.integers(1, 20)}{one_of(rng, '. |.| |) ')}{told}"
    if rng.random() < 0.15:
        told += one_of(rng, ".|.|,|;|:|!|)")
    if rng.random() < 0.06:
        told = one_of(rng, '"|«') + told + one_of(rng, '"|»')
    if rng.random() < 0.1:
        told += f" {_number(rng)}"
    return piece(told, rng, _LONGEST)


def _word(rng: Rng) -> str:
    if rng.random() < 0.3:
        return str(rng.choice(_WORDS.split()))
    name = str(rng.choice(list(_SHARES), p=list(_SHARES.values())))
    known = words(name)
    return known[int(rng.integers(len(known)))]


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of one of hunspell's dictionaries. Raises FileNotFoundError where its package is not installed."""
    return dictionary(DICTIONARIES, name, _CYRILLIC)


def _cased(told: str, rng: Rng, as_it_is: float) -> str:
    kind = rng.random()
    if kind < as_it_is:
        return told
    if kind < as_it_is + (1 - as_it_is) * 0.4:
        return told.upper()
    return told[:1].upper() + told[1:] if kind < as_it_is + (1 - as_it_is) * 0.7 else told


def _standard(rng: Rng) -> str:
    dashes = f"-{rng.integers(60, 99)}" if rng.random() < 0.5 else f"-{rng.integers(2000, 2026)}"
    part = f".{rng.integers(1, 400)}" if rng.random() < 0.25 else ""
    return f"{one_of(rng, _STARTS)} {rng.integers(1, 60000)}{part}{dashes}"


def _number(rng: Rng) -> str:
    size = rng.random() * float(rng.choice([1, 10, 100, 1000]))
    value = f"{size:.{int(rng.choice([0, 0, 1, 2]))}f}".replace(".", ",")
    unit = one_of(rng, "||| мм| кг| шт.| отв.|°|*|±0,1| мм|%| г| м| т")
    sign = one_of(rng, "||||⌀|R|±|М|Ra |Rz |1:|2:|L=|S=|m=|t=|№")
    if rng.random() < 0.12:
        return f"{rng.integers(1, 31):02d}.{rng.integers(1, 13):02d}.{rng.integers(5, 26):02d}"
    return f"{sign}{value}{unit}"


def _view(rng: Rng) -> str:
    scale = f"({rng.integers(1, 11)}:{rng.integers(1, 11)})"
    a, b, c, d, e, f = (_letter(rng) for _ in range(6))
    return one_of(rng, f"{a} {scale}|{b}|{c}({d})|{e}1|Вид {f}")


def _code(rng: Rng) -> str:
    """A designation after GOST 2.201."""
    letters = "".join(_letter(rng) for _ in range(int(rng.integers(2, 5))))
    digits = ".".join(f"{rng.integers(0, 999):03d}" for _ in range(int(rng.integers(1, 4))))
    return f"{letters}.{digits}{one_of(rng, '|| СБ|СБ| ВО| ПЗ')}"


def _letter(rng: Rng) -> str:
    return _LETTERS[int(rng.integers(len(_LETTERS)))]


_KINDS: Final[tuple[tuple[float, Callable[[Rng], str]], ...]] = (
    (18, _caption), (6, _material), (5, _standard), (8, _note), (5, _number), (4, _section), (4, _code), (3, _latin),
    (47, _phrase),
)  # fmt: skip
_CHANCES: Final = np.array([weight for weight, _ in _KINDS], np.float64)


def text(rng: Rng) -> str:
    """One text of a drawing."""
    kind = int(rng.choice(len(_KINDS), p=_CHANCES / _CHANCES.sum()))
    return _KINDS[kind][1](rng)
