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
sample = drawkit.samples.make("turned_part", seed=2, name="pinion_shaft", carrier="picture", dpi=120, wear="worn")
task = client.submit(sample.data, name=sample.file_name)
shaft = task.wait().result
shaft.show_dimensions()
"""),
    text("""
## Where to begin

`review` has a row for every item: how sure the reading is, and how far somebody has gone with it. The least sure come
first. What a hole or a thread says is told by its dimension: it goes with that, and is not looked at twice.
"""),
    code("""
columns = ["table", "id", "text", "state", "trust", "changes", "note"]
shaft.review.sort_values("confidence")[columns].head(8)
"""),
    text("""
The title block is read in part: its material and its mass are missing, and the number of the drawing took the revision
along. And likely is not right: the roughness of the seat is Ra 1.6, its decimal point was lost in the dust. An item is
found by its place; in the viewer, a click does that.
"""),
    code("""
def at(table, x, y):
    \"\"\"The id of the item at a place of the sheet, in points.\"\"\"
    items = shaft[table]
    inside = items["x0"].le(x) & items["x1"].ge(x) & items["top"].le(y) & items["bottom"].ge(y)
    return items.loc[inside, "id"].iloc[0]


roughness = at("surface_textures", 466, 263)
shaft.review[shaft.review["id"].eq(roughness)][columns]
"""),
    text("""
## Corrections

What was read never changes; decisions stand beside it. A text that is put right is read as if it were printed, and its
values come along; habits of keyboards will do: "ra 1.6", "dia 35 k6", "+-0.1". What would change can be seen
beforehand. A number that was taken for another kind is put right by `correct("dimensions", id, kind="diameter")`.
"""),
    code("""
pd.DataFrame([shaft.read_typed("surface_textures", "ra 1.6", roughness).values])
"""),
    code("""
shaft.correct("surface_textures", roughness, text="Ra 1.6")
shaft.surface_textures.set_index("id").loc[[roughness], ["text", "parameter", "value", "review", "corrected"]]
"""),
    text("""
Values are put right one by one as well: here those of the title block. The first note lost the point behind its
number.
"""),
    code("""
block = at("title_blocks", 1060, 725)
shaft.correct("title_blocks", block, drawing_number="46484-34", material="34CrNiMo6", mass="1.26 kg")
shaft.correct("notes", at("notes", 145, 797), text="1. Remove all burrs.")
shaft.corrections[["table", "field", "read", "value"]]
"""),
    text("""
## Over, out, and in

An item that stands in the wrong table is brought to the right one, `change_kind("notes", "n3", "dimensions")`; where
its text is a thread, its row among the threads comes along. What is no item is rejected, `shaft.reject("notes", "n3")`;
here every item is one, and each in its table.
"""),
    text("""
What was not read is added, with its `box` where it stands on the sheet; what was agreed upon and stands nowhere needs
none. Given a box alone, `propose` asks the engine what stands there.
"""),
    code("""
shaft.add("notes", "3. Grease the journals for storage.")
shaft.notes[["number", "text", "review"]]
"""),
    code("""
pd.DataFrame([shaft.propose("dimensions", box=(880, 228, 922, 248))])
"""),
    text("""
Several items that are one are merged: `merge("dimensions", "d1", "d2")` reads what their texts say together. One that
is several is split: `split("dimensions", "d7", "⌀8 H7", "R2")`.

## The rest is right

Everything else was compared with the sheet. What is accepted is sure from now on.
"""),
    code("""
open_rows = shaft.review.query("state == 'read'")
for table, rows in open_rows.groupby("table", observed=True):
    shaft.accept(table, *rows["id"])
shaft.review.groupby(["table", "state"], observed=True).size().unstack(fill_value=0)
"""),
    code("shaft"),
    text("""
## Undone, and kept

Every decision can be undone, the last one first, today or next week: a review is kept on this machine with the hash of
the drawing. It comes back with the task, and where the drawing is read again, it is carried over to all that still
agrees. `to_json` takes it along to others.
"""),
    code("""
shaft.undo()
again = client.task(task.id).result
again.review.loc[~again.review["state"].isin(["read", "accepted"]), columns]
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
again.to_excel(folder / "pinion_shaft.xlsx")
again.to_json(folder / "pinion_shaft.json")
again.inspection()[["number", "requirement", "lower_limit", "upper_limit", "corrected", "review"]].tail(8)
"""),
)
