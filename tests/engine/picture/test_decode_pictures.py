"""Pictures are decoded in grey on white, and large ones smaller, with the same result in parts as in one."""

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image, ImageDraw

from drawkit.contract import DEFAULT_LIMITS, FileLimits, Refused, inspect, webp
from drawkit.engine import load
from drawkit.engine.load import open_drawing
from drawkit.engine.picture import decode as module
from drawkit.engine.picture import drafts
from drawkit.engine.picture.decode import decode

LIMIT = 200_000_000


def encoded(image, kind, **told):
    out = io.BytesIO()
    image.save(out, kind, **told)
    return out.getvalue()


def scribble(mode="L", size=(640, 900)):
    image = Image.new("L", size, 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((60, 80, 400, 700), fill=0)
    draw.line((0, 0, *size), fill=90, width=9)
    if mode not in ("RGBA", "LA"):
        return image.convert(mode)
    clear = Image.new("L", size, 255)
    ImageDraw.Draw(clear).rectangle((60, 300, 400, 500), fill=0)
    image = image.convert(mode)
    image.putalpha(clear)
    return image


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "P"])
def test_a_smaller_copy_looks_as_the_whole_made_smaller(kind, mode):
    if mode == "RGBA" and kind in ("JPEG", "GIF", "BMP"):
        mode = "RGB"
    if kind in ("WEBP", "JPEG") and mode in ("1", "P"):
        mode = "L"
    data = encoded(scribble(mode), kind, **({"lossless": True} if kind == "WEBP" else {}))
    whole, factor, _ = decode(data, LIMIT, LIMIT)
    assert (factor, whole.shape) == (1.0, (900, 640))
    small, factor, _ = decode(data, 640 * 900 // 16, LIMIT)
    assert factor == pytest.approx(0.25)
    assert small.shape == (225, 160)
    expected = np.asarray(Image.fromarray(whole).resize((160, 225)))
    assert np.abs(expected.astype(int) - small).mean() < 6
    assert small.size <= 640 * 900 // 16


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_what_is_transparent_is_paper(kind):
    data = encoded(scribble("RGBA"), kind)
    for most in (LIMIT, 60_000):
        pixels, factor, _ = decode(data, most, LIMIT)
        assert pixels[int(400 * factor), int(200 * factor)] == 255
        assert pixels[int(200 * factor), int(200 * factor)] == 0


def test_parts_are_no_larger_than_a_band(monkeypatch):
    seen = []
    real = module._opaque
    monkeypatch.setattr(module, "_opaque", lambda part, *how: seen.append(part.size) or real(part, *how))
    decode(encoded(scribble("RGBA", (800, 3000)), "WEBP", lossless=True), LIMIT, LIMIT)
    sample, *parts = seen
    assert max(height for _, height in parts) <= module._BAND
    assert sum(height for _, height in parts) == 3000
    seen.clear()
    decode(encoded(scribble("RGBA", (800, 3000)), "PNG"), 800 * 3000 // 5, LIMIT)
    *parts, sample = seen
    assert sample == (module._SAMPLE, module._SAMPLE)
    assert max(height for _, height in parts) <= 2 * module._BAND
    assert sum(height for _, height in parts) == 3000


def test_a_jpeg_is_decoded_smaller(monkeypatch):
    seen = []
    real = module._grey
    monkeypatch.setattr(module, "_grey", lambda picture, by: seen.append((picture.size, by)) or real(picture, by))
    decode(encoded(scribble(), "JPEG"), 640 * 900 // 20, LIMIT)
    assert seen == [((160, 225), 1)]


@pytest.mark.parametrize(
    ("orientation", "shape"), [(1, (900, 640)), (3, (900, 640)), (6, (640, 900)), (8, (640, 900)), (99, (900, 640))]
)
def test_it_is_turned_as_its_camera_was_held(orientation, shape):
    exif = Image.Exif()
    exif[0x0112] = orientation
    for most in (LIMIT, 640 * 900 // 4):
        pixels, factor, _ = decode(encoded(scribble(), "JPEG", exif=exif), most, LIMIT)
        assert pixels.shape == tuple(round(side * factor) for side in shape)


def room(monkeypatch, most):
    """Let a progressive JPEG have so many bytes."""
    monkeypatch.setattr(drafts, "_is_room", lambda needed: needed <= most + drafts._MARGIN)


COEFFICIENTS = 640 * 904 * 2  # of one colour at full resolution: whole blocks, two bytes each
CASES = [
    ("CMYK", 0, LIMIT, LIMIT, (900, 640)),
    ("CMYK", 0, LIMIT, COEFFICIENTS * 4 + 640 * 900, (450, 320)),  # no room for four bytes a pixel at full size
    ("CMYK", 0, LIMIT, COEFFICIENTS * 4 + 320 * 450, (225, 160)),
    ("CMYK", 0, LIMIT, COEFFICIENTS * 4, None),
    ("CMYK", 0, 640 * 900 // 2, COEFFICIENTS * 4 + 640 * 900, (450, 320)),  # wanted somewhat larger
    ("CMYK", 0, 640 * 900 // 64, COEFFICIENTS * 4 + 640 * 900 // 16, (112, 80)),
    ("RGB", 0, LIMIT, COEFFICIENTS * 3 + 320 * 450, (450, 320)),
    ("RGB", 2, LIMIT, COEFFICIENTS * 3 // 2 + 8 * 640 * 8 + 320 * 450, (450, 320)),  # colours at half the resolution
    ("L", 0, LIMIT, COEFFICIENTS + 640 * 900, (900, 640)),
    ("L", 0, LIMIT, COEFFICIENTS, None),
]


@pytest.mark.parametrize(("mode", "subsampling", "most", "bytes_", "shape"), CASES)
def test_a_progressive_jpeg_is_read_as_large_as_there_is_room_for(monkeypatch, mode, subsampling, most, bytes_, shape):
    data = encoded(scribble(mode), "JPEG", progressive=True, subsampling=subsampling)
    room(monkeypatch, bytes_)
    if shape is None:
        with pytest.raises(drafts.HeldWholeError):
            decode(data, most, LIMIT)
        return
    pixels, factor, _ = decode(data, most, LIMIT)
    assert pixels.shape == shape
    assert factor == pytest.approx(shape[0] / 900, abs=0.001)
    monkeypatch.undo()
    whole = Image.fromarray(decode(data, LIMIT, LIMIT)[0]).resize(shape[::-1])
    assert np.abs(np.asarray(whole).astype(int) - pixels).mean() < 6


def test_one_that_there_is_no_room_for_is_told_what_to_do_and_a_damaged_one_that_it_is_damaged(monkeypatch):
    data = encoded(scribble("CMYK"), "JPEG", progressive=True)
    with pytest.raises(Refused) as caught:
        load._decoded(data[: len(data) // 2], DEFAULT_LIMITS)
    assert (caught.value.problem.code, "damaged" in caught.value.problem.detail) == ("unreadable-file", True)
    room(monkeypatch, 0)
    with pytest.raises(Refused) as caught:
        load._decoded(data, DEFAULT_LIMITS)
    assert caught.value.problem.code == "too-many-pixels"
    assert "needs 4 MiB for that, more than there is. Save it as a baseline JPEG" in caught.value.problem.detail
    assert load._decoded(encoded(scribble("CMYK"), "JPEG"), DEFAULT_LIMITS)[0].shape == (900, 640)


def test_there_is_room_for_a_little_and_none_for_more_than_any_machine_has():
    assert drafts._is_room(1000)
    assert not drafts._is_room(1 << 60)


def test_a_progressive_jpeg_that_lies_about_its_colours_is_no_fault(monkeypatch):
    data = encoded(scribble("RGB"), "JPEG", progressive=True)
    at = data.index(b"\xff\xc2")
    lies = data[: at + 11] + b"\0" + data[at + 12 :]  # a colour that is sampled nought times nought
    with pytest.raises(Refused) as caught:
        load._decoded(lies, DEFAULT_LIMITS)
    assert caught.value.problem.code == "unreadable-file"


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process has a limit there alone")
def test_within_the_memory_that_a_process_has_a_large_one_is_read_smaller():
    program = """
import io, resource, sys
from PIL import Image
from drawkit.engine.picture.decode import decode
out = io.BytesIO()
Image.new("CMYK", (5000, 5000)).save(out, "JPEG", progressive=True)
pages = int(open("/proc/self/statm").read().split()[5])
limit = pages * resource.getpagesize() + 8 * 25_000_000 + 25_000_000 + 60 * 2**20
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
print(decode(out.getvalue(), 36_000_000, 36_000_000)[0].shape)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout.strip(), done.stderr) == ("(2500, 2500)", "")


@pytest.mark.parametrize("lossless", [False, True])
@pytest.mark.parametrize("mode", ["L", "RGBA"])
def test_a_large_webp_is_not_opened_by_a_reader_that_holds_it_several_times(monkeypatch, lossless, mode):
    exif = Image.Exif()
    exif[0x0112] = 6
    plain = encoded(scribble(mode), "WEBP", lossless=lossless)
    turned = encoded(scribble(mode), "WEBP", lossless=lossless, exif=exif)
    damaged = turned[:8] + turned[8:].replace(b"II*", b"I**").replace(b"MM\0*", b"M\0\0*")
    assert [webp.size(data) for data in (plain, turned)] == [(640, 900)] * 2
    expected = decode(plain, 640 * 900 // 16, LIMIT)[0]
    monkeypatch.setattr(module.Image, "open", None)
    for data, shape in ((plain, (225, 160)), (turned, (160, 225)), (damaged, (225, 160))):
        small, factor, _ = decode(data, 640 * 900 // 16, LIMIT)
        assert (small.shape, factor) == (shape, 0.25)
        assert shape == (160, 225) or np.array_equal(small, expected)


@pytest.mark.parametrize("head", [b"", b"VP8X\x0a\0\0\0", b"VP8L\x05\0\0\0/", b"VP8 \x0a\0\0\0" + bytes(10), b"ALPH"])
def test_a_webp_without_a_size_is_damaged(head):
    data = b"RIFF\0\0\0\0WEBP" + head
    with pytest.raises(ValueError, match="damaged"):
        webp.size(data)
    with pytest.raises(Refused) as caught:
        inspect(data)
    assert caught.value.problem.code == "unreadable-file"


def test_a_webp_that_tells_more_pixels_than_are_allowed_is_refused():
    data = encoded(scribble(), "WEBP", lossless=True)
    vast = data[:12] + b"VP8X" + (10).to_bytes(4, "little") + bytes(4) + b"\xfe\x3f\0" * 2 + data[12:]
    with pytest.raises(Refused) as caught:
        inspect(vast)
    assert caught.value.problem.code == "too-many-pixels"


def test_a_large_webp_that_is_cut_off_is_damaged():
    data = encoded(scribble(), "WEBP")
    with pytest.raises((OSError, SyntaxError)):
        decode(data[: len(data) // 2], 1000, LIMIT)


def test_pillows_own_limit_is_not_ours_and_is_left_as_it_was():
    before = Image.MAX_IMAGE_PIXELS
    data = encoded(Image.new("1", (19_000, 10_400)), "PNG")  # 197.6 megapixels, beyond twice what Pillow allows
    assert inspect(data).pages == 1
    assert decode(data, 10_000, DEFAULT_LIMITS.max_pixels)[0].size <= 10_000
    assert before == Image.MAX_IMAGE_PIXELS
    with pytest.raises(Refused) as caught:
        inspect(data, limits=FileLimits(max_pixels=197_000_000))
    assert caught.value.problem.code == "too-many-pixels"


@pytest.mark.parametrize(("dpi", "read_at"), [(None, 150.0), (72, 72.0), (600, 600.0)])
def test_the_resolution_is_the_files_own(dpi, read_at):
    data = encoded(scribble(), "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    assert load._decoded(data, DEFAULT_LIMITS)[1] == pytest.approx(read_at, abs=0.1)


def test_a_picture_is_no_larger_than_any_sheet_whatever_it_says(monkeypatch):
    monkeypatch.setattr(load, "_LARGEST_SHEET", 10.0)
    data = encoded(scribble(), "PNG", dpi=(72, 72))
    assert load._decoded(data, DEFAULT_LIMITS)[1] == pytest.approx((640 * 900 / 10) ** 0.5)
    monkeypatch.setattr(load, "MOST_PIXELS", 640 * 900 // 4)
    pixels, dpi, remarks = load._decoded(data, DEFAULT_LIMITS)
    assert dpi == pytest.approx((640 * 900 / 10) ** 0.5 / 2)
    assert pixels.shape == (450, 320)
    assert remarks == ("The picture was read at 50% of its size: it has 1 megapixels.",)


def tiff(*pictures: Image.Image, **more: object) -> bytes:
    into = io.BytesIO()
    pictures[0].save(into, "TIFF", save_all=True, append_images=list(pictures[1:]), **more)
    return into.getvalue()


def half_black(size: tuple[int, int]) -> Image.Image:
    """White, with the left half black."""
    picture = Image.new("L", size, 255)
    picture.paste(0, (0, 0, size[0] // 2, size[1]))
    return picture


def test_each_sheet_of_a_tiff_file() -> None:
    sheets = [picture.convert("1") for picture in (Image.new("L", (40, 30), 255), half_black((60, 20)))]
    data = tiff(*sheets, compression="group4", dpi=(200, 200))
    for number, size in ((1, (30, 40)), (2, (20, 60))):
        pixels, factor, about = decode(data, 10**6, 10**6, number)
        assert (pixels.shape, factor) == (size, 1)
        assert float(about["dpi"][0]) == 200  # type: ignore[index]
    assert (pixels[:, :30].max(), pixels[:, 30:].min()) == (0, 255)
    smaller, factor, _ = decode(data, 300, 10**6, 2)
    assert smaller.size <= 300
    assert factor == 0.5


def test_a_tiff_sheet_is_turned_once() -> None:
    data = tiff(half_black((60, 20)), tiffinfo={274: 6})  # the file says: turn it clockwise
    pixels, _, _ = decode(data, 10**6, 10**6)
    assert pixels.shape == (60, 20)
    assert (pixels[:30].max(), pixels[30:].min()) == (0, 255)


def test_a_tiff_file_is_a_drawing_of_several_pages() -> None:
    data = tiff(half_black((60, 20)), half_black((40, 30)), half_black((20, 80)), dpi=(72, 72))
    with open_drawing(data) as source:
        assert source.pages == 3
        views = [source.view(number) for number in (3, 1)]
    assert [(round(view.width), round(view.height)) for view in views] == [(20, 80), (60, 20)]
