"""Fonts that do not tell which characters their codes are: told by words that can be read, and by their order."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pypdf
import pytest
import reportlab
from core_drawing import Pdf, opened, texts
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject, NumberObject
from reportlab.pdfbase.ttfonts import TTFontFile

from drawkit import engine
from drawkit.engine.pdf import ciphers
from drawkit.engine.pdf.ciphers import _in_order, deciphered
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.sheet import Glyph, Sheet, is_untold, untold

VERA = FilePath(reportlab.__file__).parent / "fonts" / "Vera.ttf"
LINES = ("MATERIAL: STEEL", "GENERAL TOLERANCES 0.25", "Finish painted black", "DRAWN 2024-06-13", "WEIGHT 78.9 kg")


def stream(data: bytes) -> DecodedStreamObject:
    out = DecodedStreamObject()
    out.set_data(data)
    return out


def numbered(text: str, glyph: Mapping[int, int], *, by_use: bool) -> dict[str, int]:
    """The code of each character: the number of its glyph in the font, or the order in which a file uses them."""
    used = dict.fromkeys(text)
    return {c: n if by_use else glyph[ord(c)] for n, c in enumerate(used, 1)}


def ciphered(lines: Sequence[str], *, by_use: bool, data: bytes | None = None) -> bytes:
    """A page with lines in a font whose codes no map explains: composite, its codes two bytes each."""
    face = TTFontFile(str(VERA))
    code = numbered("".join(lines), face.charToGlyph, by_use=by_use)
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data or Pdf(500, 300).line(10, 10, 490, 10).data()))
    glyphs = bytearray(2 * (max(code.values()) + 1))
    for c, n in code.items():
        glyphs[2 * n : 2 * n + 2] = face.charToGlyph[ord(c)].to_bytes(2, "big")
    widths = ArrayObject()
    for c, n in code.items():
        widths += [NumberObject(n), ArrayObject([NumberObject(round(face.charWidths[ord(c)]))])]
    descriptor = writer._add_object(
        DictionaryObject(
            {NameObject("/Type"): NameObject("/FontDescriptor"), NameObject("/FontName"): NameObject("/ABCDEF+Vera"),
             NameObject("/Flags"): NumberObject(4), NameObject("/FontBBox"): ArrayObject(map(NumberObject, face.bbox)),
             NameObject("/ItalicAngle"): NumberObject(0), NameObject("/Ascent"): NumberObject(928),
             NameObject("/Descent"): NumberObject(-236), NameObject("/CapHeight"): NumberObject(730),
             NameObject("/StemV"): NumberObject(90),
             NameObject("/FontFile2"): writer._add_object(stream(VERA.read_bytes()))}
        )
    )  # fmt: skip
    system = DictionaryObject(
        {NameObject("/Registry"): pypdf.generic.TextStringObject("Adobe"), NameObject("/Supplement"): NumberObject(0),
         NameObject("/Ordering"): pypdf.generic.TextStringObject("Identity")}
    )  # fmt: skip
    below = DictionaryObject(
        {NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/CIDFontType2"),
         NameObject("/BaseFont"): NameObject("/ABCDEF+Vera"), NameObject("/CIDSystemInfo"): system,
         NameObject("/FontDescriptor"): descriptor, NameObject("/W"): widths,
         NameObject("/CIDToGIDMap"): writer._add_object(stream(bytes(glyphs)))}
    )  # fmt: skip
    font = DictionaryObject(
        {NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type0"),
         NameObject("/BaseFont"): NameObject("/ABCDEF+Vera"), NameObject("/Encoding"): NameObject("/Identity-H"),
         NameObject("/DescendantFonts"): ArrayObject([writer._add_object(below)])}
    )  # fmt: skip
    page = writer.pages[0]
    resources = page["/Resources"]
    fonts = resources.get("/Font", DictionaryObject()).get_object()
    fonts[NameObject("/Own")] = font
    resources[NameObject("/Font")] = fonts
    shown = b"".join(
        b"BT /Own 12 Tf 30 %d Td <%s> Tj ET\n" % (260 - 30 * k, b"".join(b"%04X" % code[c] for c in line))
        for k, line in enumerate(lines)
    )
    page[NameObject("/Contents")] = writer._add_object(stream(page.get_contents().get_data() + b"\n" + shown))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def words_in(lines: Iterable[str]) -> list[str]:
    return sorted(word for line in lines for word in line.split())


@pytest.mark.parametrize("by_use", [False, True])
def test_codes_without_a_map_are_told_by_what_is_drawn(by_use: bool) -> None:
    with opened(ciphered(LINES, by_use=by_use)) as sheet:
        assert sorted(texts(sheet.words)) == words_in(LINES)
        assert {word.read_from for word in sheet.words} == {"text layer"}


def test_the_order_of_glyphs_tells_what_no_word_does() -> None:
    lines = ("MATERIAL: STEEL", "Øl ±1 I0O", "é")
    with opened(ciphered(lines, by_use=False)) as sheet:
        assert sorted(texts(sheet.words)) == words_in(lines)


def test_a_drawing_is_read_whose_fonts_tell_nothing() -> None:
    """Its title block, and a size on a dimension line."""
    data = (
        Pdf(500, 300)
        .line(100, 20, 400, 20)
        .dimension_line(60, 260, 138)
        .line(60, 120, 60, 145)
        .line(260, 120, 260, 145)
    )
    lines = ("", "MATERIAL: STEEL S235", "SCALE: 1:2", "", "      24.75")
    result = engine.analyze(ciphered(lines, by_use=True, data=data.data()))
    assert [d.nominal for d in result.dimensions] == [24.75]


def word_of(text: str, x: float = 10.0, *, font: str = "F", face: int = 1) -> list[Glyph]:
    return [Glyph(c, x + 6 * k, 30.0, 0.0, 10.0, 6.0, font, face=face) for k, c in enumerate(text)]


def coded(text: str, x: float = 10.0, *, face: int = 1, off: int = 500) -> list[Glyph]:
    """A word of a font that tells none of its codes, which lie so far behind those of ASCII."""
    return [replace(g, text=untold(ord(g.text) + off)) for g in word_of(text, x, face=face)]


BLACK = Sheet(1, 900, 60, render=lambda dpi: np.zeros((60, 900), np.uint8))


def reading(monkeypatch: pytest.MonkeyPatch, *said: str, chance: float = 0.95) -> None:
    """What readers say of the words that are asked, in turn."""
    left = list(said)
    monkeypatch.setattr(ciphers, "read_crops", lambda crops: [CropReading(left.pop(0), chance, "words") for _ in crops])
    monkeypatch.setattr(ciphers, "hear_script_of", lambda crops: False)


def told(glyphs: Iterable[Glyph]) -> str:
    return "".join("·" if is_untold(g.text) else g.text for g in glyphs)


def test_the_fonts_of_most_pages_tell_all_and_no_page_is_looked_at() -> None:
    def looked_at(dpi: float) -> np.ndarray:
        raise AssertionError(dpi)

    glyphs = word_of("STEEL")
    assert deciphered(glyphs, Sheet(1, 900, 60, render=looked_at)) == glyphs


def test_hidden_text_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = [replace(g, invisible=True) for g in coded("STEEL")]
    assert deciphered(hidden, BLACK) == hidden


def test_a_reading_that_is_not_sure_or_of_another_length_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, "STEEL", chance=0.4)
    assert told(deciphered(coded("STEEL"), BLACK)) == "·····"
    reading(monkeypatch, "STEE")
    assert told(deciphered(coded("STEEL"), BLACK)) == "·····"


@pytest.mark.parametrize(("said", "text"), [("PPLATOON", "PLATOON"), ("PLAIOONS", "PLATOO·"), ("", "PLATOO·")])
def test_what_stands_between_characters_that_are_told_a_reading_of_another_length_tells(
    monkeypatch: pytest.MonkeyPatch, said: str, text: str
) -> None:
    words = [*word_of("MOTORxPLATE"), *word_of("PLATOON", 200)]
    reading(monkeypatch, "MOTORxPLATE", said)
    glyphs = [replace(g, text=untold(600 + 71 * ord(g.text) % 251)) for g in words]  # in no order
    assert told(deciphered(glyphs, BLACK)) == f"MOTORxPLATE{text}"


def test_a_font_some_of_whose_codes_are_told_right_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    glyphs = [*word_of("STEE"), replace(word_of("L", 34)[0], text=untold(900))]
    reading(monkeypatch, "STEEL")
    assert told(deciphered(glyphs, BLACK)) == "STEEL"


def test_a_font_that_lies_about_the_codes_it_tells_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was printed before it became a PDF: figures have no character, letters another one."""
    glyphs = [replace(g, text=untold(ord(g.text) - 29) if g.text.isdigit() else chr(ord(g.text) - 29))
              for g in word_of("STEEL235")]  # fmt: skip
    reading(monkeypatch, "STEEL235")
    assert told(deciphered(glyphs, BLACK)) == "STEEL235"


def test_beside_a_font_that_lies_no_other_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    lies = [replace(g, text=untold(ord(g.text) - 29) if g.text.isdigit() else chr(ord(g.text) - 29))
            for g in word_of("STEEL235")]  # fmt: skip
    bold = [replace(g, text=chr(ord(g.text) - 29)) for g in word_of("NAMES", 200, face=2)]
    honest = word_of("TITLE", 400, face=3)
    reading(monkeypatch, "STEEL235", "NAMES", "TITLE")
    assert told(deciphered([*lies, *bold, *honest], BLACK)) == "STEEL235NAMESTITLE"


def test_each_of_two_fonts_of_one_name_has_its_own_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    glyphs = [*coded("STEEL", off=500), *coded("MOTOR", 200, face=2, off=507)]
    reading(monkeypatch, "STEEL", "MOTOR")
    assert told(deciphered(glyphs, BLACK)) == "STEELMOTOR"


def test_signs_of_a_font_of_symbols_are_left_to_those_who_look_at_each() -> None:
    glyphs = [replace(g, font="AIGDT") for g in coded("n", off=0)]
    assert [g.text for g in deciphered(glyphs, BLACK)] == ["n"]
    control = [replace(glyphs[0], text=untold(0x05))]
    assert deciphered(control, BLACK) == control


def test_words_in_a_font_of_symbols_are_words(monkeypatch: pytest.MonkeyPatch) -> None:
    glyphs = [replace(g, font="Solid Edge ANSI GDT Symbols") for g in coded("ABCDEFGHIJKLM")]
    reading(monkeypatch, "ABCDEFGHIJKLM")
    assert told(deciphered(glyphs, BLACK)) == "ABCDEFGHIJKLM"


def test_a_code_at_whose_places_nothing_is_drawn_is_a_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Sheet(1, 900, 60, render=lambda dpi: np.full((60, 900), 255, np.uint8))
    monkeypatch.setattr(ciphers, "hear_script_of", lambda crops: False)
    assert told(deciphered(coded("STEEL"), page)) == "     "


def test_the_sign_of_a_number_is_one_character(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, "N°")
    assert told(deciphered(coded("#"), BLACK)) == "№"


@pytest.mark.parametrize(
    ("read", "code", "text"),
    [
        ({0x24: "A", 0x25: "B", 0x27: "D"}, 0x26, "C"),  # the order of glyphs
        ({0x24: "A", 0x25: "B", 0x13: "O"}, 0x13, "0"),  # a zero that was read as a letter
        ({0x41: "A", 0x42: "B"}, 0x30, "0"),  # ASCII
        ({0x41: "A", 0x42: "B", 0x43: "C", 0x6E: "⌀"}, 0x6E, "⌀"),  # a sign in the place of a letter
        ({0x41: "A", 0x42: "B", 0x43: "c"}, 0x43, "C"),  # a capital that was read as a small letter
        ({0x83: "°", 0x91: "Ø"}, 0x93, "±"),  # the upper half of that order
        ({0x24: "A", 0x25: "B", 0x83: "Б", 0x85: "Г", 0x86: "Д"}, 0x84, "В"),  # filled otherwise
        ({700: "а", 701: "б", 703: "г"}, 702, "в"),  # between letters that lie in their order
        ({700: "а", 701: "б", 703: "г"}, 704, None),  # where it may have ended
        ({700: "а", 701: "б", 702: "В", 703: "г"}, 702, "в"),  # a small letter that looks like a capital
        ({700: "а", 701: "б", 702: "ж", 703: "г"}, 702, "ж"),  # what is read as something else
        ({700: "q", 703: "x"}, 702, None),
        ({700: "q", 701: "a", 702: "7", 704: "x"}, 703, None),  # the order of use
    ],
)
def test_an_order_of_characters_tells_codes_that_no_word_tells(
    read: dict[int, str], code: int, text: str | None
) -> None:
    assert _in_order(read, [*read, code]).get(code) == text


@pytest.mark.parametrize("advance", [1e3, 1e7])
def test_a_width_that_no_character_has_does_no_harm(monkeypatch: pytest.MonkeyPatch, advance: float) -> None:
    glyphs = [replace(g, advance=advance) for g in coded("STEEL")]
    reading(monkeypatch)
    assert told(deciphered(glyphs, BLACK)) == "·····"


def test_a_page_of_thousands_of_codes_takes_no_time_that_grows_with_its_square() -> None:
    read = {number: chr(0x4E00 + number * 7919 % 20000) for number in range(20_000)}
    assert len(_in_order(read, range(60_000))) == len(read)
