from __future__ import annotations

import hashlib
import io
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader, PdfWriter

from drawkit.contract import (
    FORMATS,
    LOCAL_LIMITS,
    FileLimits,
    Refused,
    check_size,
    inspect,
    is_locked,
    media_type_of,
    unlocked,
)

LIMITS = FileLimits(max_bytes=200_000, max_pages=3, max_pixels=10_000)


def picture(kind: str, size: tuple[int, int] = (8, 6)) -> bytes:
    into = io.BytesIO()
    Image.new("L", size, 255).save(into, kind)
    return into.getvalue()


def pdf(pages: int = 1, algorithm: str = "AES-256", **encryption: Any) -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(100, 100)
    if encryption:
        writer.encrypt(algorithm=algorithm, **encryption)
    into = io.BytesIO()
    writer.write(into)
    return into.getvalue()


def code_of(data: bytes, limits: FileLimits = LIMITS) -> str:
    with pytest.raises(Refused) as caught:
        inspect(data, limits=limits)
    problem = caught.value.problem
    assert problem.detail.endswith(".")
    assert problem.errors[0].pointer == "/file"
    return problem.code


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP", "GIF", "BMP"])
def test_pictures_are_told_by_their_content(kind: str) -> None:
    data = picture(kind)
    facts = inspect(data, "wrong-ending.pdf", LIMITS)
    assert FORMATS[facts.media_type] == kind
    assert (facts.name, facts.bytes, facts.pages) == ("wrong-ending.pdf", len(data), 1)
    assert facts.sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("before", [b"", b"\n" * 1000, b"\x00" * 1019])
def test_a_pdf_may_begin_anywhere_in_the_first_kibibyte(before: bytes) -> None:
    assert media_type_of(before + b"%PDF-1.7") == "application/pdf"
    assert media_type_of(b"\x00" * 1020 + b"%PDF-1.7") is None


@pytest.mark.parametrize(
    "data", [b"RIFF\x00\x00\x00\x00WAVE", b"BM", b"GIF88a", b"\x89PNG", b"\xff\xd8", b"hello", b"PK\x03\x04"]
)
def test_what_is_no_drawing(data: bytes) -> None:
    assert media_type_of(data) is None
    assert code_of(data) == "unsupported-format"


def test_the_size_limit_itself_is_allowed() -> None:
    check_size(LIMITS.max_bytes, LIMITS)
    with pytest.raises(Refused, match=r"0\.190735 MiB \(200000 bytes\)"):
        check_size(LIMITS.max_bytes + 1, LIMITS)
    assert code_of(bytes(LIMITS.max_bytes + 1)) == "file-too-large"
    assert FileLimits().max_bytes == 20 * 2**20


def test_pages_of_a_pdf() -> None:
    assert inspect(pdf(3), limits=LIMITS).pages == 3
    assert code_of(pdf(4)) == "too-many-pages"
    assert code_of(pdf(0)) == "unreadable-file"


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256"])
def test_an_encrypted_pdf(algorithm: str) -> None:
    with pytest.raises(Refused, match="The PDF is encrypted"):
        inspect(pdf(algorithm=algorithm, user_password="secret"), limits=LIMITS)
    # With an empty user password anyone may read it.
    open_to_all = pdf(algorithm=algorithm, user_password="", owner_password="owner")
    assert PdfReader(io.BytesIO(open_to_all)).is_encrypted
    assert inspect(open_to_all, limits=LIMITS).pages == 1


@pytest.mark.parametrize("data", [b"", pdf()[:40], b"%PDF-1.7\nnothing", picture("PNG")[:20], picture("BMP")[:27]])
def test_what_is_damaged(data: bytes) -> None:
    assert code_of(data) == "unreadable-file"


def test_too_many_pixels() -> None:
    assert inspect(picture("PNG", (100, 100)), limits=LIMITS).pages == 1
    assert code_of(picture("PNG", (101, 100))) == "too-many-pixels"


@pytest.mark.parametrize("most", [0.6, 0.4])
def test_a_decompression_bomb_is_refused_without_a_warning(monkeypatch: pytest.MonkeyPatch, most: float) -> None:
    # Pillow warns above its own limit and raises above twice that.
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", int(20_000 * most))
    assert code_of(picture("PNG", (200, 100))) == "too-many-pixels"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP", "GIF", "BMP"])
def test_the_limit_is_ours_and_not_pillows(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    data = picture(kind, (100, 100))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 400)
    monkeypatch.setattr("drawkit.contract.drawing_file._LARGE", 100)  # as far below Pillow's limit as it is
    assert inspect(data, limits=LIMITS).pages == 1


SOUND = [*(picture(kind) for kind in ("JPEG", "PNG", "WebP", "GIF", "BMP")), pdf(), pdf(2, user_password="x")]


@given(st.binary(max_size=400))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refused(data)


@given(st.sampled_from(SOUND), st.data())
def test_damaged_files_are_read_or_refused(sound: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sound) - 1))
    garbage = data.draw(st.binary(max_size=12))
    read_or_refused(sound[:at] + garbage + sound[at + len(garbage) :])
    read_or_refused(sound[:at])


@given(
    st.sampled_from([b"%PDF-1.4\n", b"GIF89a", b"BM", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF0000WEBP"]),
    st.binary(),
)
def test_a_right_beginning_with_a_random_rest(start: bytes, rest: bytes) -> None:
    read_or_refused(start + rest)


def read_or_refused(data: bytes) -> None:
    """Nothing but `Refused` may come of a file, however damaged."""
    try:
        facts = inspect(data, limits=LIMITS)
    except Refused as refused:
        problem = refused.problem
    else:
        assert facts.media_type in FORMATS
        assert 1 <= facts.pages <= LIMITS.max_pages
        return
    assert problem.status in {413, 415, 422}
    assert pickle.loads(pickle.dumps(Refused(problem))).problem == problem


def tiff(*sizes: tuple[int, int], **more: Any) -> bytes:
    first, *others = (Image.new("L", size, 255) for size in sizes)
    into = io.BytesIO()
    first.save(into, "TIFF", save_all=True, append_images=others, **more)
    return into.getvalue()


LOCAL = LOCAL_LIMITS.model_copy(update={"max_pages": 3, "max_pixels": 10_000, "max_document_pages": 6})


def test_a_tiff_file_is_read_only_where_its_format_is_accepted() -> None:
    assert code_of(tiff((100, 50))) == "unsupported-format"
    facts = inspect(tiff((100, 50), (20, 30), compression="tiff_lzw"), limits=LOCAL)
    assert (facts.media_type, facts.pages) == ("image/tiff", 2)
    assert code_of(tiff((100, 50), (200, 100)), LOCAL) == "too-many-pixels"
    assert code_of(tiff(*[(10, 10)] * 4), LOCAL) == "too-many-pages"
    assert code_of(tiff((100, 50))[:60], LOCAL) == "unreadable-file"


def test_some_pages_of_a_long_document() -> None:
    assert inspect(pdf(6), limits=LOCAL, pages=(2, 6, 2)).pages == 6
    with pytest.raises(Refused, match=r"has 6 pages, and at most 3 are read at a time\. Name the pages"):
        inspect(pdf(6), limits=LOCAL, pages=(1, 2, 3, 4))
    assert code_of(pdf(6), LOCAL) == "too-many-pages"
    with pytest.raises(Refused, match=r"may have 6 pages; this one has 7\. Split it"):
        inspect(pdf(7), limits=LOCAL, pages=(1,))
    with pytest.raises(Refused, match=r"may have 3 pages; this one has 6"):
        inspect(pdf(6), limits=LIMITS, pages=(1,))
    assert (LIMITS.of_document.max_pages, LOCAL.of_document.max_pages) == (3, 6)


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_a_password_opens_a_locked_pdf_and_is_not_in_the_copy(algorithm: str) -> None:
    locked = pdf(2, algorithm, user_password="open sesame", owner_password="other")
    assert is_locked(locked)
    copy = unlocked(locked, "open sesame")
    assert not is_locked(copy)
    assert b"/Encrypt" not in copy
    assert inspect(copy).pages == 2
    assert inspect(unlocked(locked, "other")).pages == 2
    with pytest.raises(Refused, match="does not open this PDF"):
        unlocked(locked, "wrong")


def test_what_is_not_locked() -> None:
    assert not is_locked(pdf())
    assert not is_locked(pdf(user_password="", owner_password="x"))
    assert not is_locked(b"%PDF-1.7 /Encrypt and nothing else")
    assert not is_locked(picture("PNG"))
    with pytest.raises(Refused, match="damaged"):
        unlocked(b"%PDF-1.7 /Encrypt and nothing else", "x")
