"""The keys of the viewer and the forms."""

from __future__ import annotations

from typing import Final

KEYS: Final = (
    ("Tab, Shift+Tab", "everywhere", "to the next control, or back"),
    ("Up, Down", "table of the viewer", "marks the row before or after, and shows it on the sheet"),
    ("Enter, Space", "table of the viewer", "marks the row and shows it on the sheet"),
    ("N, B", "sheet of the viewer", "marks the next item, or the one before"),
    ("Arrows, +, -, 0", "sheet of the viewer", "moves and zooms the sheet; 0 shows it whole"),
    ("Page up, Page down", "sheet of the viewer", "turns the page"),
    ("Escape", "sheet of the viewer", "marks nothing"),
    ("Enter, Escape", "field that is corrected", "takes the value, or leaves it as it was"),
    ("Enter, Space", "place to drop files", "opens the choice of files; Ctrl+V pastes a picture"),
)
