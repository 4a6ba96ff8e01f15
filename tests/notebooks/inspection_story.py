"""The notebook on inspection sheets: from a drawing to a form to fill in, and balloons on the drawing itself."""

from cells import code, text

INSPECTION = (
    text("""
# An inspection sheet

The first parts come back from the shop, and somebody has to measure them: every dimension, every tolerance, every
note of the drawing, each with a number, its limits and a cell for what was measured. Here a drawing becomes that
sheet, in the manner of AS9102, form 3.
"""),
    code("""
import io
import tempfile
from pathlib import Path

import pypdfium2
from IPython.display import Image

import drawkit

client = drawkit.connect()
folder = Path(tempfile.mkdtemp())
sample = drawkit.samples.named("turned_part")
drawing = sample.save(folder)
shaft = client.analyze(drawing)
shaft
"""),
    text("""
## Characteristics

One row is one requirement. Limits are those that the drawing states; else those of its fit (ISO 286) or of the general
tolerance (ISO 2768-1). `origin` tells which, and where a limit is missing, `reason` tells why. Reference dimensions
and theoretically exact ones are left out: they have no limits of their own.
"""),
    code("""
columns = ["number", "sheet_zone", "kind", "requirement", "quantity", "nominal", "lower_limit", "upper_limit", "rule"]
shaft.inspection()[columns].head(14)
"""),
    text("""
Numbers run clockwise around each view; `order="rows"` numbers by rows of the sheet, and `expand=True` gives each of
several equal features a row. What is given is kept for all that follows.
"""),
    code("shaft.show_inspection()"),
    text("""
## What a person decides

Numbers stay as they are when a value is corrected. The plan changes them: rows are left out, added, renumbered, merged
and split, and every step can be undone. The plan goes into `to_json` with the result.
"""),
    code("""
plan = shaft.inspection_plan
last = shaft.inspection()["number"].iloc[-1]
plan.leave_out(last).add("Hardness 52 to 56 HRC", kind="other", lower_limit=52, upper_limit=56)
shaft.inspection()[columns].tail(4)
"""),
    text("""
## Balloons on the drawing itself

`balloon` takes your own file, not a preview: the PDF stays as it is, and balloons are drawn over it as vectors, on free
paper, so that they cover neither text nor lines nor each other. A scan becomes a PDF with the picture inside.
"""),
    code("""
ballooned = shaft.balloon(drawing, folder / "shaft_ballooned.pdf")
png = io.BytesIO()
with pypdfium2.PdfDocument(ballooned) as pdf:
    pdf[0].render(scale=1.3).to_pil().quantize(32).save(png, "PNG")
Image(png.getvalue())
"""),
    text("""
## The form

`to_inspection` writes a workbook: form 3 with a cell for each measured value and a formula that tells pass or fail, the
header fields of forms 1 and 2 from title block and parts list, and the sheet with its balloons. The ending of the name
tells the format: `.xlsx`, `.pdf`, `.csv` or `.json`.
"""),
    code("""
for ending in ("xlsx", "pdf", "csv", "json"):
    shaft.to_inspection(folder / f"shaft.{ending}")
shaft.inspection().groupby("origin", observed=True, dropna=False).size().rename("characteristics").to_frame()
"""),
    text("""
On the command line: `drawkit inspect drawings/ --format xlsx,pdf`.
"""),
)
