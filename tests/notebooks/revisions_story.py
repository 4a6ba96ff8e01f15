"""The notebook on revisions and checks: what changed between two issues, and what is wrong on a drawing."""

from cells import code, text

REVISIONS_AND_CHECKS = (
    text("""
# Revisions and checks

A new revision of a drawing has arrived. What changed? And is the drawing in order at all? Two questions, each with a
table, a picture and a file for others.
"""),
    code("""
import tempfile
from pathlib import Path

import pandas as pd

import drawkit
from drawkit.checks import Severity, about

pd.set_option("display.max_colwidth", None)
client = drawkit.connect()
folder = Path(tempfile.mkdtemp())
sample = drawkit.samples.named("milled_plate")
old = client.analyze(sample.data, name="plate_A.pdf", options={"redact": False})
old
"""),
    text("""
## Two revisions compared

The samples have one revision each. The newer one is made here by hand: three corrections stand for what the office
changed, and one dimension is gone. With files it is `drawkit.compare("plate_A.pdf", "plate_B.pdf")`; `password=` opens
locked ones, a pair of passwords where each has its own.
"""),
    code("""
def revised(drawing):
    kept = drawing.data.model_copy(update={"dimensions": drawing.data.dimensions[:-1]})
    return drawkit.Result(kept, "plate_B.pdf", drawing.preview)


new = revised(old)
first, second = new.dimensions["id"].iloc[[2, 5]]
new.correct("dimensions", first, nominal=new.dimensions["nominal"].iloc[2] + 1)
new.correct("dimensions", second, upper_deviation=0.02, lower_deviation=-0.02)
new.correct("title_blocks", new.title_blocks["id"].iloc[0], revision="C")
changes = drawkit.compare(old, new)
changes
"""),
    text("""
Items are matched by place, value and text together: a view that was moved, another sheet size, renumbered parts and a
scan beside a vector are no changes. What one reading is not sure of is told as `unsure`, and two drawings with next to
nothing in common are told as such.
"""),
    code("""changes.changes[["change", "table", "field", "old", "new", "what", "confidence"]]"""),
    text("""
Both sheets on each other: what is on the old one alone is red, on the new one alone green (here the sheets are the
same: only the readings differ). Numbers are those of the table.
"""),
    code("changes.show()"),
    code("""
changes.to_excel(folder / "changes.xlsx")
changes.report(folder / "changes.html")
changes.changes["change"].value_counts().to_frame()
"""),
    text("""
## Checks

`checks` holds the drawing against the standards: datums that nothing indicates, fits that do not exist, threads with a
wrong pitch, deviations the wrong way round, parts without a balloon, missing facts of the title block, and more.
Each finding names the clause that it stands on (`drawkit.help("rules")` lists all). Where the reading is not sure, it
is no finding but a place to look at.
"""),
    code("""
shaft = client.analyze(drawkit.samples.named("turned_part").data, name="shaft.pdf", options={"redact": False})
wrong = drawkit.Result(shaft.data, "shaft.pdf", shaft.preview)
thread = wrong.threads["id"].iloc[0]
wrong.correct("threads", thread, designation="M20x1.3-6g")
fitted = wrong.dimensions.dropna(subset="fit")["id"].iloc[0]
wrong.correct("dimensions", fitted, fit="W6")
wrong.checks()[["severity", "sheet_zone", "message", "text", "clause"]]
"""),
    code("wrong.show_checks()"),
    text("""
## A rule of your own

A rule is a function that takes the result and gives findings. Rules that are not wanted are left out by name.
"""),
    code("""
def too_fine(result):
    for texture in result.surface_textures:
        if texture.value and texture.value < 2:
            message = "Finer than our lathes can make."
            yield about("surface_textures", texture, message, "house rule 4", Severity.WARNING)


wrong.checks(add=[too_fine], leave_out=["general_tolerance_unknown"])[["severity", "message", "rule"]]
"""),
    text("""
On the command line: `drawkit check drawings/` and `drawkit compare plate_A.pdf plate_B.pdf`.
"""),
)
