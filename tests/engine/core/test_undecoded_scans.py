"""A scanned page whose picture cannot be decoded is named, with what to do: it is no empty sheet."""

import subprocess
import sys

import pytest
from core_drawing import Pdf
from PIL import Image
from reportlab.lib.utils import ImageReader

from drawkit.contract import Refused
from drawkit.engine import analyze, previews, summarise

BLACK = Image.new("L", (600, 400), 0)
"""What PDFium makes of a picture that it had no room for."""


def scanned(*pictures):
    pdf = Pdf(300, 200)
    for number, picture in enumerate(pictures):
        pdf = pdf.page() if number else pdf
        pdf.canvas.drawImage(ImageReader(picture), 0, 0, 300, 200)
    return pdf.data()


def test_the_only_page_is_refused():
    with pytest.raises(Refused) as caught:
        analyze(scanned(BLACK))
    assert caught.value.problem.code == "unreadable-file"
    assert "page 1 cannot be decoded" in caught.value.problem.detail
    assert "baseline JPEG" in caught.value.problem.detail


def test_of_several_pages_it_is_named_and_not_shown():
    data = scanned(Image.new("L", (600, 400), 255), BLACK)
    result = analyze(data)
    assert [page.readable for page in result.pages][1] is False
    assert "The picture on page 2 cannot be decoded" in result.pages[1].remarks[0]
    assert result.pages[1].private is None
    assert len(previews(data, result)) == 2
    assert len(previews(data, result, redact=False)) == 2
    assert 2 in summarise(result)["unreadable_pages"]


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process has a limit there alone")
def test_a_progressive_jpeg_that_there_is_no_room_for_is_no_empty_sheet():
    """PDFium holds one whole, and the picture too; without room for them it tells nobody."""
    program = """
import io, resource
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from PIL import Image, ImageDraw
from drawkit.contract import Refused
from drawkit.engine import analyze
picture, jpeg, pdf = Image.new("RGB", (7000, 5000), "white"), io.BytesIO(), io.BytesIO()
ImageDraw.Draw(picture).text((500, 500), "SCALE 1:2", font_size=300, fill="black")
picture.save(jpeg, "JPEG", progressive=True, subsampling=0)
canvas = Canvas(pdf, (700, 500))
canvas.drawImage(ImageReader(jpeg), 0, 0, 700, 500)
canvas.save()
small = Image.new("L", (300, 200), 255)
small.save(out := io.BytesIO(), "PNG")
analyze(out.getvalue(), profile="bom")  # what an analysis takes in any case is there
pages = int(open("/proc/self/statm").read().split()[5])
limit = pages * resource.getpagesize() + 200 * 2**20
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
try:
    print(analyze(pdf.getvalue(), profile="bom").pages[0].remarks)
except Refused as refused:
    print(refused.problem.code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout.strip(), done.returncode) == ("unreadable-file", 0), done.stderr
