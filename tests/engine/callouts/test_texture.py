"""What a surface texture says, as it is printed; and what of a frame was not understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.callouts import Texture, read_frame_row, read_texture


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ra 3.2", Texture("Ra", 3.2)),
        ("√ Rz=6,3 µm", Texture("Rz", 6.3)),
        ("RA.8", Texture("Ra", 0.8)),
        ("L Rz 2.5", Texture("Rz", 2.5)),
        ("URa 3,2", Texture("Ra", 3.2)),
        ("-0,8 / Ra 3,2", Texture("Ra", 3.2)),  # the transmission band
        ("0.008-2.5/Rz 1.6", Texture("Rz", 1.6)),
        ("Rmax 10", Texture("Rmax", 10)),
        ("milled Ra 3.2", Texture("Ra", 3.2, "milled")),
        ("Ra 3.2.1", Texture("Ra", 3.2, ".1")),
        ("N7", Texture("N7", None)),
        ("3,2", Texture(None, 3.2)),
        ("N13", None),
        ("XRa 3.2", None),
        ("ra 3.2", None),
        ("3.2 mm", None),
        ("", None),
    ],
)
def test_textures(text: str, read: Texture | None) -> None:
    assert read_texture(text) == read


@given(st.text(st.sampled_from("Razmax√N127.,= µ") | st.characters(), max_size=20))
def test_no_text_breaks_it(text: str) -> None:
    read = read_texture(text)
    assert read is None or read.parameter is not None or read.value is not None


@pytest.mark.parametrize(
    ("text", "unread"),
    [("⌖ | ⌀0.1 Ⓜ | A | B", ""), ("⟂ 0.1 (A) [B]", ""), ("⌖ 0.1 A foo! B", "foo !"), ("∥ 0.1 ? A", "?")],
)
def test_what_of_a_frame_was_not_understood(text: str, unread: str) -> None:
    found = read_frame_row(text)
    assert found is not None
    assert found.unread == unread
