"""Every callout of callouts_as_printed.txt reads as the line says, on one line of text and on its own lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drawkit.contract import Dimension
from drawkit.engine.callouts import Callout, read_dimension

TABLE = Path(__file__).with_name("callouts_as_printed.txt")

NAMES = {"upper": "upper_deviation", "lower": "lower_deviation", "typ": "typical"}
UNCOMPARED = {"text", "tolerance_from"}


def measures(value: str, *names: str) -> dict[str, float | str]:
    """Give what "10x5" says under the names "diameter" and "depth"; what is left out is not said."""
    return {name: plain(part) for name, part in zip(names, value.split("x"), strict=False) if part}


def plain(value: str) -> float | str:
    """Give the number, or the text where it is none."""
    return float(value) if re.fullmatch(r"-?[\d.]+", value) else value


def wanted(reading: str) -> dict[str, Any]:
    """Give the fields that differ from those of a plain linear dimension."""
    kind, *fields = re.findall(r'(?:[^\s"]|"[^"]*")+', reading)
    found: dict[str, Any] = {} if kind == "linear" else {"kind": kind}
    for field in fields:
        name, _, value = field.rpartition("=")
        name, value = NAMES.get(name, name) or "nominal", value.strip('"')
        if name == "counterbore":
            found[name] = measures(value, "diameter", "depth")
        elif name == "countersink":
            found[name] = measures(value, "diameter", "angle")
        elif name == "drill":
            found["tap_drill"] = measures(value, "diameter", "depth")
        elif name in {"thread", "fit", "flag", "taper", "bend"}:
            found[name] = value
        elif name in {"typical", "reference", "basic"}:
            found[name] = True
        else:
            found[name] = plain(value)
    return found


def fields_of(dimension: Dimension) -> dict[str, Any]:
    """Give the fields that differ from the contract's defaults, deviations of a depth aside."""
    values = dimension.model_dump(exclude_defaults=True)
    return {k: v for k, v in values.items() if k not in UNCOMPARED and not k.startswith("depth_")}


def rows() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Give each callout of the table, its reading, and the context of its topic."""
    context: dict[str, str] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("== "):
            context = dict(pair.strip().split("=") for pair in line.split(";")[1:])
        elif " => " in line and not line.startswith("# "):
            text, _, reading = line.partition(" => ")
            yield text, reading, context


def read(lines: list[str], context: dict[str, str]) -> Callout | None:
    """Read with the context of a topic."""
    units: Any = context.get("units")
    legend = tuple(context.get("legend", "").split())
    return read_dimension(lines, units=units, legend=legend, dashed="dashed" in context)


CASES = [pytest.param(*row, id=row[0]) for row in rows()]


def test_table_is_large_and_says_nothing_twice() -> None:
    texts = [(text, tuple(context)) for text, _, context in rows()]
    assert len(texts) > 800
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("text", "reading", "context"), CASES)
def test_callout_reads_as_printed(text: str, reading: str, context: dict[str, str]) -> None:
    found = read(text.split("⏎"), context)
    assert found is not None
    assert fields_of(found.dimension) == wanted(reading)


@pytest.mark.parametrize(("text", "reading", "context"), [case for case in CASES if "⏎" in str(case.values[0])])
def test_lines_read_like_one(text: str, reading: str, context: dict[str, str]) -> None:
    found = read([text.replace("⏎", " ")], context)
    assert found is not None
    assert fields_of(found.dimension) == wanted(reading)


@pytest.mark.parametrize(("text", "reading", "context"), CASES)
def test_spelling_reads_like_what_was_printed(text: str, reading: str, context: dict[str, str]) -> None:
    spelt = read(text.split("⏎"), context)
    assert spelt is not None
    again = read([spelt.dimension.text], context)
    assert again is not None
    assert fields_of(again.dimension) == wanted(reading)
    assert again.dimension.text == spelt.dimension.text
