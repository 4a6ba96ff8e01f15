"""Pictures of results and quota with matplotlib: Axes in, Axes out, no pyplot, the same bytes every time.

Colours are those of Okabe and Ito. `theme` is "light", "dark", or "auto" (transparent, legible on both).
"""

from ._balloons import Mark, ink_of, show_balloons
from ._charts import plot_confidence, plot_quota, plot_usage
from ._placing import Ink, Placed, pinned, place, radius_of
from ._sheet import links, show, show_bom, show_dimensions
from ._style import STYLES, THEMES, Style, Theme, ThemeName, to_pdf, to_png
from ._tolerances import plot_tolerances

__all__ = [
    "STYLES",
    "THEMES",
    "Ink",
    "Mark",
    "Placed",
    "Style",
    "Theme",
    "ThemeName",
    "ink_of",
    "links",
    "pinned",
    "place",
    "plot_confidence",
    "plot_quota",
    "plot_tolerances",
    "plot_usage",
    "radius_of",
    "show",
    "show_balloons",
    "show_bom",
    "show_dimensions",
    "to_pdf",
    "to_png",
]
