"""What ready readers of text make of drawings: the same pictures, in the same run, found strings and CPU seconds."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drawkit import samples
from drawkit.contract import Result
from drawkit.engine.load import open_drawing

SPELLING = str.maketrans({"Ø": "⌀", "ø": "⌀", "×": "x", "X": "x", "−": "-", "–": "-", "º": "°", ",": "."})
PAGES = (
    {"kind": "plate", "seed": 61, "wear": "office", "dpi": 200},
    {"kind": "turned_part", "seed": 62, "wear": "office", "dpi": 200, "face": "helvetica"},
    {"kind": "plate", "seed": 63, "standard": "asme", "units": "inch", "wear": "worn", "dpi": 150},
    {"kind": "turned_part", "seed": 64, "language": "de", "wear": "clean", "dpi": 300},
)


@dataclass(frozen=True)
class Figures:
    """Share of the strings on the pages that a reader found, and its CPU seconds for all pages."""

    found: float
    seconds: float


@cache
def pages() -> tuple[samples.Sample, ...]:
    return tuple(samples.make(carrier="picture", **settings) for settings in PAGES)  # type: ignore[arg-type]


def spelt(text: str) -> str:
    return re.sub(r"\s+", "", text).translate(SPELLING)


def strings(truth: Result) -> Counter[str]:
    """What dimensions and feature control frames print, parted at blanks: each part with a digit, and how often."""
    texts = [item.text for item in (*truth.dimensions, *truth.geometric_tolerances)]
    parts = [spelt(part) for text in texts for part in re.split(r"[\s/]+", text or "")]
    return Counter(part for part in parts if len(part) >= 2 and any(c.isdigit() for c in part))


def share_found(read: Sequence[Sequence[str]]) -> float:
    """A string counts as found as often as it stands within what was read on its page, at most as often as printed."""
    found = asked = 0
    for page, texts in zip(pages(), read, strict=True):
        whole = "\n".join(map(spelt, texts))
        for string, count in strings(page.truth).items():
            alone = re.compile(rf"(?<![\d.]){re.escape(string)}(?![\d.])")
            found += min(count, len(alone.findall(whole)))
            asked += count
    return found / asked


def measured(reader: Callable[[bytes], Sequence[str]]) -> Figures:
    reader(pages()[0].data)  # models are loaded once a process
    before = os.times()
    read = [reader(page.data) for page in pages()]
    after = os.times()
    return Figures(share_found(read), sum(after[:4]) - sum(before[:4]))


def our_reader(data: bytes) -> list[str]:
    with open_drawing(data) as drawing:
        return [word.text for word in drawing.sheet(1).words]


@cache
def ours() -> Figures:
    return measured(our_reader)


def rapidocr() -> Callable[[bytes], list[str]]:
    module = pytest.importorskip("rapidocr", reason="the package rapidocr is not installed")
    engine = module.RapidOCR()

    def read(data: bytes) -> list[str]:
        return list(engine(np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))).txts or ())

    return read


def tesseract() -> Callable[[bytes], list[str]]:
    program = shutil.which("tesseract")
    if program is None:
        pytest.skip("the program tesseract is not installed")

    def read(data: bytes) -> list[str]:
        command = [program, "stdin", "stdout"]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        out = subprocess.run(command, input=data, capture_output=True, check=True, timeout=240, env=environment)
        return out.stdout.decode("utf-8").splitlines()

    return read


def test_the_pages_hold_enough_to_tell_readers_apart() -> None:
    assert sum(sum(strings(page.truth).values()) for page in pages()) > 60


@pytest.mark.slow
@pytest.mark.parametrize("ready", [rapidocr, tesseract])
def test_more_is_found_than_by_a_ready_reader(
    ready: Callable[[], Callable[[bytes], list[str]]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # some readers leave logs where they run
    theirs = measured(ready())
    print(f"\n{'':10} {'found':>6} {'CPU s':>6}")
    for name, figures in (("drawkit", ours()), (ready.__name__, theirs)):
        print(f"{name:10} {figures.found:6.3f} {figures.seconds:6.1f}")
    assert ours().found > theirs.found
