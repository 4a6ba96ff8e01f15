"""The classes of marks that the symbol net tells apart, with the Unicode character each is written as."""

from __future__ import annotations

from dataclasses import dataclass

JUNK = "junk"


@dataclass(frozen=True)
class MarkClass:
    """One class: `text` is its canonical character; `small` the lower-case letter of the same shape, if any.

    `glyphs` are the characters whose font glyphs show this class; empty where it is drawn only.
    """

    name: str
    text: str
    glyphs: str = ""
    small: str | None = None
    weight: float = 1.0


# ISO 1101:2017 tables 1-3, ASME Y14.5-2018 section 6, ISO 129-1, ISO 1302 / ISO 21920-1.
SYMBOLS = (
    MarkClass("diameter", "⌀", "⌀Ø∅", weight=4),
    MarkClass("plus_minus", "±", "±", weight=2.5),
    MarkClass("degree", "°", "°", weight=2.5),
    MarkClass("times", "×", "×x", weight=2),
    MarkClass("straightness", "⏤", "⏤", weight=1.5),
    MarkClass("flatness", "⏥", "⏥", weight=2),
    MarkClass("circularity", "○", "○", weight=1.2),
    MarkClass("cylindricity", "⌭", "⌭", weight=2),
    MarkClass("profile_line", "⌒", "⌒", weight=2),
    MarkClass("profile_surface", "⌓", "⌓", weight=2),
    MarkClass("angularity", "∠", "∠", weight=2),
    MarkClass("perpendicularity", "⊥", "⊥⟂", weight=2),
    MarkClass("parallelism", "∥", "∥⫽", weight=2),
    MarkClass("position", "⌖", "⌖", weight=2.5),
    MarkClass("concentricity", "◎", "◎", weight=2),
    MarkClass("symmetry", "⌯", "⌯", weight=2),
    MarkClass("circular_runout", "↗", "↗", weight=2),
    MarkClass("total_runout", "⌰", "⌰", weight=2),
    MarkClass("depth", "↧", "↧", weight=2.5),
    MarkClass("counterbore", "⌴", "⌴", weight=2),
    MarkClass("countersink", "⌵", "⌵", weight=2),
    MarkClass("square", "□", "□", weight=2),
    MarkClass("surface_texture", "√", "√", weight=2),
    MarkClass("surface_removal_required", "√", weight=2),
    MarkClass("surface_removal_prohibited", "√", weight=2),
    MarkClass("datum_triangle", "▲", "▲△▽", weight=2),
    MarkClass("arrow_head", "➤", weight=2.5),
    MarkClass("arrow_open", ">", "<>", weight=1.5),
    MarkClass("plus", "+", "+", weight=1.5),
    MarkClass("minus", "-", "-−–", weight=3),
    MarkClass("point", ".", ".", weight=1.5),
    MarkClass("comma", ",", ",", weight=1.2),
    MarkClass("slash", "/", "/", weight=1.2),
    MarkClass("parenthesis_left", "(", "(", weight=1.2),
    MarkClass("parenthesis_right", ")", ")", weight=1.2),
)

CIRCLED_LETTERS = {"Ⓜ": "M", "Ⓛ": "L", "Ⓟ": "P", "Ⓕ": "F", "Ⓢ": "S", "Ⓣ": "T", "Ⓤ": "U", "Ⓔ": "E", "Ⓡ": "R"}
CIRCLED = tuple(
    MarkClass(name, text, text, weight=1.5)
    for name, text in (
        ("maximum_material", "Ⓜ"),
        ("least_material", "Ⓛ"),
        ("projected_zone", "Ⓟ"),
        ("free_state", "Ⓕ"),
        ("regardless_of_size", "Ⓢ"),
        ("tangent_plane", "Ⓣ"),
        ("unequal_zone", "Ⓤ"),
        ("envelope", "Ⓔ"),
        ("reciprocity", "Ⓡ"),
    )
)

_PUNCTUATION = tuple(
    MarkClass(name, text, glyphs, weight=0.6)
    for name, text, glyphs in (
        ("minute", "'", "'′"),
        ("second", '"', '"″'),
        ("colon", ":", ":"),
        ("equals", "=", "="),
        ("percent", "%", "%"),
        ("ampersand", "&", "&"),
        ("number_sign", "#", "#"),
        ("bracket_left", "[", "["),
        ("bracket_right", "]", "]"),
        ("asterisk", "*", "*"),
    )
)

_DIGITS = tuple(MarkClass(d, d, d, weight=2.2 if d == "0" else 1.2) for d in "0123456789")

# At one height a lower-case letter of these shapes is the capital; only the size beside the text tells them apart.
_SAME_SHAPE = {"C": "c", "O": "o", "S": "s", "U": "u", "V": "v", "W": "w", "Z": "z"}
_CAPITALS = tuple(
    MarkClass(
        letter,
        letter,
        letter + _SAME_SHAPE.get(letter, "") + ("l|" if letter == "I" else ""),
        _SAME_SHAPE.get(letter),
        1.8 if letter in "IOR" else 1.0,
    )
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
_SMALL = tuple(MarkClass(letter, letter, letter, weight=0.8) for letter in "abdefghijkmnpqrty")

CLASSES = (
    *SYMBOLS,
    *CIRCLED,
    *_PUNCTUATION,
    *_DIGITS,
    *_CAPITALS,
    *_SMALL,
    MarkClass(JUNK, "", weight=14),
)
# Only the size beside the text, or the context, tells the members of one family apart.
FAMILIES = (
    ("0", "O", "circularity", "degree"),
    ("times", "X"),
    ("I", "1"),
    ("minus", "straightness"),
    ("minute", "comma"),
    ("surface_texture", "surface_removal_required", "surface_removal_prohibited"),
)
FAMILY = {one.name: one.name for one in CLASSES} | {name: family[0] for family in FAMILIES for name in family}
INDEX = {one.name: number for number, one in enumerate(CLASSES)}
