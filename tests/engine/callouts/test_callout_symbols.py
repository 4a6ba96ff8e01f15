from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.callouts import normalise

ALPHABET = "0123456789.,+-−–—/xX×хХØøΦφ∅⌀º˚°'\"″′²½¼ ⅛\u00a0\u3000%cdp<>STRMod-（）１２Ａ⊔↓ ≦…\u200b"


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("Ø12", "⌀12"),
        ("4-φ3キリ", "4-⌀3キリ"),
        ("4xØ.5", "4x⌀.5"),
        ("SØ5", "S⌀5"),
        ("Ø", "⌀"),
        ("Ø 12", "⌀ 12"),
        ("BJØRN ØSTERGAARD", "BJØRN ØSTERGAARD"),
        ("MØ12", "MØ12"),
        ("⌀⌀108.75mm", "⌀108.75mm"),
        ("4x⌀ ⌀5", "4x⌀5"),
        ("2×⌀5", "2x⌀5"),
        ("2 х M8", "2 x M8"),
        ("4х. ⌀25,5", "4x. ⌀25,5"),
        ("2X 5", "2X 5"),
        ("4 отв. М6-7Н", "4 отв. M6-7H"),
        ("⌀20Н7 20е8", "⌀20H7 20e8"),
        ("ОТВ. М", "ОТВ. М"),
        ("10 кг 5 мм", "10 кг 5 мм"),
        ("5 − 3 – 2", "5 - 3 - 2"),
        ("12 +/- 0.1", "12 ± 0.1"),
        ("12+-0,1", "12±0,1"),
        ("45º", "45°"),
        ("45˚", "45°"),
        ("Nº 5", "Nº 5"),
        ("30′ 15″", "30' 15\""),
        ("5''", '5"'),
        ("１２．５", "12.5"),
        ("12\u00a0mm\u3000x", "12 mm x"),
        ("½", "1/2"),
        ("1½", "1 1/2"),
        ("5⅛", "5 1/8"),
        ("%%c12 %%p0.1 45%%d", "⌀12 ±0.1 45°"),
        ("<MOD-DIAM>5 <HOLE-DEPTH>3 <HOLE-LONG>", "⌀5 ↧3 <HOLE-LONG>"),
        ("<ST>", "⟨ST⟩"),
        ("⊔ ↓", "⌴ ↧"),
        ("L ⌀0.26 ↧0.19", "⌴ ⌀0.26 ↧0.19"),
        ("4 * M8", "4 x M8"),
        ("R=3mm", "R3mm"),
        ("2x R = 4,5", "2x R 4,5"),
        ("PR=5", "PR=5"),
        ("J⌀9", "⌴⌀9"),
        ("BL ⌀9, L ⌀ OUTER", "BL ⌀9, L ⌀ OUTER"),
        ("Ш ⌀16 Щ⌀8", "⌴ ⌀16 ⌴⌀8"),
        ("ВШ ⌀16, Ш ⌀", "ВШ ⌀16, Ш ⌀"),
        ("У ⌀12x90°", "⌵ ⌀12x90°"),
        ("З отв. ⌀33, ЗOTB ⌀5", "3 отв. ⌀33, 3 отв. ⌀5"),
        ("УЗ ОТВОДА, ЗАЗОР 3", "УЗ ОТВОДА, ЗАЗОР 3"),
        ("M8-69 М12х1,25-69", "M8-6g M12x1,25-6g"),
        ("R8-69 M8-692 M8-69.5", "R8-69 M8-692 M8-69.5"),
        ("0,5...1", "0,5 … 1"),
        ("  a \n b ", "a b"),
        ("a\u200bb", "ab"),
    ],
)
def test_one_spelling(printed: str, plain: str) -> None:
    assert normalise(printed) == plain


@given(st.text(st.sampled_from(ALPHABET) | st.characters(), max_size=40))
def test_the_same_again_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
