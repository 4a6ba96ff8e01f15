"""How exactly crops of sheets that no training ever saw are read: by each reader alone, and by the two together."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from sheet_crops import SheetCrop, crops

from drawkit.engine.recognition.calibration import calibrated
from drawkit.engine.recognition.recogniser import callouts, words
from drawkit.engine.recognition.spelling import tidy, without_lines
from drawkit.engine.recognition.which_reader import believed

pytestmark = pytest.mark.slow

SHEETS = ((0, "office"), (1, "worn"), (2, "office"), (3, "clean"), (4, "worn"), (5, "office"))
SEED = 20_261
SPELLING = str.maketrans({"×": "x", "X": "x", "Ø": "⌀", "−": "-", "–": "-", "μ": "µ"})


@dataclass(frozen=True)
class Read:
    """One crop: what kind of text it shows, and whether each reader got it right."""

    kind: str
    own: bool
    word: bool
    both: bool
    chance: float


def spelt(text: str) -> str:
    """The text without spaces and, but for stacks, without the bars of frames."""
    bare = re.sub(r"\s+", "", text).translate(SPELLING)
    return bare if "{" in bare else bare.replace("|", "")


def kind(text: str) -> str:
    if not text:
        return "nothing"
    if "{" in text:
        return "stack"
    if re.search(r"[⌖⏥⏤⌭⌒⌓∠⊥∥◎⌯↗⌰Ⓜ]", text):
        return "frame"
    if sum(c.isalpha() for c in text) >= 4:
        return "words"
    return "callout" if len(spelt(text)) > 1 else "character"


@cache
def readings() -> list[Read]:
    found: list[SheetCrop] = [crop for index, quality in SHEETS for crop in crops(index, SEED, quality)]
    pictures = [one.picture for one in found]
    out = []
    for one, word, own in zip(found, words().read(pictures), callouts().read(pictures), strict=True):
        tidied = replace(word, text=without_lines(tidy(word.text)))
        bare = replace(own, text=without_lines(own.text))
        best, reader = believed(tidied, bare)
        right = [spelt(text) == spelt(one.text) for text in (bare.text, tidied.text, best.text)]
        out.append(Read(kind(one.text), *right, calibrated(best, reader)))
    return out


def test_the_callout_reader_reads_what_ready_readers_do_not() -> None:
    by_kind: dict[str, list[Read]] = defaultdict(list)
    for one in readings():
        by_kind[one.kind].append(one)
    print(f"\n{'crops':10} {'count':>5} {'own':>6} {'words':>6} {'both':>6}")
    for name, some in sorted(by_kind.items()):
        shares = " ".join(f"{np.mean([getattr(r, who) for r in some]):6.3f}" for who in ("own", "word", "both"))
        print(f"{name:10} {len(some):5} {shares}")
    assert np.mean([r.own for r in by_kind["nothing"]]) > 0.9
    called = [r for name in ("callout", "frame", "stack", "character") for r in by_kind[name]]
    assert np.mean([r.both for r in called]) > np.mean([r.word for r in called])


def test_what_is_surely_read_is_right() -> None:
    sure = [r for r in readings() if r.chance >= 0.9]
    share = float(np.mean([r.both for r in sure]))
    print(f"\nof {len(sure)} readings with a chance of 0.9 or more, {share:.3f} are right")
    assert share >= 0.9
