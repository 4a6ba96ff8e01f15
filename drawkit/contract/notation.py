"""Datums and modifiers of a geometric tolerance in one line of text: as tables tell them, as a person writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .results import DatumReference

_RINGED: Final = {chr(0x24B6 + at): chr(ord("A") + at) for at in range(26)}
_LETTERS: Final = r"[A-Z]{1,3}\d{0,2}"
_MODIFIER: Final = r"\([A-Za-z]{1,6}\)"
_DATUM: Final = re.compile(rf"({_LETTERS}(?:\s*-\s*{_LETTERS})*)((?:\s*{_MODIFIER})*)")


def told_datum(datum: DatumReference) -> str:
    """A datum with its modifiers in one word, such as A(M) or B-C."""
    return datum.label + "".join(f"({modifier})" for modifier in datum.modifiers)


def told_datums(datums: Iterable[DatumReference]) -> str:
    """The datums of a tolerance in their order, such as A(M) | B-C."""
    return " | ".join(map(told_datum, datums))


def told_modifiers(modifiers: Iterable[str]) -> str:
    """The modifiers of a tolerance in their order, such as M CZ."""
    return " ".join(modifiers)


def datums_of(written: object) -> tuple[DatumReference, ...]:
    """Read datums as a person writes them: A(M) | B-C, A Ⓜ, B; or a sequence of such words or of references.

    Letters are those of ISO 5459. Raises `ValueError` that says how to write them.
    """
    if written is None or (isinstance(written, str) and not written.strip()):
        return ()
    return tuple(map(_datum, _words(written, "[|,]", "A(M) | B-C")))


def modifiers_of(written: object) -> tuple[str, ...]:
    """Read modifiers as a person writes them: M CZ, (M), Ⓜ; or a sequence of such words. Each is told once.

    Raises `ValueError` that says how to write them.
    """
    words = [] if written is None else _words(written, r"[\s,]", "M CZ")
    return tuple(dict.fromkeys(_modifier(word) for word in words if word))


def _words(written: object, between: str, example: str) -> list[object]:
    if isinstance(written, str):
        return [word.strip() for word in re.split(between, written)]
    if isinstance(written, Iterable) and not isinstance(written, bytes | dict):
        return list(written)
    raise ValueError(f"a text such as {example} is needed.")


def _datum(word: object) -> DatumReference:
    if isinstance(word, DatumReference):
        word = told_datum(word)
    plain = _plain(word)
    found = _DATUM.fullmatch(re.sub(r"(?<![(\w])[a-z](?!\w)", lambda letter: letter[0].upper(), plain))
    if found is None:
        raise ValueError(f"{plain!r} is not a datum. Write capital letters between bars, such as A(M) | B-C.")
    marks = re.findall(_MODIFIER, found[2])
    return DatumReference(label=re.sub(r"\s", "", found[1]), modifiers=tuple(dict.fromkeys(map(_modifier, marks))))


def _modifier(word: object) -> str:
    plain = _plain(word)
    bare = plain[1:-1] if plain[:1] + plain[-1:] in {"()", "[]", "⟨⟩"} else plain
    if not re.fullmatch("[A-Z][A-Za-z]{0,5}|[a-z]", bare):
        raise ValueError(f"{plain!r} is not a modifier. Write letters with spaces between them, such as M CZ.")
    return bare.upper() if len(bare) == 1 else bare


def _plain(word: object) -> str:
    """The word with its ringed letters in parentheses."""
    return "".join(f"({_RINGED[sign]})" if sign in _RINGED else sign for sign in str(word)).strip()
