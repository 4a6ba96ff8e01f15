"""The notebook on reviews: a worn scan that is misread in places, gone through, put right, and taken along."""

from cells import code, text

REVIEW = (
    text("""
# A reading is a proposal

A worn copy from the archive: turned a little, blurred, with specks. The engine reads most of it. Some of it, it reads
wrong, and sometimes it is sure of what is wrong. Somebody has to finish it: look at each row, accept it, put it right,
take it out, or add what was not read. Here that is done from code; by hand it is the same in the viewer below.
"""),
    code("""
import tempfile
from pathlib import Path

import pandas as pd

import drawkit

client = drawkit.connect()
folder = Path(tempfile.mkdtemp())
sample = drawkit.samples.make("plate", seed=7, name="cover_plate", carrier="picture", dpi=150, wear="worn")
task = client.submit(sample.data, name=sample.file_name)
plate = task.wait().result
plate.show_dimensions()
"""),
    text("""
## Where to begin

`review` has a row for every item: how sure the reading is, and how far somebody has gone with it. The least sure come
first. What a hole or a thread says is told by its dimension: it goes with that, and is not looked at twice.
"""),
    code("""
columns = ["table", "id", "text", "state", "trust", "changes", "note"]
plate.review.sort_values("confidence")[columns].head(8)
"""),
    text("""
The small text of the sheet, and what was made of it: a decimal point is lost in the dust. An item is found by its
place; in the viewer, a click does that.
"""),
    code("""
def at(table, x, y):
    \"\"\"The id of the item at a place of the sheet, in points.\"\"\"
    items = plate[table]
    inside = items["x0"].le(x) & items["x1"].ge(x) & items["top"].le(y) & items["bottom"].ge(y)
    return items.loc[inside, "id"].iloc[0]


ordinate = at("dimensions", 172, 374)
plate.review[plate.review["id"].eq(ordinate)][columns]
"""),
    text("""
## Corrections

What was read never changes; decisions stand beside it. A text that is put right is read as if it were printed, and its
values come along; habits of keyboards will do: "dia 35", "+-0.1", "r5". What would change can be seen beforehand. A
number that was taken for another kind is put right by `correct("dimensions", id, kind="ordinate")`.
"""),
    code("""
pd.DataFrame([plate.read_typed("dimensions", "47.5", ordinate).values])
"""),
    code("""
plate.correct("dimensions", ordinate, text="47.5")
plate.dimensions.set_index("id").loc[[ordinate], ["text", "kind", "nominal", "review", "corrected"]]
"""),
    text("""
## Out, in, and together

What is no item is rejected: `reject("notes", "n2")`. What was not read is added, as the large bore here, whose callout
is so worn that the engine leaves it out rather than guess; its text is read as if it were printed, and it takes its
hole and its limits along. Given a box alone, `propose` asks the engine what stands there.
"""),
    code("""
bore = plate.add("dimensions", "dia 35 H7 THRU", box=(589, 518, 672, 534))
plate.limits().set_index("id").loc[[bore], ["text", "lower_limit", "upper_limit", "rule"]]
"""),
    code("""
added = plate.add("notes", "3. Paint RAL 7035, not in the bores.")
plate.notes[["number", "text", "review"]]
"""),
    code("""
edges = plate.dimensions.set_index("id").loc[ordinate, ["x0", "top", "x1", "bottom"]]
pd.DataFrame([plate.propose("dimensions", edges)])
"""),
    text("""
Several items that are one are merged: `merge("dimensions", "d1", "d2")` reads what their texts say together. One that
is several is split: `split("dimensions", "d7", "⌀8 H7", "R2")`. An item of another table is brought there:
`change_kind("notes", "n4", "dimensions")`.

## The rest is right

Everything else was compared with the sheet. What is accepted is sure from now on.
"""),
    code("""
open_rows = plate.review.query("state == 'read'")
for table, rows in open_rows.groupby("table", observed=True):
    plate.accept(table, *rows["id"])
plate.review.groupby(["table", "state"], observed=True).size().unstack(fill_value=0)
"""),
    code("plate"),
    text("""
## Undone, and kept

Every decision can be undone, the last one first, today or next week: a review is kept on this machine with the hash of
the drawing. It comes back with the task, and where the drawing is read again, it is carried over to all that still
agrees. `to_json` takes it along to others.
"""),
    code("""
plate.undo()
again = client.task(task.id).result
again.review.loc[again.review["state"] != "read", columns].head(12)
"""),
    text("""
## By hand

The same in the viewer, by keys alone: N goes to the next row, A accepts, X rejects, E corrects, D draws a box for what
was not read, M merges, S splits, K changes the kind, U undoes. Below a text that is typed stand the values that it
says, to be changed or taken. Beside the fields stands the item as it is on the sheet. It needs a running notebook.
"""),
    code("""
viewer = drawkit.ResultViewer(again)
viewer
"""),
    text("""
## Taken along

Tables, limits, inspection sheets and checks show what was decided. The workbook marks each value that was put in by
hand, and has the review on a sheet of its own.
"""),
    code("""
again.to_excel(folder / "cover_plate.xlsx")
again.to_json(folder / "cover_plate.json")
again.inspection()[["number", "requirement", "lower_limit", "upper_limit", "corrected", "review"]].head(12)
"""),
)
