"""What a result holds, how it is finished, and what it is for."""

from __future__ import annotations

from typing import Final

RESULTS: Final = (
    (
        "tables",
        "title block, parts list, revisions, dimensions, frames, datums, textures, welds, threads, holes, notes",
    ),
    (
        "more tables",
        "views, balloons, and the sheet's other tables (hole tables, gear data, pin-outs): `tables`, `each_table`",
    ),
    (
        "limits()",
        "limits of size of each dimension: from its print, its fit (ISO 286) or the general tolerance (ISO 2768-1)",
    ),
    ("every item", "its page, a box in points, the text as read, a `confidence`, and a word of `trust`"),
    ("empty", "is not on the sheet; nothing is guessed"),
    ("absent", "a module looked, and found nothing"),
    ("failed", "a module could not look; the reason stands beside it"),
    ("review, reviewed", "what was decided, and how far that is; a person's decisions stand beside what was read"),
    ("kept", "a review stays on this machine with the hash of the drawing, and comes back with it"),
    (
        "set aside",
        "a kept review that is damaged or of a newer drawkit stays beside it, in a file named *.aside-*; `set_aside` "
        "tells which, and what is decided from then on is kept",
    ),
    ("carried over", "read again, the drawing takes the decisions along wherever the items agree"),
    ("checks()", "the drawing against the standards, with the clause; rules can be left out and added"),
    ("not sure", "where the reading is not sure, a check says so instead of a finding"),
    ("inspection()", "every characteristic, numbered, with its limits"),
    ("to_inspection()", "forms in the manner of AS9102, with pass or fail"),
    ("balloon()", "the numbers on your own file, on free paper"),
    ("drawkit.compare()", "what was added, removed, changed and moved, with both sheets on each other"),
    ("no changes", "moved views, other sheet sizes, renumbered parts"),
    ("files", "`to_json` (schema `drawkit.result/1`), `to_csv`, `to_excel`, `to_parquet`"),
)
