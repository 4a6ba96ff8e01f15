"""What else a crop may say: the runners-up of a network's characters, and the characters that look alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Variants: TypeAlias = tuple[tuple[str, float], ...]
"""Other texts, the likeliest first, each with a number from 0 to 1."""

MOST: Final = 6
"""Other readings that are kept of one place."""

_CLEAR: Final = 0.98  # a column with a character more probable than this says nothing else
_CLEAR_GAP: Final = 0.9  # the same for a column that says "no character"
_FAINT: Final = 0.03  # a character this many times less probable than the best one is none
_EACH: Final = 3  # runners-up of one column
_ALIKE: Final = 0.1  # how likely, beside the reading itself, one is that differs by characters which look alike

_BRACKETS: Final = re.compile(r"[()]")

LIKE_ASTERISK: Final = '°xX×"'
"""What an asterisk raised behind a number is read as."""

_LOOKALIKES: Final = (
    (re.compile(r"^[0OoQ](?=[\d.,])"), "⌀"),
    (re.compile(r"(?<=\d[xX×])0(?=\d)"), "⌀"),
    (re.compile(r"^⌀(?=[.,])"), "0"),
    (re.compile(r"(?<=\d)[0o](?=$|±)"), "°"),
    (re.compile(r"(?<=\d)°$"), "0"),
    (re.compile(rf"(?<=\d)[{LIKE_ASTERISK}]$"), "*"),
    (re.compile(r"(?<![^\W\d_])[|lI!](?![^\W\d_])"), "1"),
    (re.compile(r"^1(?=\d+[.,])"), ""),
    (re.compile(r"(?<=\d)[OQ](?![^\W\d_])"), "0"),
)
"""Pairs that even a person tells apart by the context alone: zero and ⌀, zero and °, one and a line."""


def best_path(scores: NDArray[np.float32], *, logits: bool) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The best class of each column of `scores` (columns, classes + 1), and its probability."""
    path = scores.argmax(1)
    chance = scores[np.arange(len(path)), path]
    return path, 1 / np.exp(scores - chance[:, None]).sum(1) if logits else chance


def runners_up(
    scores: NDArray[np.float32],
    classes: Sequence[str],
    path: NDArray[np.intp],
    chance: NDArray[np.float32],
    *,
    logits: bool,
) -> Variants:
    """The texts that differ from the best path in one character, with how likely they are beside it (0 to 1).

    `scores` is (columns, classes + 1) of a network that ends in connectionist temporal classification: class 0 is
    "no character", and columns of one class in a row are one character. `path` is the best class of each column, and
    `chance` its probability.
    """
    runs = [(key, [i for i, _ in run]) for key, run in groupby(enumerate(path.tolist()), key=lambda item: item[1])]
    text = [classes[key - 1] if key else "" for key, _ in runs]
    found: dict[str, float] = {}
    for place, (key, columns) in enumerate(runs):
        beside = {runs[k][0] for k in (place - 1, place + 1) if 0 <= k < len(runs)}
        for other, ratio in _others(scores, key, columns, chance[columns], logits=logits):
            if key == 0 and other in beside:
                continue
            written = classes[other - 1] if other else ""
            changed = "".join((*text[:place], written, *text[place + 1 :]))
            found[changed] = max(found.get(changed, 0.0), ratio)
    return _best(found, without="".join(text))


def _others(
    scores: NDArray[np.float32], key: int, columns: Sequence[int], own: NDArray[np.float32], *, logits: bool
) -> Iterator[tuple[int, float]]:
    """The classes that a run of columns, `own` their chances, may say instead of `key`, each with its ratio to it."""
    if key:
        at = int(own.argmax())
        if own[at] < _CLEAR:
            yield from _ranked(scores[columns[at]], key, float(own[at]), logits=logits)
        return
    for at in np.flatnonzero(own < _CLEAR_GAP).tolist():
        yield from _ranked(scores[columns[at]], key, float(own[at]), logits=logits)


def _ranked(row: NDArray[np.float32], key: int, chance: float, *, logits: bool) -> Iterator[tuple[int, float]]:
    for other in np.argpartition(row, -_EACH - 1)[-_EACH - 1 :].tolist():
        ratio = float(np.exp(row[other] - row[key])) if logits else float(row[other]) / max(chance, 1e-6)
        if other != key and ratio >= _FAINT:
            yield other, min(1.0, ratio)


def lookalikes(text: str) -> Iterator[str]:
    """The texts that differ from this one in a character which looks like another."""
    for pattern, other in _LOOKALIKES:
        changed = pattern.sub(other, text)
        if changed and changed != text:
            yield changed


def alternatives(text: str, chance: float, others: Iterable[tuple[str, float]]) -> Variants:
    """Other readings of one place, `text` being believed with `chance`: those given, and those that look alike.

    Each with the chance that it is right; none is likelier than what `text` leaves over.
    """
    left = 1.0 - chance
    found: dict[str, float] = dict.fromkeys(lookalikes(text), _ALIKE * chance)
    for other, likely in others:
        found[other] = max(found.get(other, 0.0), likely)
    return tuple((other, round(min(left, likely), 3)) for other, likely in _best(found, without=text))


def in_pairs(text: str, others: Iterable[tuple[str, float]]) -> str:
    """The text, or of others that differ from it in brackets alone the likeliest in which all have their mates."""
    if _is_paired(text):
        return text
    bare = _BRACKETS.sub("", text).casefold()
    mended = [(chance, other) for other, chance in others if _is_paired(other)]
    return max(
        ((c, o) for c, o in mended if _BRACKETS.sub("", o).casefold() == bare and "(" in o), default=(0.0, text)
    )[1]


def _is_paired(text: str) -> bool:
    return text.count("(") == text.count(")")


def _best(found: Mapping[str, float], *, without: str) -> Variants:
    ranked = sorted(((t, c) for t, c in found.items() if t and t != without), key=lambda item: (-item[1], item[0]))
    return tuple((text, round(chance, 3)) for text, chance in ranked[:MOST])
