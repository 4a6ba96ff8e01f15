"""The example notebooks as they are told: text and code, cell by cell."""

from cells import code, text
from cluster_story import ON_A_CLUSTER
from dimensions_story import DIMENSIONS
from experiments_story import BATCH_EXPERIMENTS
from inspection_story import INSPECTION
from keys_story import KEYS_AND_LIMITS
from parts_story import PARTS_LISTS
from review_story import REVIEW
from revisions_story import REVISIONS_AND_CHECKS
from scans_story import SCANS
from webhooks_story import WEBHOOKS
from workbench_story import WORKBENCH

QUICKSTART = (
    text("""
# From a drawing to tables

A drawing says what a part is: its title block, its dimensions with their tolerances, the parts of an assembly.
Here two drawings are read into pandas DataFrames and pictures. Everything runs on this machine; with
`DRAWKIT_BASE_URL` and `DRAWKIT_API_KEY` set, the same cells talk to a remote service.
"""),
    code("""
import drawkit

client = drawkit.connect()
client.status()
"""),
    text("""
## Read a drawing

The samples are generated, so nothing here belongs to anyone. A path, bytes, an open file or a Pillow image
would do as well: `client.analyze("bracket.pdf")`.

The result shows the sheet with a box around everything that was read, coloured by kind. On your own machine it is the
sheet as it is, and nothing of it is published.
"""),
    code("""
sample = drawkit.samples.named("milled_plate")
plate = client.analyze(sample.data, name=sample.file_name)
plate
"""),
    text("""
## Title block

The title block (ISO 7200) as labels and values, as printed on the sheet.
"""),
    code("plate.title_block"),
    text("""
## Dimensions and their tolerances

One row a dimension, in the drawing's units. Deviations are signed; a fit such as H7 (ISO 286) has its own column.
`trust` says in a word how sure the reading is (sure, likely, look), so that a person can look where it matters.
"""),
    code("""
columns = ["text", "kind", "quantity", "nominal", "upper_deviation", "lower_deviation", "fit", "trust"]
plate.dimensions[columns].head(12)
"""),
    text("""
The numbers in the picture are the rows of the table.
"""),
    code("plate.show_dimensions()"),
    text("""
What has a tolerance, narrowest first:
"""),
    code("plate.plot_tolerances()"),
    text("""
Feature control frames (ISO 1101) have a table of their own.
"""),
    code("""
plate.geometric_tolerances[["text", "characteristic", "value", "page", "confidence"]]
"""),
    text("""
## A parts list

An assembly drawing has a parts list (ISO 7573) and balloons that point at the parts. The profile `bom` reads just
these. `submit` does not wait: it hands back a task, which tells how far it is.
"""),
    code("""
sample = drawkit.samples.named("assembly")
task = client.submit(sample.data, "bom", name=sample.file_name)
task.wait()
"""),
    code("""
assembly = task.result
assembly.bom[["position", "quantity", "part_number", "designation", "sheet_zone", "confidence"]]
"""),
    code("assembly.show_bom()"),
    text("""
## Both drawings in one table
"""),
    code("""
tables = drawkit.concat([plate, assembly], ["title_blocks"])
tables["title_blocks"][["file", "title", "drawing_number", "material", "scale", "general_tolerance"]]
"""),
    text("""
## Quota

Pages are counted when a drawing is accepted and given back when it could not be read.
"""),
    code("client.quota()", "nbval-ignore-output"),
    text("""
## The same by hand

The form takes files by drop, from the clipboard, or by a path beside the notebook, checks them before anything is
sent, shows what a run costs, and keeps its results in `form.results`. It needs a running notebook.
"""),
    code("""
form = drawkit.UploadForm(client)
form
"""),
    text("""
What the form does, code can do: `start` runs it, and the form shows the progress.
"""),
    code("""
shaft = await form.start(files=drawkit.samples.make("turned_part", seed=11).data, profile="dimension_tolerance")
shaft.dimensions[columns].head()
"""),
    text("""
## Take it along

`plate.to_excel("plate.xlsx")`, `plate.to_csv("folder")`, `plate.to_parquet("folder")` and `plate.to_json("plate.json")`
write what was read; `drawkit.Result.from_json` reads it back.
"""),
)

STORIES = {
    "01_quickstart": QUICKSTART,
    "02_workbench": WORKBENCH,
    "03_dimensions_and_tolerances": DIMENSIONS,
    "04_parts_lists": PARTS_LISTS,
    "05_scans_and_pictures": SCANS,
    "06_service_keys_and_limits": KEYS_AND_LIMITS,
    "07_webhooks": WEBHOOKS,
    "08_batch_experiments": BATCH_EXPERIMENTS,
    "09_on_a_cluster": ON_A_CLUSTER,
    "10_inspection_sheet": INSPECTION,
    "11_revisions_and_checks": REVISIONS_AND_CHECKS,
    "12_review": REVIEW,
}
