"""The keys of the viewer and the forms."""

from __future__ import annotations

from typing import Final

KEYS: Final = (
    ("Tab, Shift+Tab", "everywhere", "to the next control, or back"),
    ("Up, Down", "table of the viewer", "marks the row before or after, and shows it on the sheet"),
    ("Enter, Space", "table of the viewer", "marks the row and shows it on the sheet"),
    ("N, B", "viewer", "marks the next item as the table is sorted and sifted, or the one before"),
    ("A", "viewer", "accepts what is marked, and goes on to the next that is not reviewed"),
    ("X", "viewer", "rejects what is marked, and goes on; again: takes that back"),
    ("E", "viewer", "corrects what the marked item says; the values that the text says stand below it, to be changed"),
    ("D", "viewer", "draws a box for a new item: drag, click, or arrows (Shift: its size, Ctrl: faster) and Enter"),
    ("M", "viewer", "makes one item of the marked rows"),
    ("S, K", "viewer", "splits the marked item, or makes it one of another table"),
    ("U", "viewer", "undoes the last decision"),
    ("Shift+Up, Shift+Down, Ctrl+click", "table of the viewer", "marks several rows"),
    ("Left, Right", "views of the viewer", "turn from the reading to the inspection and to the checks"),
    ("N, B", "inspection, checks, comparison", "marks the next row, or the one before, and shows its place"),
    ("Enter, Space", "table of the inspection, the checks, a comparison", "goes to the place on the sheet"),
    ("E", "inspection, checks", "corrects the item that the marked row is about, in the reading"),
    ("X, R, S", "inspection", "leaves the marked characteristic out, gives it another number, or splits it"),
    ("M", "inspection", "makes one characteristic of the marked rows; asks for the others where one is marked"),
    (
        "D",
        "inspection",
        "adds a characteristic: click its place, or arrows and Enter, or Escape for none; type it",
    ),
    ("Shift+Up, Shift+Down, Ctrl+click", "table of the inspection", "marks several rows; Ctrl+click on balloons too"),
    ("Shift+Arrows", "sheet of the inspection", "moves the marked balloon; Escape puts it back"),
    ("U", "inspection", "undoes the last edit"),
    ("Arrows, +, -, 0", "sheet of the viewer", "moves and zooms the sheet; 0 shows it whole"),
    ("Page up, Page down", "sheet of the viewer", "turns the page"),
    ("Escape", "sheet of the viewer", "marks nothing"),
    ("Enter, Escape", "field that is corrected", "takes the value, with a text its values too, or leaves it as it was"),
    ("Ctrl+Enter", "parts of an item", "splits it, one part a line"),
    ("Enter, Space", "place to drop files", "opens the choice of files; Ctrl+V pastes a picture"),
)
