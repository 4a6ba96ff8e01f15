"""Dimensions and callouts on the views (ISO 129-1, ASME Y14.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from ...contract import Dimension
from ..decision.boards import without_board_numbers
from ..decision.candidates import Candidate, candidates_of, decimal_mark
from ..decision.choice import as_rows, chosen
from ..decision.features import features_of
from ..decision.item_numbers import as_one_kind, with_listed, without_numbered_parts
from ..decision.lookalikes import without_lookalikes
from ..decision.looks import seen
from ..decision.measured import measured
from ..decision.model import forest
from ..decision.note_lines import without_note_lines
from ..layout.around import around
from ..objects.scene import scene_of
from ..sheet import Sheet, Word
from ..text.lines import Line, lines_of
from ..units import Units

__all__ = ["decimal_mark", "read"]


def read(
    sheet: Sheet,
    words: Sequence[Word],
    units: Units | None,
    framed: Iterable[Word] = (),
    listed: Collection[int] = (),
    field: Sequence[Word] | None = None,
) -> list[Dimension]:
    """The dimensions among `words`: those of the views, without title block, tables, frames and margins.

    `framed` are the words of feature control frames, below which toleranced dimensions stand, `listed` the item numbers
    of the sheet's parts lists, `field` all words outside tables, which tell of a board; None for the sheet's.
    """
    candidates = candidates_of(sheet, words, units)
    if not candidates:
        return []
    features = features_of(sheet, candidates, framed)
    chances = seen(sheet, [c.lines[0].word for c in candidates], forest().chances(features))
    chances = measured(candidates, chances, scene_of(sheet))
    chances = with_listed(candidates, features, chances, listed)
    chances = as_one_kind(candidates, features, as_rows(candidates, chances, sheet.segments))
    chances = without_numbered_parts(candidates, features, chances)
    chances = without_board_numbers(candidates, features, chances, sheet.words if field is None else field)
    chances = without_note_lines(candidates, features, chances, lines_of(words, walls=sheet.segments))
    chances = without_lookalikes(candidates, scene_of(sheet).terminators, sheet.segments, chances)
    return [_dimension(sheet.number, one, chance) for one, chance in chosen(candidates, chances)]


def _dimension(page: int, candidate: Candidate, chance: float) -> Dimension:
    lines = candidate.lines
    return candidate.dimension.model_copy(
        update={
            "page": page,
            "box": around(word.printed or word.box for line in lines for word in line.words),
            "rotation": round(lines[0].word.angle, 1),
            "confidence": round(chance, 3),
            "read_from": _source(lines),
        }
    )


def _source(lines: Sequence[Line]) -> Literal["text layer", "recognised", "both"]:
    kinds = {line.word.read_from for line in lines}
    return kinds.pop() if len(kinds) == 1 else "both"
