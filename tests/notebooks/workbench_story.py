"""The notebook on the workbench: by hand in the browser, and the same from code."""

from cells import code, text

WORKBENCH = (
    text("""
# A bench for drawings

`drawkit.workbench()` puts everything on one bench: a place to drop drawings, what to read, one list of files and tasks,
the sheet with what was read on it, and the quota. This is how it looks when two drawings have been read; a file that is
none was refused before anything was sent.

![The workbench: what to read and the list of drawings on the left, the sheet with its boxes and the table of dimensions
beside them](attachment:workbench.png)

Three drawings to try it with, and a file that is none. They are generated, so nothing here belongs to anyone.
"""),
    code("""
import tempfile
from pathlib import Path

import pandas as pd

import drawkit

pd.set_option("display.max_colwidth", None)
folder = Path(tempfile.mkdtemp())
drawings = folder / "drawings"
drawings.mkdir()
for name in ("milled_plate", "assembly"):
    drawkit.samples.named(name).save(drawings)
drawkit.samples.make("turned_part", seed=11, name="shaft").save(drawings)
(drawings / "letter.pdf").write_text("Dear Sir or Madam")

client = drawkit.connect(state=folder / "service")
pd.DataFrame({"file": sorted(path.name for path in drawings.iterdir())})
"""),
    text("""
## The bench

Without a client, `drawkit.workbench()` stands at once and connects behind. In a running notebook:

- **Drop** files or folders, choose them, or paste a picture from the clipboard. 20 MB a file and many at a time are
  fine; what is wrong with a file stands beside it, before anything is sent. A path, a folder or a pattern beside the
  notebook goes into the field below. A run that is pressed while files still arrive waits for them.
- **Choose what to read.** Before the run it says how many pages it reads, and what is left where there is a quota.
- **Follow the list.** A file and the task that reads it are one row; tasks that were submitted elsewhere with the same
  key stand below. A row tells how much was read, what is to be looked at, and how far its review is. Sort and filter
  it, cancel, open, choose two to compare.
- **Look**: hover over a box, click a row, correct a value.

All of it works with the keyboard and a screen reader, in JupyterLab, Notebook 7, VS Code and Voila.
"""),
    code("""
bench = drawkit.workbench(client)
bench
"""),
    text("""
## The same from code

`start` goes the way of the Run button, and the bench shows it. A path gives its result.
"""),
    code("""
plate = await bench.start(drawings / "milled_plate.pdf")
plate
"""),
    code("""
assembly = await bench.start(drawings / "assembly.pdf", profile="bom")
assembly.bom[["position", "quantity", "part_number", "designation"]]
"""),
    text("""
A whole folder: what cannot be read is refused before anything is sent, and the bench says what to do about it.
"""),
    code("""
try:
    await bench.start(drawings)
except drawkit.DrawkitError as error:
    refused = error

pd.DataFrame([(type(refused).__name__, str(refused))], columns=["error", "what it says"])
"""),
    text("""
The others are on the list. What was read with these settings is not read again, so a run without files reads what is
left: the whole of the assembly this time, and the shaft.
"""),
    code("""
rest = await bench.start(profile="full")
pd.DataFrame([(result.name, result.data.profile, len(result.dimensions)) for result in bench.results],
             columns=["file", "profile", "dimensions"]).sort_values("file", ignore_index=True)
"""),
    text("""
All results in one table, the least sure dimensions first: what a person should look at.
"""),
    code("""
tables = drawkit.concat({result.name: result for result in bench.results}, ["dimensions"])
columns = ["file", "text", "kind", "nominal", "upper_deviation", "lower_deviation", "fit", "confidence"]
tables["dimensions"].sort_values(["confidence", "file", "text"], ignore_index=True)[columns].head(8)
"""),
    text("""
## The parts, each alone

`bench.form`, `bench.board`, `bench.viewer` and `bench.quota` are also widgets of their own: `drawkit.UploadForm`,
`TaskBoard`, `ResultViewer` and `QuotaView`. The board asks the service as often as it wishes to be asked while tasks
run and somebody looks, and not at all otherwise.
"""),
    code("""
board = drawkit.TaskBoard(client)
await board.settled()
board.frame[["file", "profile", "status", "pages"]].sort_values(["file", "profile"], ignore_index=True)
"""),
    code("""
first = [task for task in board.tasks if task.record.file.name == "shaft.pdf"]
viewer = drawkit.ResultViewer(await board.open(first[0]))
viewer
"""),
    text("""
The quota, with what is to be expected at the end of the period if work goes on as in the last seven days.
"""),
    code("""
quota = await drawkit.QuotaView(client).refresh()
quota
"""),
    text("""
The bench stays as it is: go on with it above. `bench.close()` takes it away, and the service ends with the notebook's
kernel.
"""),
)
